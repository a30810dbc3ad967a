/// \file
/// The logistic loss of margins.
#pragma once

#include <cleave/operators/functions/exponential_sum.hpp>
#include <cleave/operators/separable.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cleave {

/// f(x) = sum_i log(1 + exp(-x_i)) of margins x_i, safe at any margin. prox_{s f}(v) is the root of
/// y = v + s / (1 + exp(y)), by Newton's method from a start within log 2 of it: about 5 exponentials.
template <class S = double>
class logistic_loss : public separable<logistic_loss<S>, S> {
 public:
  using separable<logistic_loss, S>::value;
  using separable<logistic_loss, S>::prox;

  S value(S x) const {
    const S e = std::exp(-std::abs(x));
    return (std::max)(-x, S{0}) + std::log1p(e);  // a NaN stays one
  }
  S derivative(S x) const { return -falling(x); }
  S prox(S v, S step) const {
    if (!std::isfinite(v) || step == 0) return v;
    return v + step / 2 < 0 ? -root(-(v + step), step) : root(v, step);  // 1 / (1 + exp(y)) = 1 - 1 / (1 + exp(-y))
  }
  static constexpr S smoothness() { return S(0.25); }

 private:
  /// The root of y = v + s / (1 + exp(y)) where it is not negative: there 1 / (1 + exp(y)) is convex and lies between
  /// exp(-y) / 2 and exp(-y), so that Newton's method climbs to it from the root of y = v + (s / 2) exp(-y).
  static S root(S v, S step) {
    S y = (std::max)(S{0}, -exponential_sum<S>().prox(-v, step / 2));
    for (int iteration = 0; iteration < 50; ++iteration) {
      const S p = falling(y);
      const S change = (step * p - (y - v)) / (1 + step * p * (1 - p));
      y += change;
      if (!(change > std::numeric_limits<S>::epsilon() * y)) break;
    }
    return y;
  }
  /// 1 / (1 + exp(x)), which does not overflow.
  static S falling(S x) {
    const S e = std::exp(-std::abs(x));
    return (x > 0 ? e : S{1}) / (1 + e);
  }
};

}  // namespace cleave
