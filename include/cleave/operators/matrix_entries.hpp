/// \file
/// Which entries of a matrix a vector holds: all of them, or those that somebody reads.
#pragma once

#include <cleave/core/check.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cleave {

/// Which numbers of a matrix a vector d holds, and the products that this leaves: all_entries, some_entries.
template <class E>
concept matrix_entries = requires(const E& e, in<scalar_of<E>> d, out<scalar_of<E>> u, scalar_of<E> c) {
  { e.rows() } -> std::same_as<index_t>;
  { e.cols() } -> std::same_as<index_t>;
  { e.size() } -> std::same_as<index_t>;
  e.multiply(d, d, u);
  e.multiply_transposed(d, d, u);
  e.add_product(c, d, d, u);
  { e.form(d, d, d) } -> std::same_as<scalar_of<E>>;
};

/// All entries, column by column.
template <class S = double>
class all_entries {
 public:
  using scalar = S;

  /// \param rows, cols >= 0
  /// \throws std::invalid_argument
  all_entries(index_t rows, index_t cols) : rows_(rows), cols_(cols) {
    check(rows >= 0, "matrix: rows", "not negative", rows);
    check(cols >= 0, "matrix: cols", "not negative", cols);
  }

  index_t rows() const { return rows_; }
  index_t cols() const { return cols_; }
  /// How many numbers the vector has.
  index_t size() const { return rows_ * cols_; }

  /// u = D v
  void multiply(in<S> d, in<S> v, out<S> u) const { u.noalias() = matrix(d) * v; }
  /// v = D'u
  void multiply_transposed(in<S> d, in<S> u, out<S> v) const { v.noalias() = matrix(d).transpose() * u; }
  /// X += c u v'
  void add_product(S c, in<S> u, in<S> v, out<S> x) const {
    for (index_t j = 0; j < cols_; ++j) x.segment(j * rows_, rows_) += (c * v[j]) * u;
  }
  /// u'D v
  S form(in<S> d, in<S> u, in<S> v) const {
    S sum{0};
    for (index_t j = 0; j < cols_; ++j) sum += v[j] * u.dot(d.segment(j * rows_, rows_));
    return sum;
  }

 private:
  Eigen::Map<const mat<S>> matrix(in<S> d) const { return {d.data(), rows_, cols_}; }

  index_t rows_;
  index_t cols_;
};

/// The listed entries, in their order; a gradient is zero elsewhere. Products cost two flops an entry.
template <class S = double>
class some_entries {
 public:
  using scalar = S;

  /// \param entries (row, column), counted from 0
  /// \throws std::invalid_argument if one lies outside or occurs twice
  some_entries(index_t rows, index_t cols, const std::vector<std::pair<index_t, index_t>>& entries)
      : rows_(all_entries<S>(rows, cols).rows()), cols_(cols) {
    for (const auto& [row, col] : entries) {
      if (row < 0 || row >= rows)
        check(false, "matrix: each row of an entry", ("in [0, " + detail::number(rows) + ")").c_str(), row);
      if (col < 0 || col >= cols)
        check(false, "matrix: each column of an entry", ("in [0, " + detail::number(cols) + ")").c_str(), col);
      places_.push_back({static_cast<std::int32_t>(row), static_cast<std::int32_t>(col)});
    }
    auto sorted = entries;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end())
      throw std::invalid_argument("matrix: entry (" + detail::number(twice->first) + ", " +
                                  detail::number(twice->second) + ") must occur once, it occurs twice");
  }

  index_t rows() const { return rows_; }
  index_t cols() const { return cols_; }
  /// How many numbers the vector has.
  index_t size() const { return static_cast<index_t>(places_.size()); }

  /// u = D v
  void multiply(in<S> d, in<S> v, out<S> u) const {
    u.setZero();
    for (index_t k = 0; k < size(); ++k) u[at(k).row] += d[k] * v[at(k).col];
  }
  /// v = D'u
  void multiply_transposed(in<S> d, in<S> u, out<S> v) const {
    v.setZero();
    for (index_t k = 0; k < size(); ++k) v[at(k).col] += d[k] * u[at(k).row];
  }
  /// X += c u v'
  void add_product(S c, in<S> u, in<S> v, out<S> x) const {
    for (index_t k = 0; k < size(); ++k) x[k] += c * u[at(k).row] * v[at(k).col];
  }
  /// u'D v
  S form(in<S> d, in<S> u, in<S> v) const {
    S sum{0};
    for (index_t k = 0; k < size(); ++k) sum += d[k] * u[at(k).row] * v[at(k).col];
    return sum;
  }

 private:
  struct place {
    std::int32_t row;
    std::int32_t col;
  };
  const place& at(index_t k) const { return places_[static_cast<std::size_t>(k)]; }

  index_t rows_;
  index_t cols_;
  std::vector<place> places_;
};

}  // namespace cleave
