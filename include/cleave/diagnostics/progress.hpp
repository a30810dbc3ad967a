/// \file
/// A line that says how far a run is.
#pragma once

#include <cleave/core/clock.hpp>
#include <cleave/core/status.hpp>

#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace cleave {

/// An observer that keeps one line up to date on a terminal (standard error), ten times a second at the most: rounds,
/// rate and, where the criterion bounds the rounds, the time that these would take. Silent in a pipe or a file. On
/// several ranks only the first one prints.
class progress {
 public:
  explicit progress(std::string title = {}) : title_(std::move(title)), on_(terminal()) {}

  void operator()(const auto& view) {
    if (!on_) return;
    if constexpr (requires { view.solver.network(); })
      if (view.solver.network().carrier().rank() != 0) return;
    const double now = seconds_now();
    const bool last = view.now != status::running;
    if (!last && now - shown_ < 0.1) return;
    shown_ = now;
    const double rate = view.seconds > 0 ? static_cast<double>(view.round) / view.seconds : 0;
    std::fprintf(stderr, "\r%s", title_.c_str());
    const auto whole = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
    if (view.most < (std::numeric_limits<std::uint64_t>::max)()) {
      const double left = rate > 0 ? static_cast<double>(view.most - view.round) / rate : 0;
      std::fprintf(stderr, " round %llu of at most %llu, %.1f s, %.3g rounds/s, at most %.0f s left\033[K",
                   whole(view.round), whole(view.most), view.seconds, rate, left);
    } else {
      std::fprintf(stderr, " round %llu, %.1f s, %.3g rounds/s\033[K", whole(view.round), view.seconds, rate);
    }
    if (last) std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
  }

 private:
  static bool terminal() {
#if defined(__unix__) || defined(__APPLE__)
    return isatty(2) == 1;
#else
    return false;
#endif
  }

  std::string title_;
  bool on_;
  double shown_ = 0;
};

}  // namespace cleave
