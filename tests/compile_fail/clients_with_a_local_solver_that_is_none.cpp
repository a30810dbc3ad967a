// expect: cleave: the second argument of clients is a local solver
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

void solve(const std::vector<least_squares<>>& problems) {
#ifdef CLEAVE_FAIL
  const clients all(problems, 1e-8);
#else
  const clients all(problems, exact());
#endif
  const auto solver = fedsplit(star_of(3), all);
  auto state = solver.init(vec<>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
