// The numbers of Pathak and Wainwright's two clients, and what the plausible wrong variants of a method compute: they
// must stay as wrong as the theory says, so that nobody mistakes one for the other.
#include <cleave/cleave.hpp>

#include "support/catch.hpp"
#include "support/problems.hpp"

#include <cmath>
#include <vector>

using namespace cleave;

namespace {

/// The model after so many rounds.
template <class Solver>
double limit(const Solver& solver, int rounds = 2000) {
  auto s = solver.init(vec<>::Constant(1, 3));
  for (int round = 0; round < rounds; ++round) REQUIRE(solver.step(s) == status::running);
  return solver.model(s)[0];
}

void check_digits(double got, double want, double tolerance = 1e-9) {
  INFO("got " << got << ", want " << want);
  CHECK(std::abs(got - want) <= tolerance);
}

/// min sum_k w_k f_k + g, all in one: the composite problem for a reference that knows of no clients.
vec<> proximal_gradient(const std::vector<least_squares<>>& problems, const l1_norm<>& g) {
  const index_t d = problems.front().dimension();
  vec<> x = vec<>::Zero(d), total(d), one(d);
  double smoothness = 0;
  for (const auto& f : problems) smoothness += f.smoothness();
  const double step = static_cast<double>(problems.size()) / smoothness;
  for (int i = 0; i < 100000; ++i) {
    total.setZero();
    for (const auto& f : problems) {
      f.gradient(x, one);
      total += one / static_cast<double>(problems.size());
    }
    g.prox(vec<>(x - step * total), step, x);
  }
  return x;
}

}  // namespace

TEST_CASE("two clients: fedsplit, feddr, r_admm and splitting reach the pooled optimum 4/9", "[equivalence]") {
  const auto problems = support::two_clients();
  check_digits(limit(fedsplit(problems)), 4.0 / 9, 1e-12);
  for (const double alpha : {0.5, 1.0, 1.5, 2.0})
    check_digits(limit(feddr(problems, zero<>{}, {.relaxation = alpha})), 4.0 / 9, 1e-12);
  const graph pair(2, {{0, 1}});
  check_digits(limit(r_admm(graph_network(in_process<>(2), pair), clients(problems), {.eta = 4})), 4.0 / 9, 1e-12);
  check_digits(limit(peaceman_rachford(resolvent(problems[0], 0.3), resolvent(problems[1], 0.3))), 4.0 / 9, 1e-12);
  check_digits(limit(douglas_rachford(resolvent(problems[0], 0.3), resolvent(problems[1], 0.3))), 4.0 / 9, 1e-12);
}

TEST_CASE("two clients: fedavg with eta .1 stops at .44444, .53913, .75855 for 1, 2, 5 local steps", "[equivalence]") {
  // eta multiplies each client's own gradient, not that of a mean or of a sum over clients; the server's mean does not
  // move the fixed point of sum_k sum_i grad f_k(G_k^i(x)) = 0.
  const auto fixed_point = [](int steps) {
    return limit(fedavg(support::two_clients(), {.learning_rate = 0.1, .local_steps = steps}));
  };
  check_digits(fixed_point(1), 4.0 / 9, 1e-12);
  check_digits(fixed_point(2), .53913, 5e-6);
  check_digits(fixed_point(2), 6.2 / 11.5, 1e-12);
  check_digits(fixed_point(5), .75855, 5e-6);
  check_digits(fixed_point(1000), 9.0 / 8, 1e-12);  // each client ends at its own optimum
}

TEST_CASE("two clients: fedprox stops at (18 + 4 mu) / (16 + 9 mu)", "[equivalence]") {
  for (const double mu : {0.1, 1.0, 10.0})
    check_digits(limit(fedprox(support::two_clients(), {.mu = mu})), (18 + 4 * mu) / (16 + 9 * mu), 1e-12);
  check_digits(limit(fedprox(support::two_clients(), {.mu = 1})), .88, 1e-12);
  check_digits(limit(fedprox(support::two_clients(), {.mu = 1e-9})), 9.0 / 8, 1e-8);
}

TEST_CASE("wrong variant: fedsplit that resets z_k to x in each round computes the fedprox point", "[equivalence]") {
  const auto right = fedsplit(support::two_clients(), {.step = 1});
  auto s = right.init(vec<>::Constant(1, 3));
  for (int round = 0; round < 2000; ++round) {
    s.z = right.model(s).replicate(1, 2);
    REQUIRE(right.step(s) == status::running);
  }
  // z_k = 2 p_k - x, so that x moves twice as far as fedprox's, to the same point
  check_digits(right.model(s)[0], .88, 1e-12);
  check_digits(limit(right), 4.0 / 9, 1e-12);
}

TEST_CASE("feddr: both consistent starts lead to the optimum, with everyone any start does", "[equivalence]") {
  const auto problems = support::least_squares_clients(support::tables(5));
  const l1_norm<> g(2);
  const auto right = feddr(problems, g, {.step = 0.1});
  const vec<> x0 = vec<>::LinSpaced(7, -1, 2);
  const vec<> best = proximal_gradient(problems, g);
  const auto end = [&](auto s) {
    for (int round = 0; round < 5000; ++round) REQUIRE(right.step(s) == status::running);
    return (right.model(s) - best).norm();
  };
  CHECK(end(right.init(x0)) < 1e-9);
  CHECK(end(right.init_from_prox(x0)) < 1e-9);
  auto mixed = right.init_from_prox(x0);
  mixed.wire.mean = x0;  // inconsistent, but the mean is made anew of whole messages when everyone speaks
  mixed.xbar = x0;
  CHECK(end(mixed) < 1e-9);
}

TEST_CASE("wrong variant: sampled feddr from an inconsistent start keeps a bias", "[equivalence]") {
  const auto problems = support::least_squares_clients(support::tables(5));
  const l1_norm<> g(2);
  const auto right = feddr(star_of(5).with(sample_uniformly(2)), clients(problems), g, {.step = 0.1});
  const vec<> x0 = vec<>::LinSpaced(7, -1, 2);
  const vec<> best = proximal_gradient(problems, g);
  const auto end = [&](auto s) {
    for (int round = 0; round < 20000; ++round) REQUIRE(right.step(s) == status::running);
    return (right.model(s) - best).norm();
  };
  CHECK(end(right.init(x0)) < 1e-9);
  CHECK(end(right.init_from_prox(x0)) < 1e-9);
  auto mixed = right.init_from_prox(x0);
  mixed.wire.mean = x0;  // the server's sum is not that of its pictures of the clients
  CHECK(end(mixed) > 1e-2);
}

TEST_CASE("wrong variant: fedavg and fedprox do not reach the optimum, fedsplit and feddr do", "[equivalence]") {
  const auto data = support::tables(5);
  const auto problems = support::least_squares_clients(data);
  const vec<> best = support::pooled_minimiser(data);
  const auto distance = [&](const auto& solver) {
    auto s = solver.init(vec<>::Zero(7));
    for (int round = 0; round < 3000; ++round) REQUIRE(solver.step(s) == status::running);
    return (solver.model(s) - best).norm();
  };
  CHECK(distance(fedavg(problems)) > 1e-2);
  CHECK(distance(fedavg(problems, {.local_steps = 1})) < 1e-9);
  CHECK(distance(fedprox(problems)) > 1e-2);
  CHECK(distance(fedsplit(problems)) < 1e-9);
  CHECK(distance(feddr(problems)) < 1e-9);
  const auto net = star_of(5);
  CHECK(distance(feddr(net.with(sample_uniformly(2)), clients(problems), zero<>{}, {.step = 0.1})) < 1e-9);
  CHECK(distance(fedsplit(net, clients(problems).with(gradient_steps(1)))) < 1e-9);  // thanks to the warm start
  CHECK(distance(r_admm(graph_network(in_process<>(5), complete(5)), clients(problems), {.eta = 4})) < 1e-9);
}
