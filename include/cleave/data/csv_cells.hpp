/// \file
/// The cells of a text in CSV: records that may span lines, and quotes.
#pragma once

#include <cleave/core/types.hpp>
#include <cleave/data/lines.hpp>
#include <cleave/data/text.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cleave::detail {

enum class csv_kind { number, missing, text };

/// One cell: what stands between its delimiters without blanks around it, or between its quotes.
struct csv_cell {
  std::string_view text;
  bool quoted;

  /// True for what people and programs write where something is missing.
  bool is_missing() const {
    if (text.empty()) return true;
    if (text.size() > 5) return false;
    std::string low(text);
    for (char& c : low)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    for (const char* word : {"?", ".", "na", "n/a", "#n/a", "<na>", "nan", "-nan", "+nan", "null", "none"})
      if (low == word) return true;
    return false;
  }

  /// What the cell would be in a column of numbers of type S.
  template <class S>
  csv_kind kind() const {
    S value;
    if (is_missing()) return csv_kind::missing;
    return to_number(text, value) == numeral::malformed ? csv_kind::text : csv_kind::number;
  }

  /// The text with "" read as ".
  std::string value() const {
    std::string value;
    value.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
      value += text[i];
      if (quoted && text[i] == '"') ++i;
    }
    return value;
  }
};

/// Goes through the records of a text and cuts them into cells. A cell that begins with a quote ends at the next one
/// that is not doubled, over delimiters and line breaks; a quote elsewhere is a letter.
class csv_cells {
 public:
  csv_cells(line_source lines, char delimiter) : lines_(std::move(lines)), delimiter_(delimiter) {}

  /// Goes to the next record; false at the end. A blank line is a record too.
  bool next() {
    if (!lines_.next()) return false;
    if (lines_.line().find('"') != std::string_view::npos) close_quotes(0);
    return true;
  }

  /// Adds the next record to this one and returns where it begins, or npos at the end; back() takes it off again.
  std::size_t peek() {
    const std::size_t before = record().size();
    if (!lines_.extend()) return std::string_view::npos;
    const std::size_t start = record().find('\n', before) + 1;
    if (record().find('"', start) != std::string_view::npos) close_quotes(start);
    return start;
  }
  void back(std::size_t size) { lines_.cut(size); }

  std::string_view record() const { return lines_.line(); }
  const line_source& lines() const { return lines_; }
  char delimiter() const { return delimiter_; }

  /// The cell that begins at `at`, which then points to the delimiter behind it or to the `end` of the record.
  csv_cell take(const char*& at, const char* end) const {
    const char* first = skip_blanks(at, end);
    if (first == end || *first != '"') {
      at = std::find(first, end, delimiter_);
      const char* last = at;
      while (last != first && blank(last[-1])) --last;
      return {{first, static_cast<std::size_t>(last - first)}, false};
    }
    const char* last = ++first;
    while (last != end && (*last != '"' || (last + 1 != end && last[1] == '"'))) last += *last == '"' ? 2 : 1;
    at = skip_blanks(last == end ? end : last + 1, end);
    if (at != end && *at != delimiter_)
      throw lines_.error(
          at, std::string("expected ") + shown({&delimiter_, 1}) + " behind the closing quote, got " + shown({at, 1}));
    return {{first, static_cast<std::size_t>(last - first)}, true};
  }

  /// All cells of a piece of the record.
  std::vector<csv_cell> split(std::string_view piece) const {
    std::vector<csv_cell> cells;
    const char* const end = piece.data() + piece.size();
    for (const char* at = piece.data();; ++at) {
      cells.push_back(take(at, end));
      if (at == end) return cells;
    }
  }

  /// True for a record with nothing in it, not even a delimiter.
  bool is_empty(std::string_view record) const {
    return std::all_of(record.begin(), record.end(), [this](char c) { return blank(c) || c == '\r' || c == '\n'; });
  }

 private:
  bool blank(char c) const { return (c == ' ' || c == '\t') && c != delimiter_; }

  const char* skip_blanks(const char* at, const char* end) const {
    while (at != end && blank(*at)) ++at;
    return at;
  }

  /// Adds lines until every cell from `at` on that begins with a quote ends with one.
  void close_quotes(std::size_t at) {
    for (;; ++at) {
      const char* const begin = record().data();
      at = static_cast<std::size_t>(skip_blanks(begin + at, begin + record().size()) - begin);
      if (at < record().size() && record()[at] == '"') at = after_quoted(at);
      at = record().find(delimiter_, at);
      if (at == std::string_view::npos) return;
    }
  }

  /// Where a quoted cell that opens at `open` is over.
  std::size_t after_quoted(std::size_t open) {
    for (std::size_t at = open + 1;;) {
      const std::size_t quote = record().find('"', at);
      if (quote == std::string_view::npos) {
        at = record().size();
        if (!lines_.extend())
          throw lines_.error(record().data() + open, "expected a closing quote, got the end of the file");
      } else if (quote + 1 < record().size() && record()[quote + 1] == '"') {
        at = quote + 2;
      } else {
        return quote + 1;
      }
    }
  }

  line_source lines_;
  char delimiter_;
};

}  // namespace cleave::detail
