/// \file
/// Random points for the laws, and comparisons bit for bit.
#pragma once

#include <cleave/core/types.hpp>

#include "support/splitmix.hpp"

#include <cstring>
#include <limits>

namespace support {

/// The sizes at which laws are tried: nothing, one, a few, and enough for every vectorised path.
inline constexpr int sizes[] = {0, 1, 2, 7, 64};
/// The steps at which laws are tried; 0 has laws of its own.
inline constexpr double steps[] = {1e-6, 1e-3, 0.5, 1, 3, 1e3, 1e6};

/// n numbers of about the given size; every fifth one is zero, some are repeated.
template <class S>
cleave::vec<S> point(cleave::index_t n, std::uint64_t seed, double size = 1) {
  splitmix random{seed};
  cleave::vec<S> v(n);
  for (cleave::index_t i = 0; i < n; ++i) {
    const double drawn = random.nrm();
    v[i] = i % 5 == 4 ? S{0} : i % 7 == 6 ? v[i - 1] : S(size * drawn);
  }
  return v;
}

template <class S>
bool same_bits(const cleave::vec<S>& a, const cleave::vec<S>& b) {
  return a.size() == b.size() &&
         (a.size() == 0 || std::memcmp(a.data(), b.data(), sizeof(S) * static_cast<std::size_t>(a.size())) == 0);
}

template <class S>
bool same_bits(S a, S b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

template <class S>
cleave::vec<S> all_nan(cleave::index_t n) {
  return cleave::vec<S>::Constant(n, std::numeric_limits<S>::quiet_NaN());
}

/// In more digits than S, so that a law is not drowned by the rounding of the test.
template <class S>
auto wide(const cleave::vec<S>& v) {
  using wider = std::conditional_t<std::is_same_v<S, float>, double, long double>;
  return cleave::vec<wider>(v.template cast<wider>());
}

}  // namespace support
