#include "support/catch.hpp"
#include "support/operators.hpp"

#include <filesystem>
#include <set>
#include <string>

TEST_CASE("operators: every header below functions, sets and calculus is held to the laws", "[laws]") {
  std::set<std::string> registered;
  for (const auto& one : support::functions<double>()) registered.insert(one.header);

  std::set<std::string> present;
  for (const std::string folder : {"functions", "sets", "calculus"}) {
    const std::filesystem::path below = CLEAVE_SOURCE_DIR "/include/cleave/operators/" + folder;
    if (!std::filesystem::exists(below)) continue;
    for (const auto& file : std::filesystem::directory_iterator(below))
      present.insert(folder + "/" + file.path().filename().string());
  }
  CHECK(present.size() >= 20);
  for (const std::string& header : present) {
    INFO(header << " is missing from the sources of tests/laws/catalogue");
    CHECK(registered.count(header) == 1);
  }
  for (const std::string& header : registered) {
    INFO(header << " is registered but does not exist");
    CHECK(present.count(header) == 1);
  }
}
