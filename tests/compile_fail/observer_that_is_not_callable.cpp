// expect: cleave: an observer is called as observer(const view<Solver>&)
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

void watch(const std::vector<least_squares<>>& problems) {
  const auto solver = fedsplit(problems);
  auto state = solver.init(vec<>::Ones(2));
#ifdef CLEAVE_FAIL
  (void)run(solver, state, stop::rounds(10), history{}, 7);
#else
  (void)run(solver, state, stop::rounds(10), history{}, [](const auto&) {});
#endif
}
