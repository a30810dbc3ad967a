/// \file
/// Distributions over a stream. Those of the standard library differ from one library to the next; these give the same
/// bits with every compiler, flag and processor.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/elementary.hpp>
#include <cleave/core/stream.hpp>
#include <cleave/core/types.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

namespace cleave {

namespace detail {

/// Uniform on (0, 1), an odd multiple of 2^-53: neither end can come out, and u is as likely as 1 - u.
inline double open_uniform(stream& random) { return (static_cast<double>(random.next() >> 12) + 0.5) * 0x1p-52; }

/// The quotient of two polynomials of degree seven, lowest coefficient first.
inline double ratio(const double (&above)[8], const double (&below)[8], double r) {
  double p = above[7];
  double q = below[7];
  for (int i = 6; i >= 0; --i) {
    p = std::fma(p, r, above[i]);
    q = std::fma(q, r, below[i]);
  }
  return p / q;
}

}  // namespace detail

/// The x with P(N(0, 1) <= x) = p; relative error about 1e-15 for p from 1e-300 to 1 - 1e-16. Minus infinity at 0,
/// infinity at 1, NaN elsewhere outside (0, 1). Algorithm PPND16 of Wichura, "Algorithm AS 241: the percentage points
/// of the normal distribution", Applied Statistics 37 (1988), DOI 10.2307/2347330.
inline double normal_quantile(double p) {
  static constexpr double centre[2][8] = {
      {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
       4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3},
      {1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3, 2.1213794301586595867e4,
       3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3}};
  static constexpr double flank[2][8] = {
      {1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
       1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4},
      {1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1, 1.48103976427480074590e-1,
       1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9}};
  static constexpr double tail[2][8] = {
      {6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
       2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7},
      {1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2, 7.86869131145613259100e-4,
       1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15}};

  const double q = p - 0.5;
  if (std::abs(q) <= 0.425) return q * detail::ratio(centre[0], centre[1], std::fma(-q, q, 0.180625));
  const double nearer = q < 0 ? p : 1 - p;
  if (nearer == 0) return std::copysign(std::numeric_limits<double>::infinity(), q);
  if (!(nearer > 0)) return std::numeric_limits<double>::quiet_NaN();
  const double r = std::sqrt(-detail::portable_log(nearer));
  const double x = r <= 5 ? detail::ratio(flank[0], flank[1], r - 1.6) : detail::ratio(tail[0], tail[1], r - 5);
  return std::copysign(x, q);
}

/// Standard normal, mean 0 and variance 1, by the inverse transform: one number of the stream each, |x| at most 8.21.
inline double normal(stream& random) { return normal_quantile(detail::open_uniform(random)); }

/// Exponential with mean 1, by the inverse transform: one number of the stream each, from 1e-16 to 36.8.
inline double exponential(stream& random) { return -detail::portable_log(detail::open_uniform(random)); }

/// Laplace with mean 0 and scale 1 (density exp(-|x|) / 2, variance 2), by the inverse transform: one number of the
/// stream each, never 0, |x| at most 36.1. x is as likely as -x, bit for bit.
inline double laplace(stream& random) {
  const double u = detail::open_uniform(random);
  return u < 0.5 ? detail::portable_log(2 * u) : -detail::portable_log(2 * (1 - u));
}

namespace detail {

/// A gamma variate for a shape from 1 on: see gamma().
inline double gamma_from_one(stream& random, double shape) {
  const double d = shape - 1.0 / 3;
  const double c = 1 / (3 * std::sqrt(d));
  for (;;) {
    const double x = normal(random);
    const double root = std::fma(c, x, 1.0);
    if (!(root > 0)) continue;
    const double square = root * root;
    const double v = square * root;
    const double bound = d * (std::fma(-square, root, 1.0) + portable_log(v));  // d (1 - v + log v)
    if (portable_log(open_uniform(random)) < std::fma(0.5 * x, x, bound)) return d * v;
  }
}

}  // namespace detail

/// The logarithm of a gamma variate with scale 1; finite for every shape from 1e-306 on, where the variate itself may
/// be far below the smallest double. For a shape below 1, X = G U^(1/shape) with G of shape + 1. Sources and cost:
/// gamma().
/// \throws std::invalid_argument unless shape is positive and finite
inline double log_gamma_variate(stream& random, double shape) {
  check_positive(shape, "gamma: shape");
  if (shape >= 1) return detail::portable_log(detail::gamma_from_one(random, shape));
  const double g = detail::portable_log(detail::gamma_from_one(random, shape + 1));
  return g - exponential(random) / shape;
}

/// Gamma with the given shape and scale 1: mean and variance are `shape`. 0 where the variate lies below the smallest
/// double, as it often does for shapes below 0.01; log_gamma_variate() does not lose those. At most 1.05 trials
/// expected. Marsaglia and Tsang, "A simple method for generating gamma variables", ACM Trans. Math. Softw. 26 (2000),
/// DOI 10.1145/358407.358414.
/// \throws std::invalid_argument unless shape is positive and finite
inline double gamma(stream& random, double shape) {
  if (shape >= 1 && std::isfinite(shape)) return detail::gamma_from_one(random, shape);
  return detail::portable_exp(log_gamma_variate(random, shape));
}

/// Puts [first, last) into an order drawn uniformly from all orders; about one number of the stream an element. Fisher
/// and Yates, in the form of Durstenfeld, "Algorithm 235", Comm. ACM 7 (1964), DOI 10.1145/364520.364540.
template <std::random_access_iterator It>
void permute(stream& random, It first, It last) {
  using std::swap;
  for (auto n = last - first; n > 1; --n) {
    const auto chosen = static_cast<std::iter_difference_t<It>>(random.below(n));
    swap(first[n - 1], first[chosen]);
  }
}

/// Makes `chosen` k of the numbers 0, ..., n - 1, ascending; every set of k is as likely as any other. About one number
/// of the stream and k log k steps whatever n; memory for 4 k numbers at the most, all of it that of `chosen`. Floyd;
/// see Bentley and Floyd, "A sample of brilliance", Comm. ACM 30 (1987), DOI 10.1145/30401.315746.
/// \throws std::invalid_argument unless 0 <= k <= n
inline void subset(stream& random, index_t n, index_t k, std::vector<index_t>& chosen) {
  check(n >= 0, "subset: n", "not negative", n);
  check(k >= 0 && k <= n, "subset: k", "between 0 and n", k);
  // While the set grows it is a hash table at most half full, in the place of the result.
  const std::size_t places = std::bit_ceil(2 * static_cast<std::size_t>(k) + 1);
  chosen.assign(places, -1);
  const auto add = [&](index_t i) {
    const std::uint64_t scattered = static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15u;
    std::size_t at = static_cast<std::size_t>(scattered >> 32) & (places - 1);
    for (; chosen[at] != -1; at = (at + 1) & (places - 1))
      if (chosen[at] == i) return false;
    chosen[at] = i;
    return true;
  };
  for (index_t j = n - k; j < n; ++j)
    if (!add(random.below(j + 1))) add(j);
  chosen.erase(std::remove(chosen.begin(), chosen.end(), -1), chosen.end());
  std::sort(chosen.begin(), chosen.end());
}

/// The same as a value.
inline std::vector<index_t> subset(stream& random, index_t n, index_t k) {
  std::vector<index_t> chosen;
  subset(random, n, k, chosen);
  return chosen;
}

}  // namespace cleave
