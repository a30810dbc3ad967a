// expect: cleave: an operator needs `S prox(in<S> x, S step, out<S> y) const`
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

struct proxless {
  double value(in<double> x) const { return x.norm(); }
#ifndef CLEAVE_FAIL
  double prox(in<double> x, double, out<double> y) const {
    y = x;
    return value(y);
  }
#endif
};

void compare(const std::vector<least_squares<>>& problems) {
  const auto solver = feddr(star_of(3), clients(problems), proxless{});
  auto state = solver.init(vec<>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
