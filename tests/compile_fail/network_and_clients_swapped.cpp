// expect: cleave: a solver takes a network and clients, in this order
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

void split(const std::vector<least_squares<>>& problems) {
#ifdef CLEAVE_FAIL
  const auto solver = fedavg(clients(problems), star_of(5));
#else
  const auto solver = fedavg(star_of(5), clients(problems));
#endif
  auto state = solver.init(vec<>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
