/// \file
/// The negative entropy.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/separable.hpp>
#include <cleave/operators/wright_omega.hpp>

#include <cmath>
#include <limits>

namespace cleave {

/// f(x) = sum_i x_i log x_i, 0 at 0, infinite for negative x_i. prox_{s f}(t) = s omega(t / s - 1 - log s) with the
/// Wright omega function.
template <class S = double>
class negative_entropy : public separable<negative_entropy<S>, S> {
 public:
  using separable<negative_entropy, S>::value;
  using separable<negative_entropy, S>::prox;

  S value(S x) const {
    if (x > 0) return x * std::log(x);
    return x == 0 ? S{0} : x == x ? std::numeric_limits<S>::infinity() : x;
  }
  S prox(S x, S step) const {
    if (step == 0) return x < 0 ? S{0} : x;
    const S ratio = x / step;  // may overflow; where it is huge, x is near enough for the step of Newton's method
    const S y =
        ratio < 1 / std::numeric_limits<S>::epsilon() ? step * detail::wright_omega(ratio - 1 - std::log(step)) : x;
    if (!(y > 0) || !std::isfinite(y)) return y;
    return y - ((y - x) + step * (std::log(y) + 1)) /
                   (1 + step / y);  // one step of Newton's method mends the rounding of x / s
  }
};

}  // namespace cleave
