// Numbers that an independent implementation printed.
#include <cleave/cleave.hpp>

#include "support/catch.hpp"
#include "support/problems.hpp"
#include "support/splitmix.hpp"

#include <map>

using namespace cleave;

namespace {

/// The error |got - want| relative to want.
double relative(double got, double want) { return std::abs(got - want) / std::abs(want); }

}  // namespace

TEST_CASE("fedsplit: the distances to the optimum on the oracle problem", "[fedsplit]") {
  const auto all = support::oracle_tables();
  const auto problems = support::least_squares_clients(all, 0);
  const vec<> optimum = support::pooled_minimiser(all, 0);
  double minimum = 0;
  for (const auto& f : problems) minimum += f.value(optimum);
  CHECK(relative(minimum, 61.715188572460) < 1e-9);

  const auto solver = fedsplit(problems, {.step = 0.02});
  auto state = solver.init(vec<>::Zero(50));
  const std::map<int, double> printed{{1, .72836709916}, {5, 2.5681822577e-2}, {20, 6.2868748303e-6}};
  for (int t = 1; t <= 50; ++t) {
    REQUIRE(solver.step(state) == status::running);
    const double distance = (solver.model(state) - optimum).norm();
    if (const auto at = printed.find(t); at != printed.end()) CHECK(relative(distance, at->second) < 1e-9);
    if (t == 50) CHECK(relative(distance, 3.52e-11) < 1e-3);  // all the digits that were printed
  }
}

TEST_CASE("feddr: the objectives on the oracle problem with an l1 norm, started from a prox", "[feddr]") {
  const auto problems = support::least_squares_clients(support::oracle_tables(), 0);
  const double weight = 5.29905409923;
  const auto solver = feddr(problems, l1_norm(weight), {.step = 0.02});
  auto state = solver.init_from_prox(vec<>::Zero(50));
  const std::map<int, double> printed{{1, 151.507979880579}, {5, 143.270236834664}, {20, 143.177719904400}};
  for (int k = 1; k <= 300; ++k) {
    REQUIRE(solver.step(state) == status::running);
    const vec<>& x = solver.model(state);
    double objective = weight * x.lpNorm<1>();
    for (const auto& f : problems) objective += f.value(x) / 20;
    if (const auto at = printed.find(k); at != printed.end()) CHECK(relative(objective, at->second) < 1e-9);
    if (k == 300) CHECK(relative(objective, 143.177718571386) < 1e-12);
  }
}

TEST_CASE("r_admm: the distances to the optimum on the oracle grid", "[r_admm]") {
  vec<> w(10);
  for (index_t j = 0; j < 10; ++j) w[j] = static_cast<double>((5 * j) % 7 - 3) / 3;
  std::vector<logistic<>> problems;
  for (std::uint64_t i = 0; i < 20; ++i) {
    const auto a = support::nrm_matrix(50, 10, 3001 + i);
    const vec<> b = a * w + .5 * support::nrm_vector(50, 4001 + i);
    problems.emplace_back(a, support::signs(b), logistic_options{.ridge = .01});
  }
  const auto solver = r_admm(graph_network(in_process(20), grid(4, 5)), clients(problems), {.eta = .05});

  auto end = solver.init(vec<>::Zero(10));
  REQUIRE(run(solver, end, stop::residual(1e-11) || stop::rounds(20000)).status == status::solved);
  const vec<> optimum = solver.model(end);
  double minimum = 0;
  for (const auto& f : problems) minimum += f.value(optimum);
  CHECK(relative(minimum, 5.2759005774264) < 1e-9);
  CHECK(relative(optimum.norm(), 3.5255361370509) < 1e-9);

  auto state = solver.init(vec<>::Zero(10));
  const std::map<int, double> printed{{2, 2.396507627}, {10, .8495632377}};
  for (int t = 1; t <= 10; ++t) {
    REQUIRE(solver.step(state) == status::running);
    const double distance = (solver.models(state).colwise() - optimum).colwise().norm().maxCoeff();
    if (const auto at = printed.find(t); at != printed.end()) CHECK(relative(distance, at->second) < 1e-9);
  }
  CHECK(solver.cost(state).prox == 20 * 5);  // ten iterations, five solves a node
}
