// expect: cleave: a stop criterion is called as criterion(const view<Solver>&) and returns a status
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

void watch(const std::vector<least_squares<>>& problems) {
  const auto solver = fedsplit(problems);
  auto state = solver.init(vec<>::Ones(2));
#ifdef CLEAVE_FAIL
  (void)run(solver, state, [](const auto& view) { return view.residual() < 1e-8; });
#else
  (void)run(solver, state, [](const auto& view) { return view.residual() < 1e-8 ? status::solved : status::running; });
#endif
}
