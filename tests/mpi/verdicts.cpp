// ranks: 1 2 3 4
// Whatever one rank finds out, all ranks end with: in the same round, with the same status, without a hang.
#include <cleave/cleave.hpp>
#include <cleave/comm/checkpoint.hpp>
#include <cleave/comm/mpi.hpp>
#include <cleave/diagnostics/csv_writer.hpp>
#include <cleave/diagnostics/json_writer.hpp>

#include "support/every_solver.hpp"
#include "support/mpi.hpp"

#include <cstdio>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

using namespace cleave;
using support::expect;
using support::expect_throw;
using support::world_rank;
using support::world_size;

namespace {

/// ||x - a||^2 / 2; client `id` gives NaN from its `last`-th prox on.
struct fragile {
  vec<> a;
  int last;
  mutable int calls = 0;
  index_t dimension() const { return a.size(); }
  double prox(in<double> v, double step, out<double> y) const {
    y = (v + step * a) / (1 + step);
    if (++calls >= last) y[0] = std::numeric_limits<double>::quiet_NaN();
    return (y - a).squaredNorm() / 2;
  }
};

/// Five clients, of which number 3 breaks at its fourth prox.
std::vector<fragile> fragile_clients(block owned) {
  std::vector<fragile> problems;
  for (index_t k = owned.first; k < owned.last; ++k)
    problems.push_back({support::nrm_vector(3, static_cast<std::uint64_t>(k)), k == 3 ? 4 : 1000000, 0});
  return problems;
}

/// The same number on every rank.
bool agreed(int v) {
  int both[2] = {v, -v};
  MPI_Allreduce(MPI_IN_PLACE, both, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return both[0] == -both[1];
}
bool agreed(const result& r) {
  const bool rounds = agreed(static_cast<int>(r.rounds));  // both are collective: no short cut
  const bool verdict = agreed(static_cast<int>(r.status));
  return rounds && verdict;
}

void check_not_finite() {
  const mpi::ranks<> carrier(5);
  const star net(carrier);
  const auto check = [](const std::string& name, const auto& solver, std::uint64_t round) {
    auto s = solver.init(vec<>::Zero(3));
    const auto r = run(solver, s, stop::rounds(100));
    expect(r.status == status::not_finite, name + ": ended " + to_string(r.status));
    expect(r.rounds == round, name + ": ended in round " + std::to_string(r.rounds));
    expect(solver.model(s).allFinite(), name + ": the model is not finite");
    expect(r.client == 3, name + ": blames client " + std::to_string(r.client));
    expect(agreed(r), name + ": the ranks disagree");
  };
  const auto fresh = [&] { return clients(fragile_clients(carrier.owned(carrier.rank()))); };
  check("fedprox", fedprox(net, fresh()), 4);
  check("fedsplit", fedsplit(net, fresh(), {.step = 1}), 4);
  check("feddr", feddr(net, fresh(), l1_norm<>(0.1), {.step = 1}), 4);
  check("feddr, everyone sampled", feddr(net.with(bernoulli(1)), fresh(), zero<>{}, {.step = 1}), 4);
  check("r_admm", r_admm(graph_network(carrier, cycle(5)), fresh()), 7);  // its fourth odd round
}

/// A record that only the first rank writes is refused on all of them.
void check_writers() {
  const support::federation f(mpi::ranks<>{support::every_count});
  const auto solver = fedsplit(f.net, f.quadratic);
  auto s = solver.init(support::every_start());
  const std::string refusal = world_rank() == 0 ? "cannot write /no/such/folder/x" : "another rank failed";
  expect_throw(refusal, "csv_writer", [&] { (void)run(solver, s, stop::rounds(2), csv_writer("/no/such/folder/x")); });
  expect_throw(refusal, "json_writer",
               [&] { (void)run(solver, s, stop::rounds(2), json_writer("/no/such/folder/x")); });
}

void check_criteria() {
  const support::federation f(mpi::ranks<>{support::every_count});
  const auto solver = fedsplit(f.net, f.quadratic);
  auto s = solver.init(support::every_start());
  const auto timed = run(solver, s, stop::seconds(0.05));
  expect(timed.status == status::time_spent, "seconds: no end by time");
  expect(agreed(timed), "seconds: the ranks disagree");
  const auto at_once = run(solver, s, stop::seconds(0));
  expect(at_once.rounds == 0 && agreed(at_once), "seconds(0): went on");

  // One rank alone wants to stop: an observer, and a criterion that says that ranks may differ.
  const int last = world_size() - 1;
  const auto asked =
      run(solver, s, stop::rounds(50), [&](const auto& view) { return world_rank() == last && view.round == 7; });
  expect(asked.status == status::interrupted && asked.rounds == 7, "observer: not interrupted in round 7");
  expect(agreed(asked), "observer: the ranks disagree");

  auto fresh = solver.init(support::every_start());
  const auto solved = run(solver, fresh, stop::residual(1e-9) || stop::rounds(100000));
  expect(solved.status == status::solved && agreed(solved), "residual: not solved together");
}

/// Two clients, however many ranks there are: some own none.
void check_empty_ranks() {
  const mpi::ranks<> carrier(2);
  const in_process<> alone(2);
  const auto all = support::least_squares_clients(support::tables(2));
  const auto owned = [&](const auto& transport) {
    return clients(support::mine(all, transport.owned(transport.rank())));
  };
  const vec<> x0 = support::every_start();
  const auto check = [&](const std::string& name, const auto& a, const auto& b) {
    auto s = a.init(x0);
    auto t = b.init(x0);
    for (int round = 0; round < 30; ++round) {
      expect(a.step(s) == b.step(t), name + ": the verdicts differ");
      expect(vec<>(a.model(s)) == vec<>(b.model(t)), name + ": the models differ");
      const double mine = a.residual(s), theirs = b.residual(t);
      expect(mine == theirs, name + ": the residuals differ");
    }
  };
  const star net(carrier);
  const star here(alone);
  check("fedavg", fedavg(net, owned(carrier)), fedavg(here, owned(alone)));
  check("fedprox", fedprox(net, owned(carrier)), fedprox(here, owned(alone)));
  check("fedsplit", fedsplit(net, owned(carrier)), fedsplit(here, owned(alone)));
  check("feddr", feddr(net, owned(carrier), l1_norm<>(0.3)), feddr(here, owned(alone), l1_norm<>(0.3)));
  const sample_uniformly one(1);
  check("feddr sampled", feddr(net.with(one), owned(carrier)), feddr(here.with(one), owned(alone)));
  check("r_admm", r_admm(graph_network(carrier, complete(2)), owned(carrier)),
        r_admm(graph_network(alone, complete(2)), owned(alone)));
}

void check_refusals() {
  const int last = world_size() - 1;
  const bool is_last = world_rank() == last;
  if (world_size() > 1)
    expect_throw("the number of clients differs between ranks: from 5 to 6", "ranks",
                 [&] { const mpi::ranks<> carrier(is_last ? 6 : 5); });

  // The last rank brings one problem too many.
  const mpi::ranks<> carrier(5);
  const block owned = carrier.owned(carrier.rank());
  auto problems = support::mine(support::least_squares_clients(support::tables(5)), owned);
  const auto good = problems;
  if (is_last) problems.push_back(problems.front());
  const std::string why = is_last ? ": number of problems" : ": another rank failed";
  const star net(carrier);
  const graph_network nodes(carrier, cycle(5));
  const clients wrong(problems);
  expect_throw("fedavg" + why, "fedavg", [&] { fedavg(net, wrong); });
  expect_throw("fedprox" + why, "fedprox", [&] { fedprox(net, wrong); });
  expect_throw("fedsplit" + why, "fedsplit", [&] { fedsplit(net, wrong, {.step = 1}); });
  expect_throw("feddr" + why, "feddr", [&] { feddr(net, wrong, zero<>{}, {.step = 1}); });
  expect_throw("r_admm" + why, "r_admm", [&] { r_admm(nodes, wrong); });

  // The clients of the last rank have another dimension.
  const clients other(is_last ? support::mine(support::least_squares_clients(support::tables(5, 12, 8)), owned) : good);
  const std::string unfit = is_last ? ": x0 has size 7, client" : ": another rank failed";
  const vec<> x0 = support::every_start();
  expect_throw("fedavg" + unfit, "x0", [&] { fedavg(net, other).init(x0); });
  expect_throw("fedprox" + unfit, "x0", [&] { fedprox(net, other).init(x0); });
  expect_throw("fedsplit" + unfit, "x0", [&] { fedsplit(net, other).init(x0); });
  expect_throw("feddr" + unfit, "x0", [&] { feddr(net, other).init(x0); });
  expect_throw("r_admm" + unfit, "x0", [&] { r_admm(nodes, other).init(x0); });

  // A default step that one rank cannot have.
  const auto flat = support::logistic_clients(support::tables(5), 0),
             round = support::logistic_clients(support::tables(5));
  const clients some(support::mine(is_last ? flat : round, owned));
  expect_throw("(l is 0)", "default step", [&] { fedsplit(net, some); });

  // A weight that only the rank of node 0 looks at.
  struct : metropolis {
    double weight(const graph&, index_t i, index_t) const { return i == 0 ? std::nan("") : 0.25; }
  } odd;
  expect_throw(world_rank() == 0 ? "mixing weight must be finite" : "graph_network: another rank failed", "weights",
               [&] { graph_network(mpi::ranks<>(support::every_count), cycle(support::every_count), odd); });
}

/// A file that is missing, or unreadable for one rank only, or damaged: every rank throws.
void check_files(const std::string& directory) {
  const support::federation f(mpi::ranks<>{support::every_count});
  const auto solver = fedsplit(f.net, f.quadratic);
  auto s = solver.init(support::every_start());
  const std::string file = directory + "/verdicts." + std::to_string(world_size());

  expect_throw("checkpoint: cannot read", "missing file", [&] { load(directory + "/nowhere", solver, s); });
  expect_throw(world_rank() == 0 ? "cannot write" : "another rank failed", "save to nowhere",
               [&] { save(directory + "/no/such/directory/state", solver, s); });

  save(file, solver, s);
  load(file, solver, s);
  const bool is_last = world_rank() == world_size() - 1;
  expect_throw(is_last ? "cannot read" : "another rank failed", "file missing on one rank",
               [&] { load(is_last ? directory + "/nowhere" : file, solver, s); });

  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) {
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekp(200);
    bytes.put('x');
  }
  MPI_Barrier(MPI_COMM_WORLD);
  expect_throw("is damaged: the checksum does not match", "damaged file", [&] { load(file, solver, s); });

  s = solver.init(support::every_start());  // all is well afterwards
  expect(run(solver, s, stop::rounds(3)).status == status::rounds_spent, "the run after the failures");
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) std::remove(file.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  return support::mpi_main(argc, argv, [] {
    check_not_finite();
    check_writers();
    check_criteria();
    check_empty_ranks();
    check_refusals();
    check_files(".");
  });
}
