// Records of a run in files: every number reads back to the same bits.
#include <cleave/cleave.hpp>
#include <cleave/diagnostics/csv_writer.hpp>
#include <cleave/diagnostics/json_writer.hpp>

#include "support/catch.hpp"
#include "support/problems.hpp"
#include "support/temporary_directory.hpp"

#include <clocale>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

using namespace cleave;

namespace {

auto four() { return fedsplit(support::least_squares_clients(support::tables(4))); }
vec<> start() { return vec<>::Zero(7); }

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

/// The text between `"name": ` and the next of , } ]
std::string member(const std::string& json, const std::string& name) {
  const auto at = json.find("\"" + name + "\": ");
  REQUIRE(at != std::string::npos);
  const auto from = at + name.size() + 4;
  return json.substr(from, json.find_first_of(",}", from) - from);
}

std::vector<std::string> list(const std::string& json, const std::string& name) {
  const auto at = json.find("\"" + name + "\": [");
  REQUIRE(at != std::string::npos);
  const auto from = at + name.size() + 5;
  return split(json.substr(from, json.find(']', from) - from), ',');
}

double number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  REQUIRE(*end == '\0');
  return value;
}

const auto objective = [](const vec<>& x) { return x.sum() / 3; };

}  // namespace

TEST_CASE("csv_writer: a line a round with the numbers of history, null for what is not finite") {
  const support::temporary_directory here;
  const std::string path = here.path("run.csv");
  const auto solver = four();
  auto s = solver.init(start());
  history seen(objective);
  csv_writer file(path, objective);
  (void)run(solver, s, stop::rounds(12), seen, file);
  const auto lines = split(text_of(path), '\n');
  REQUIRE(lines.size() == 14);
  CHECK(lines[0] == "round,objective,residual,floats,seconds");
  CHECK(split(lines[1], ',')[2] == "null");  // infinite before the first round
  for (std::size_t i = 0; i < 13; ++i) {
    const auto cells = split(lines[i + 1], ',');
    REQUIRE(cells.size() == 5);
    CHECK(cells[0] == std::to_string(seen.round[i]));
    CHECK(number(cells[1]) == seen.objective[i]);
    if (i > 0) CHECK(number(cells[2]) == seen.residual[i]);
    CHECK(cells[3] == std::to_string(seen.floats[i]));
    CHECK(number(cells[4]) == seen.seconds[i]);
  }
}

TEST_CASE("csv_writer: lines are there while the run goes on, and a second run follows the first") {
  const support::temporary_directory here;
  const std::string path = here.path("run.csv");
  std::ofstream(path) << "something old\n";
  const auto solver = four();
  auto s = solver.init(start());
  csv_writer file(path);
  std::vector<std::size_t> lengths;
  const auto look = [&](const auto&) { lengths.push_back(split(text_of(path), '\n').size()); };
  (void)run(solver, s, stop::rounds(2), file, look);
  CHECK(lengths == std::vector<std::size_t>{2, 3, 4});
  (void)run(solver, s, stop::rounds(1), file);
  const auto lines = split(text_of(path), '\n');
  CHECK(lines.size() == 6);
  CHECK(lines.back().substr(0, 7) == "3,null,");  // no objective; rounds are counted on
}

TEST_CASE("json_writer: one document with the end, the bill, the model and the history") {
  const support::temporary_directory here;
  const std::string path = here.path("run.json");
  const auto solver = four();
  auto s = solver.init(start());
  history seen(objective);
  const result r = run(solver, s, stop::rounds(9), seen, json_writer(path, objective));
  const std::string json = text_of(path);
  CHECK(member(json, "status") == "\"rounds_spent\"");
  CHECK(member(json, "rounds") == "9");
  CHECK(number(member(json, "residual")) == r.residual);
  CHECK(number(member(json, "seconds")) == r.seconds);
  CHECK(member(json, "prox") == "36");
  CHECK(member(json, "bytes") == std::to_string(solver.cost(s).bytes));
  const auto model = list(json, "model");
  REQUIRE(model.size() == 7);
  for (std::size_t j = 0; j < 7; ++j) CHECK(number(model[j]) == solver.model(s)[static_cast<index_t>(j)]);
  const auto residuals = list(json, "residual"), objectives = list(json, "objective");
  REQUIRE(residuals.size() == 10);
  CHECK(residuals[0] == "null");
  for (std::size_t i = 1; i < 10; ++i) {
    CHECK(number(residuals[i]) == seen.residual[i]);
    CHECK(number(objectives[i]) == seen.objective[i]);
  }
  CHECK(list(json, "round").back() == "9");
}

TEST_CASE("json_writer: a model of one number and a solver without a network") {
  const support::temporary_directory here;
  const auto solver = peaceman_rachford(resolvent(squared_l2_norm<>(1), 1.0), resolvent(squared_l2_norm<>(2), 1.0));
  auto s = solver.init(vec<>::Constant(1, 3));
  (void)run(solver, s, stop::rounds(3), json_writer(here.path("a.json")), csv_writer(here.path("a.csv")));
  CHECK(list(text_of(here.path("a.json")), "model").size() == 1);
  CHECK(split(text_of(here.path("a.csv")), '\n').size() == 5);
}

TEST_CASE("writers: numbers do not follow the locale") {
  const char* const old = std::setlocale(LC_ALL, nullptr);
  const std::string before = old;
  if (std::setlocale(LC_ALL, "de_DE.UTF-8") == nullptr) CLEAVE_SKIP("no locale with a decimal comma");
  CHECK(detail::number_text(0.5) == "0.5");
  std::setlocale(LC_ALL, before.c_str());
}

TEST_CASE("writers: numbers at the edges of their type read back to the same bits") {
  using limits = std::numeric_limits<double>;
  for (const double value : {0.0, -0.0, limits::denorm_min(), limits::min(), limits::max(), limits::lowest(), 0.1,
                             1.0 / 3, 1e21, 123456789012345678.0, limits::epsilon()}) {
    const double again = number(detail::number_text(value));
    CHECK(again == value);
    CHECK(std::signbit(again) == std::signbit(value));
  }
  CHECK(detail::number_text(limits::infinity()) == "null");
  CHECK(detail::number_text(-limits::infinity()) == "null");
  CHECK(detail::number_text(limits::quiet_NaN()) == "null");
  CHECK(detail::number_text(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
}

TEST_CASE("writers: a file that cannot be written is refused by name before the first round") {
  const support::temporary_directory here;
  const auto solver = four();
  auto s = solver.init(start());
  const std::string nowhere = here.path("no/such/folder/run.csv");
  CHECK_THROWS_WITH(run(solver, s, stop::rounds(3), csv_writer(nowhere)), "csv_writer: cannot write " + nowhere);
  CHECK(s.round == 0);
  CHECK_THROWS_WITH(run(solver, s, stop::rounds(3), json_writer(nowhere)),
                    support::contains("json_writer: cannot write " + nowhere));
}
