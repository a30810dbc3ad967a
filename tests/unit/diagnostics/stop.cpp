// When runs stop, and what they say about it.
#include <cleave/cleave.hpp>
#include <cleave/diagnostics/explain.hpp>
#include <cleave/diagnostics/interrupt.hpp>

#include "support/catch.hpp"
#include "support/problems.hpp"

#include <csignal>
#include <limits>
#include <stdexcept>

using namespace cleave;

namespace {

auto four() { return fedsplit(support::least_squares_clients(support::tables(4))); }
vec<> start() { return vec<>::Zero(7); }

}  // namespace

TEST_CASE("stop::objective_gap: stops in the first round whose objective is close enough") {
  const auto solver = four();
  auto s = solver.init(start());
  const auto objective = [](const vec<>& x) { return (x.array() - 5).square().sum(); };
  std::vector<double> seen;
  auto free = solver.init(start());
  REQUIRE(run(solver, free, stop::rounds(200), [&](const auto& v) { seen.push_back(objective(v.model())); }).rounds ==
          200);
  const double limit = seen.back(), tolerance = 1e-6;
  std::uint64_t first = 0;
  while (!(seen[first] - limit <= tolerance)) ++first;
  REQUIRE(first > 0);
  const result r = run(solver, s, stop::objective_gap(objective, limit, tolerance) || stop::rounds(500));
  CHECK(r.status == status::solved);
  CHECK(r.rounds == first);
}

TEST_CASE("stop::objective_gap: a NaN is not close to anything") {
  const auto solver = four();
  auto s = solver.init(start());
  const auto nan = [](const auto&) { return std::numeric_limits<double>::quiet_NaN(); };
  CHECK(run(solver, s, stop::objective_gap(nan, 0, 1e300) || stop::rounds(3)).status == status::rounds_spent);
}

TEST_CASE("stop: bad numbers are refused by name") {
  const auto f = [](const auto&) { return 0.0; };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(stop::objective_gap(f, nan, 1), std::invalid_argument);
  CHECK_THROWS_AS(stop::objective_gap(f, 0, -1), std::invalid_argument);
  CHECK_THROWS_AS(stop::objective_gap(f, 0, nan), std::invalid_argument);
  CHECK_THROWS_AS(stop::wall_seconds(-1), std::invalid_argument);
  CHECK_THROWS_AS(stop::wall_seconds(nan), std::invalid_argument);
  CHECK_THROWS_AS(stop::seconds(nan), std::invalid_argument);
}

TEST_CASE("stop::wall_seconds: counts what observers take, stop::seconds does not") {
  const auto solver = four();
  const auto slow = [](const auto&) {
    for (const double until = seconds_now() + 0.02; seconds_now() < until;) {}
  };
  auto s = solver.init(start());
  CHECK(run(solver, s, stop::wall_seconds(0.05) || stop::rounds(1000), slow).status == status::time_spent);
  auto again = solver.init(start());
  CHECK(run(solver, again, stop::seconds(0.05) || stop::rounds(5), slow).status == status::rounds_spent);
  CHECK(run(solver, again, stop::wall_seconds(0)).rounds == 0);
}

TEST_CASE("stop: a run knows the least number of rounds that its criteria allow") {
  const auto solver = four();
  auto s = solver.init(start());
  std::uint64_t most = 0;
  const auto look = [&](const auto& view) { most = view.most; };
  (void)run(solver, s, stop::rounds(7) || stop::seconds(10) || stop::rounds(5), look);
  CHECK(most == 5);
  (void)run(solver, s, stop::seconds(0), look);
  CHECK(most == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("stop::interrupt: a signal ends the run after the round, and the state goes on") {
  const auto solver = four();
  for (const int signal : {SIGINT, SIGTERM}) {
    auto s = solver.init(start());
    const auto at_third = [&](const auto& view) {
      if (view.round == 3) std::raise(signal);
    };
    const result r = run(solver, s, stop::interrupt() || stop::rounds(100), at_third);
    CHECK(r.status == status::interrupted);
    CHECK(r.rounds == 4);
    CHECK(run(solver, s, stop::interrupt() || stop::rounds(96)).status == status::rounds_spent);
    auto whole = solver.init(start());
    (void)run(solver, whole, stop::rounds(100));
    CHECK(same_bits(s, whole));
  }
}

TEST_CASE("stop::interrupt: puts back the handlers that were there, and copies share one") {
  static volatile std::sig_atomic_t others = 0;
  const auto before = std::signal(SIGINT, [](int) { others = others + 1; });
  {
    const stop::interrupt outer;
    const stop::interrupt copy = outer;
    { const stop::interrupt inner; }
    std::raise(SIGINT);
    CHECK(others == 0);
  }
  std::raise(SIGINT);
  CHECK(others == 1);
  std::signal(SIGINT, before);
}

TEST_CASE("explain: one sentence with the status, the rounds and what it means") {
  const auto solver = four();
  auto s = solver.init(start());
  const result solved = run(solver, s, stop::residual(1e-3));
  CHECK(explain(solved).rfind("solved after " + std::to_string(solved.rounds) +
                                  " rounds: the accuracy asked for is reached, the residual is ",
                              0) == 0);
  CHECK(solved.residual == solver.residual(s));
  CHECK(solved.client == -1);
  CHECK(explain({status::rounds_spent, 1, 0, 0.125}) ==
        "rounds_spent after 1 round: all rounds asked for are done, the residual is 1.25e-01");
  CHECK(explain({status::not_finite, 4, 0, 0, 3}) ==
        "not_finite after 4 rounds: client 3 sent a NaN or an infinity; the model is the last finite one");
  for (int code = 0; code <= static_cast<int>(status::not_finite); ++code) {
    const std::string text = explain({status(code), 2, 0, 0});
    CHECK(text.rfind(to_string(status(code)), 0) == 0);
    CHECK(text.find('\n') == std::string::npos);
    CHECK(text.find("unknown") == std::string::npos);
  }
}
