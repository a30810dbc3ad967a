// Two runs at the same time in one process: neither notices the other.
#include <cleave/exec/threads.hpp>

#include "support/catch.hpp"
#include "support/every_solver.hpp"

#include <latch>
#include <thread>
#include <utility>

using namespace cleave;
using support::every_count;
using support::every_solver;
using support::every_start;
using support::federation;

namespace {

template <class Solver>
auto after_40_rounds(const Solver& solver, double first) {
  auto s = solver.init(every_start(first));
  (void)run(solver, s, stop::rounds(40));
  return s;
}

/// Does two pieces of work in two threads that begin together.
template <class A, class B>
void at_once(A a, B b) {
  std::latch both(2);
  const std::jthread first([&] { both.arrive_and_wait(), a(); });
  const std::jthread second([&] { both.arrive_and_wait(), b(); });
}

/// Every solver, on clients and networks that the two threads share, ends with the bits that it has alone.
template <class E>
void check_two_at_once(const federation<in_process<E>>& mine, const federation<in_process<E>>& yours) {
  every_solver([&](const char* name, auto make) {
    INFO(name);
    const auto solver = make(mine);
    const auto other = make(yours);
    const auto alone = after_40_rounds(solver, 0.3);
    const auto alone_too = after_40_rounds(other, 0.9);
    auto s = solver.init(every_start());
    auto t = other.init(every_start());
    at_once([&] { s = after_40_rounds(solver, 0.3); }, [&] { t = after_40_rounds(other, 0.9); });
    CHECK(same_bits(s, alone));
    CHECK(same_bits(t, alone_too));
    CHECK_FALSE(same_bits(s, t));
    at_once([&] { s = after_40_rounds(solver, 0.3); }, [&] { t = after_40_rounds(solver, 0.9); });  // one solver
    CHECK(same_bits(s, alone));
    CHECK(same_bits(t, alone_too));
  });
}

}  // namespace

TEST_CASE("two solvers at once: the same bits as alone, on shared clients without a pool", "[equivalence][threads]") {
  const federation one(in_process<>{every_count});
  check_two_at_once(one, one);
}

TEST_CASE("two solvers at once: the same bits as alone, on shared clients and one pool", "[equivalence][threads]") {
  const federation one(in_process<threads>(every_count, threads(2)));
  check_two_at_once(one, one);
}

TEST_CASE("two solvers at once: the same bits as alone, each with a pool of its own", "[equivalence][threads]") {
  const federation one(in_process<threads>(every_count, threads(2)));
  const federation other(in_process<threads>(every_count, threads(3)));
  check_two_at_once(one, other);
}

TEST_CASE("two solvers at once: of different kinds and pools on the same clients", "[equivalence][threads]") {
  const federation f(in_process<threads>(every_count, threads(2)));
  const auto net = star_of(every_count, threads(3)).with(sample_uniformly(4, 3));
  const auto split = fedsplit(f.net, f.curved);
  const auto sampled = feddr(net, f.curved, l1_norm<>(0.01), {.step = 1.0});
  const auto alone = after_40_rounds(split, 0.3);
  const auto alone_too = after_40_rounds(sampled, 0.3);
  auto s = split.init(every_start());
  auto t = sampled.init(every_start());
  at_once([&] { s = after_40_rounds(split, 0.3); }, [&] { t = after_40_rounds(sampled, 0.3); });
  CHECK(same_bits(s, alone));
  CHECK(same_bits(t, alone_too));
}
