#include <cleave/exec/sequential.hpp>
#include <cleave/exec/threads.hpp>

#include "support/catch.hpp"

#include <atomic>
#include <chrono>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace cleave;

static_assert(executor<sequential> && executor<threads>);

namespace {

/// What one round did; written by several threads, read when they are done.
struct record {
  std::vector<std::atomic<int>> calls;
  std::vector<std::atomic<int>> inside;  // by slot
  std::atomic<bool> slots_in_range{true};
  std::atomic<bool> overlap{false};

  record(index_t n, index_t slots) : calls(static_cast<std::size_t>(n)), inside(static_cast<std::size_t>(slots)) {}

  void operator()(index_t i, index_t slot) {
    if (slot < 0 || slot >= static_cast<index_t>(inside.size())) {
      slots_in_range = false;
      return;
    }
    auto& here = inside[static_cast<std::size_t>(slot)];
    if (here.fetch_add(1) != 0) overlap = true;
    for (int spin = 0; spin < 50; ++spin) ++calls[static_cast<std::size_t>(i)], --calls[static_cast<std::size_t>(i)];
    ++calls[static_cast<std::size_t>(i)];
    here.fetch_sub(1);
  }
  bool each_once() const {
    for (const auto& c : calls)
      if (c != 1) return false;
    return true;
  }
};

template <class E>
void check_rounds(const E& exec) {
  for (const index_t n : {0, 1, 2, 3, 64, 1000})
    for (int round = 0; round < 20; ++round) {
      record r(n, exec.slots());
      exec.for_each(n, r);
      REQUIRE(r.each_once());
      REQUIRE(r.slots_in_range);
      REQUIRE_FALSE(r.overlap);
    }
}

/// The message of what for_each throws, or "nothing".
template <class E, class F>
std::string thrown(const E& exec, index_t n, F f) {
  try {
    exec.for_each(n, f);
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("sequential: every index once, in order, in slot 0", "[exec]") {
  CHECK(sequential::slots() == 1);
  std::vector<index_t> seen;
  sequential{}.for_each(4, [&](index_t i, index_t slot) {
    CHECK(slot == 0);
    seen.push_back(i);
  });
  CHECK(seen == std::vector<index_t>{0, 1, 2, 3});
  sequential{}.for_each(0, [](index_t, index_t) { FAIL("there is nothing to do"); });
  CHECK(thrown(sequential{}, 5, [](index_t i, index_t) {
          if (i >= 2) throw std::runtime_error(std::to_string(i));
        }) == "2");
}

TEST_CASE("threads: every index once, slots in range and never overlapping", "[exec][threads]") {
  for (const index_t n : {1, 2, 3, 8}) {
    const threads exec(n);
    CHECK(exec.slots() == n);
    check_rounds(exec);
  }
}

TEST_CASE("threads: 0 takes the processors of this process, impossible numbers are refused", "[exec][threads]") {
  CHECK(threads().slots() == available_processors());
  CHECK(available_processors() >= 1);
  CHECK_THROWS_AS(threads(-1), std::invalid_argument);
  CHECK_THROWS_WITH(threads(-1), "threads: n must be between 0 (all processors) and 4096, got -1");
  CHECK_THROWS_WITH(threads(4097), "threads: n must be between 0 (all processors) and 4096, got 4097");
}

TEST_CASE("threads: the exception of the lowest index reaches the caller, the pool stays usable", "[exec][threads]") {
  const threads exec(3);
  for (int round = 0; round < 200; ++round) {
    const std::string message = thrown(exec, 50, [](index_t i, index_t) {
      if (i % 10 == 7) throw std::runtime_error("piece " + std::to_string(i));
    });
    REQUIRE(message == "piece 7");
    record r(50, exec.slots());
    exec.for_each(50, r);
    REQUIRE(r.each_once());
  }
}

TEST_CASE("threads: a lower index wins also when it throws later", "[exec][threads]") {
  const threads exec(2);
  for (int round = 0; round < 5; ++round) {
    std::atomic<bool> thrown_already{false};
    const std::string message = thrown(exec, 2, [&](index_t i, index_t) {
      if (i == 1) {
        thrown_already = true;
        throw std::runtime_error("piece 1");
      }
      while (!thrown_already) std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      throw std::runtime_error("piece 0");
    });
    CHECK(message == "piece 0");
  }
}

TEST_CASE("threads: an exception keeps its type", "[exec][threads]") {
  const threads exec(2);
  CHECK_THROWS_AS(exec.for_each(9, [](index_t, index_t) { throw std::domain_error("x"); }), std::domain_error);
  CHECK_THROWS_AS(exec.for_each(9, [](index_t, index_t) { throw 7; }), int);
}

TEST_CASE("threads: copies share one pool", "[exec][threads]") {
  const threads exec(2);
  const threads copy = exec;
  CHECK(copy.slots() == 2);
  check_rounds(copy);
  check_rounds(exec);
}

TEST_CASE("threads: two solvers share one pool from two threads", "[exec][threads]") {
  const threads exec(3);
  std::atomic<int> good{0};
  const auto user = [&] {
    for (int round = 0; round < 300; ++round) {
      record r(20, exec.slots());
      exec.for_each(20, r);
      if (r.each_once() && r.slots_in_range && !r.overlap) ++good;
    }
  };
  std::thread a(user);
  std::thread b(user);
  a.join();
  b.join();
  CHECK(good == 600);
}

TEST_CASE("threads: two users of one pool get their own exceptions", "[exec][threads]") {
  const threads exec(2);
  std::atomic<int> good{0};
  const auto user = [&](const std::string& name) {
    for (int round = 0; round < 200; ++round)
      if (thrown(exec, 8, [&](index_t, index_t) { throw std::runtime_error(name); }) == name) ++good;
  };
  std::thread a(user, "a");
  std::thread b(user, "b");
  a.join();
  b.join();
  CHECK(good == 400);
}

TEST_CASE("threads: a pool that never worked goes away", "[exec][threads]") {
  for (int i = 0; i < 50; ++i) {
    const threads exec(4);
    CHECK(exec.slots() == 4);
  }
  for (int i = 0; i < 50; ++i) threads(4).for_each(0, [](index_t, index_t) {});
}

TEST_CASE("threads: all slots get work when pieces wait for each other", "[exec][threads]") {
  const threads exec(3);
  std::atomic<int> arrived{0};
  std::vector<index_t> slot_of(3, -1);
  exec.for_each(3, [&](index_t i, index_t slot) {
    slot_of[static_cast<std::size_t>(i)] = slot;
    ++arrived;
    while (arrived < 3) std::this_thread::yield();  // nobody leaves before three are inside
  });
  CHECK(std::set<index_t>(slot_of.begin(), slot_of.end()) == std::set<index_t>{0, 1, 2});
}
