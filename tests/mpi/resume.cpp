// resume save PREFIX: runs 50 rounds of every solver and saves the states.
// resume load PREFIX: in a new process, on another number of ranks, loads them, runs 50 more rounds and compares with
// run(100) in one process. The tests are made of pairs of both, see CMakeLists.txt.
#include <cleave/comm/checkpoint.hpp>
#include <cleave/comm/mpi.hpp>

#include "support/every_solver.hpp"
#include "support/mpi.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

using namespace cleave;
using support::every_count;
using support::every_solver;
using support::every_start;
using support::expect;
using support::federation;

namespace {

std::string file_of(const std::string& prefix, std::string name) {
  std::replace(name.begin(), name.end(), ' ', '_');
  return prefix + "." + name;
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void save_all(const std::string& prefix) {
  const federation f(mpi::ranks<>{every_count});
  every_solver([&](const char* name, auto make) {
    const auto solver = make(f);
    auto s = solver.init(every_start());
    expect(run(solver, s, stop::rounds(50)).status == status::rounds_spent, std::string(name) + ": broke down");
    save(file_of(prefix, name), solver, s);
  });
}

void load_all(const std::string& prefix) {
  const mpi::ranks<> carrier(every_count);
  const federation f(carrier);
  const federation whole(in_process<>{every_count});
  every_solver([&](const std::string& name, auto make) {
    const auto solver = make(f);
    auto s = solver.init(every_start(-2));
    load(file_of(prefix, name), solver, s);
    expect(solver.rounds(s) == 50, name + ": loaded another round than 50");
    expect(run(solver, s, stop::rounds(50)).status == status::rounds_spent, name + ": broke down");

    const auto reference = make(whole);
    auto t = reference.init(every_start());
    expect(run(reference, t, stop::rounds(100)).status == status::rounds_spent, name + ": broke down in one process");

    // What one process would save now, and what these ranks save, is the same, byte for byte.
    const std::string ours = file_of(prefix, name) + ".after";
    const std::string theirs = ours + "." + std::to_string(carrier.rank());
    save(ours, solver, s);
    save(theirs, reference, t);
    expect(contents(ours) == contents(theirs), name + ": run(50), save, load, run(50) differs from run(100)");
    expect(contents(ours) != contents(file_of(prefix, name)), name + ": 50 rounds changed nothing");
    std::remove(theirs.c_str());
  });
  MPI_Barrier(MPI_COMM_WORLD);
  if (carrier.rank() == 0)
    every_solver([&](const char* name, auto) {
      std::remove(file_of(prefix, name).c_str());
      std::remove((file_of(prefix, name) + ".after").c_str());
    });
}

}  // namespace

int main(int argc, char** argv) {
  return support::mpi_main(argc, argv, [&] {
    const std::string verb = argc == 3 ? argv[1] : "";
    if (verb == "save")
      save_all(argv[2]);
    else if (verb == "load")
      load_all(argv[2]);
    else
      throw std::invalid_argument("usage: resume save|load PREFIX");
  });
}
