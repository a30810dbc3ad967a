/// \file
/// The smoothly clipped absolute deviation.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/scalar_from.hpp>
#include <cleave/operators/separable.hpp>

#include <cmath>

namespace cleave {

/// f(x) = sum_i p(|x_i|), p(t) = lambda t up to lambda, (2 a lambda t - t^2 - lambda^2) / (2 (a - 1)) up to a lambda,
/// lambda^2 (a + 1) / 2 beyond. For s < a - 1 the prox is soft thresholding up to lambda (1 + s), then
/// t - s (a lambda - t) / (a - 1 - s) up to a lambda, t beyond; for larger steps the better of the two ends, the
/// smaller one in a tie. Fan and Li (2001), DOI 10.1198/016214501753382273.
template <class S = double>
class scad : public separable<scad<S>, S> {
 public:
  using separable<scad, S>::value;
  using separable<scad, S>::prox;

  /// \param lambda finite, >= 0
  /// \param a      finite, above 2; 3.7 is usual
  /// \throws std::invalid_argument
  explicit scad(S lambda, S a = S(3.7)) : lambda_(lambda), a_(a) {
    check_not_negative(static_cast<double>(lambda), "scad: lambda");
    check(a > 2 && std::isfinite(a), "scad: a", "finite and above 2", a);
  }

  S value(S x) const {
    const S r = std::abs(x);
    if (r <= lambda_) return lambda_ * r;
    if (r <= a_ * lambda_) return (2 * a_ * lambda_ * r - r * r - lambda_ * lambda_) / (2 * (a_ - 1));
    return x == x ? lambda_ * lambda_ * (a_ + 1) / 2 : x;
  }
  S prox(S x, S step) const {
    const S r = std::abs(x);
    if (!(r <= a_ * lambda_) && step < a_ - 1) return x;
    const S soft = r <= step * lambda_ ? S{0} : r - step * lambda_;
    if (step < a_ - 1) {
      const S y = soft <= lambda_ ? soft : r - step * (a_ * lambda_ - r) / (a_ - 1 - step);
      return std::copysign(y, x);
    }
    if (x != x) return x;
    // the middle piece is concave: the minimiser lies on the first or on the last
    const S near = soft <= lambda_ ? soft : lambda_, far = r >= a_ * lambda_ ? r : a_ * lambda_;
    const auto cost = [&](S y) { return value(y) + (y - r) * ((y - r) / (2 * step)); };
    return std::copysign(cost(near) <= cost(far) ? near : far, x);
  }
  S weak_convexity() const { return lambda_ > 0 ? 1 / (a_ - 1) : S{0}; }

 private:
  S lambda_;
  S a_;
};

/// Parameters in whole numbers mean double.
template <class T>
scad(T) -> scad<scalar_from<T>>;
template <class T>
scad(T, T) -> scad<scalar_from<T>>;
template <class A, class B>
scad(A, B) -> scad<scalar_from<A, B>>;

}  // namespace cleave
