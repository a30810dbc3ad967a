/// \file
/// The processes that run a program together: one, or the ranks of MPI where it is built with CLEAVE_EXAMPLE_MPI.
#pragma once

#include <cleave/comm/in_process.hpp>
#include <cleave/exec/threads.hpp>

#include <string>

#if defined(CLEAVE_EXAMPLE_MPI)
#include <cleave/comm/mpi.hpp>
#endif

namespace example {

/// One object for the life of main(): MPI begins and ends with it.
class world {
 public:
#if defined(CLEAVE_EXAMPLE_MPI)
  world(int& argc, char**& argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  }
  ~world() { MPI_Finalize(); }
  int agree(int v) const {
    MPI_Allreduce(MPI_IN_PLACE, &v, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return v;
  }
  auto transport(cleave::index_t clients, long long threads) const {
    return cleave::mpi::ranks(clients, MPI_COMM_WORLD, cleave::threads(threads));
  }
  static std::string program(const std::string& name) { return name + "_mpi"; }
#else
  world(int&, char**&) {}
  int agree(int v) const { return v; }
  auto transport(cleave::index_t clients, long long threads) const {
    return cleave::in_process(clients, cleave::threads(threads));
  }
  static std::string program(const std::string& name) { return name; }
#endif
  world(const world&) = delete;
  world& operator=(const world&) = delete;

  /// True for the process that prints and writes.
  bool talks() const { return rank_ == 0; }

 private:
  int rank_ = 0;
};

}  // namespace example
