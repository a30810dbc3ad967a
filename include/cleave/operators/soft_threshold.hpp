/// \file
/// Soft thresholding, the prox of the absolute value.
#pragma once

namespace cleave::detail {

/// sign(x) max(|x| - t, 0) for t >= 0.
template <class S>
S soft_threshold(S x, S t) {
  if (x > t) return x - t;
  if (x < -t) return x + t;
  return x == x ? S{0} : x;  // a NaN stays one
}

}  // namespace cleave::detail
