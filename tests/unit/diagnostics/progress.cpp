// The line on a terminal, and silence everywhere else.
#include <cleave/cleave.hpp>

#include "support/catch.hpp"
#include "support/problems.hpp"

#include <string>

#if defined(__linux__)
#include <fcntl.h>
#include <pty.h>
#include <unistd.h>

using namespace cleave;

namespace {

/// Standard error goes to fd while this lives.
class redirected {
 public:
  explicit redirected(int fd) : old_(dup(2)) { dup2(fd, 2); }
  ~redirected() {
    dup2(old_, 2);
    close(old_);
  }
  redirected(const redirected&) = delete;
  redirected& operator=(const redirected&) = delete;

 private:
  int old_;
};

std::string all_of(int fd) {
  fcntl(fd, F_SETFL, O_NONBLOCK);
  std::string text;
  char block[4096];
  for (ssize_t n; (n = ::read(fd, block, sizeof block)) > 0;) text.append(block, static_cast<std::size_t>(n));
  return text;
}

/// What a run of 20 rounds prints to fd.
template <class Criterion>
void run_into(int fd, Criterion criterion) {
  const redirected to(fd);
  const auto solver = fedsplit(support::least_squares_clients(support::tables(4)));
  auto s = solver.init(vec<>::Zero(7));
  (void)run(solver, s, criterion, progress("title"));
}

}  // namespace

TEST_CASE("progress: rounds, rate and time left on a terminal, and a clean line at the end") {
  int terminal = -1, ours = -1;
  if (openpty(&terminal, &ours, nullptr, nullptr, nullptr) != 0) CLEAVE_SKIP("no pseudo terminal");
  run_into(ours, stop::rounds(20));
  const std::string text = all_of(terminal);
  CHECK(text.find("title round 0 of at most 20") != std::string::npos);
  CHECK(text.find("left") != std::string::npos);
  CHECK(text.size() >= 4);
  CHECK(text.substr(text.size() - 4) == "\r\033[K");
  run_into(ours, stop::residual(1e-3));
  CHECK(all_of(terminal).find("of at most") == std::string::npos);
  close(terminal);
  close(ours);
}

TEST_CASE("progress: silent in a pipe") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  run_into(ends[1], stop::rounds(20));
  close(ends[1]);
  CHECK(all_of(ends[0]).empty());
  close(ends[0]);
}
#endif
