// expect: cleave: a local problem needs `index_t dimension() const`
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

struct sizeless {
#ifndef CLEAVE_FAIL
  index_t dimension() const { return 2; }
#endif
  double value(in<double> x) const { return x.squaredNorm() / 2; }
  double gradient(in<double> x, out<double> g) const {
    g = x;
    return value(x);
  }
};

void compare() {
  const auto solver = fedsplit(std::vector<sizeless>(3), {.step = 1});
  auto state = solver.init(vec<>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
