/// \file
/// A pool of threads that serves rounds. Kept out of cleave.hpp, because `<thread>` costs every includer time.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/exec/executor.hpp>

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sched.h>
#endif

namespace cleave {

/// The processors this process may use: its affinity mask, since under MPI a rank may own fewer than the machine has.
inline index_t available_processors() {
#if defined(__linux__)
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof mask, &mask) == 0) return static_cast<index_t>(CPU_COUNT(&mask));
#endif
  const unsigned n = std::thread::hardware_concurrency();
  return n == 0 ? 1 : static_cast<index_t>(n);
}

namespace detail {

/// Fork and join over persistent threads; the caller works too, as slot 0.
class thread_pool {
 public:
  using task = void (*)(void*, index_t, index_t);

  explicit thread_pool(index_t slots) {
    workers_.reserve(static_cast<std::size_t>(slots - 1));
    try {
      for (index_t slot = 1; slot < slots; ++slot) workers_.emplace_back([this, slot] { serve(slot); });
    } catch (const std::system_error& e) {
      dismiss();  // those that did start, who would be waited for
      throw std::system_error(e.code(), "threads: cannot start thread " + number(this->slots()) + " of " +
                                            number(slots - 1) + " beside the caller");
    }
  }
  ~thread_pool() { dismiss(); }
  thread_pool(const thread_pool&) = delete;
  thread_pool& operator=(const thread_pool&) = delete;

  index_t slots() const { return static_cast<index_t>(workers_.size()) + 1; }

  void run(index_t n, void* work, task call) {
    if (serving() == this) throw std::logic_error("threads: a round may not start another round on the same pool");
    std::lock_guard one_round_at_a_time(round_);  // two solvers may share one pool
    count_ = n;
    work_ = work;
    call_ = call;
    next_.store(0);
    busy_.store(static_cast<index_t>(workers_.size()));
    generation_.fetch_add(1);
    generation_.notify_all();
    drain(0);
    for (int spin = 0; spin < spins && busy_.load() != 0; ++spin) {}
    for (index_t busy; (busy = busy_.load()) != 0;) busy_.wait(busy);
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }

 private:
  static constexpr int spins = 2000;  // a round is often shorter than putting a thread to sleep and waking it

  /// The pool whose work this thread is doing.
  static const thread_pool*& serving() {
    thread_local const thread_pool* pool = nullptr;
    return pool;
  }

  void dismiss() {
    stop_.store(true);
    generation_.fetch_add(1);
    generation_.notify_all();
  }

  void drain(index_t slot) {
    const thread_pool* const before = std::exchange(serving(), this);
    for (index_t i; (i = next_.fetch_add(1)) < count_;) {
      try {
        call_(work_, i, slot);
      } catch (...) {
        std::lock_guard guard(errors_);
        if (!error_ || i < error_at_) {
          error_ = std::current_exception();
          error_at_ = i;
        }
      }
    }
    serving() = before;
  }

  void serve(index_t slot) {
    for (std::uint64_t seen = 0;; ++seen) {
      for (int spin = 0; spin < spins && generation_.load() == seen; ++spin) {}
      generation_.wait(seen);
      if (stop_.load()) return;
      drain(slot);
      if (busy_.fetch_sub(1) == 1) busy_.notify_one();
    }
  }

  std::mutex round_;
  std::mutex errors_;
  std::exception_ptr error_;
  index_t error_at_ = 0;
  index_t count_ = 0;
  void* work_ = nullptr;
  task call_ = nullptr;
  std::atomic<index_t> next_{0};
  std::atomic<index_t> busy_{0};
  std::atomic<std::uint64_t> generation_{0};
  std::atomic<bool> stop_{false};
  std::vector<std::jthread> workers_;  // last: joined before the rest goes away
};

}  // namespace detail

/// A shared pool of n threads, the caller among them; copies share it. Work goes to whoever is free, and results do not
/// depend on n. A round that starts another round on the same pool is refused
/// with std::logic_error.
class threads {
 public:
  /// \param n number of threads, at least 1; 0 takes all the processors that this process may use.
  /// \throws std::invalid_argument if n is negative or above 4096, std::system_error if the system has no more threads
  explicit threads(index_t n = 0) {
    check(n >= 0 && n <= 4096, "threads: n", "between 0 (all processors) and 4096", n);
    pool_ = std::make_shared<detail::thread_pool>(n == 0 ? available_processors() : n);
  }

  index_t slots() const { return pool_->slots(); }

  template <class F>
  void for_each(index_t n, F&& f) const {
    using work = std::remove_reference_t<F>;
    auto call = [](void* w, index_t i, index_t slot) { (*static_cast<work*>(w))(i, slot); };
    pool_->run(n, const_cast<void*>(static_cast<const void*>(&f)), call);
  }

 private:
  std::shared_ptr<detail::thread_pool> pool_;
};

}  // namespace cleave
