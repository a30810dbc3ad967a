#include <cleave/comm/checkpoint.hpp>
#include <cleave/exec/threads.hpp>

#include "support/catch.hpp"
#include "support/every_solver.hpp"
#include "support/temporary_directory.hpp"

#include <cstring>

using namespace cleave;
using support::every_count;
using support::every_solver;
using support::every_start;
using support::federation;

namespace {

bool same(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// Every round of every solver has the same bits on this executor as on the sequential one.
template <class E>
void check_against_sequential(const E& exec) {
  const federation one(in_process<>{every_count});
  const federation other(in_process<E>(every_count, exec));
  every_solver([&](const char* name, auto make) {
    INFO(name);
    const auto a = make(one);
    const auto b = make(other);
    auto s = a.init(every_start());
    auto t = b.init(every_start());
    REQUIRE(same_bits(s, t));
    for (int round = 1; round <= 40; ++round) {
      INFO("round " << round);
      REQUIRE(a.step(s) == status::running);
      REQUIRE(b.step(t) == status::running);
      REQUIRE(same_bits(s, t));
      REQUIRE(a.model(s) == b.model(t));
      REQUIRE(same(a.residual(s), b.residual(t)));
    }
    CHECK(a.cost(s) == b.cost(t));
  });
}

}  // namespace

TEST_CASE("every solver: the same bits on 1, 2 and 4 threads, in every round", "[equivalence][threads]") {
  check_against_sequential(threads(1));
  check_against_sequential(threads(2));
  check_against_sequential(threads(4));
}

TEST_CASE("every solver: moves in every round, so that same bits mean something", "[equivalence]") {
  const federation f(in_process<>{every_count});
  every_solver([&](const char* name, auto make) {
    INFO(name);
    const auto a = make(f);
    auto s = a.init(every_start());
    auto t = a.init(every_start());
    for (int round = 1; round <= 5; ++round) {
      REQUIRE(a.step(s) == status::running);
      CHECK_FALSE(same_bits(s, t));
      REQUIRE(a.step(t) == status::running);
    }
    auto elsewhere = a.init(every_start(0.7));
    for (int round = 1; round <= 5; ++round) REQUIRE(a.step(elsewhere) == status::running);
    CHECK_FALSE(same_bits(s, elsewhere));
    CHECK(a.model(s).allFinite());
    CHECK(a.model(s) != a.model(elsewhere));
  });
}

TEST_CASE("every solver: a state made of copied fields continues to the same bits", "[equivalence]") {
  const federation f(in_process<>{every_count});
  every_solver([&](const char* name, auto make) {
    const auto a = make(f);
    for (const int before : {1, 2, 17}) {  // odd and even rounds of R-ADMM
      INFO(name << ", copied after round " << before);
      auto s = a.init(every_start());
      for (int round = 0; round < before; ++round) REQUIRE(a.step(s) == status::running);
      auto t = a.init(every_start(-2));
      copy_fields(s, t);
      if constexpr (requires { a.restore(t); }) a.restore(t);
      for (int round = 0; round < 20; ++round) {
        REQUIRE(a.step(s) == status::running);
        REQUIRE(a.step(t) == status::running);
        REQUIRE(same_bits(s, t));
      }
      CHECK(a.model(s) == a.model(t));
      CHECK(same(a.residual(s), a.residual(t)));
    }
  });
}

TEST_CASE("every solver: a copied state and a copied solver continue to the same bits", "[equivalence]") {
  const federation f(in_process<>{every_count});
  every_solver([&](const char* name, auto make) {
    INFO(name);
    const auto a = make(f);
    auto s = a.init(every_start());
    for (int round = 0; round < 7; ++round) REQUIRE(a.step(s) == status::running);
    auto t = s;
    const auto b = a;
    for (int round = 0; round < 7; ++round) REQUIRE(a.step(s) == status::running);
    CHECK_FALSE(same_bits(s, t));
    for (int round = 0; round < 7; ++round) REQUIRE(b.step(t) == status::running);
    CHECK(same_bits(s, t));
  });
}

TEST_CASE("every solver: run(100) = run(50), save, load, run(50)", "[equivalence]") {
  const support::temporary_directory directory;
  const std::string file = directory.path("state");
  const federation f(in_process<>{every_count});
  every_solver([&](const char* name, auto make) {
    INFO(name);
    const auto a = make(f);
    auto whole = a.init(every_start());
    REQUIRE(run(a, whole, stop::rounds(100)).status == status::rounds_spent);

    auto half = a.init(every_start());
    REQUIRE(run(a, half, stop::rounds(50)).rounds == 50);
    save(file, a, half);
    auto resumed = make(f).init(every_start(-2));
    load(file, a, resumed);
    REQUIRE(same_bits(half, resumed));
    REQUIRE(run(a, resumed, stop::rounds(50)).rounds == 50);
    CHECK(same_bits(whole, resumed));
    CHECK(a.model(whole) == a.model(resumed));
    CHECK(a.rounds(resumed) == 100);
    CHECK(a.cost(whole) == a.cost(resumed));
  });
}

TEST_CASE("every solver: saved on one number of threads, continued on another to the same bits",
          "[equivalence][threads]") {
  const support::temporary_directory directory;
  const std::string file = directory.path("state");
  const federation one(in_process<>{every_count});
  const federation three(in_process<threads>(every_count, threads(3)));
  every_solver([&](const char* name, auto make) {
    INFO(name);
    const auto a = make(one);
    const auto b = make(three);
    auto s = b.init(every_start());
    REQUIRE(run(b, s, stop::rounds(21)).rounds == 21);
    save(file, b, s);
    auto t = a.init(every_start(-2));
    load(file, a, t);
    REQUIRE(run(a, t, stop::rounds(20)).rounds == 20);
    REQUIRE(run(b, s, stop::rounds(20)).rounds == 20);
    CHECK(same_bits(s, t));
  });
}

TEST_CASE("load: refuses the file of another solver and of another number of clients", "[equivalence]") {
  const support::temporary_directory directory;
  const std::string file = directory.path("state");
  const federation f(in_process<>{every_count});
  const auto split = fedsplit(f.net, f.quadratic);
  save(file, split, split.init(every_start()));

  const auto average = fedavg(f.net, f.quadratic);
  auto s = average.init(every_start());
  CHECK_THROWS_WITH(load(file, average, s),
                    support::contains("belongs to another solver: fedsplit_solver, not fedavg_solver"));
  // whose fields have the same names and sizes
  const auto proximal = fedprox(f.net, f.quadratic);
  auto p = proximal.init(every_start());
  save(file, average, s);
  CHECK_THROWS_WITH(load(file, proximal, p),
                    support::contains("belongs to another solver: fedavg_solver, not fedprox_solver"));

  save(file, split, split.init(every_start()));
  const auto fewer = fedsplit(support::least_squares_clients(support::tables(3)));
  auto t = fewer.init(every_start());
  CHECK_THROWS_WITH(load(file, fewer, t), support::contains("is of 11 clients, expected 3"));
  const auto narrower = fedsplit(support::least_squares_clients(support::tables(11, 12, 6)));
  auto n = narrower.init(vec<>::Zero(6));
  CHECK_THROWS_WITH(load(file, narrower, n), support::contains("has 7 x 11 numbers in the field z, expected 6 x 11"));
  const auto warm = fedsplit(f.net, f.curved);
  auto w = warm.init(every_start());
  CHECK_THROWS_WITH(load(file, warm, w), support::contains("has 0 x 11 numbers in the field p, expected 7 x 11"));
}
