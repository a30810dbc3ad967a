/// \file
/// The logistic loss of a block of margins, written without a branch or a call, so that compilers make vector
/// instructions of each loop: exp and log1p of the C library, one margin at a time, cost more than the rows do.
///
/// Every loop has the fixed length of a block: the bits for a margin depend on nothing but the margin. Errors are below
/// 2.5 units in the last place (curvatures: 4.5), gradual underflow included; NaN stays NaN.
#pragma once

#include <cleave/core/elementary.hpp>
#include <cleave/problems/design.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace cleave::detail {

/// first + z (next + z (...))
template <class... C>
constexpr double horner(double z, double first, C... rest) {
  if constexpr (sizeof...(rest) == 0)
    return first;
  else
    return first + z * horner(z, rest...);
}

/// exp(x) for -746 <= x <= 0. With x = k ln 2 + r, |r| <= ln(2) / 2, the Taylor polynomial of degree 13 in r.
inline double exp_of_negative(double x) {
  constexpr double to_nearest = 0x1.8p52;  // added to a small number, it leaves the nearest integer in the last bits
  const double shifted = x * 0x1.71547652b82fep0 + to_nearest;  // 1 / ln 2
  const double k = shifted - to_nearest;
  const double r = (x - k * ln2_high) - k * ln2_low;
  const double sum = horner(r, 1., 1., 1. / 2, 1. / 6, 1. / 24, 1. / 120, 1. / 720, 1. / 5040, 1. / 40320, 1. / 362880,
                            1. / 3628800, 1. / 39916800, 1. / 479001600, 1. / 6227020800);
  constexpr std::uint64_t bias = 1023, up = 64;  // 2^k may not be a normal number, 2^(k + up) is
  return sum * std::bit_cast<double>((std::bit_cast<std::uint64_t>(shifted) + bias + up) << 52) * 0x1p-64;
}

/// log(1 + e) for 0 <= e <= 1, as in portable_log: with s = e / (2 + e) it is 2 atanh(s) = e - s (e - R),
/// R = 2 (s^2 / 3 + s^4 / 5 + ...). s^2 is at most 1/9, so that 15 terms are enough.
inline double log_of_one_plus(double e) {
  const double s = e / (2 + e);
  const double z = s * s;
  const double series = horner(z, 2. / 3, 2. / 5, 2. / 7, 2. / 9, 2. / 11, 2. / 13, 2. / 15, 2. / 17, 2. / 19, 2. / 21,
                               2. / 23, 2. / 25, 2. / 27, 2. / 29, 2. / 31);
  return e - s * (e - z * series);
}

/// exp(-|m|). The clamp, beyond which it is 0, has a loop of its own: joined to the next one, g++ makes it a branch.
inline block_of_rows exp_of_minus_magnitudes(const block_of_rows& m) {
  block_of_rows e;
  for (index_t i = 0; i < rows_in_flight; ++i) e[i] = std::abs(m[i]) > 746 ? -746 : -std::abs(m[i]);
  for (index_t i = 0; i < rows_in_flight; ++i) e[i] = exp_of_negative(e[i]);
  return e;
}

/// log(1 + exp(-m)), with e = exp(-|m|)
inline block_of_rows logistic_losses(const block_of_rows& m, const block_of_rows& e) {
  block_of_rows loss;
  for (index_t i = 0; i < rows_in_flight; ++i) loss[i] = (std::max)(-m[i], 0.) + log_of_one_plus(e[i]);
  return loss;
}

/// The slopes of these losses, -1 / (1 + exp(m))
inline block_of_rows logistic_slopes(const block_of_rows& m, const block_of_rows& e) {
  block_of_rows slope;
  for (index_t i = 0; i < rows_in_flight; ++i) slope[i] = (m[i] > 0 ? -e[i] : -1) / (1 + e[i]);
  return slope;
}

/// Their curvatures, 1 / ((1 + exp(m)) (1 + exp(-m)))
inline block_of_rows logistic_curvatures(const block_of_rows& e) {
  block_of_rows curvature;
  for (index_t i = 0; i < rows_in_flight; ++i) curvature[i] = e[i] / ((1 + e[i]) * (1 + e[i]));
  return curvature;
}

}  // namespace cleave::detail
