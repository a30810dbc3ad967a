/// \file
/// Reader of matrices in the format of the Matrix Market.
#pragma once

#include <cleave/core/types.hpp>
#include <cleave/data/growing.hpp>
#include <cleave/data/lines.hpp>
#include <cleave/data/parse_error.hpp>
#include <cleave/data/text.hpp>

#include <Eigen/SparseCore>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace cleave {

namespace detail {

template <class S>
class matrix_market_parser {
 public:
  using sparse = Eigen::SparseMatrix<S, Eigen::RowMajor>;
  using dense = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  explicit matrix_market_parser(line_source lines) : lines_(std::move(lines)) {}

  sparse parse() {
    read_header();
    if (coordinate_) return read_coordinates();
    const dense full = read_array();
    if ((full.array() != S(0)).count() > most) throw lines_.error("expected fewer than 2^31 numbers other than 0");
    sparse compressed = full.sparseView();
    compressed.makeCompressed();
    return compressed;
  }

  dense parse_array() {
    read_header();
    if (coordinate_) throw lines_.error("expected an array, got coordinates: read_matrix_market() reads both");
    return read_array();
  }

 private:
  enum class field { real, integer, pattern };
  enum class symmetry { general, symmetric, skew };
  struct entry {
    int row;
    int column;
    S value;
  };
  static constexpr index_t most = (std::numeric_limits<int>::max)();
  static constexpr index_t most_empty_rows = index_t{1} << 26;

  void read_header() {
    if (!lines_.next()) throw lines_.error("the file is empty");
    begin_line();
    word({"%%matrixmarket"}, "%%MatrixMarket");
    word({"matrix"}, "matrix");
    coordinate_ = word({"coordinate", "array"}, "coordinate or array") == 0;
    field_ = static_cast<field>(coordinate_ ? word({"real", "integer", "pattern"}, "real, integer or pattern")
                                            : word({"real", "integer"}, "real or integer"));
    symmetry_ =
        static_cast<symmetry>(word({"general", "symmetric", "skew-symmetric"}, "general, symmetric or skew-symmetric"));
    end_line();

    if (!next_filled()) throw lines_.error(end_, "expected the sizes, got the end of the file");
    const char* const rows = skip_blanks(at_, end_);
    rows_ = whole_number("a number of rows", 0, most - 1);
    const char* const columns = skip_blanks(at_, end_);
    columns_ = whole_number("a number of columns", 0, most - 1);
    if (symmetry_ != symmetry::general && columns_ != rows_) fail(columns, "as many columns as rows");
    const index_t places = symmetry_ == symmetry::general     ? rows_ * columns_
                           : symmetry_ == symmetry::symmetric ? rows_ * (rows_ + 1) / 2
                                                              : rows_ * (rows_ - 1) / 2;
    stated_ = coordinate_ ? whole_number("a number of entries", 0, (std::min)(places, most)) : places;
    // A row without entries costs four bytes: a header alone may not ask for more than a data set would.
    if (coordinate_ && rows_ > most_empty_rows && rows_ / 64 > stated_)
      fail(rows, "at most 2^26 rows, or 64 for each entry");
    end_line();
  }

  sparse read_coordinates() {
    growing<entry> entries;
    while (next_counted()) {
      entries.push_back(read_entry());
      end_line();
      if (const index_t offset = lines_.number() - count_; offsets_.empty() || offset != offsets_.back().second)
        offsets_.emplace_back(count_, offset);
    }
    return compressed(entries);
  }

  entry read_entry() {
    const index_t row = whole_number("a row", 1, rows_);
    const char* const at = skip_blanks(at_, end_);
    const index_t column = whole_number("a column", 1, columns_);
    if (symmetry_ == symmetry::symmetric && column > row)
      fail(at, "an entry on or below the diagonal, the rest being symmetric");
    if (symmetry_ == symmetry::skew && column >= row)
      fail(at, "an entry below the diagonal, the rest being skew-symmetric");
    return {static_cast<int>(row - 1), static_cast<int>(column - 1), field_ == field::pattern ? S(1) : value()};
  }

  /// Sorts the entries, and what symmetry adds to them, into rows.
  sparse compressed(const growing<entry>& entries) const {
    sparse matrix(rows_, columns_);
    int* const starts = matrix.outerIndexPtr();
    const S sign = symmetry_ == symmetry::skew ? S(-1) : S(1);
    const auto twin = [&](const entry& e) { return symmetry_ != symmetry::general && e.row != e.column; };
    index_t total = 0;
    entries.each([&](const entry& e) {
      ++starts[e.row];
      if (twin(e)) ++starts[e.column];
      total += twin(e) ? 2 : 1;
    });
    if (total > most) throw lines_.error("expected fewer than 2^31 entries");
    matrix.resizeNonZeros(total);
    for (index_t row = 0, start = 0; row <= rows_; ++row)
      start +=
          std::exchange(starts[row], static_cast<int>(start));  // row's place to write, which ends at the next start
    const auto put = [&](int row, int column, S value) {
      const int at = starts[row]++;
      matrix.innerIndexPtr()[at] = column;
      matrix.valuePtr()[at] = value;
    };
    entries.each([&](const entry& e) {
      put(e.row, e.column, e.value);
      if (twin(e)) put(e.column, e.row, sign * e.value);
    });
    std::copy_backward(starts, starts + rows_, starts + rows_ + 1);
    starts[0] = 0;
    for (index_t row = 0; row < rows_; ++row) sort_row(matrix, row, entries);
    return matrix;
  }

  void sort_row(sparse& matrix, index_t row, const growing<entry>& entries) const {
    int* const columns = matrix.innerIndexPtr() + matrix.outerIndexPtr()[row];
    S* const values = matrix.valuePtr() + matrix.outerIndexPtr()[row];
    const auto size = static_cast<std::size_t>(matrix.outerIndexPtr()[row + 1] - matrix.outerIndexPtr()[row]);
    if (!std::is_sorted(columns, columns + size)) {
      std::vector<std::pair<int, S>> pairs(size);
      for (std::size_t i = 0; i < size; ++i) pairs[i] = {columns[i], values[i]};
      std::sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      for (std::size_t i = 0; i < size; ++i) std::tie(columns[i], values[i]) = pairs[i];
    }
    if (const int* twice = std::adjacent_find(columns, columns + size); twice != columns + size)
      refuse_second(entries, static_cast<int>(row), *twice);
  }

  /// Refuses the second of the entries at a place, at its line.
  [[noreturn]] void refuse_second(const growing<entry>& entries, int row, int column) const {
    if (symmetry_ != symmetry::general && column > row) std::swap(row, column);
    index_t at = 0;
    index_t second = 0;
    index_t seen = 0;
    entries.each([&](const entry& e) {
      ++at;
      if (e.row == row && e.column == column && ++seen == 2) second = at;
    });
    const auto later = std::upper_bound(offsets_.begin(), offsets_.end(), second,
                                        [](index_t number, const auto& offset) { return number < offset.first; });
    throw lines_.error({second + std::prev(later)->second, 1}, "expected one entry in row " + number(row + 1) +
                                                                   ", column " + number(column + 1) + ", got a second");
  }

  dense read_array() {
    growing<S> numbers;
    while (next_counted()) {
      numbers.push_back(value());
      end_line();
    }
    dense matrix = dense::Zero(rows_, columns_);
    const S sign = symmetry_ == symmetry::skew ? S(-1) : S(1);
    const auto top = [&](index_t j) {
      return symmetry_ == symmetry::general ? 0 : symmetry_ == symmetry::symmetric ? j : j + 1;
    };
    index_t i = top(0);
    index_t j = 0;
    numbers.each([&](S number) {
      if (symmetry_ != symmetry::general) matrix(j, i) = sign * number;
      matrix(i, j) = number;
      if (++i == rows_) i = top(++j);
    });
    return matrix;
  }

  /// Goes to the next line that is neither blank nor a remark; false at the end, in the last line then.
  bool next_filled() {
    while (lines_.next()) {
      begin_line();
      at_ = skip_blanks(at_, end_);
      if (at_ != end_ && *at_ != '%') return true;
    }
    begin_line();
    return false;
  }

  /// Goes to the next entry or number, and sees that there are as many as stated.
  bool next_counted() {
    const bool filled = next_filled();
    const char* const what = coordinate_ ? " entries" : " numbers";
    if (filled && count_ == stated_) throw lines_.error(at_, "expected " + number(stated_) + what + ", got more");
    if (!filled && count_ < stated_)
      throw lines_.error(end_, "expected " + number(stated_) + what + ", got " + number(count_));
    ++count_;
    return filled;
  }

  void begin_line() {
    at_ = lines_.line().data();
    end_ = at_ + lines_.line().size();
  }

  void end_line() {
    at_ = skip_blanks(at_, end_);
    if (at_ != end_) fail(at_, "the end of the line");
  }

  /// Takes one of the words, whatever its case, and returns which.
  int word(std::initializer_list<const char*> words, const char* expected) {
    at_ = skip_blanks(at_, end_);
    const std::string_view token = token_at(at_, end_);
    std::string low(token.substr(0, 20));
    for (char& c : low)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const auto found = std::find(words.begin(), words.end(), low);
    if (found == words.end()) fail(at_, expected);
    at_ += token.size();
    return static_cast<int>(found - words.begin());
  }

  index_t whole_number(const char* what, index_t least, index_t largest) {
    at_ = skip_blanks(at_, end_);
    const char* const first = at_;
    index_t value = 0;
    for (; at_ != end_ && is_digit(*at_) && value <= largest; ++at_) value = 10 * value + (*at_ - '0');
    if (at_ == first || !is_token_end(at_, end_) || value < least || value > largest)
      fail(first, what + (" from " + number(least)) + " to " + number(largest));
    return value;
  }

  S value() {
    at_ = skip_blanks(at_, end_);
    S value;
    if (const char* const stop = read_number(at_, end_, value); field_ == field::real && is_token_end(stop, end_)) {
      at_ = stop;
      return value;
    }
    const std::string_view token = token_at(at_, end_);
    if (field_ == field::integer && token.find_first_not_of("+-0123456789") != std::string_view::npos)
      fail(at_, "a whole number");
    const numeral kind = to_number(token, value);
    if (kind == numeral::malformed) fail(at_, "a number");
    if (kind == numeral::not_finite) fail(at_, "a finite number");
    at_ += token.size();
    return value;
  }

  /// Refuses the token that begins at `at`.
  [[noreturn]] void fail(const char* at, const std::string& expected) const {
    const std::string_view token = token_at(at, end_);
    throw lines_.error(at, "expected " + expected + ", got " + (token.empty() ? "the end of the line" : shown(token)));
  }

  line_source lines_;
  const char* at_ = nullptr;   // in the line
  const char* end_ = nullptr;  // of the line
  bool coordinate_ = true;
  field field_ = field::real;
  symmetry symmetry_ = symmetry::general;
  index_t rows_ = 0;
  index_t columns_ = 0;
  index_t stated_ = 0;                                // entries, or numbers of an array
  index_t count_ = 0;                                 // of them so far, this line's included
  std::vector<std::pair<index_t, index_t>> offsets_;  // from this entry on, its line is its number and so much more
};

}  // namespace detail

/// Reads text in the format of the Matrix Market; `name` stands in the messages. Rules: see read_matrix_market().
/// \throws parse_error
template <class S = double>
Eigen::SparseMatrix<S, Eigen::RowMajor> parse_matrix_market(std::string_view text, const std::string& name) {
  return detail::matrix_market_parser<S>(detail::line_source::of_text(text, name)).parse();
}

/// The same for an array, as a dense matrix.
/// \throws parse_error
template <class S = double>
Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> parse_matrix_market_array(std::string_view text,
                                                                                            const std::string& name) {
  return detail::matrix_market_parser<S>(detail::line_source::of_text(text, name)).parse_array();
}

/// Reads a Matrix Market file, coordinates or an array, as a compressed sparse matrix. Of coordinates it keeps the
/// entries as stated, zeros too; of an array the numbers other than 0.
///
/// Read are real, integer and pattern (every entry is 1) matrices, general, symmetric or skew-symmetric; not complex
/// or hermitian ones. Of a symmetric matrix the file lists the lower triangle, of a skew-symmetric one what is below
/// the diagonal; an entry elsewhere is refused. So is a second entry at the same place, which some readers add to the
/// first, and a number of entries other than stated. Entries come in any order, numbers of an array column by column,
/// each on its line. Lines of remarks, which begin with "%", and blank lines may stand anywhere below the first line.
/// Words have any case, lines end in LF or CRLF and the last one need not. Numbers are decimal whatever the locale and
/// must be finite. R. F. Boisvert, R. Pozo, K. A. Remington, "The Matrix Market exchange formats", NISTIR 5935 (1996).
///
/// Nothing is allocated for what the header states before the entries have been read. Then the matrix is, with four
/// bytes a row however few entries there are, which is why more than 2^26 rows are refused where there are not 64 or
/// fewer for each entry; at the peak there are the entries as read and the matrix.
/// \throws parse_error with line and column for everything else, and for a file that cannot be read or is empty
template <class S = double>
Eigen::SparseMatrix<S, Eigen::RowMajor> read_matrix_market(const std::string& path) {
  return detail::matrix_market_parser<S>(detail::line_source::of_file(path)).parse();
}

/// Reads the array in a Matrix Market file as a dense matrix. Rules: see read_matrix_market(); coordinates are refused,
/// for a dense matrix may be far larger than their file.
/// \throws parse_error
template <class S = double>
Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> read_matrix_market_array(const std::string& path) {
  return detail::matrix_market_parser<S>(detail::line_source::of_file(path)).parse_array();
}

}  // namespace cleave
