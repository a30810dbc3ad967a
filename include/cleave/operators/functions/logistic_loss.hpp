/// \file
/// The logistic loss of margins.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/separable.hpp>

#include <cmath>
#include <limits>

namespace cleave {

/// f(x) = sum_i log(1 + exp(-x_i)) of margins x_i, safe at any margin. prox_{s f}(v) is the root of
/// y = v + s / (1 + exp(y)) in [v, v + s], by Newton's method kept within a shrinking bracket: about 6 exponentials.
template <class S = double>
class logistic_loss : public separable<logistic_loss<S>, S> {
 public:
  using separable<logistic_loss, S>::value;
  using separable<logistic_loss, S>::prox;

  S value(S x) const {
    const S e = std::exp(-std::abs(x));
    return (std::abs(x) - x) / 2 + std::log1p(e);
  }
  S derivative(S x) const { return -falling(x); }
  S prox(S v, S step) const {
    if (!std::isfinite(v)) return v;
    S low = v, high = v + step;
    S y = v + step * falling(v);
    if (!(y < high)) y = high;
    for (int iteration = 0; iteration < 200; ++iteration) {
      const S p = falling(y);
      const S excess = (y - v) - step * p;  // increases with y; its root is the prox
      (excess > 0 ? high : low) = y;
      S next = y - excess / (1 + step * p * (1 - p));
      if (!(next >= low && next <= high)) next = low + (high - low) / 2;
      if (std::abs(next - y) <= std::numeric_limits<S>::epsilon() * std::abs(next)) return next;
      y = next;
    }
    return y;
  }
  static constexpr S smoothness() { return S(0.25); }

 private:
  /// 1 / (1 + exp(x)), which does not overflow.
  static S falling(S x) {
    const S e = std::exp(-std::abs(x));
    return (x > 0 ? e : S{1}) / (1 + e);
  }
};

}  // namespace cleave
