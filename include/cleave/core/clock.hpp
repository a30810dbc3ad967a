/// \file
/// Seconds that only go forward, without `<chrono>`, which would cost every includer more than Eigen's core.
#pragma once

#include <ctime>

namespace cleave {

/// Seconds since some fixed moment.
inline double seconds_now() {
  std::timespec t{};
#if defined(CLOCK_MONOTONIC)
  clock_gettime(CLOCK_MONOTONIC, &t);
#else
  std::timespec_get(&t, TIME_UTC);
#endif
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace cleave
