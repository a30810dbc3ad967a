/// \file
/// The simplex.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/centre.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/simplex_threshold.hpp>

#include <cmath>
#include <concepts>

namespace cleave {

/// { x : x_i >= 0, sum_i x_i = total }; everything where there are no entries. Projection subtracts a threshold and
/// cuts at 0: a few passes, no memory.
template <class S = double>
class simplex {
 public:
  using scalar = S;

  /// \param total finite, >= 0; 0 is the set of the origin alone
  /// \throws std::invalid_argument
  explicit simplex(S total = 1) : total_(total) { check_not_negative(static_cast<double>(total), "simplex: total"); }

  void project(in<S> x, out<S> y) const {
    if (contains(x, 0)) return detail::keep<S>(x, y);
    if (total_ == 0) {
      y = S{0} * x;  // a NaN stays one
      return;
    }
    const auto entry = [&](index_t i) { return static_cast<double>(x[i]); };
    const auto t = detail::simplex_threshold<double>(x.size(), entry, static_cast<double>(total_));
    for (index_t i = 0; i < x.size(); ++i) y[i] = static_cast<S>(t.excess(entry(i)));
  }
  bool contains(in<S> x, S tolerance) const {
    double sum = 0;
    for (index_t i = 0; i < x.size(); ++i) {
      if (!(x[i] >= -tolerance)) return false;
      sum += static_cast<double>(x[i]);
    }
    const double total = static_cast<double>(total_), n = static_cast<double>(x.size());
    const double slack = detail::rounding<S>(x.size()) * total + n * static_cast<double>(tolerance);
    return x.size() == 0 || std::abs(sum - total) <= slack;
  }

 private:
  S total_;
};

/// A total in whole numbers means double.
template <std::integral T>
simplex(T) -> simplex<double>;

}  // namespace cleave
