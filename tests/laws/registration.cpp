#include "support/catch.hpp"
#include "support/operators.hpp"

#include <filesystem>
#include <set>
#include <string>

TEST_CASE("operators: every header below functions and sets is held to the laws", "[laws]") {
  std::set<std::string> registered;
  const auto note = [&](const auto& one) { registered.insert(one.header); };
  support::for_each(support::registered_functions<double>(), note);
  support::for_each(support::registered_sets<double>(), note);

  std::set<std::string> present;
  for (const std::string folder : {"functions", "sets"})
    for (const auto& file :
         std::filesystem::directory_iterator(CLEAVE_SOURCE_DIR "/include/cleave/operators/" + folder))
      present.insert(folder + "/" + file.path().filename().string());
  CHECK(present.size() >= 4);
  for (const std::string& header : present) {
    INFO(header << " is missing from tests/support/operators.hpp");
    CHECK(registered.count(header) == 1);
  }
  for (const std::string& header : registered) {
    INFO(header << " is registered but does not exist");
    CHECK(present.count(header) == 1);
  }
}
