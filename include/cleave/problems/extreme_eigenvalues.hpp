/// \file
/// The smallest and the largest eigenvalue of a symmetric matrix.
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
};

/// A symmetric matrix with non-zeros on the diagonal and beside it, by Householder reflections; its spectrum is that of
/// the matrix it is made from, up to rounding in the largest eigenvalue. Golub and Van Loan (2013), section 8.3.1.
template <class S>
class tridiagonal {
 public:
  /// \param h at least 1 x 1; the lower triangle is read. Cost 4/3 d^3 flops.
  explicit tridiagonal(mat<S> h) : diagonal_(h.rows()), beside_(vec<S>::Zero(h.rows())) {
    const index_t d = h.rows();
    vec<S> p(d);
    for (index_t k = 0; k < d; ++k) {
      diagonal_[k] = h(k, k);
      const index_t n = d - k - 1;  // what is left
      if (n == 0) break;
      auto v = h.col(k).tail(n);
      const S norm = v.norm();
      beside_[k] = v[0] > 0 ? -norm : norm;
      if (n == 1 || norm == 0) continue;
      v[0] -= beside_[k];
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
  }

  /// By bisection, to rounding in the largest one, the smallest from below and the largest from above.
  spectrum_ends<S> ends() const {
    const S bound = diagonal_.template lpNorm<Eigen::Infinity>() + 2 * beside_.template lpNorm<Eigen::Infinity>();
    const index_t d = diagonal_.size();
    return {bisect(bound, 0).from, bisect(bound, d - 1).to};
  }

 private:
  struct interval {
    S from;
    S to;
  };

  /// Where the eigenvalue lies that has so many below it.
  interval bisect(S bound, index_t below) const {
    interval i{-bound, bound};
    while (i.to - i.from > std::numeric_limits<S>::epsilon() * bound) {
      const S middle = i.from + (i.to - i.from) / 2;
      (count_below(middle) <= below ? i.from : i.to) = middle;
    }
    return i;
  }

  /// The number of eigenvalues below x: the negative pivots of the factorisation of the matrix less x.
  index_t count_below(S x) const {
    index_t count = 0;
    S pivot{1}, square{0};
    for (index_t k = 0; k < diagonal_.size(); ++k) {
      pivot = diagonal_[k] - x - square / pivot;
      if (pivot == 0) pivot = std::numeric_limits<S>::min();
      if (pivot < 0) ++count;
      square = beside_[k] * beside_[k];
    }
    return count;
  }

  vec<S> diagonal_;
  vec<S> beside_;
};

/// The ends of the spectrum of a positive semidefinite matrix of which the lower triangle is read; zeros for 0 x 0.
/// Error: rounding in the largest eigenvalue. Cost 4/3 d^3 flops.
template <class S>
spectrum_ends<S> extreme_eigenvalues(mat<S> h) {
  const S scale = h.rows() == 0 ? S{0} : h.diagonal().template lpNorm<Eigen::Infinity>();  // no entry is larger
  if (!(scale > 0 && std::isfinite(scale))) return {S{0}, scale};
  h /= scale;
  const spectrum_ends<S> e = tridiagonal<S>(std::move(h)).ends();
  return {scale * e.smallest, scale * e.largest};
}

}  // namespace cleave::detail
