/// \file
/// Reader of the LIBSVM format, which is also the one of SVMlight: a row a line, "label index:value index:value ...".
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/data/labelled.hpp>
#include <cleave/data/parse_error.hpp>
#include <cleave/data/text.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace cleave {

namespace detail {

/// One pass over the text; tokens are views into it.
template <class S>
class libsvm_parser {
 public:
  libsvm_parser(std::string_view text, const std::string& name) : text_(without_byte_order_mark(text)), name_(name) {}

  labelled<S> parse(index_t min_features) {
    check(min_features >= 0 && min_features <= max_index, "read_libsvm: min_features", "from 0 to 2147483646",
          min_features);
    if (text_.empty()) throw parse_error(name_, "the file is empty");
    while (!text_.empty()) {
      ++line_;
      line_start_ = text_.data();
      const std::size_t end = text_.find('\n');
      row(text_.substr(0, end));
      text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
    }
    if (labels_.empty()) throw parse_error(name_, "no rows");
    return collect((std::max)(min_features, features_));
  }

 private:
  static constexpr index_t max_index = (std::numeric_limits<int>::max)() - 1;

  void row(std::string_view line) {
    line = line.substr(0, line.find('#'));
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::string_view token = next(line);
    if (token.empty()) return;
    starts_.push_back(static_cast<int>(columns_.size()));
    labels_.push_back(number(token, token, "a label"));

    token = next(line);
    if (token.starts_with("qid:")) token = next(line);
    for (index_t previous = 0; !token.empty(); token = next(line)) previous = entry(token, previous);
  }

  /// Takes one index:value and returns the index.
  index_t entry(std::string_view token, index_t previous) {
    index_t index = 0;
    std::size_t at = 0;
    for (; at < token.size() && token[at] >= '0' && token[at] <= '9'; ++at) {
      index = 10 * index + (token[at] - '0');
      if (index > max_index) fail(token, "an index up to 2147483646", token);
    }
    if (at == 0 || at == token.size() || token[at] != ':') fail(token, "index:value", token);
    const S value = number(token.substr(at + 1), token, "index:value");
    if (index == 0) fail(token, "an index from 1 on", token);
    if (index <= previous) fail(token, "an index above " + detail::number(previous), token);
    if (columns_.size() == static_cast<std::size_t>((std::numeric_limits<int>::max)()))
      fail(token, "fewer than 2^31 entries", token);
    columns_.push_back(static_cast<int>(index - 1));
    values_.push_back(value);
    features_ = (std::max)(features_, index);
    return index;
  }

  S number(std::string_view text, std::string_view token, const char* expected) {
    S value;
    const numeral kind = to_number(text, value);
    if (kind == numeral::malformed) fail(token, expected, token);
    if (kind == numeral::not_finite) fail(text, "a finite number", text);
    return value;
  }

  /// The next token of a line, cut off its front; empty at the end.
  static std::string_view next(std::string_view& line) {
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    std::size_t first = 0;
    while (first < line.size() && blank(line[first])) ++first;
    std::size_t last = first;
    while (last < line.size() && !blank(line[last])) ++last;
    const std::string_view token = line.substr(first, last - first);
    line.remove_prefix(last);
    return token;
  }

  [[noreturn]] void fail(std::string_view at, const std::string& expected, std::string_view got) const {
    throw parse_error(name_, line_, at.data() - line_start_ + 1, "expected " + expected + ", got " + shown(got));
  }

  labelled<S> collect(index_t features) const {
    const auto n = static_cast<index_t>(labels_.size());
    labelled<S> data{Eigen::SparseMatrix<S, Eigen::RowMajor>(n, features), vec<S>(n)};
    std::copy(labels_.begin(), labels_.end(), data.labels.data());
    data.rows.resizeNonZeros(static_cast<index_t>(values_.size()));
    std::copy(starts_.begin(), starts_.end(), data.rows.outerIndexPtr());
    data.rows.outerIndexPtr()[n] = static_cast<int>(values_.size());
    std::copy(columns_.begin(), columns_.end(), data.rows.innerIndexPtr());
    std::copy(values_.begin(), values_.end(), data.rows.valuePtr());
    return data;
  }

  std::string_view text_;
  const std::string& name_;
  index_t line_ = 0;
  const char* line_start_ = nullptr;
  index_t features_ = 0;
  std::vector<int> starts_;
  std::vector<int> columns_;
  std::vector<S> values_;
  std::vector<S> labels_;
};

}  // namespace detail

/// Reads text in LIBSVM format; `name` stands in the messages. Rules: see read_libsvm().
/// \throws parse_error, std::invalid_argument
template <class S = double>
labelled<S> parse_libsvm(std::string_view text, const std::string& name, index_t min_features = 0) {
  return detail::libsvm_parser<S>(text, name).parse(min_features);
}

/// Reads a file in LIBSVM format. The result has as many columns as the largest index says, and at least `min_features`
/// (for a test file that is narrower than the training file). Labels are kept as they are: binary_labels() maps them.
///
/// A row is a label and then index:value pairs, split by blanks or tabs; it may have no pairs. Indices start at 1 and
/// ascend, up to 2^31 - 2. "#" begins a remark, "qid:..." after the label is ignored, blank lines are skipped, lines
/// end in LF or CRLF and the last one need not, a UTF-8 byte-order mark is skipped. Numbers are decimal whatever the
/// locale and must be finite; values of 0 are stored like any other. One pass; at its peak it holds the text and twice
/// the result.
/// \throws parse_error with line and column for everything else; for a file that cannot be read, is empty or has no
/// rows
/// \throws std::invalid_argument unless min_features is from 0 to 2^31 - 2
template <class S = double>
labelled<S> read_libsvm(const std::string& path, index_t min_features = 0) {
  return parse_libsvm<S>(detail::read_text(path), path, min_features);
}

}  // namespace cleave
