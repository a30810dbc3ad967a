/// \file
/// The simplex with its inside.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/rounding.hpp>
#include <cleave/operators/sets/simplex.hpp>

#include <concepts>

namespace cleave {

/// { x : x_i >= 0, sum_i x_i <= total }. Projection cuts at 0, and is that onto the simplex where the sum is still too
/// large. Cost: a few passes, no memory.
template <class S = double>
class unit_simplex {
 public:
  using scalar = S;

  /// \param total finite, >= 0; 0 is the set of the origin alone
  /// \throws std::invalid_argument
  explicit unit_simplex(S total = 1) : total_(check_not_negative_as<S>(total, "unit_simplex: total")), face_(total_) {}

  void project(in<S> x, out<S> y) const {
    double sum = 0;
    for (index_t i = 0; i < x.size(); ++i) sum += x[i] < 0 ? 0 : static_cast<double>(x[i]);
    if (!(sum <= reach(x.size()))) return face_.project(x, y);
    for (index_t i = 0; i < x.size(); ++i) y[i] = x[i] < 0 ? S{0} : x[i];
  }
  bool contains(in<S> x, S tolerance) const {
    double sum = 0;
    for (index_t i = 0; i < x.size(); ++i) {
      if (!(x[i] >= -tolerance)) return false;
      sum += static_cast<double>(x[i]);
    }
    return sum <= reach(x.size()) + static_cast<double>(tolerance) * static_cast<double>(x.size());
  }

 private:
  double reach(index_t n) const { return static_cast<double>(total_) * (1 + detail::rounding<S>(n)); }

  S total_;
  simplex<S> face_;
};

/// A total in whole numbers means double.
template <std::integral T>
unit_simplex(T) -> unit_simplex<double>;

}  // namespace cleave
