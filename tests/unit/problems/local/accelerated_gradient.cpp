#include <cleave/cleave.hpp>

#include "support/catch.hpp"
#include "support/points.hpp"
#include "support/problems.hpp"

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

/// Logistic regression whose columns differ in size by `spread`, with labels that nothing separates.
logistic<> stretched(double spread) {
  dense_rows<> a = support::nrm_matrix(200, 10, 1);
  for (index_t j = 0; j < 10; ++j) a.col(j) *= std::pow(spread, static_cast<double>(j) / 9);
  return {a, support::signs(support::nrm_vector(200, 2))};
}

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

TEST_CASE("accelerated_gradient: the stated tolerance holds, however ill-conditioned the problem", "[problems]") {
  const auto check = [](double spread, double step, const accelerated_gradient& local, double tolerance) {
    INFO("spread " << spread << ", step " << step << ", tolerance " << tolerance);
    const logistic<> f = stretched(spread);
    const vec<> v = support::nrm_vector(10, 3) / spread;
    detail::no_memory memory;
    newton::scratch<double> by_newton(10);
    accelerated_gradient::scratch<double> scratch(10);
    vec<> want = v, x = v;
    newton{0}.prox(f, memory, by_newton, step, v, want);
    const counters cost = local.prox(f, memory, scratch, step, v, x);
    CHECK((x - want).norm() <= 1.001 * tolerance * std::max(1.0, want.norm()));
    return cost.inner_iterations;
  };
  for (const double spread : {1.0, 10.0, 100.0})  // condition 1 to 3e7
    for (const double step : {1.0, 1e2, 1e4}) {
      std::uint64_t before = 0;
      for (const double tolerance : {1e-3, 1e-6, 1e-11}) {
        const auto iterations = check(spread, step, accelerated_gradient{tolerance}, tolerance);
        CHECK(iterations > before);  // a looser tolerance costs less
        CHECK(iterations < 10000);
        before = iterations;
      }
    }
  // the gradient does not shrink for hundreds of iterations here, while the values do
  check(1e3, 1, accelerated_gradient{1e-3}, 1e-3);
  check(1e3, 1, accelerated_gradient{1e-6}, 1e-6);
  check(1e3, 1, accelerated_gradient{1e-11, 100000}, 1e-11);
}
