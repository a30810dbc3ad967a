/// \file
/// The refusal of an input file.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/types.hpp>

#include <stdexcept>
#include <string>

namespace cleave {

/// Says what is wrong with a file, and where: "a9a:17:5: expected index:value, got '7;1'", in one line.
class parse_error : public std::runtime_error {
 public:
  /// A fault at a line and column, both counted from 1; columns are bytes.
  parse_error(const std::string& path, index_t line, index_t column, const std::string& message)
      : std::runtime_error(path + ":" + detail::number(line) + ":" + detail::number(column) + ": " + message),
        path_(path),
        line_(line),
        column_(column) {}

  /// A fault of the file as a whole: "a9a: the file is empty".
  parse_error(const std::string& path, const std::string& message)
      : std::runtime_error(path + ": " + message), path_(path) {}

  const std::string& path() const { return path_; }
  index_t line() const { return line_; }      ///< 0 for a fault of the whole file
  index_t column() const { return column_; }  ///< 0 for a fault of the whole file

 private:
  std::string path_;
  index_t line_ = 0;
  index_t column_ = 0;
};

}  // namespace cleave
