// expect: cleave: fedavg needs `S gradient(in<S> x, out<S> g) const` of every problem
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

void average() {
#ifdef CLEAVE_FAIL
  const auto solver = fedavg(std::vector<by_prox>(3), {.learning_rate = 1});
#else
  const auto solver = fedprox(std::vector<by_prox>(3), {.mu = 1});
#endif
  auto state = solver.init(vec<>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
