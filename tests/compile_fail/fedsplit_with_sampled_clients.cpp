// expect: cleave: fedsplit needs every client in every round: averaging over a sample is another, wrong algorithm
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

void split(const std::vector<least_squares<>>& problems) {
#ifdef CLEAVE_FAIL
  const auto solver = fedsplit(star_of(5).with(sample_uniformly(2)), clients(problems));
#else
  const auto solver = fedsplit(star_of(5), clients(problems));
#endif
  auto state = solver.init(vec<>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
