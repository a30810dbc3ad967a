/// \file
/// Logarithm and exponential that give the same bits everywhere. The ones of the C library differ between libraries and
/// processors in the last bit, which is enough to turn an accepted random draw into a rejected one.
///
/// Every multiply-add is spelled as std::fma, so that no compiler and no flag has anything left to contract. What
/// remains is arithmetic of IEEE 754, without the excess precision of the x87.
#pragma once

#include <cmath>
#include <limits>

namespace cleave::detail {

/// ln 2 in two parts; the first has 32 bits, so that its product with an exponent is exact.
inline constexpr double ln2_high = 0x1.62e42feep-1;
inline constexpr double ln2_low = 0x1.a39ef35793c76p-33;

/// The natural logarithm of a positive finite number, below one unit in the last place. With x = 2^k (1 + f) and
/// s = f / (2 + f), log(1 + f) = 2 atanh(s) = f - s (f - R), R = 2 (s^2/3 + s^4/5 + ...), as in Sun's fdlibm.
inline double portable_log(double x) {
  int exponent;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < 0x1.6a09e667f3bcdp-1) {  // sqrt(1/2)
    mantissa *= 2;
    --exponent;
  }
  const double k = exponent;
  const double f = mantissa - 1;
  const double s = f / (2 + f);
  const double z = s * s;
  static constexpr double series[] = {2. / 23, 2. / 21, 2. / 19, 2. / 17, 2. / 15, 2. / 13,
                                      2. / 11, 2. / 9,  2. / 7,  2. / 5,  2. / 3};
  double sum = 0;
  for (const double coefficient : series) sum = std::fma(sum, z, coefficient);
  const double correction = s * std::fma(-z, sum, f);
  return std::fma(k, ln2_high, f - std::fma(-k, ln2_low, correction));
}

/// The exponential, within one unit in the last place; 0 where it underflows, infinity where it overflows. With
/// x = k ln 2 + r the Taylor polynomial of degree 13 in r, |r| <= ln(2)/2.
inline double portable_exp(double x) {
  if (!(x > -746)) return 0;
  if (x > 710) return std::numeric_limits<double>::infinity();
  const double k = std::floor(std::fma(x, 0x1.71547652b82fep0, 0.5));  // 1 / ln 2
  const double r = std::fma(-k, ln2_low, std::fma(-k, ln2_high, x));
  static constexpr double series[] = {
      1. / 6227020800, 1. / 479001600, 1. / 39916800, 1. / 3628800, 1. / 362880, 1. / 40320, 1. / 5040,
      1. / 720,        1. / 120,       1. / 24,       1. / 6,       1. / 2,      1.,         1.};
  double sum = 0;
  for (const double coefficient : series) sum = std::fma(sum, r, coefficient);
  return std::ldexp(sum, static_cast<int>(k));
}

}  // namespace cleave::detail
