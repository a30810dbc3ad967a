// expect: cleave: a solver takes a std::vector with a problem for each client
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

void split(const logistic<>& problem) {
#ifdef CLEAVE_FAIL
  const auto solver = feddr(problem, l1_norm(0.1), {.step = 1});
#else
  const auto solver = feddr(std::vector{problem}, l1_norm(0.1), {.step = 1});
#endif
  auto state = solver.init(vec<>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
