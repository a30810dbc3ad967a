/// \file
/// The largest eigenvalue of a symmetric map, from products alone.
#pragma once

#include <cleave/problems/design.hpp>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cleave::detail {

/// The largest magnitude of an eigenvalue of a symmetric map, from below, by Lanczos's method from a fixed start, to
/// about 1e-9 relative in as many products as it takes, at most 500. map(v, w) sets w to the image of v, both of size
/// d. The vectors lose their orthogonality, which gives copies of eigenvalues that are found, and no larger ones:
/// Paige, J. Inst. Maths Applics 18 (1976), DOI 10.1093/imamat/18.3.341.
template <class S, class Map>
S largest_eigenvalue(index_t d, Map&& map) {
  using wide = double_for<S>;
  if (d == 0) return 0;
  constexpr index_t limit = 500;
  vec<S> v(d), w(d), before = vec<S>::Zero(d);
  for (index_t i = 0; i < d; ++i) {  // in general position: no row of round numbers is orthogonal to it
    const double turns = 0.6180339887498949 * static_cast<double>(i + 1);
    v[i] = S(1 + turns - std::floor(turns));
  }
  v /= v.norm();
  vec<wide> diagonal(limit), beside(limit);  // of the map in the basis of the vectors v
  double largest = 0;
  for (index_t k = 0, next = 8; k < limit; ++k) {
    map(v, w);
    if (k > 0) w -= S(beside[k - 1]) * before;
    const S along = w.dot(v);
    w -= along * v;
    const S across = w.stableNorm();  // w lies aligned, so its bits do not depend on where
    if (!std::isfinite(along) || !std::isfinite(across)) return std::abs(along) + across;
    diagonal[k] = static_cast<double>(along);
    beside[k] = static_cast<double>(across);
    const double unit = (std::max)(diagonal.head(k + 1).cwiseAbs().maxCoeff(), beside.head(k + 1).maxCoeff());
    if (unit == 0) return 0;
    const bool complete = beside[k] <= std::numeric_limits<double>::epsilon() * unit;
    if (complete || k + 1 == next || k + 1 == limit) {
      Eigen::SelfAdjointEigenSolver<mat<wide>> solver;
      solver.computeFromTridiagonal(diagonal.head(k + 1) / unit, beside.head(k) / unit, Eigen::EigenvaluesOnly);
      const double found = unit * solver.eigenvalues().cwiseAbs().maxCoeff();
      const double enough = (std::max)(1e-11, 4 * static_cast<double>(std::numeric_limits<S>::epsilon()));
      if (complete || std::abs(found - largest) <= enough * found) return S(found);
      largest = found;
      next = k + 1 + (std::max)(index_t{8}, k / 8);
    }
    before.swap(v);
    v = w / across;
  }
  return S(largest);
}

/// The largest eigenvalue of A'A.
template <class Rows, class S = typename Rows::Scalar>
S largest_gram_eigenvalue(const Rows& a) {
  return largest_eigenvalue<S>(a.cols(), [&](const vec<S>& v, vec<S>& w) {
    w.setZero();
    for_each_block<Rows, S>(
        a, v, [&](index_t first, index_t n, const S* m) { add_transposed_rows<Rows, S>(a, first, n, m, w); });
  });
}

}  // namespace cleave::detail
