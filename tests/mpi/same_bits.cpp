// ranks: 1 2 3 4
// Every solver over MPI against the run in one process that every rank does for itself: the same bits in every round.
#include <cleave/comm/checkpoint.hpp>
#include <cleave/comm/mpi.hpp>
#include <cleave/exec/threads.hpp>

#include "support/every_solver.hpp"
#include "support/mpi.hpp"

#include <cstring>
#include <string>

using namespace cleave;
using support::every_count;
using support::every_solver;
using support::every_start;
using support::expect;
using support::federation;

namespace {

/// The fields of a distributed state against those of a whole one: owned columns, shared fields, summed tallies.
template <class Carrier, class State, class Whole>
bool same_fields(const Carrier& carrier, const State& part, const Whole& whole) {
  const block owned = carrier.owned(carrier.rank());
  bool same = true;
  detail::for_each_pair(part, whole, [&](auto f, auto g) {
    using held = std::remove_cvref_t<decltype(f.value)>;
    if constexpr (f.where == spread::columns) {
      const held columns = g.value.middleCols(owned.first, owned.count());
      same = same && detail::same_bits(f.value, columns);
    } else if constexpr (f.where == spread::tally) {
      auto counts = std::bit_cast<detail::words<held>>(f.value);
      for (auto& n : counts) n = carrier.total(n);
      same = same && counts == std::bit_cast<detail::words<held>>(g.value);
    } else {
      same = same && detail::same_bits(f.value, g.value);
    }
  });
  return same;
}

template <class E>
void check_against_one_process(const E& exec) {
  const mpi::ranks<E> carrier(every_count, MPI_COMM_WORLD, exec);
  const federation parts(carrier);
  const federation whole(in_process<>{every_count});
  every_solver([&](const std::string& name, auto make) {
    const auto a = make(parts);
    const auto b = make(whole);
    auto s = a.init(every_start());
    auto t = b.init(every_start());
    for (int round = 0; round <= 40; ++round) {
      const std::string where = name + ", round " + std::to_string(round);
      expect(same_fields(carrier, s, t), where + ": the fields differ");
      expect(detail::same_bits(vec<>(a.model(s)), vec<>(b.model(t))), where + ": the models differ");
      const double mine = a.residual(s), theirs = b.residual(t);
      expect(std::memcmp(&mine, &theirs, sizeof mine) == 0, where + ": the residuals differ");
      expect(a.step(s) == b.step(t), where + ": the verdicts differ");
    }
  });
}

}  // namespace

int main(int argc, char** argv) {
  return support::mpi_main(argc, argv, [] {
    check_against_one_process(sequential{});
    check_against_one_process(threads(2));
  });
}
