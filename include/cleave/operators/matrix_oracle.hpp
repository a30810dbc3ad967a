/// \file
/// What the oracles over sets of matrices share.
#pragma once

#include <cleave/core/types.hpp>

#include <cmath>

namespace cleave::detail {

/// max |d_i|; NaN where there is a NaN, 0 without entries.
template <class S>
S largest_magnitude(in<S> d) {
  S largest{0};
  for (index_t i = 0; i < d.size(); ++i) {
    if (d[i] != d[i]) return d[i];
    if (std::abs(d[i]) > largest) largest = std::abs(d[i]);
  }
  return largest;
}

/// The start of Lanczos's method: the remembered unit vector, or nothing, and a part of a fixed vector in general
/// position. Without that part, a remembered vector that is a singular vector of the new matrix, but not the first one,
/// would never be left again.
template <class S>
void start_lanczos(in<S> warm, out<S> start) {
  for (index_t i = 0; i < start.size(); ++i) {
    const double turns = 0.6180339887498949 * static_cast<double>(i + 1);
    start[i] = static_cast<S>(turns - std::floor(turns) - 0.375);
  }
  start = warm + S(0.3) / start.norm() * start;
}

}  // namespace cleave::detail
