/// \file
/// Rows of features with a label each: what a reader returns and a partition hands out.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/types.hpp>

#include <Eigen/SparseCore>

#include <algorithm>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>

namespace cleave {

/// A data set for supervised learning: row i of `rows` (n x d, compressed) has the label `labels[i]` (n).
template <class S = double>
struct labelled {
  Eigen::SparseMatrix<S, Eigen::RowMajor> rows;
  vec<S> labels;
};

/// The given rows of `data`, in the given order; a row may be given more than once. All columns are kept. Costs one
/// copy of what is chosen.
/// \throws std::invalid_argument where `data` has not as many labels as rows, or a row number lies outside
template <class S>
labelled<S> subset(const labelled<S>& data, std::span<const index_t> rows) {
  using matrix = Eigen::SparseMatrix<S, Eigen::RowMajor>;
  using position = typename matrix::StorageIndex;
  check_same(data.labels.size(), "subset: labels have size", data.rows.rows(), "rows number");

  const index_t n = static_cast<index_t>(rows.size());
  labelled<S> chosen{matrix(n, data.rows.cols()), vec<S>(n)};
  position* const starts = chosen.rows.outerIndexPtr();
  const auto first_of = [&](index_t row) { return static_cast<index_t>(data.rows.outerIndexPtr()[row]); };
  const auto count_of = [&](index_t row) {
    return data.rows.isCompressed() ? first_of(row + 1) - first_of(row)
                                    : static_cast<index_t>(data.rows.innerNonZeroPtr()[row]);
  };

  index_t entries = 0;
  for (index_t i = 0; i < n; ++i) {
    const index_t row = rows[static_cast<std::size_t>(i)];
    if (row < 0 || row >= data.rows.rows())
      throw std::invalid_argument("subset: row " + detail::number(row) + ", only " + detail::number(data.rows.rows()) +
                                  " rows");
    starts[i] = static_cast<position>(entries);
    entries += count_of(row);
    check(entries <= (std::numeric_limits<position>::max)(), "subset: entries", "fewer than 2^31", entries);
    chosen.labels[i] = data.labels[row];
  }
  starts[n] = static_cast<position>(entries);

  chosen.rows.resizeNonZeros(entries);
  for (index_t i = 0; i < n; ++i) {
    const index_t row = rows[static_cast<std::size_t>(i)];
    std::copy_n(data.rows.innerIndexPtr() + first_of(row), count_of(row), chosen.rows.innerIndexPtr() + starts[i]);
    std::copy_n(data.rows.valuePtr() + first_of(row), count_of(row), chosen.rows.valuePtr() + starts[i]);
  }
  return chosen;
}

}  // namespace cleave
