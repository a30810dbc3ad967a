/// \file
/// What the MPI test programs share: main, a check that names the rank, a check that throws on every rank.
#pragma once

#include <cleave/comm/mpi.hpp>

#include <cstdio>
#include <exception>
#include <string>

namespace support {

inline int failures = 0;

inline int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
inline int world_size() {
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

/// Notes a failure of this rank and goes on, so that no rank leaves the others waiting.
inline void expect(bool good, const std::string& what) {
  if (good) return;
  if (++failures <= 10) std::fprintf(stderr, "rank %d: %s\n", world_rank(), what.c_str());
}

/// work() throws on this rank, and what it says holds `part`.
template <class Work>
void expect_throw(const std::string& part, const std::string& what, Work&& work) {
  try {
    work();
  } catch (const std::exception& e) {
    expect(std::string(e.what()).find(part) != std::string::npos,
           what + ": threw \"" + e.what() + "\", which does not hold \"" + part + "\"");
    return;
  }
  expect(false, what + ": did not throw");
}

/// Runs the test between MPI_Init and MPI_Finalize; every rank ends with the failures of all of them.
template <class Test>
int mpi_main(int argc, char** argv, Test&& test) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  try {
    test();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "rank %d: %s\n", world_rank(), e.what());
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  int all = 0;
  MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (world_rank() == 0 && all != 0) std::fprintf(stderr, "%d failures\n", all);
  MPI_Finalize();
  return all == 0 ? 0 : 1;
}

}  // namespace support
