/// \file
/// Gram matrices of data, and the Cholesky factor of one with the identity added.
#pragma once

#include <cleave/problems/design.hpp>

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cleave::detail {

/// A'A, of which the lower triangle counts.
template <class Rows, class S = typename Rows::Scalar>
mat<S> gram_of_columns(const Rows& a) {
  if constexpr (is_sparse<Rows>) {
    mat<S> h = mat<S>::Zero(a.cols(), a.cols());
    const vec<S> ones = vec<S>::Ones(rows_in_flight);
    for (index_t first = 0; first < a.rows(); first += rows_in_flight)
      add_weighted_gram<Rows, S>(a, first, std::min(rows_in_flight, a.rows() - first), ones.data(), h);
    return h;
  } else {
    return a.transpose() * a;
  }
}

/// Folds the rows of B into the factor by Householder reflections: L L' becomes L L' + B'B. B is overwritten.
/// Cost 2 rows d^2 flops.
template <class S>
void fold_rows(mat<S>& b, mat<S>& l) {
  const index_t d = l.cols();
  vec<S> scratch(d);
  for (index_t j = 0; j < d; ++j) {  // the reflection I - tau (head, u)(head, u)' moves (top, norm u) onto (root, 0)
    auto u = b.col(j);
    const S norm = u.norm();
    if (norm == 0) continue;
    u /= norm;
    const S top = l(j, j), root = std::hypot(top, norm), head = -norm / (top + root), tau = 1 + top / root;
    const index_t n = d - j - 1;
    auto s = scratch.head(n);
    auto below = l.col(j).tail(n);
    s = tau * head * below;
    s.noalias() += tau * b.rightCols(n).transpose() * u;
    l(j, j) = root;
    below -= head * s;
    b.rightCols(n).noalias() -= u * s.transpose();
  }
}

/// L with L L' = I + B'B for a B with d columns, of which block(first, n) gives the rows [first, first + n), by
/// reflections: it loses half as many digits as a Cholesky factor of the Gram matrix.
template <class S, class Block>
mat<S> folded(index_t rows, index_t d, Block&& block) {
  mat<S> l = mat<S>::Identity(d, d);
  for (index_t first = 0; first < rows; first += rows_in_flight) {
    mat<S> b = block(first, std::min(rows_in_flight, rows - first));
    fold_rows(b, l);
  }
  return l;
}

/// Whether a Cholesky factor of I + gram keeps half of the digits.
template <class S>
bool loses_few_digits(const mat<S>& gram) {
  return gram.trace() < 1 / std::sqrt(std::numeric_limits<S>::epsilon());
}

/// The Cholesky factor of h in place of its lower triangle.
template <class S>
void factorise(mat<S>& h) {
  h = Eigen::LLT<mat<S>>(h).matrixLLT();
}

}  // namespace cleave::detail
