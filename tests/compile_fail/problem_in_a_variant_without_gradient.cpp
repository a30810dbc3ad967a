// expect: cleave: a local problem needs `S gradient(in<S> x, out<S> g) const`
#include <cleave/cleave.hpp>

#include <variant>
#include <vector>

using namespace cleave;

struct valued {
  index_t dimension() const { return 2; }
  double value(in<double> x) const { return x.squaredNorm() / 2; }
#ifndef CLEAVE_FAIL
  double gradient(in<double> x, out<double> g) const {
    g = x;
    return value(x);
  }
#endif
};

void compare() {
  const auto solver = fedavg(std::vector<std::variant<least_squares<>, valued>>(3, valued{}), {.learning_rate = 1});
  auto state = solver.init(vec<>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
