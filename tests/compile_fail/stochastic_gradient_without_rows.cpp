// expect: cleave: the local solver `stochastic_gradient` needs value, gradient, `index_t rows() const` and
#include <cleave/cleave.hpp>
#include <cleave/problems/local/stochastic_gradient.hpp>

#include <vector>

using namespace cleave;

struct pull {
  index_t dimension() const { return 2; }
  double value(in<double> x) const { return x.squaredNorm() / 2; }
  double gradient(in<double> x, out<double> g) const {
    g = x;
    return value(x);
  }
};

void solve() {
  const auto net = star_of(3);
#ifdef CLEAVE_FAIL
  const auto solver = fedsplit(net, clients(std::vector<pull>(3), stochastic_gradient(2, 8, 0.1)), {.step = 1});
#else
  const auto solver = fedsplit(net, clients(std::vector<pull>(3), gradient_steps(2, 0.1)), {.step = 1});
#endif
  auto state = solver.init(vec<>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
