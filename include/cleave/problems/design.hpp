/// \file
/// The rows of data that a problem is made of: dense or sparse, always row by row, and read in one pass.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/types.hpp>

#include <algorithm>
#include <string>

// Sparse rows are there for programs that have a sparse matrix, and those have included Eigen/SparseCore already.
namespace Eigen {
template <class Scalar, int Options, class StorageIndex>
class SparseMatrix;
}

namespace cleave {

/// A dense design matrix, one observation a row.
template <class S = double>
using dense_rows = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A sparse design matrix, one observation a row. Who makes one includes <Eigen/SparseCore>.
template <class S = double>
using sparse_rows = Eigen::SparseMatrix<S, Eigen::RowMajor, int>;

namespace detail {
template <class Rows>
inline constexpr bool is_sparse = requires {
  requires std::is_same_v<typename Rows::StorageKind, Eigen::Sparse>;
};
}  // namespace detail

/// dense_rows or sparse_rows.
template <class Rows>
concept design_matrix =
    std::same_as<Rows, dense_rows<typename Rows::Scalar>> || std::same_as<Rows, sparse_rows<typename Rows::Scalar>>;

namespace detail {
/// The design matrix that holds an Eigen matrix or expression: dense or sparse as it is, row by row.
template <class A>
using rows_like = std::conditional_t<is_sparse<A>, sparse_rows<typename A::Scalar>, dense_rows<typename A::Scalar>>;

/// Rows whose products with x are in flight at once: they live on the stack, so that a pass over the data reads it
/// once, allocates nothing and may run in several threads.
inline constexpr index_t rows_in_flight = 64;

/// A double for each row of a block.
template <class S = double>
using block_of_rows = Eigen::Array<double_for<S>, rows_in_flight, 1>;

/// a_i'x
template <class Rows, class S>
S multiply_row(const Rows& a, index_t i, in<S> x) {
  if constexpr (is_sparse<Rows>) {
    const auto* column = a.innerIndexPtr();
    const S* value = a.valuePtr();
    const S* at = x.data();
    S sum{0};
    for (auto p = a.outerIndexPtr()[i]; p < a.outerIndexPtr()[i + 1]; ++p) sum += value[p] * at[column[p]];
    return sum;
  } else {
    return a.row(i).dot(x);
  }
}

/// ||a_i||^2
template <class Rows, class S = typename Rows::Scalar>
S squared_norm_of_row(const Rows& a, index_t i) {
  if constexpr (is_sparse<Rows>) {
    const auto* start = a.outerIndexPtr() + i;
    return Eigen::Map<const vec<S>>(a.valuePtr() + start[0], start[1] - start[0]).squaredNorm();
  } else {
    return a.row(i).squaredNorm();
  }
}

/// m = A[first, first + n) x
template <class Rows, class S>
void multiply_rows(const Rows& a, index_t first, index_t n, in<S> x, S* m) {
  if constexpr (!is_sparse<Rows>) {
    // Eigen's product reads eight rows at a time. That is faster in a cache and, as prefetchers follow one stream
    // better, takes up to twice as long out of it.
    constexpr index_t cache = (index_t{1} << 20) / static_cast<index_t>(sizeof(S));
    if (a.size() <= cache) {
      Eigen::Map<vec<S>>(m, n).noalias() = a.middleRows(first, n) * x;
      return;
    }
  }
  for (index_t i = 0; i < n; ++i) m[i] = multiply_row<Rows, S>(a, first + i, x);
}

/// g += r a_i
template <class Rows, class S>
void add_row(const Rows& a, index_t i, S r, out<S> g) {
  if constexpr (is_sparse<Rows>) {
    const auto* column = a.innerIndexPtr();
    const S* value = a.valuePtr();
    S* at = g.data();
    for (auto p = a.outerIndexPtr()[i]; p < a.outerIndexPtr()[i + 1]; ++p) at[column[p]] += value[p] * r;
  } else {
    g += r * a.row(i).transpose();
  }
}

/// g += A[first, first + n)' r
template <class Rows, class S>
void add_transposed_rows(const Rows& a, index_t first, index_t n, const S* r, out<S> g) {
  if constexpr (is_sparse<Rows>)
    for (index_t i = 0; i < n; ++i) add_row<Rows, S>(a, first + i, r[i], g);
  else
    g.noalias() += a.middleRows(first, n).transpose() * Eigen::Map<const vec<S>>(r, n);
}

/// lower triangle of h += A[first, first + n)' diag(c) A[first, first + n); what is above it becomes arbitrary
template <class Rows, class S>
void add_weighted_gram(const Rows& a, index_t first, index_t n, const S* c, out_matrix<S> h) {
  if constexpr (is_sparse<Rows>) {
    const auto* row = a.outerIndexPtr() + first;
    const auto* column = a.innerIndexPtr();
    const S* value = a.valuePtr();
    for (index_t i = 0; i < n; ++i)
      for (auto q = row[i]; q < row[i + 1]; ++q) {
        const S scaled = c[i] * value[q];
        S* at = &h(0, column[q]);
        for (auto p = q; p < row[i + 1]; ++p) at[column[p]] += scaled * value[p];  // ascending: from the diagonal on
      }
  } else {
    // Tiles of a cache line by four columns of h, which stay in registers while the rows pass by.
    constexpr index_t tall = 64 / sizeof(S), wide = 4;
    using line = Eigen::Array<S, tall, 1>;
    const index_t d = a.cols(), whole = d / tall * tall;
    S rest[rows_in_flight * tall];  // the columns of A that do not fill a line, filled up with zeros
    for (index_t i = 0; i < n; ++i)
      for (index_t p = 0; p < tall; ++p) rest[i * tall + p] = whole + p < d ? a(first + i, whole + p) : S{0};
    S scaled[rows_in_flight * wide];
    for (index_t left = 0; left < d; left += wide) {
      const index_t columns = (std::min)(wide, d - left);
      for (index_t i = 0; i < n; ++i)
        for (index_t q = 0; q < wide; ++q) scaled[i * wide + q] = q < columns ? c[i] * a(first + i, left + q) : S{0};
      for (index_t top = left / tall * tall; top < d; top += tall) {
        const S* from = top < whole ? &a(first, top) : rest;
        const index_t stride = top < whole ? d : tall;
        line t0 = line::Zero(), t1 = t0, t2 = t0, t3 = t0;
        for (index_t i = 0; i < n; ++i) {
          const line v = Eigen::Map<const line>(from + i * stride);
          const S* by = scaled + i * wide;
          t0 += by[0] * v, t1 += by[1] * v, t2 += by[2] * v, t3 += by[3] * v;
        }
        const index_t lines = (std::min)(tall, d - top);
        const line tile[wide] = {t0, t1, t2, t3};  // copies, or clang keeps t0 to t3 in memory
        for (index_t q = 0; q < columns; ++q) h.col(left + q).segment(top, lines).array() += tile[q].head(lines);
      }
    }
  }
}

/// Calls visit(first, n, m) for block after block of rows, with m = the products of these rows and x, then zeros; visit
/// may overwrite m.
template <class Rows, class S, class Visit>
void for_each_block(const Rows& a, in<S> x, Visit&& visit) {
  Eigen::Array<S, rows_in_flight, 1> m;
  for (index_t first = 0; first < a.rows(); first += rows_in_flight) {
    const index_t n = (std::min)(rows_in_flight, a.rows() - first);
    multiply_rows<Rows, S>(a, first, n, x, m.data());
    m.tail(rows_in_flight - n).setZero();
    visit(first, n, m.data());
  }
}

/// Refuses data that hold a NaN or an infinity.
template <class Rows>
void check_finite(const Rows& a, const vec<typename Rows::Scalar>& b, const char* who) {
  bool finite = b.allFinite();
  if constexpr (is_sparse<Rows>)
    finite = finite && a.coeffs().allFinite();
  else
    finite = finite && a.allFinite();
  if (!finite) throw std::invalid_argument(std::string(who) + ": the data hold a NaN or an infinity");
}

/// Refuses rows and right-hand sides that do not belong together or hold a NaN or an infinity.
template <class Rows>
void check_design(const Rows& a, const vec<typename Rows::Scalar>& b, const char* who) {
  check_same(b.size(), std::string(who) + ": the right-hand side has size", a.rows(), "the design matrix has rows");
  check_finite(a, b, who);
}

template <class Rows>
Rows compressed(Rows a) {
  if constexpr (is_sparse<Rows>) a.makeCompressed();
  return a;
}

}  // namespace detail
}  // namespace cleave
