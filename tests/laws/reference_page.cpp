// The reference page of the operators says what there is and what is known about it.
#include "support/reference_page.hpp"

#include "support/catch.hpp"
#include "support/operators.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>

namespace {

const std::string below = CLEAVE_SOURCE_DIR "/include/cleave/operators/";

/// The headers of operators: sets/box.hpp and so on.
std::set<std::string> headers() {
  std::set<std::string> all;
  for (const std::string folder : {"functions", "sets", "lmo", "calculus"})
    for (const auto& file : std::filesystem::directory_iterator(below + folder))
      all.insert(folder + "/" + file.path().filename().string());
  return all;
}

/// A trait as the page has it: empty means `nothing`, a number or a fraction itself, and words any other number.
bool agrees(const std::string& words, double nothing, const std::set<double>& registered) {
  if (words.empty()) return registered == std::set{nothing};
  if (words.find_first_not_of("0123456789/") != std::string::npos) return registered != std::set{nothing};
  const auto bar = words.find('/');
  return registered == std::set{std::stod(words) / (bar == std::string::npos ? 1 : std::stod(words.substr(bar + 1)))};
}

}  // namespace

TEST_CASE("reference page: every operator has one row, and every row an operator", "[laws]") {
  std::map<std::string, int> rows;
  for (const auto& row : support::reference_page()) ++rows[row.header];
  const auto all = headers();
  CHECK(all.size() >= 80);
  for (const auto& header : all) {
    INFO(header << " has no row, or several, in include/cleave/operators/README.md");
    CHECK(rows[header] == 1);
  }
  for (const auto& [header, count] : rows) {
    INFO(header << " has a row, but does not exist");
    CHECK(all.count(header) == 1);
  }
}

TEST_CASE("reference page: traits of functions are those of the registered ones", "[laws]") {
  std::map<std::string, std::set<double>> smooth, strong, weak;
  for (const auto& one : support::functions<double>())
    for (const cleave::index_t n : {7, 64}) {
      if (!one.fits(n)) continue;
      const auto f = one.make(n);
      smooth[one.header].insert(f.smoothness());
      strong[one.header].insert(f.strong_convexity());
      weak[one.header].insert(f.weak_convexity());
    }
  int compared = 0;
  for (const auto& row : support::reference_page()) {
    if (row.header.rfind("functions/", 0) != 0) continue;
    INFO(row.header << ": L " << row.cell("L") << ", l " << row.cell("l") << ", w " << row.cell("w"));
    CHECK(agrees(row.cell("L"), std::numeric_limits<double>::infinity(), smooth[row.header]));
    CHECK(agrees(row.cell("l"), 0, strong[row.header]));
    CHECK(agrees(row.cell("w"), 0, weak[row.header]));
    ++compared;
  }
  CHECK(compared >= 30);
}

TEST_CASE("reference page: sets are convex where it says so", "[laws]") {
  std::map<std::string, bool> convex;
  for (const auto& one : support::sets<double>())
    if (one.fits(64)) convex.emplace(one.header, true).first->second &= one.make(64).weak_convexity() == 0;
  int compared = 0;
  for (const auto& row : support::reference_page()) {
    if (row.header.rfind("sets/", 0) != 0) continue;
    INFO(row.header);
    REQUIRE(convex.count(row.header) == 1);
    const std::string words = row.cell("convex");
    CHECK((words == "as the pieces" || words == (convex[row.header] ? "yes" : "no")));
    ++compared;
  }
  CHECK(compared >= 25);
}

TEST_CASE("cleave/operators.hpp: includes every operator", "[laws]") {
  std::ifstream file(CLEAVE_SOURCE_DIR "/include/cleave/operators.hpp");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  for (const auto& header : headers()) {
    INFO(header);
    CHECK(text.find("#include <cleave/operators/" + header + ">\n") != std::string::npos);
  }
}
