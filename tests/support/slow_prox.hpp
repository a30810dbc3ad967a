/// \file
/// Proximal operators as slow as they are obvious, for small vectors.
#pragma once

#include <cleave/core/types.hpp>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

namespace support::slow {

using cleave::index_t;
using cleave::mat;
using cleave::vec;

/// The nearest vector that does not rise: v_i = min over j <= i of max over k >= i of the mean of z_j ... z_k.
inline vec<> falling(const vec<>& z) {
  vec<> v(z.size());
  for (index_t i = 0; i < z.size(); ++i) {
    v[i] = std::numeric_limits<double>::infinity();
    for (index_t j = 0; j <= i; ++j) {
      double most = -std::numeric_limits<double>::infinity();
      for (index_t k = i; k < z.size(); ++k) most = std::max(most, z.segment(j, k - j + 1).mean());
      v[i] = std::min(v[i], most);
    }
  }
  return v;
}

/// The places of x, largest entry first.
inline std::vector<index_t> order(const vec<>& x) {
  std::vector<index_t> places(static_cast<std::size_t>(x.size()));
  std::iota(places.begin(), places.end(), index_t{0});
  std::stable_sort(places.begin(), places.end(), [&](index_t a, index_t b) { return x[a] > x[b]; });
  return places;
}

/// x after the largest entry has lost loss_0, the next one loss_1, and so on, and the order is mended.
inline vec<> lower_in_order(const vec<>& x, const vec<>& losses) {
  const auto places = order(x);
  vec<> z(x.size()), y(x.size());
  for (index_t i = 0; i < x.size(); ++i) z[i] = x[places[static_cast<std::size_t>(i)]] - losses[i];
  const vec<> v = falling(z);
  for (index_t i = 0; i < x.size(); ++i) y[places[static_cast<std::size_t>(i)]] = v[i];
  return y;
}

inline vec<> slope(const vec<>& x, const vec<>& weights, double step) {
  const vec<> magnitudes = lower_in_order(x.cwiseAbs(), step * weights).cwiseMax(0);
  return (x.array() < 0).select(-magnitudes, magnitudes);
}

inline vec<> sum_of_largest(const vec<>& x, index_t k, double step) {
  vec<> losses = vec<>::Zero(x.size());
  losses.head(std::min(k, x.size())).setConstant(step);
  return lower_in_order(x, losses);
}

/// The best of all signals with each pattern of jumps (down, none, up): within a piece the height is the mean of x,
/// pulled by lambda at each jump.
inline vec<> total_variation(const vec<>& x, double lambda) {
  const index_t n = x.size();
  const auto cost = [&](const vec<>& y) {
    double c = (y - x).squaredNorm() / 2;
    for (index_t i = 1; i < n; ++i) c += lambda * std::abs(y[i] - y[i - 1]);
    return c;
  };
  vec<> best = x, y(n);
  double least = cost(x);
  std::vector<int> jumps(static_cast<std::size_t>(n + 1), 0);  // before place i; none at the ends
  const std::function<void(index_t)> try_from = [&](index_t i) {
    if (i < n) {
      for (const int jump : {-1, 0, 1}) {
        jumps[static_cast<std::size_t>(i)] = jump;
        try_from(i + 1);
      }
      return;
    }
    for (index_t first = 0; first < n;) {
      index_t end = first + 1;
      while (end < n && jumps[static_cast<std::size_t>(end)] == 0) ++end;
      const int pull = (end < n ? jumps[static_cast<std::size_t>(end)] : 0) -
                       (first > 0 ? jumps[static_cast<std::size_t>(first)] : 0);
      y.segment(first, end - first)
          .setConstant((x.segment(first, end - first).sum() + lambda * pull) / static_cast<double>(end - first));
      first = end;
    }
    const double c = cost(y);
    if (c < least) least = c, best = y;
  };
  try_from(1);
  return best;
}

/// X V max(1 - t / sigma, 0) V^T with the eigenvectors V of X^T X.
inline mat<> nuclear_norm(const mat<>& x, double t) {
  const Eigen::SelfAdjointEigenSolver<mat<>> eigen(x.transpose() * x);
  vec<> factors(x.cols());
  for (index_t i = 0; i < x.cols(); ++i) {
    const double sigma = std::sqrt(std::max(0.0, eigen.eigenvalues()[i]));
    factors[i] = sigma > t ? 1 - t / sigma : 0.0;
  }
  return x * eigen.eigenvectors() * factors.asDiagonal() * eigen.eigenvectors().transpose();
}

}  // namespace support::slow
