// expect: cleave: fedprox here needs every client in every round
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

void average(const std::vector<least_squares<>>& problems) {
#ifdef CLEAVE_FAIL
  const auto solver = fedprox(star_of(5).with(bernoulli(0.5)), clients(problems));
#else
  const auto solver = fedprox(star_of(5), clients(problems));
#endif
  auto state = solver.init(vec<>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
