/// \file
/// The box.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/scalar_from.hpp>

#include <limits>

namespace cleave {

/// { x : lower <= x_i <= upper for all i }; either bound may be infinite. Projection clips. Cost: one pass.
template <class S = double>
class box {
 public:
  using scalar = S;

  /// \throws std::invalid_argument if a bound is NaN, lower > upper, or the only point is infinite (an empty set)
  box(S lower, S upper) : lower_(lower), upper_(upper) {
    if (!(lower <= upper))
      throw std::invalid_argument("box: lower must be at most upper, got " + detail::number(lower) + " and " +
                                  detail::number(upper));
    constexpr S infinity = std::numeric_limits<S>::infinity();
    check(lower < infinity, "box: lower", "below infinity", lower);
    check(upper > -infinity, "box: upper", "above minus infinity", upper);
  }

  S lower() const { return lower_; }
  S upper() const { return upper_; }

  void project(in<S> x, out<S> y) const {
    for (index_t i = 0; i < x.size(); ++i) y[i] = x[i] < lower_ ? lower_ : x[i] > upper_ ? upper_ : x[i];
  }
  bool contains(in<S> x, S tolerance) const {
    for (index_t i = 0; i < x.size(); ++i)
      if (!(x[i] >= lower_ - tolerance && x[i] <= upper_ + tolerance)) return false;
    return true;
  }

 private:
  S lower_;
  S upper_;
};

/// Bounds in whole numbers mean double, or what the other bound is.
template <class T>
box(T, T) -> box<scalar_from<T>>;
template <class L, class U>
box(L, U) -> box<scalar_from<L, U>>;

}  // namespace cleave
