/// \file
/// The positive root of a quadratic equation that several barriers share.
#pragma once

#include <cmath>

namespace cleave::detail {

/// The root y >= 0 of y^2 - t y - c = 0 for c >= 0, without overflow or cancellation.
template <class S>
S positive_root(S t, S c) {
  const S root = std::hypot(t, 2 * std::sqrt(c));  // sqrt(t^2 + 4 c)
  if (t > 0 || t != t) return t / 2 + root / 2;
  return root - t > 0 ? std::sqrt(c) * (2 * std::sqrt(c) / (root - t)) : S{0};
}

}  // namespace cleave::detail
