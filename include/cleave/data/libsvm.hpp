/// \file
/// Reader of the LIBSVM format, which is also the one of SVMlight: a row a line, "label index:value index:value ...".
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/data/growing.hpp>
#include <cleave/data/labelled.hpp>
#include <cleave/data/lines.hpp>
#include <cleave/data/parse_error.hpp>
#include <cleave/data/text.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace cleave {

namespace detail {

/// One pass over the lines; tokens are views into them. An entry is tried the quick way first, and only what does not
/// fit is looked at with care.
template <class S>
class libsvm_parser {
 public:
  explicit libsvm_parser(line_source lines) : lines_(std::move(lines)) {}

  labelled<S> parse(index_t min_features) {
    check(min_features >= 0 && min_features <= max_index, "read_libsvm: min_features", "from 0 to 2147483646",
          min_features);
    if (lines_.empty()) throw lines_.error("the file is empty");
    while (lines_.next()) row(lines_.line());
    if (labels_.size() == 0) throw lines_.error("no rows");
    return collect((std::max)(min_features, features_));
  }

 private:
  static constexpr index_t max_index = (std::numeric_limits<int>::max)() - 1;

  void row(std::string_view line) {
    line = line.substr(0, line.find('#'));
    const char* const end = line.data() + line.size();
    const char* at = skip_blanks(line.data(), end);
    if (at == end) return;
    starts_.push_back(static_cast<int>(entries_));
    S* const label = labels_.add(1);
    const char* stop = read_number(at, end, *label);
    if (!is_token_end(stop, end)) {
      const std::string_view token = token_at(at, end);
      *label = number(token, token, "a label");
      stop = at + token.size();
    }

    at = skip_blanks(stop, end);
    if (std::string_view(at, static_cast<std::size_t>(end - at)).starts_with("qid:"))
      at = skip_blanks(at + token_at(at, end).size(), end);
    index_t previous = 0;
    for (; at != end; at = skip_blanks(stop, end)) {
      index_t index = 0;
      S value;
      stop = at;
      while (stop != end && is_digit(*stop) && stop - at < 10) index = 10 * index + (*stop++ - '0');
      const bool good = index > previous && index <= max_index && stop != end && *stop == ':';
      stop = good ? read_number(stop + 1, end, value) : nullptr;
      if (!is_token_end(stop, end)) {
        const std::string_view token = token_at(at, end);
        index = entry(token, previous, value);
        stop = at + token.size();
      }
      columns_.push_back(static_cast<int>(index - 1));
      values_.push_back(value);
      ++entries_;
      previous = index;
    }
    features_ = (std::max)(features_, previous);
    if (entries_ > (std::numeric_limits<int>::max)())
      throw lines_.error(line.data(), "expected fewer than 2^31 entries");
  }

  /// Takes one index:value and returns the index.
  index_t entry(std::string_view token, index_t previous, S& value) const {
    index_t index = 0;
    std::size_t at = 0;
    for (; at < token.size() && is_digit(token[at]); ++at) {
      index = 10 * index + (token[at] - '0');
      if (index > max_index) fail(token, "an index up to 2147483646", token);
    }
    if (at == 0 || at == token.size() || token[at] != ':') fail(token, "index:value", token);
    value = number(token.substr(at + 1), token, "index:value");
    if (index == 0) fail(token, "an index from 1 on", token);
    if (index <= previous) fail(token, "an index above " + detail::number(previous), token);
    return index;
  }

  S number(std::string_view text, std::string_view token, const char* expected) const {
    S value;
    const numeral kind = to_number(text, value);
    if (kind == numeral::malformed) fail(token, expected, token);
    if (kind == numeral::not_finite) fail(text, "a finite number", text);
    return value;
  }

  [[noreturn]] void fail(std::string_view at, const std::string& expected, std::string_view got) const {
    throw lines_.error(at.data(), "expected " + expected + ", got " + shown(got));
  }

  labelled<S> collect(index_t features) {
    const index_t n = labels_.size();
    labelled<S> data{Eigen::SparseMatrix<S, Eigen::RowMajor>(n, features), vec<S>(n)};
    labels_.move_to(data.labels.data());
    starts_.move_to(data.rows.outerIndexPtr());
    data.rows.outerIndexPtr()[n] = static_cast<int>(entries_);
    data.rows.resizeNonZeros(entries_);
    columns_.move_to(data.rows.innerIndexPtr());
    values_.move_to(data.rows.valuePtr());
    return data;
  }

  line_source lines_;
  index_t features_ = 0;
  index_t entries_ = 0;
  growing<int> starts_;
  growing<int> columns_;
  growing<S> values_;
  growing<S> labels_;
};

}  // namespace detail

/// Reads text in LIBSVM format; `name` stands in the messages. Rules: see read_libsvm().
/// \throws parse_error, std::invalid_argument
template <class S = double>
labelled<S> parse_libsvm(std::string_view text, const std::string& name, index_t min_features = 0) {
  return detail::libsvm_parser<S>(detail::line_source::of_text(text, name)).parse(min_features);
}

/// Reads a file in LIBSVM format. The result has as many columns as the largest index says, and at least `min_features`
/// (for a test file that is narrower than the training file). Labels are kept as they are: binary_labels() maps them.
///
/// A row is a label and then index:value pairs, split by blanks or tabs; it may have no pairs. Indices start at 1 and
/// ascend, up to 2^31 - 2. "#" begins a remark, "qid:..." after the label is ignored, blank lines are skipped, lines
/// end in LF or CRLF and the last one need not, a UTF-8 byte-order mark is skipped. Numbers are decimal whatever the
/// locale and must be finite; values of 0 are stored like any other. One pass; beside
/// the result it holds a few mebibytes, or as much as the longest line needs.
/// \throws parse_error with line and column for everything else; for a file that cannot be read, is empty or has no
/// rows
/// \throws std::invalid_argument unless min_features is from 0 to 2^31 - 2
template <class S = double>
labelled<S> read_libsvm(const std::string& path, index_t min_features = 0) {
  return detail::libsvm_parser<S>(detail::line_source::of_file(path)).parse(min_features);
}

}  // namespace cleave
