// expect: cleave: a solver takes a std::vector with a problem for each client
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

void split(const least_squares<>& problem) {
#ifdef CLEAVE_FAIL
  const auto solver = fedsplit(problem, {.step = 1});
#else
  const auto solver = fedsplit(std::vector{problem}, {.step = 1});
#endif
  auto state = solver.init(vec<>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
