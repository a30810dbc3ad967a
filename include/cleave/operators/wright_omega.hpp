/// \file
/// The Wright omega function on the real line.
#pragma once

#include <cmath>
#include <limits>

namespace cleave::detail {

/// The w > 0 with w + log w = r, to a few units in the last place: Newton's method on log w, which converges from any
/// start. It is the Lambert W function of exp(r), without the overflow. Corless and Jeffrey (2002),
/// DOI 10.1007/3-540-45470-5_10.
template <class S>
S wright_omega(S r) {
  if (r < std::log(std::numeric_limits<S>::epsilon())) return std::exp(r);  // w + log w = log w to rounding
  if (!(r < 1 / std::numeric_limits<S>::epsilon())) return r;               // log w is lost in rounding
  S w = r > 1 ? r - std::log(r) : std::exp(r - std::exp(r) / 2);
  for (int iteration = 0; iteration < 20; ++iteration) {
    const S change = w * (r - w - std::log(w)) / (1 + w);
    w += change;
    if (std::abs(change) <= 2 * std::numeric_limits<S>::epsilon() * w) break;
  }
  return w;
}

}  // namespace cleave::detail
