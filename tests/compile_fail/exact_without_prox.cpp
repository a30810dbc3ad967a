// expect: cleave: the local solver `exact` needs `prepare(step)` or `prox(x, step, y)`
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

void solve([[maybe_unused]] const std::vector<logistic<>>& problems, const std::vector<least_squares<>>& others) {
  const auto net = star_of(3);
#ifdef CLEAVE_FAIL
  const auto solver = fedsplit(net, clients(problems, exact()));
#else
  const auto solver = fedsplit(net, clients(others, exact()));
#endif
  auto state = solver.init(vec<>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
