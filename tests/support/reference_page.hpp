/// \file
/// The tables of include/cleave/operators/README.md, which tests hold to what is registered.
#pragma once

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace support {

/// One operator of the page: the header that its row links to, and what stands below each column's heading.
struct page_row {
  std::string header;
  std::map<std::string, std::string> cells;

  /// The text below a heading, empty where the table has no such column.
  std::string cell(const std::string& heading) const {
    const auto found = cells.find(heading);
    return found == cells.end() ? "" : found->second;
  }
};

/// The cells of a line `| a | b |`; a bar in a cell is written \|.
inline std::vector<std::string> table_cells(const std::string& line) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] != '|' || line[i - 1] == '\\') {
      cell += line[i];
      continue;
    }
    const auto first = cell.find_first_not_of(' ');
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, cell.find_last_not_of(' ') + 1 - first));
    cell.clear();
  }
  return cells;
}

/// The rows of all tables, from top to bottom. A row's header is the target of the link in its first cell.
inline std::vector<page_row> reference_page(const std::string& path) {
  std::vector<page_row> rows;
  std::vector<std::string> headings;
  std::ifstream page(path);
  for (std::string line; std::getline(page, line);) {
    if (line.empty() || line[0] != '|') {
      headings.clear();
      continue;
    }
    const std::vector<std::string> cells = table_cells(line);
    if (headings.empty()) {
      headings = cells;
    } else if (!cells.empty() && cells[0].find("](") != std::string::npos) {
      const auto from = cells[0].find("](") + 2;
      page_row row{cells[0].substr(from, cells[0].find(')', from) - from), {}};
      for (std::size_t i = 0; i < std::min(cells.size(), headings.size()); ++i) row.cells[headings[i]] = cells[i];
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

/// Those of the catalogue.
inline std::vector<page_row> reference_page() {
  return reference_page(CLEAVE_SOURCE_DIR "/include/cleave/operators/README.md");
}

}  // namespace support
