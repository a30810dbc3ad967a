/// \file
/// A matrix P laid out for y += P'P v.
#pragma once

#include <cleave/core/types.hpp>

#include <algorithm>

namespace cleave::detail {

/// Which entries of a matrix are stored; the others are zero.
enum class stored { all, lower };

/// A matrix P, laid out so that P'P v reads each of its numbers from memory once and in order: in panels of four rows,
/// each in chunks of 32 bytes a row, with zeros where rows or columns run out. The products with P and with its
/// transpose follow each other panel by panel, while the panel is in the first cache. The bits of the result do not
/// depend on where v and y lie. Cost: 4 flops for each number.
template <class S>
class packed_rows {
 public:
  packed_rows() = default;
  packed_rows(const mat<S>& p, stored which) : rows_(p.rows()), cols_(p.cols()), which_(which), numbers_(size()) {
    S* at = numbers_.data();
    for (index_t first = 0; first < rows_; first += panel)
      for (index_t column = 0; column < width(first); column += lanes)
        for (index_t i = first; i < first + panel; ++i)
          for (index_t j = column; j < column + lanes; ++j) *at++ = has(i, j) ? p(i, j) : S{0};
  }

  /// y += factor P'P v; y is not v.
  void add_gram_product(S factor, in<S> v, out<S> y) const {
    const index_t whole = cols_ - cols_ % lanes;
    chunk v_rest = chunk::Zero(), y_rest = chunk::Zero();  // the columns that do not fill a chunk
    std::copy(v.data() + whole, v.data() + cols_, v_rest.data());

    const S* numbers = numbers_.data();
    for (index_t first = 0; first < rows_; first += panel) {
      const index_t n = width(first), full = (std::min)(n, whole);
      const bool rest = n > whole;

      chunk sums[panel];
      for (chunk& sum : sums) sum.setZero();
      const S* at = numbers;
      for (index_t j = 0; j < full; j += lanes, at += block) add_products(at, loaded(v.data() + j), sums);
      if (rest) add_products(at, v_rest, sums);

      S u[panel];
      for (index_t i = 0; i < panel; ++i) u[i] = factor * sums[i].sum();
      at = numbers;
      for (index_t j = 0; j < full; j += lanes, at += block) {
        chunk sum = loaded(y.data() + j);
        add_transposed_products(at, u, sum);
        chunk::Map(y.data() + j) = sum;
      }
      if (rest) add_transposed_products(at, u, y_rest);
      numbers += (n + lanes - 1) / lanes * block;
    }
    for (index_t j = whole; j < cols_; ++j) y[j] += y_rest[j - whole];
  }

 private:
  static constexpr index_t panel = 4;
  static constexpr index_t lanes = std::max<index_t>(1, 32 / static_cast<index_t>(sizeof(S)));
  static constexpr index_t block = panel * lanes;
  using chunk = Eigen::Array<S, lanes, 1>;

  static chunk loaded(const S* at) { return chunk::Map(at); }
  static void add_products(const S* numbers, const chunk& v, chunk* sums) {
    for (index_t i = 0; i < panel; ++i) sums[i] += loaded(numbers + i * lanes) * v;
  }
  static void add_transposed_products(const S* numbers, const S* u, chunk& y) {
    for (index_t i = 0; i < panel; ++i) y += loaded(numbers + i * lanes) * u[i];
  }

  /// Columns of the panel that begins with this row.
  index_t width(index_t first) const { return which_ == stored::lower ? (std::min)(first + panel, cols_) : cols_; }
  bool has(index_t i, index_t j) const { return i < rows_ && j < cols_ && (which_ == stored::all || j <= i); }
  index_t size() const {
    index_t chunks = 0;
    for (index_t first = 0; first < rows_; first += panel) chunks += (width(first) + lanes - 1) / lanes;
    return chunks * block;
  }

  index_t rows_ = 0;
  index_t cols_ = 0;
  stored which_ = stored::all;
  vec<S> numbers_;
};

}  // namespace cleave::detail
