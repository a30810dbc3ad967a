/// \file
/// Stop a run by Ctrl-C, and keep what it has.
#pragma once

#include <cleave/diagnostics/stop.hpp>

#include <csignal>
#include <memory>
#include <mutex>

namespace cleave {

namespace detail {

/// Set by the handler; the only thing that a handler may touch.
inline volatile std::sig_atomic_t signal_seen = 0;

/// While one of these lives, SIGINT and SIGTERM are noted instead of ending the process. The second signal ends it, as
/// it would have without us. Guards may overlap; the last one to go puts back what was there before the first.
class signal_guard {
 public:
  signal_guard() {
    const std::lock_guard lock(mutex());
    if (count()++ != 0) return;
    signal_seen = 0;
    old_interrupt() = std::signal(SIGINT, note);
    old_terminate() = std::signal(SIGTERM, note);
  }
  ~signal_guard() {
    const std::lock_guard lock(mutex());
    if (--count() != 0) return;
    std::signal(SIGINT, old_interrupt());
    std::signal(SIGTERM, old_terminate());
  }
  signal_guard(const signal_guard&) = delete;
  signal_guard& operator=(const signal_guard&) = delete;

 private:
  using handler = void (*)(int);
  static void note(int signal) {
    signal_seen = 1;
    std::signal(signal, SIG_DFL);
  }
  static std::mutex& mutex() {
    static std::mutex m;
    return m;
  }
  static int& count() {
    static int n = 0;
    return n;
  }
  static handler& old_interrupt() {
    static handler h = SIG_DFL;
    return h;
  }
  static handler& old_terminate() {
    static handler h = SIG_DFL;
    return h;
  }
};

}  // namespace detail

namespace stop {

/// interrupted after SIGINT (Ctrl-C) or SIGTERM: the round that runs is finished first, so that the state can be saved.
/// A second signal ends the process. Signals are caught from the making of this object until the last copy is gone.
class interrupt : public criterion {
 public:
  static constexpr bool differs_by_rank = true;

  interrupt() : guard_(std::make_shared<detail::signal_guard>()) {}
  status operator()(const auto&) const { return detail::signal_seen != 0 ? status::interrupted : status::running; }

 private:
  std::shared_ptr<detail::signal_guard> guard_;
};

}  // namespace stop
}  // namespace cleave
