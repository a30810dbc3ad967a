// expect: cleave: r_admm recycles the gradient of the odd solve, which must be exact
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

void recycle(const std::vector<logistic<>>& problems) {
  const graph_network net(in_process<>(5), cycle(5));
#ifdef CLEAVE_FAIL
  const auto solver = r_admm(net, clients(problems, gradient_steps(5)));
#else
  const auto solver = r_admm(net, clients(problems, newton()));
#endif
  auto state = solver.init(vec<>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
