// Theorem 1 of the FedSplit paper, one-sided, on every round.
#include <cleave/cleave.hpp>

#include "support/catch.hpp"
#include "support/problems.hpp"

#include <cmath>

using namespace cleave;

namespace {

/// Checks ||x^{t+1} - x*|| <= r^t ||z^1 - z*||_w + (sqrt(kappa) + 1) b with r = 1 - 2/(sqrt(kappa) + 1).
template <class Solver>
void check_rate(const Solver& solver, const std::vector<least_squares<>>& problems, const vec<>& weights,
                const vec<>& optimum, double kappa, double error, int rounds) {
  const double rate = 1 - 2 / (std::sqrt(kappa) + 1), s = solver.prox_step();
  const vec<> w = weights / weights.sum();
  double start = 0;  // ||z^1 - z*||_w^2 with z_k* = x* - s grad f_k(x*) and z_k^1 = 0
  vec<> g(optimum.size());
  for (std::size_t k = 0; k < problems.size(); ++k) {
    problems[k].gradient(optimum, g);
    start += w[static_cast<index_t>(k)] * (optimum - s * g).squaredNorm();
  }
  // Rounding: a few units in the last place of the iterates, amplified like any other error of the prox.
  const double rounding = (std::sqrt(kappa) + 1) * 64 * 2.3e-16 * (std::sqrt(start) + optimum.norm());

  auto state = solver.init(vec<>::Zero(optimum.size()));
  int holds = 0;
  for (int t = 0; t <= rounds; ++t) {
    const double distance = (solver.model(state) - optimum).norm();
    holds += distance <= std::pow(rate, t) * std::sqrt(start) + (std::sqrt(kappa) + 1) * error + rounding ? 1 : 0;
    REQUIRE(solver.step(state) == status::running);
  }
  CHECK(holds == rounds + 1);
}

double condition(const std::vector<least_squares<>>& problems) {
  double smooth = 0, strong = std::numeric_limits<double>::infinity();
  for (const auto& f : problems) {
    smooth = std::max(smooth, f.smoothness());
    strong = std::min(strong, f.strong_convexity());
  }
  return smooth / strong;
}

}  // namespace

TEST_CASE("fedsplit: the linear rate of theorem 1 holds on every round", "[fedsplit]") {
  const auto all = support::tables(9, 8);
  const auto problems = support::least_squares_clients(all, 0.3);
  const vec<> equal = vec<>::Ones(9);
  const double kappa = condition(problems);
  REQUIRE(kappa > 20);  // heterogeneous enough to mean something
  check_rate(fedsplit(problems), problems, equal, support::pooled_minimiser(all, 0.3), kappa, 0, 400);
}

TEST_CASE("fedsplit: with unequal weights the rate holds in the weighted norm", "[fedsplit]") {
  const auto all = support::tables(9, 8);
  const auto problems = support::least_squares_clients(all, 0.3);
  const vec<> weights = support::unequal_weights(9);
  check_rate(fedsplit(star_of(9), clients(problems, weights)), problems, weights,
             support::pooled_minimiser(all, 0.3, weights), condition(problems), 0, 400);
}

TEST_CASE("fedsplit: one warm-started gradient step a round reaches the exact optimum", "[fedsplit]") {
  const auto all = support::tables(9, 8);
  const auto problems = support::least_squares_clients(all, 0.3);
  const auto solver = fedsplit(star_of(9), clients(problems, gradient_steps(1)));
  auto state = solver.init(vec<>::Zero(7));
  for (int t = 0; t < 4000; ++t) REQUIRE(solver.step(state) == status::running);
  CHECK((solver.model(state) - support::pooled_minimiser(all, 0.3)).norm() < 1e-10);
}
