/// \file
/// The rows of data that a problem is made of: dense or sparse, always row by row, and read in one pass.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/types.hpp>

#include <Eigen/SparseCore>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace cleave {

/// A dense design matrix, one observation a row.
template <class S = double>
using dense_rows = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A sparse design matrix, one observation a row.
template <class S = double>
using sparse_rows = Eigen::SparseMatrix<S, Eigen::RowMajor>;

namespace detail {
template <class Rows>
inline constexpr bool is_sparse = std::is_base_of_v<Eigen::SparseMatrixBase<Rows>, Rows>;
}  // namespace detail

/// dense_rows or sparse_rows.
template <class Rows>
concept design_matrix =
    std::same_as<Rows, dense_rows<typename Rows::Scalar>> || std::same_as<Rows, sparse_rows<typename Rows::Scalar>>;

namespace detail {
/// The design matrix that holds an Eigen matrix or expression: dense or sparse as it is, row by row.
template <class A>
using rows_like = std::conditional_t<is_sparse<A>, sparse_rows<typename A::Scalar>, dense_rows<typename A::Scalar>>;

/// Rows that are in flight at once: their products live on the stack, so that a pass over the data reads it once,
/// allocates nothing and may run in several threads.
inline constexpr index_t rows_in_flight = 64;

/// m = A[first, first + n) x
template <class Rows, class S>
void multiply_rows(const Rows& a, index_t first, index_t n, in<S> x, S* m) {
  if constexpr (is_sparse<Rows>) {
    for (index_t i = 0; i < n; ++i) {
      S sum{0};
      for (typename Rows::InnerIterator it(a, first + i); it; ++it) sum += it.value() * x[it.col()];
      m[i] = sum;
    }
  } else {
    Eigen::Map<vec<S>>(m, n).noalias() = a.middleRows(first, n) * x;
  }
}

/// g += A[first, first + n)' r
template <class Rows, class S>
void add_transposed_rows(const Rows& a, index_t first, index_t n, const S* r, out<S> g) {
  if constexpr (is_sparse<Rows>) {
    for (index_t i = 0; i < n; ++i)
      for (typename Rows::InnerIterator it(a, first + i); it; ++it) g[it.col()] += it.value() * r[i];
  } else {
    g.noalias() += a.middleRows(first, n).transpose() * Eigen::Map<const vec<S>>(r, n);
  }
}

/// lower triangle of h += A[first, first + n)' diag(c) A[first, first + n)
template <class Rows, class S>
void add_weighted_gram(const Rows& a, index_t first, index_t n, const S* c, out_matrix<S> h) {
  if constexpr (is_sparse<Rows>) {
    for (index_t i = 0; i < n; ++i)
      for (typename Rows::InnerIterator q(a, first + i); q; ++q) {
        const S scaled = c[i] * q.value();
        S* column = &h(0, q.col());
        for (auto p = q; p; ++p) column[p.col()] += scaled * p.value();  // ascending: p.col() >= q.col()
      }
  } else {
    S scaled[rows_in_flight];
    const index_t d = a.cols();
    for (index_t j = 0; j < d; ++j) {
      for (index_t i = 0; i < n; ++i) scaled[i] = c[i] * a(first + i, j);
      h.col(j).tail(d - j).noalias() += a.block(first, j, n, d - j).transpose() * Eigen::Map<const vec<S>>(scaled, n);
    }
  }
}

/// Calls visit(first, n, m) for block after block of rows, with m = the products of these rows and x; visit may
/// overwrite m.
template <class Rows, class S, class Visit>
void for_each_block(const Rows& a, in<S> x, Visit&& visit) {
  S m[rows_in_flight];
  for (index_t first = 0; first < a.rows(); first += rows_in_flight) {
    const index_t n = (std::min)(rows_in_flight, a.rows() - first);
    multiply_rows<Rows, S>(a, first, n, x, m);
    visit(first, n, m);
  }
}

/// The largest eigenvalue of A'A by power iteration from a fixed start, from below, to about 1e-9 relative.
template <class Rows, class S = typename Rows::Scalar>
S largest_gram_eigenvalue(const Rows& a) {
  if (a.rows() == 0 || a.cols() == 0) return 0;
  vec<S> v(a.cols()), w(a.cols());
  for (index_t i = 0; i < v.size(); ++i) {  // in general position: no row of round numbers is orthogonal to it
    const double turns = 0.6180339887498949 * static_cast<double>(i + 1);
    v[i] = S(1 + turns - std::floor(turns));
  }
  v /= v.norm();
  S lambda{0};
  for (int iteration = 0; iteration < 2000; ++iteration) {
    w.setZero();
    for_each_block<Rows, S>(
        a, v, [&](index_t first, index_t n, const S* m) { add_transposed_rows<Rows, S>(a, first, n, m, w); });
    const S next = w.stableNorm();  // w lies aligned, so its bits do not depend on where
    if (!(next > 0) || !std::isfinite(next)) return next;
    v = w / next;
    if (std::abs(next - lambda) <= (std::max)(S(1e-11), 4 * std::numeric_limits<S>::epsilon()) * next) return next;
    lambda = next;
  }
  return lambda;
}

/// Refuses rows and right-hand sides that do not belong together or hold a NaN or an infinity.
template <class Rows>
void check_design(const Rows& a, const vec<typename Rows::Scalar>& b, const char* who) {
  check_same(b.size(), std::string(who) + ": the right-hand side has size", a.rows(), "the design matrix has rows");
  bool finite = b.allFinite();
  if constexpr (is_sparse<Rows>)
    finite = finite && a.coeffs().allFinite();
  else
    finite = finite && a.allFinite();
  if (!finite) throw std::invalid_argument(std::string(who) + ": the data hold a NaN or an infinity");
}

template <class Rows>
Rows compressed(Rows a) {
  if constexpr (is_sparse<Rows>) a.makeCompressed();
  return a;
}

}  // namespace detail
}  // namespace cleave
