// A process that saves its state after every round is killed at random moments, with the signal that nobody can catch.
#include <cleave/comm/checkpoint.hpp>

#include "support/catch.hpp"
#include "support/every_solver.hpp"
#include "support/temporary_directory.hpp"
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>

using namespace cleave;
using support::every_count;
using support::every_start;
using support::federation;

namespace {

/// A pipe over which a child tells that it has come so far; it closes with the child.
class doorbell {
 public:
  doorbell() { REQUIRE(pipe(ends_) == 0); }
  ~doorbell() {
    close(ends_[0]);
    close(ends_[1]);
  }
  doorbell(const doorbell&) = delete;
  doorbell& operator=(const doorbell&) = delete;

  void ring() const { (void)!write(ends_[1], "!", 1); }
  void wait() const {
    char c;
    REQUIRE(read(ends_[0], &c, 1) == 1);
  }

 private:
  int ends_[2];
};

/// Goes on from the file, or from the start where there is none, and saves every round, until it is killed.
template <class Solver>
[[noreturn]] void run_for_ever(const std::string& path, const Solver& solver, const doorbell& after_a_save) {
  auto s = solver.init(every_start(-2));
  if (std::filesystem::exists(path))
    load(path, solver, s);
  else
    s = solver.init(every_start());
  for (;;) {
    if (solver.step(s) != status::running) _exit(1);
    save(path, solver, s);
    after_a_save.ring();
  }
}

/// Kills a run 20 times, and after each time compares what the file holds with a run that nobody disturbed.
template <class Solver>
void check_killed(const char* name, const Solver& solver, std::uint64_t seed) {
  const support::temporary_directory here;
  const std::string path = here.path("state");
  auto undisturbed = solver.init(every_start());
  stream random(seed);
  for (int kill_number = 1; kill_number <= 20; ++kill_number) {
    INFO(name << ", killed for the " << kill_number << ". time");
    const doorbell after_a_save;
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) run_for_ever(path, solver, after_a_save);
    // Every other one dies early, as a rule within its first round or save; the others have saved at least once.
    const bool early = kill_number % 2 == 0;
    if (!early) after_a_save.wait();
    usleep(static_cast<useconds_t>(random.below(early ? 2000 : 30000)));
    REQUIRE(kill(child, SIGKILL) == 0);
    int how = 0;
    REQUIRE(waitpid(child, &how, 0) == child);
    REQUIRE((WIFSIGNALED(how) && WTERMSIG(how) == SIGKILL));  // and it had not ended before, by an error of its own

    auto survived = solver.init(every_start(-2));
    REQUIRE_NOTHROW(load(path, solver, survived));
    REQUIRE(solver.rounds(survived) >= solver.rounds(undisturbed) + (early ? 0 : 1));
    while (solver.rounds(undisturbed) < solver.rounds(survived)) REQUIRE(solver.step(undisturbed) == status::running);
    REQUIRE(same_bits(undisturbed, survived));
  }
  auto resumed = solver.init(every_start(-2));
  load(path, solver, resumed);
  for (int round = 0; round < 10; ++round) {
    REQUIRE(solver.step(undisturbed) == status::running);
    REQUIRE(solver.step(resumed) == status::running);
  }
  CHECK(same_bits(undisturbed, resumed));
  CHECK(solver.model(undisturbed) == solver.model(resumed));
}

}  // namespace

TEST_CASE("checkpoint: a run killed at 20 random moments resumes to the bits of one that nobody disturbed",
          "[equivalence]") {
  const federation f(in_process<>{every_count});
  check_killed("feddr", feddr(f.net.with(sample_uniformly(4, 3)), f.curved, l1_norm<>(0.01), {.step = 1.0}), 1);
  check_killed("r_admm", r_admm(f.nodes, f.even, {.eta = 0.1, .gamma = 0.05}), 2);
}
