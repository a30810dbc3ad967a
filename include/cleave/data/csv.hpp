/// \file
/// Reader of tables in CSV: rows of features with a response each, and the groups they belong to.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/types.hpp>
#include <cleave/data/csv_cells.hpp>
#include <cleave/data/growing.hpp>
#include <cleave/data/lines.hpp>
#include <cleave/data/parse_error.hpp>
#include <cleave/data/table.hpp>
#include <cleave/data/text.hpp>

#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cleave {

/// Whether the first line of a CSV file has the names of the columns.
enum class csv_header {
  automatic,  ///< it has if a cell of it is text, see read_csv()
  present,
  absent
};

/// What read_csv() is to read.
struct csv_options {
  std::string response = {};              ///< name of the response; empty: the last column (but `group`)
  std::vector<std::string> columns = {};  ///< the features and their order; empty: all other numeric columns
  std::string group = {};                 ///< a column that says whose row it is; empty: none
  char delimiter = ',';                   ///< a printable character or a tab, but no letter, digit or one of " . + -
  csv_header header = csv_header::automatic;
};

namespace detail {

template <class S>
class csv_parser {
 public:
  csv_parser(line_source lines, const csv_options& options)
      : cells_(std::move(lines), options.delimiter), options_(options) {
    const char c = options.delimiter;
    const bool word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (c != '\t' && (c < ' ' || c > '~' || word || std::string_view("\".+-_").find(c) != std::string_view::npos))
      throw std::invalid_argument(
          "read_csv: delimiter must be a tab or a printable sign that is in no number or name, got " + shown({&c, 1}));
  }

  table<S> parse() {
    if (cells_.lines().empty()) throw cells_.lines().error("the file is empty");
    if (!next_filled()) throw cells_.lines().error("no rows");
    read_names();
    choose_columns();
    do row();
    while (next_filled());
    for (const column& c : columns_)
      if (c.part == role::undecided) throw refusal(c, c.place, "a missing cell");
    return collect();
  }

 private:
  enum class role {
    ignored,
    number,
    undecided  ///< no cell so far: a number would make it a column of numbers that has holes, a text an ignored one
  };
  struct column {
    std::string name;
    text_place place;  ///< of the name; of an undecided one the first cell
    role part = role::ignored;
    std::size_t slot = 0;  ///< of a feature among the features
  };

  /// Goes to the next record that is not blank. In a single column a blank line before the last row is a missing cell.
  bool next_filled() {
    bool blank = false;
    text_place where{};
    for (; cells_.next(); blank = true) {
      if (!cells_.is_empty(cells_.record())) {
        if (blank && columns_.size() == 1) throw refusal(columns_[0], where, "a blank line");
        return true;
      }
      if (!blank) where = cells_.lines().place(cells_.record().data());
    }
    return false;
  }

  /// Names the columns and goes to the first row.
  void read_names() {
    const std::size_t size = cells_.record().size();
    std::size_t second = cells_.peek();
    while (second != std::string_view::npos && cells_.is_empty(cells_.record().substr(second))) second = cells_.peek();
    const std::vector<csv_cell> first = cells_.split(cells_.record().substr(0, size));
    std::vector<csv_cell> below;
    if (second != std::string_view::npos) below = cells_.split(cells_.record().substr(second));
    if (first.size() == 1 && !first[0].quoted && first[0].text.find_first_of(",;\t|") != std::string_view::npos) {
      const std::string_view other = first[0].text.substr(first[0].text.find_first_of(",;\t|"), 1);
      throw cells_.lines().error(other.data(), "expected cells split by " + shown({&options_.delimiter, 1}) +
                                                   ", got one that has " + shown(other) + " in it: is " + shown(other) +
                                                   " the delimiter?");
    }

    const bool header = has_header(first, below);
    for (std::size_t i = 0; i < first.size(); ++i)
      columns_.push_back({header && !first[i].text.empty() ? first[i].value() : number(i + 1),
                          cells_.lines().place(first[i].text.data())});
    cells_.back(size);
    if (header && !next_filled()) throw cells_.lines().error("no rows");
  }

  bool has_header(const std::vector<csv_cell>& first, const std::vector<csv_cell>& below) const {
    if (options_.header != csv_header::automatic) return options_.header == csv_header::present;
    const auto is = [](csv_kind kind) { return [kind](const csv_cell& c) { return c.template kind<S>() == kind; }; };
    const auto text = std::find_if(first.begin(), first.end(), is(csv_kind::text));
    if (text == first.end()) return false;
    if (below.empty() || std::none_of(first.begin(), first.end(), is(csv_kind::number))) return true;
    for (std::size_t i = 0; i < (std::min)(first.size(), below.size()); ++i)
      if (is(csv_kind::text)(first[i]) && is(csv_kind::number)(below[i])) return true;
    throw cells_.lines().error(text->text.data(), "expected names or numbers, got both, and no more in the next line" +
                                                      delimiter_in(*text) + ": put a line of names before it");
  }

  /// Says what each column is for, by the options and, where they do not, by the first row.
  void choose_columns() {
    const std::vector<csv_cell> cells = cells_.split(cells_.record());
    refuse_ragged();
    constexpr std::size_t none = std::string_view::npos;
    group_ = options_.group.empty() ? none : find(options_.group);
    response_ = columns_.size() - 1;
    if (!options_.response.empty())
      response_ = find(options_.response);
    else if (response_ == group_)
      response_ = response_ == 0 ? throw cells_.lines().error("no response beside the group") : response_ - 1;

    for (const std::string& name : options_.columns) {
      const std::size_t i = find(name);
      if (i == response_ && options_.response.empty())
        throw cells_.lines().error(columns_[i].place, shown(name) +
                                                          " is the last column, and the last column is the "
                                                          "response where none is named");
      if (i == response_) throw std::invalid_argument("read_csv: columns has the response " + shown(name));
      if (columns_[i].part == role::number)
        throw std::invalid_argument("read_csv: columns has " + shown(name) + " twice");
      take_as_feature(i);
    }
    for (std::size_t i = 0; options_.columns.empty() && i < columns_.size(); ++i) {
      if (i == response_ || i == group_) continue;
      const csv_kind kind = cells[i].template kind<S>();
      if (kind == csv_kind::number) take_as_feature(i);
      if (kind != csv_kind::missing) continue;
      columns_[i].part = role::undecided;
      columns_[i].place = cells_.lines().place(cells[i].text.data());
    }
    columns_[response_].part = role::number;
  }

  void take_as_feature(std::size_t i) {
    columns_[i].part = role::number;
    columns_[i].slot = features_.size();
    features_.push_back(columns_[i].name);
  }

  std::size_t find(const std::string& name) const {
    const auto same = [&](const column& c) { return c.name == name; };
    const auto found = std::find_if(columns_.begin(), columns_.end(), same);
    if (found == columns_.end()) {
      std::string names;
      for (std::size_t i = 0; i < std::min<std::size_t>(columns_.size(), 10); ++i)
        names += (i == 0 ? "" : ", ") + shown(columns_[i].name);
      throw cells_.lines().error("no column " + shown(name) + ", only " + names +
                                 (columns_.size() > 10 ? ", ..." : ""));
    }
    const auto twin = std::find_if(found + 1, columns_.end(), same);
    if (twin != columns_.end())
      throw cells_.lines().error(twin->place, "expected one column " + shown(name) + ", got a second");
    return static_cast<std::size_t>(found - columns_.begin());
  }

  void row() {
    S* const values = values_.add(features_.size());
    S* const response = responses_.add(1);
    const char* at = cells_.record().data();
    const char* const end = at + cells_.record().size();
    for (std::size_t i = 0;; ++i, ++at) {
      if (i == columns_.size()) refuse_ragged();
      const char* const start = at;
      if (columns_[i].part == role::number)
        at = read_cell(at, end, columns_[i], i == response_ ? *response : values[columns_[i].slot]);
      else if (const csv_cell cell = cells_.take(at, end); columns_[i].part == role::undecided)
        decide(columns_[i], cell);
      if (i == group_) read_group(start, end);
      if (at == end) {
        if (i + 1 < columns_.size()) refuse_ragged();
        return;
      }
    }
  }

  /// Reads the cell at `at` and returns its end.
  const char* read_cell(const char* at, const char* end, const column& to, S& value) {
    const char* const stop = detail::read_number(at, end, value);
    if (stop != nullptr && (stop == end || *stop == options_.delimiter)) return stop;
    const csv_cell cell = cells_.take(at, end);
    const numeral kind = cell.is_missing() ? numeral::malformed : to_number(cell.text, value);
    if (kind == numeral::good) return at;
    refuse_ragged();
    const text_place where = cells_.lines().place(cell.text.data());
    if (kind == numeral::not_finite) throw refusal(to, where, shown(cell.text), "a finite number");
    if (cell.is_missing())
      throw refusal(to, where, "a missing cell" + (cell.text.empty() ? "" : " " + shown(cell.text)));
    throw refusal(to, where, shown(cell.text) + delimiter_in(cell));
  }

  /// A hint, where a cell that is no number looks like several.
  std::string delimiter_in(const csv_cell& cell) const {
    const std::size_t other = cell.text.find_first_of(columns_.size() == 1 ? "; \t|" : ";\t|");
    if (cell.quoted || other == std::string_view::npos) return "";
    return " (is " + shown(cell.text.substr(other, 1)) + " the delimiter?)";
  }

  void decide(column& c, const csv_cell& cell) {
    const csv_kind kind = cell.template kind<S>();
    if (kind == csv_kind::text) c.part = role::ignored;
    if (kind == csv_kind::number) throw refusal(c, c.place, "a missing cell");
  }

  void read_group(const char* at, const char* end) {
    const csv_cell cell = cells_.take(at, end);
    if (cell.text.empty() || (!cell.quoted && cell.is_missing()))
      throw refusal(columns_[group_], cells_.lines().place(cell.text.data()), "a missing cell", "a group");
    const auto next = static_cast<index_t>(groups_.size());
    const auto [known, fresh] = group_of_.try_emplace(cell.value(), next);
    if (fresh) groups_.push_back(known->first);
    row_groups_.push_back(known->second);
  }

  /// Refuses this record unless it has as many cells as there are columns.
  void refuse_ragged() const {
    const std::vector<csv_cell> cells = cells_.split(cells_.record());
    if (cells.size() == columns_.size()) return;
    const char* const where = cells.size() > columns_.size() ? cells[columns_.size()].text.data()
                                                             : cells_.record().data() + cells_.record().size();
    throw cells_.lines().error(where, "expected " + number(columns_.size()) + " cells, got " + number(cells.size()));
  }

  parse_error refusal(const column& c, text_place where, const std::string& got,
                      const char* expected = "a number") const {
    return cells_.lines().error(where, std::string("expected ") + expected + " for " + shown(c.name) + ", got " + got);
  }

  table<S> collect() {
    const index_t n = responses_.size();
    table<S> data;
    data.rows.resize(n, static_cast<index_t>(features_.size()));
    values_.move_to(data.rows.data());
    data.response.resize(n);
    responses_.move_to(data.response.data());
    data.columns = std::move(features_);
    data.response_name = columns_[response_].name;
    data.positions.resize(static_cast<std::size_t>(data.rows.cols()));
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (columns_[i].part == role::number && i != response_)
        data.positions[columns_[i].slot] = static_cast<index_t>(i);
    data.group.resize(static_cast<std::size_t>(row_groups_.size()));
    row_groups_.move_to(data.group.data());
    data.groups = std::move(groups_);
    return data;
  }

  csv_cells cells_;
  const csv_options& options_;
  std::vector<column> columns_;
  std::size_t response_ = 0;
  std::size_t group_ = 0;
  std::vector<std::string> features_;
  growing<S> values_;
  growing<S> responses_;
  std::map<std::string, index_t> group_of_;
  std::vector<std::string> groups_;
  growing<index_t> row_groups_;
};

}  // namespace detail

/// Reads text in CSV; `name` stands in the messages. Rules: see read_csv().
/// \throws parse_error, std::invalid_argument
template <class S = double>
table<S> parse_csv(std::string_view text, const std::string& name, const csv_options& options = {}) {
  return detail::csv_parser<S>(detail::line_source::of_text(text, name), options).parse();
}

/// Reads a file in CSV.
///
/// The response is the last column unless the options name one, the features are all other columns of numbers in the
/// order of the file unless the options choose and order them. A column is one of text if its first cell that is not
/// missing is text; such columns are ignored, and refused where they are chosen. Later text in a column of numbers is
/// refused at its place. The group column may hold numbers or text; its values are told apart as text and are not a
/// feature unless chosen.
///
/// The first line has the names of the columns if it has text and no number, or if it has text where the next line has
/// a number; with numbers and text, but no more than the next line has, it is refused, unless csv_options::header says
/// what it is. Columns without a name are called "1", "2", ... by their position. A name that stands twice cannot be
/// asked for.
///
/// Cells may be in quotes, with "" for a quote and with delimiters and line breaks inside; blanks and tabs around cells
/// are skipped. Every row has the same number of cells; blank lines are skipped, but not within a single column, where
/// they would be missing numbers. Numbers are decimal whatever the locale and must be finite. Missing cells (nothing,
/// NA, N/A, NaN, ?, ., null, none, in any case) are refused in every column that is used. Lines end in LF or CRLF and
/// the last one need not, a UTF-8 byte-order mark is skipped. One pass; beside the result it holds a few mebibytes,
/// or as much as the longest row needs.
/// \throws parse_error with line and column for everything else; for a column that is asked for and not there, or there
/// twice; for a file that cannot be read, is empty or has no rows
/// \throws std::invalid_argument where the options name a column twice or the response as a feature, or for a delimiter
/// that could be part of a number or a name
template <class S = double>
table<S> read_csv(const std::string& path, const csv_options& options = {}) {
  return detail::csv_parser<S>(detail::line_source::of_file(path), options).parse();
}

}  // namespace cleave
