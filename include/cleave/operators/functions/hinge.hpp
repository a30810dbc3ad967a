/// \file
/// The hinge loss.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/separable.hpp>

#include <algorithm>

namespace cleave {

/// f(x) = sum_i max(0, 1 - x_i) of margins x_i = y_i a_i'w: labels y_i = -1, +1 multiply the rows of the data.
/// prox_{s f}(t) = t + s for t < 1 - s, 1 up to 1, t beyond.
template <class S = double>
class hinge : public separable<hinge<S>, S> {
 public:
  using separable<hinge, S>::value;
  using separable<hinge, S>::prox;

  S value(S x) const { return (std::max)(S{1} - x, S{0}); }  // a NaN stays one
  S prox(S x, S step) const {
    if (x < 1 - step) return x + step;
    return x < 1 ? S{1} : x;
  }
};

}  // namespace cleave
