/// \file
/// Sees every allocation: a counting operator new, and Eigen's own check, made to throw instead of ending the program.
/// Included before anything else in every file here, by the build: all of the executable has to see one eigen_assert.
#pragma once

#include <stdexcept>
#include <string>

#if !defined(EIGEN_RUNTIME_NO_MALLOC)
#define EIGEN_RUNTIME_NO_MALLOC
#endif

namespace support {
struct eigen_assertion : std::logic_error {
  using std::logic_error::logic_error;
};
}  // namespace support

#define eigen_assert(condition)                                   \
  do {                                                            \
    if (!(condition)) throw support::eigen_assertion(#condition); \
  } while (false)

#include <Eigen/Core>

#include <atomic>

namespace support {

/// Calls of operator new so far, by all threads.
extern std::atomic<long> allocations;

/// The number of allocations that work() makes, in any thread, by operator new; one by Eigen throws an
/// eigen_assertion.
template <class Work>
long allocations_of(Work&& work) {
  struct forbid {
    forbid() { Eigen::internal::set_is_malloc_allowed(false); }
    ~forbid() { Eigen::internal::set_is_malloc_allowed(true); }
  };
  const long before = allocations.load();
  {
    const forbid guard;
    work();
  }
  return allocations.load() - before;
}

}  // namespace support
