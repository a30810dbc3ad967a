/// \file
/// The smallest and the largest eigenvalue of a symmetric matrix, without Eigen's eigenvalue module, which would
/// lengthen every compilation that includes a problem.
#pragma once

#include <cleave/core/types.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cleave::detail {

/// The two ends of a spectrum.
template <class S>
struct spectrum_ends {
  S smallest;
  S largest;

  S magnitude() const { return (std::max)(-smallest, largest); }
};

/// The ends of the spectrum of the symmetric matrix with these d >= 1 numbers on the diagonal and d - 1 beside it, by
/// bisection: the smallest from below and the largest from above, to rounding in the larger magnitude of the two.
/// Cost about 100 d divisions. Golub and Van Loan (2013), section 8.4.1.
template <class S>
spectrum_ends<S> ends_of_tridiagonal(index_t d, const S* diagonal, const S* beside) {
  S centre{0}, off{0};
  for (index_t k = 0; k < d; ++k) centre = (std::max)(centre, std::abs(diagonal[k]));
  for (index_t k = 0; k + 1 < d; ++k) off = (std::max)(off, std::abs(beside[k]));
  const S bound = centre + 2 * off;  // in this unit nothing over- or underflows
  if (!(bound > 0 && std::isfinite(bound))) return {-bound, bound};

  // The number of eigenvalues below x: the negative pivots of the factorisation of the matrix less x.
  const auto count_below = [&](S x) {
    index_t count = 0;
    S pivot{1};
    for (index_t k = 0; k < d; ++k) {
      const S root = k == 0 ? S{0} : beside[k - 1] / bound;
      pivot = diagonal[k] / bound - x - root / pivot * root;
      if (pivot == 0) pivot = std::numeric_limits<S>::epsilon() * std::numeric_limits<S>::epsilon();
      if (pivot < 0) ++count;
    }
    return count;
  };
  const auto bisect = [&](index_t below, bool from_below) {  // the eigenvalue that has so many below it
    S from{-1}, to{1};
    while (to - from > std::numeric_limits<S>::epsilon()) {
      const S middle = (from + to) / 2;
      (count_below(middle) <= below ? from : to) = middle;
    }
    return bound * (from_below ? from : to);
  };
  return {bisect(0, true), bisect(d - 1, false)};
}

/// The ends of the spectrum of a symmetric matrix of which the lower triangle is read; zeros for 0 x 0. Error: rounding
/// in the larger magnitude of the two. Householder reflections first leave the diagonal and what is beside it: Golub
/// and Van Loan (2013), section 8.3.1. Cost 4/3 d^3 flops.
template <class S>
spectrum_ends<S> extreme_eigenvalues(mat<S> h) {
  const index_t d = h.rows();
  S scale{0};
  for (index_t j = 0; j < d; ++j) scale = (std::max)(scale, h.col(j).tail(d - j).template lpNorm<Eigen::Infinity>());
  if (!(scale > 0 && std::isfinite(scale))) return {-scale, scale};
  h /= scale;

  vec<S> diagonal(d), beside(d), p(d);
  for (index_t k = 0; k < d; ++k) {
    diagonal[k] = h(k, k);
    const index_t n = d - k - 1;  // what is left
    if (n == 0) break;
    auto v = h.col(k).tail(n);
    const S norm = v.norm();
    beside[k] = v[0] > 0 ? -norm : norm;
    if (n == 1 || norm == 0) continue;
    v[0] -= beside[k];
    v /= v.norm();  // the reflection is I - 2 v v'
    auto w = p.head(n);
    w.setZero();
    for (index_t j = 0; j < n; ++j) {
      const auto below = h.col(k + 1 + j).tail(n - j - 1);
      w[j] += h(k + 1 + j, k + 1 + j) * v[j] + below.dot(v.tail(n - j - 1));
      w.tail(n - j - 1) += v[j] * below;
    }
    w -= w.dot(v) * v;
    for (index_t j = 0; j < n; ++j)
      h.col(k + 1 + j).tail(n - j) -= S{2} * (v[j] * w.tail(n - j) + w[j] * v.tail(n - j));
  }
  const spectrum_ends<S> e = ends_of_tridiagonal(d, diagonal.data(), beside.data());
  return {scale * e.smallest, scale * e.largest};
}

}  // namespace cleave::detail
