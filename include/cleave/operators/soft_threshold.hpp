/// \file
/// Soft thresholding, the prox of the absolute value.
#pragma once

namespace cleave::detail {

/// sign(x) max(|x| - t, 0) for t >= 0, as x minus x clipped: without a branch. A NaN stays one.
template <class S>
S soft_threshold(S x, S t) {
  const S raised = x < -t ? -t : x;
  return x - (raised > t ? t : raised);
}

}  // namespace cleave::detail
