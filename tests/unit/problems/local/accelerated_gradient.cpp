#include <cleave/cleave.hpp>

#include "support/catch.hpp"

#include <cmath>
#include <limits>
#include <vector>

using namespace cleave;

namespace {

/// (c / 2) ||x - a||^2 by value and gradient.
struct bowl {
  vec<> a;
  double c;
  index_t dimension() const { return a.size(); }
  double value(in<double> x) const { return c / 2 * (x - a).squaredNorm(); }
  double gradient(in<double> x, out<double> g) const {
    g = c * (x - a);
    return value(x);
  }
};

/// c x - log x on x > 0, infinite elsewhere.
struct barrier {
  double c;
  index_t dimension() const { return 1; }
  double value(in<double> x) const {
    return x[0] > 0 ? c * x[0] - std::log(x[0]) : std::numeric_limits<double>::infinity();
  }
  double gradient(in<double> x, out<double> g) const {
    g[0] = x[0] > 0 ? c - 1 / x[0] : std::numeric_limits<double>::quiet_NaN();
    return value(x);
  }
};

}  // namespace

TEST_CASE("accelerated_gradient: a curvature of about 1 over the step does not stall in rounding", "[problems]") {
  for (const double c : {0.5, 1.0, 1.01, 1.5, 3.0, 100.0})
    for (const double off : {1.0, 1e-4, 1e-8}) {
      const bowl f{vec<>::LinSpaced(20, 1, 3), c};
      const vec<> v = vec<>::LinSpaced(20, -2, 5), want = (v + c * f.a) / (1 + c);
      const clients one(std::vector<bowl>{f}, accelerated_gradient());
      auto desk = one.open(1);
      vec<> x = want.array() + off;
      one.prox(desk, {0, 0, 0}, 1, v, x);
      one.settle(desk);
      INFO("c " << c << ", start off by " << off);
      CHECK((x - want).norm() <= 1e-11 * std::max(1.0, want.norm()));
      CHECK(desk.cost.inner_iterations < 150);
    }
}

TEST_CASE("accelerated_gradient: a momentum that leaves the domain of f starts anew from within", "[problems]") {
  const auto solver = fedsplit(std::vector<barrier>{{1}, {999}}, {.step = 0.01});
  auto state = solver.init(vec<>::Ones(1));
  CHECK(run(solver, state, stop::residual(1e-9) || stop::rounds(20000)).status == status::solved);
  CHECK(std::abs(solver.model(state)[0] - 1.0 / 500) < 1e-8);
}
