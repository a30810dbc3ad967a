// expect: cleave: the local solver `newton` needs `void hessian(in<S> x, out_matrix<S> h) const`
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

void solve(const std::vector<logistic<>>& problems, [[maybe_unused]] const std::vector<least_squares<>>& others) {
  const auto net = star_of(3);
#ifdef CLEAVE_FAIL
  const auto solver = fedsplit(net, clients(others, newton()));
#else
  const auto solver = fedsplit(net, clients(problems, newton()));
#endif
  auto state = solver.init(vec<>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
