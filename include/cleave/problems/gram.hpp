/// \file
/// Gram matrices of data, and the Cholesky factor of one with the identity added.
#pragma once

#include <cleave/problems/design.hpp>

#include <Eigen/Cholesky>
#include <Eigen/QR>

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
      add_weighted_gram<Rows, S>(a, first, (std::min)(rows_in_flight, a.rows() - first), ones.data(), h);
    return h;
  } else {
    return a.transpose() * a;
  }
}

/// L with L L' = I + B'B by reflections, which lose half as many digits as a Cholesky factor of the Gram matrix. Cost
/// 2 rows d^2 flops and a copy of B.
template <class S>
mat<S> factor_by_reflections(const mat<S>& b) {
  const index_t d = b.cols();
  mat<S> stacked(b.rows() + d, d);
  stacked.topRows(b.rows()) = b;
  stacked.bottomRows(d).setIdentity();
  const Eigen::HouseholderQR<mat<S>> qr(stacked);
  mat<S> l = qr.matrixQR().topRows(d).template triangularView<Eigen::Upper>().transpose();
  for (index_t j = 0; j < d; ++j)
    if (l(j, j) < 0) l.col(j) *= S{-1};
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
