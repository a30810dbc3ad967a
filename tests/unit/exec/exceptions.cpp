// What is thrown in a worker is what arrives, whoever throws it; and what happens when there are no workers to be had.
#include <cleave/comm/graph_network.hpp>
#include <cleave/comm/star.hpp>
#include <cleave/exec/sequential.hpp>
#include <cleave/exec/threads.hpp>
#include <cleave/graphs/generators.hpp>

#include "support/catch.hpp"
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <new>
#include <string>
#include <system_error>

using namespace cleave;

namespace {

/// Not an std::exception, and it carries something.
struct mishap {
  index_t client;
  std::string diagnosis;
};

/// The mishap that work(at) of a round brings to the caller.
template <class Round>
mishap caught(Round round) {
  try {
    round([](index_t id) {
      if (id >= 2) {
        mishap m{id, "client " + std::to_string(id) + " is ill, and this sentence does not fit a short string"};
        throw m;
      }
    });
  } catch (const mishap& m) {
    return m;
  }
  return {-1, "nothing was thrown"};
}

template <class E>
void check_arrives(const E& exec) {
  const auto check = [](const mishap& m) {
    CHECK(m.client == 2);
    CHECK(m.diagnosis == "client 2 is ill, and this sentence does not fit a short string");
  };
  check(caught([&](auto work) { exec.for_each(6, [&](index_t i, index_t) { work(i); }); }));

  const star<in_process<E>> net(in_process<E>(6, exec));
  auto wire = net.template open<double>(vec<>::Zero(3), vec<>());
  check(caught([&](auto work) { net.round(wire, 1, [&](seat k, auto) { work(k.id); }); }));
  check(caught([&](auto work) { net.for_each_client([&](seat k) { work(k.id); }); }));
  const auto sampled = net.with(bernoulli(1));
  auto pictures = sampled.template open<double>(vec<>::Zero(3), vec<>());
  check(caught([&](auto work) { sampled.round(pictures, 1, [&](seat k, auto) { work(k.id); }); }));

  const graph_network nodes(in_process<E>(6, exec), cycle(6));
  auto board = nodes.template open<double>(vec<>::Zero(3));
  check(caught([&](auto work) { nodes.publish(board, 1, free_of_charge{}, [&](seat k, auto) { work(k.id); }); }));
  check(caught([&](auto work) { nodes.for_each_node([&](seat k) { work(k.id); }); }));
}

}  // namespace

TEST_CASE("exceptions: an object of any type arrives as it was thrown, through every verb", "[exec][threads]") {
  check_arrives(sequential{});
  check_arrives(threads(1));
  check_arrives(threads(3));
}

TEST_CASE("exceptions: lack of memory in a worker arrives as such", "[exec][threads]") {
  CHECK_THROWS_AS(threads(2).for_each(4, [](index_t, index_t) { throw std::bad_alloc(); }), std::bad_alloc);
}

TEST_CASE("exceptions: one in a pool that a worker of another pool uses passes both", "[exec][threads]") {
  const threads outer(2), inner(2);
  const mishap m = caught([&](auto work) {
    outer.for_each(1, [&](index_t, index_t) { inner.for_each(6, [&](index_t i, index_t) { work(i); }); });
  });
  CHECK(m.client == 2);
}

TEST_CASE("exceptions: the other pieces of the round are done all the same", "[exec][threads]") {
  std::atomic<int> done{0};
  CHECK_THROWS_AS(threads(3).for_each(100,
                                      [&](index_t i, index_t) {
                                        if (i % 2 == 0) throw 1;
                                        ++done;
                                      }),
                  int);
  CHECK(done == 50);
}

TEST_CASE("threads: where the system has no more of them, that is said and nobody waits for ever", "[exec]") {
  const pid_t child = fork();  // whom the limit concerns alone
  REQUIRE(child >= 0);
  if (child == 0) {
    alarm(60);
    if (geteuid() == 0 && setuid(65534) != 0) _exit(2);  // a superuser has no limit
    rlimit limit{};
    getrlimit(RLIMIT_NPROC, &limit);
    for (limit.rlim_cur = 1; limit.rlim_cur < 10000; ++limit.rlim_cur) {  // until some of them start, and not all
      if (setrlimit(RLIMIT_NPROC, &limit) != 0) _exit(3);
      try {
        const threads exec(8);
        _exit(4);
      } catch (const std::system_error& e) {
        const std::string what = e.what(), start = "threads: cannot start thread ";
        if (!what.starts_with(start) || e.code() != std::errc::resource_unavailable_try_again) _exit(5);
        if (!what.starts_with(start + "1 ")) _exit(0);
      }
    }
    _exit(6);
  }
  int how = -1;
  REQUIRE(waitpid(child, &how, 0) == child);
  REQUIRE(WIFEXITED(how));
  if (WEXITSTATUS(how) == 4) CLEAVE_SKIP("the number of threads cannot be limited here");
  CHECK(WEXITSTATUS(how) == 0);
}
