// expect: cleave: the local solver `accelerated_gradient` needs `S gradient(in<S> x, out<S> g) const`
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

struct by_prox {
  index_t dimension() const { return 2; }
  double prox(in<double> x, double, out<double> y) const {
    y = x;
    return 0;
  }
};

void solve() {
  const auto net = star_of(3);
#ifdef CLEAVE_FAIL
  const auto solver = fedsplit(net, clients(std::vector<by_prox>(3), accelerated_gradient()), {.step = 1});
#else
  const auto solver = fedsplit(net, clients(std::vector<by_prox>(3)), {.step = 1});
#endif
  auto state = solver.init(vec<>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
