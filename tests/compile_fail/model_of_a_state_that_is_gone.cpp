// expect: deleted
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

void look(const std::vector<least_squares<>>& problems) {
  const auto solver = fedsplit(problems, {.step = 1});
#ifdef CLEAVE_FAIL
  const vec<>& x = solver.model(solver.init(vec<>::Ones(2)));
#else
  const auto state = solver.init(vec<>::Ones(2));
  const vec<>& x = solver.model(state);
#endif
  (void)x.sum();
}
