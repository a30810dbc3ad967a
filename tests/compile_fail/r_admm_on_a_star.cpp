// expect: cleave: r_admm needs a graph_network
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

void split(const std::vector<least_squares<>>& problems) {
#ifdef CLEAVE_FAIL
  const auto solver = r_admm(star_of(5), clients(problems));
#else
  const auto solver = r_admm(graph_network(in_process<>(5), cycle(5)), clients(problems));
#endif
  auto state = solver.init(vec<>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
