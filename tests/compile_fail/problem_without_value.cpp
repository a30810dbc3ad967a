// expect: cleave: a local problem needs `S value(in<S> x) const` and a gradient, or a prox
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

struct sloped {
  index_t dimension() const { return 2; }
  double gradient(in<double> x, out<double> g) const {
    g = x;
    return x.squaredNorm() / 2;
  }
#ifndef CLEAVE_FAIL
  double value(in<double> x) const { return x.squaredNorm() / 2; }
#endif
};

void compare() {
  const auto solver = feddr(std::vector<sloped>(3), zero<>{}, {.step = 1});
  auto state = solver.init(vec<>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
