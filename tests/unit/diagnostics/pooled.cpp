// The problem that all clients solve together.
#include <cleave/cleave.hpp>
#include <cleave/diagnostics/pooled.hpp>
#include <cleave/exec/threads.hpp>

#include "support/catch.hpp"
#include "support/points.hpp"
#include "support/problems.hpp"

#include <limits>
#include <stdexcept>

using namespace cleave;

TEST_CASE("pooled_objective: the weighted mean of the clients' values and gradients, plus g") {
  const auto problems = support::least_squares_clients(support::tables(5));
  vec<> w(5);
  w << 1, 2, 0, 4, 3;
  const auto f = pooled_objective(star_of(5), clients(problems, w), l1_norm<>(0.5));
  const vec<> x = support::nrm_vector(7, 3);
  double value = 0.5 * x.lpNorm<1>();
  vec<> gradient = vec<>::Zero(7), g(7);
  for (index_t k = 0; k < 5; ++k) {
    value += w[k] / 10 * problems[static_cast<std::size_t>(k)].gradient(x, g);
    gradient += w[k] / 10 * g;
  }
  CHECK(std::abs(f(x) - value) <= 1e-14 * value);
  f.smooth_gradient(x, g);
  CHECK((g - gradient).norm() <= 1e-14 * gradient.norm());
}

TEST_CASE("pooled_objective: the gradient mapping is the gradient's norm without g and vanishes at the optimum") {
  const auto tables = support::tables(4);
  const auto problems = support::least_squares_clients(tables);
  const auto f = pooled_objective(star_of(4), clients(problems));
  const vec<> x = support::nrm_vector(7, 4);
  vec<> g(7);
  f.smooth_gradient(x, g);
  CHECK(std::abs(f.gradient_mapping(x, 0.1) - g.norm()) <= 1e-12 * g.norm());
  CHECK(f.gradient_mapping(support::pooled_minimiser(tables), 0.1) < 1e-12);
  CHECK_THROWS_AS(f.gradient_mapping(x, 0), std::invalid_argument);
}

TEST_CASE("pooled_objective: a set as regulariser is infinite outside, and its gradient mapping zero at the solution") {
  const auto problems = support::least_squares_clients(support::tables(4));
  const auto f = pooled_objective(star_of(4), clients(problems), box<>(0, 0.1));
  const auto solver = feddr(problems, box<>(0, 0.1));
  auto s = solver.init(vec<>::Zero(7));
  REQUIRE(run(solver, s, stop::residual(1e-13) || stop::rounds(20000)).status == status::solved);
  CHECK(f.gradient_mapping(solver.model(s), 0.01) < 1e-9);
  CHECK(f.gradient_mapping(vec<>::Constant(7, 0.05), 0.01) > 1e-3);
  CHECK(f(vec<>::Constant(7, -1)) == std::numeric_limits<double>::infinity());
}

TEST_CASE("pooled_objective: the same bits on any number of threads", "[threads]") {
  const auto problems = support::logistic_clients(support::tables(9));
  const vec<> x = support::nrm_vector(7, 5);
  const auto one = pooled_objective(star_of(9), clients(problems));
  const auto three = pooled_objective(star_of(9, threads(3)), clients(problems));
  CHECK(one(x) == three(x));
  CHECK(one.gradient_mapping(x, 1) == three.gradient_mapping(x, 1));
}

TEST_CASE("pooled_objective: problems and clients of the network must be as many") {
  const clients members(support::least_squares_clients(support::tables(4)));
  CHECK_THROWS_AS(pooled_objective(star_of(5), members), std::invalid_argument);
}
