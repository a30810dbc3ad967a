// expect: cleave: an observer is called as observer(const view<Solver>&)
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

void watch(const std::vector<least_squares<>>& problems) {
  const auto solver = feddr(problems);
  auto state = solver.init(vec<>::Ones(2));
#ifdef CLEAVE_FAIL
  (void)run(solver, state, stop::rounds(10), [](int round, const vec<>&) { return round == 3; });
#else
  (void)run(solver, state, stop::rounds(10), [](const auto& view) { return view.round == 3; });
#endif
}
