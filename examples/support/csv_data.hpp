/// \file
/// The options that say what of a CSV file is data.
#pragma once

#include <cleave/core/types.hpp>
#include <cleave/data/csv.hpp>

#include "support/options.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace example {

/// --data, --response, --columns, --delimiter. Once read, they hold the names that were used.
class csv_data {
 public:
  /// \param standard the file that is read without --data, which `what` names
  csv_data(std::string standard, std::string what) : path_(std::move(standard)), what_(std::move(what)) {}

  void declare(option_list& list) {
    list.add("data", path_, "CSV file, its columns named in the first line (default: the bundled " + what_ + ")");
    list.add("response", response_, "name of the response (default: the last column)");
    list.add_list("columns", columns_, "names a,b,... of the columns to use (default: all other columns of numbers)");
    list.add("delimiter", delimiter_, "what separates cells: a character, or tab");
  }

  const std::string& path() const { return path_; }

  /// \param group a column that says whose row it is; empty: none. It is no feature unless chosen.
  /// \return with its columns in the order of the file
  /// \throws what read_csv throws, std::invalid_argument without a single column beside the response
  cleave::table<> read(const std::string& group = "") {
    if (delimiter_.size() != 1 && delimiter_ != "tab")
      throw std::invalid_argument("--delimiter: expected one character, or tab, got '" + delimiter_ + "'");
    auto data = cleave::read_csv(path_, {.response = response_,
                                         .columns = columns_,
                                         .group = group,
                                         .delimiter = delimiter_ == "tab" ? '\t' : delimiter_[0]});
    if (data.columns.empty()) throw std::invalid_argument(path_ + ": no column of numbers beside the response");
    if (!std::is_sorted(data.positions.begin(), data.positions.end())) in_order_of_the_file(data);
    response_ = data.response_name;
    columns_ = data.columns;
    return data;
  }

 private:
  static void in_order_of_the_file(cleave::table<>& data) {
    std::vector<std::size_t> order(data.columns.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return data.positions[a] < data.positions[b]; });
    const cleave::table<> given = data;
    for (std::size_t j = 0; j < order.size(); ++j) {
      data.columns[j] = given.columns[order[j]];
      data.positions[j] = given.positions[order[j]];
      data.rows.col(static_cast<cleave::index_t>(j)) = given.rows.col(static_cast<cleave::index_t>(order[j]));
    }
  }

  std::string path_, what_, response_, delimiter_ = ",";
  std::vector<std::string> columns_;
};

/// NAME of the partition "column:NAME", which makes a client of every value of a column; empty for other partitions.
/// \throws std::invalid_argument where there is no name
inline std::string column_of(const std::string& partition) {
  constexpr std::string_view kind = "column:";
  if (!partition.starts_with(kind)) return "";
  if (partition.size() == kind.size()) throw std::invalid_argument("--partition: expected column:NAME, got 'column:'");
  return partition.substr(kind.size());
}

}  // namespace example
