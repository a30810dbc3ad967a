/// \file
/// The squared hinge loss.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/separable.hpp>

#include <cmath>

namespace cleave {

/// f(x) = (1 / 2) sum_i max(0, 1 - x_i)^2 of margins x_i. prox_{s f}(t) = (t + s) / (1 + s) for t < 1, t beyond.
template <class S = double>
class squared_hinge : public separable<squared_hinge<S>, S> {
 public:
  using separable<squared_hinge, S>::value;
  using separable<squared_hinge, S>::prox;

  S value(S x) const {
    const S gap = x < 1 ? 1 - x : x == x ? S{0} : x;
    return gap * gap / 2;
  }
  S derivative(S x) const { return x < 1 ? x - 1 : x == x ? S{0} : x; }
  S prox(S x, S step) const { return x < 1 ? x / (1 + step) + step / (1 + step) : x; }
  static constexpr S smoothness() { return 1; }
};

}  // namespace cleave
