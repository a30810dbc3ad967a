/// \file
/// Projections as slow as they are obvious, for small vectors.
#pragma once

#include <cleave/core/types.hpp>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace support::slow {

using cleave::index_t;
using cleave::vec;

/// The simplex by sorting: the last place of the order that still gets something says the threshold.
inline vec<> simplex(const vec<>& x, double total) {
  std::vector<double> sorted(x.begin(), x.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0, t = 0;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    sum += sorted[k];
    const double candidate = (sum - total) / static_cast<double>(k + 1);
    if (sorted[k] > candidate) t = candidate;
  }
  return (x.array() - t).cwiseMax(0);
}

inline vec<> with_signs_of(const vec<>& x, const vec<>& sizes) { return (x.array() < 0).select(-sizes, sizes); }

inline vec<> l1_ball(const vec<>& x, double radius) {
  return x.lpNorm<1>() <= radius ? x : with_signs_of(x, simplex(x.cwiseAbs(), radius));
}

/// The number from low to high where a falling function is 0.
inline double falling_root(const std::function<double(double)>& f, double low, double high) {
  for (int turn = 0; turn < 200; ++turn) (f(low / 2 + high / 2) > 0 ? low : high) = low / 2 + high / 2;
  return low / 2 + high / 2;
}

inline vec<> capped_simplex(const vec<>& x, const vec<>& caps, double total) {
  const auto at = [&](double t) { return vec<>((x.array() - t).cwiseMax(0).cwiseMin(caps.array())); };
  return at(falling_root([&](double t) { return at(t).sum() - total; }, (x - caps).minCoeff(), x.maxCoeff()));
}

/// (t, x) onto { |x|_1 <= t }.
inline vec<> l1_norm_cone(const vec<>& x) {
  const vec<> tail = x.tail(x.size() - 1);
  const auto soft = [&](double s) { return vec<>((tail.cwiseAbs().array() - s).cwiseMax(0)); };
  if (tail.lpNorm<1>() <= x[0]) return x;
  vec<> y = vec<>::Zero(x.size());
  if (tail.size() == 0 || tail.lpNorm<Eigen::Infinity>() <= -x[0]) return y;
  const double s =
      falling_root([&](double t) { return soft(t).sum() - x[0] - t; }, 0, tail.lpNorm<1>() + std::abs(x[0]));
  y[0] = x[0] + s;
  y.tail(tail.size()) = with_signs_of(tail, soft(s));
  return y;
}

/// The nearest rising sequence: v_i = max over j <= i of min over k >= i of the mean of x_j ... x_k.
inline vec<> rising(const vec<>& x) {
  vec<> v(x.size());
  for (index_t i = 0; i < x.size(); ++i) {
    v[i] = -std::numeric_limits<double>::infinity();
    for (index_t j = 0; j <= i; ++j) {
      double least = std::numeric_limits<double>::infinity();
      for (index_t k = i; k < x.size(); ++k) least = std::min(least, x.segment(j, k - j + 1).mean());
      v[i] = std::max(v[i], least);
    }
  }
  return v;
}

/// The k largest magnitudes by a stable sort.
inline vec<> l0_ball(const vec<>& x, index_t k) {
  std::vector<index_t> places;
  for (index_t i = 0; i < x.size(); ++i) places.push_back(i);
  std::stable_sort(places.begin(), places.end(), [&](index_t a, index_t b) { return std::abs(x[a]) > std::abs(x[b]); });
  vec<> y = vec<>::Zero(x.size());
  for (index_t i = 0; i < std::min(k, x.size()); ++i) {
    const index_t at = places[static_cast<std::size_t>(i)];
    y[at] = x[at];
  }
  return y;
}

/// A x = b by the pseudoinverse.
inline vec<> affine(const vec<>& x, const cleave::mat<>& a, const vec<>& b) {
  return x - a.completeOrthogonalDecomposition().pseudoInverse() * (a * x - b);
}

}  // namespace support::slow
