/// \file
/// The positive root of a quadratic equation that several barriers share.
#pragma once

#include <cmath>
#include <limits>

namespace cleave::detail {

/// The root y >= 0 of y^2 - t y - a b = 0 for a, b >= 0, without overflow or cancellation.
template <class S>
S positive_root(S t, S a, S b) {
  const S c = a * b, side = c <= (std::numeric_limits<S>::max)() ? std::sqrt(c) : std::sqrt(a) * std::sqrt(b);
  const S root = std::hypot(t, 2 * side);  // sqrt(t^2 + 4 a b)
  if (t > 0 || t != t) return t / 2 + root / 2;
  return root - t > 0 ? side * (2 * side / (root - t)) : S{0};
}

}  // namespace cleave::detail
