// What every solver refuses, with the sentence that it says.
#include <cleave/cleave.hpp>

#include "support/catch.hpp"
#include "support/problems.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

using namespace cleave;
using support::contains;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<least_squares<>> five() { return support::least_squares_clients(support::tables(5)); }
auto ring() { return graph_network(in_process<>(5), cycle(5)); }

/// A problem that says nothing about itself.
struct reticent {
  vec<> a;
  index_t dimension() const { return a.size(); }
  double value(in<double> x) const { return (x - a).squaredNorm() / 2; }
  double gradient(in<double> x, out<double> g) const {
    g = x - a;
    return value(x);
  }
};

}  // namespace

TEST_CASE("step: zero, negative, infinite and NaN are refused", "[equivalence]") {
  for (const double step : {0.0, -1.0, infinity, not_a_number}) {
    CHECK_THROWS_AS(fedsplit(five(), {.step = step}), std::invalid_argument);
    CHECK_THROWS_AS(feddr(five(), zero<>{}, {.step = step}), std::invalid_argument);
    CHECK_THROWS_AS(fedprox(five(), {.mu = step}), std::invalid_argument);
    CHECK_THROWS_AS(fedavg(five(), {.learning_rate = step}), std::invalid_argument);
    CHECK_THROWS_AS(r_admm(ring(), clients(five()), {.eta = step}), std::invalid_argument);
  }
  CHECK_THROWS_WITH(fedsplit(five(), {.step = -1}), "fedsplit: step must be positive and finite, got -1");
  CHECK_THROWS_WITH(feddr(five(), zero<>{}, {.step = 0}), "feddr: step must be positive and finite, got 0");
  CHECK_THROWS_WITH(fedprox(five(), {.mu = not_a_number}), "fedprox: mu must be positive and finite, got nan");
  CHECK_THROWS_WITH(fedavg(five(), {.learning_rate = infinity}),
                    "fedavg: learning_rate must be positive and finite, got inf");
  CHECK_THROWS_WITH(fedavg(five(), {.local_steps = 0}), "fedavg: local_steps must be at least 1, got 0");
  CHECK_THROWS_WITH(r_admm(ring(), clients(five()), {.eta = 0}), "r_admm: eta must be positive and finite, got 0");
  CHECK_NOTHROW(r_admm(ring(), clients(five()), {.eta = 1, .gamma = 0}));
  for (const double gamma : {-1.0, infinity, not_a_number})
    CHECK_THROWS_WITH(r_admm(ring(), clients(five()), {.eta = 1, .gamma = gamma}),
                      contains("r_admm: gamma must be finite and not negative, got "));
}

TEST_CASE("step: where no step is given and 1/sqrt(l L) is not defined, the message says which is missing",
          "[equivalence]") {
  const auto convex_only = support::logistic_clients(support::tables(3), 0);
  CHECK_THROWS_WITH(fedsplit(convex_only), contains("fedsplit: step is not given and 1/sqrt(l L) is not defined") &&
                                               contains("their smallest strong convexity l is 0"));
  CHECK_THROWS_WITH(feddr(convex_only), contains("feddr: step is not given"));
  const std::vector<reticent> silent(3, reticent{vec<>::Ones(2)});
  CHECK_THROWS_WITH(fedsplit(silent), contains("largest smoothness L is inf"));
  CHECK_THROWS_AS(fedavg(silent), std::invalid_argument);
  CHECK_NOTHROW(fedsplit(convex_only, {.step = 1}));
  CHECK_NOTHROW(fedsplit(silent, {.step = 1}));
}

TEST_CASE("step: the default is 1/sqrt(l L) over all clients", "[equivalence]") {
  double l = infinity, L = 0;
  for (const auto& f : five()) {
    l = std::min(l, f.strong_convexity());
    L = std::max(L, f.smoothness());
  }
  CHECK(l > 0.05);
  CHECK(fedsplit(five()).prox_step() == Approx(1 / std::sqrt(l * L)).epsilon(1e-14));
  CHECK(feddr(five()).prox_step() == Approx(1 / std::sqrt(l * L)).epsilon(1e-14));
  CHECK(fedavg(five()).learning_rate() == Approx(1 / L).epsilon(1e-14));
}

TEST_CASE("feddr: relaxation 2 needs no regulariser and every client in every round", "[equivalence]") {
  const auto net = star_of(5);
  const clients all(five());
  const feddr_options two{.step = 1, .relaxation = 2};
  CHECK_NOTHROW(feddr(net, all, zero<>{}, two));
  const std::string why = "feddr: relaxation must be in (0, 2): 2 needs no regulariser and every client in every round";
  CHECK_THROWS_WITH(feddr(net, all, l1_norm<>(1), two), why + ", got 2");
  CHECK_THROWS_WITH(feddr(net, all, l1_norm<>(0), two), why + ", got 2");
  CHECK_THROWS_WITH(feddr(net, all, box<>(0, 1), two), why + ", got 2");
  CHECK_THROWS_WITH(feddr(net.with(sample_uniformly(5)), all, zero<>{}, two), why + ", got 2");
  CHECK_THROWS_WITH(feddr(net.with(bernoulli(1)), all, zero<>{}, two), why + ", got 2");
  CHECK_NOTHROW(feddr(net, all, l1_norm<>(1), {.step = 1, .relaxation = 1.999}));
  for (const double alpha : {0.0, -1.0, 2.2, infinity, not_a_number}) {
    CHECK_THROWS_AS(feddr(net, all, zero<>{}, {.step = 1, .relaxation = alpha}), std::invalid_argument);
    CHECK_THROWS_AS(feddr(net, all, l1_norm<>(1), {.step = 1, .relaxation = alpha}), std::invalid_argument);
  }
}

TEST_CASE("clients: a number of problems that is not the network's is refused by every solver", "[equivalence]") {
  const clients all(five());
  const auto four = star_of(4);
  const graph_network ring4(in_process<>(4), cycle(4));
  CHECK_THROWS_WITH(fedsplit(four, all), "fedsplit: number of problems 5, the network has clients on this rank 4");
  CHECK_THROWS_WITH(fedavg(four, all), contains("fedavg: number of problems 5"));
  CHECK_THROWS_WITH(fedprox(four, all), contains("fedprox: number of problems 5"));
  CHECK_THROWS_WITH(feddr(four, all), contains("feddr: number of problems 5"));
  CHECK_THROWS_WITH(r_admm(ring4, all), contains("r_admm: number of problems 5"));
  CHECK_THROWS_AS(fedsplit(std::vector<least_squares<>>{}), std::invalid_argument);
}

TEST_CASE("clients: dimensions and weights that do not fit are refused", "[equivalence]") {
  auto problems = five();
  problems[3] = support::least_squares_clients(support::tables(1, 12, 8)).front();
  CHECK_THROWS_WITH(clients(problems), "clients: problem 3 has dimension 8, problem 0 has dimension 7");
  CHECK_THROWS_WITH(clients(five(), vec<>(vec<>::Ones(4))), "clients: number of weights 4, number of problems 5");
  for (const double bad : {-1.0, infinity, not_a_number}) {
    vec<> w = vec<>::Ones(5);
    w[2] = bad;
    CHECK_THROWS_AS(clients(five(), w), std::invalid_argument);
  }
  const auto none = fedsplit(star_of(5), clients(five(), vec<>(vec<>::Zero(5))), {.step = 1});
  CHECK_THROWS_WITH(none.init(vec<>::Zero(7)), contains("star: the sum of the weights must be positive"));
}

TEST_CASE("init: an x0 of the wrong size names the client and both sizes", "[equivalence]") {
  const vec<> twelve = vec<>::Zero(12);
  const std::string rest = ": x0 has size 12, client 0 has dimension 7";
  CHECK_THROWS_WITH(fedsplit(five()).init(twelve), "fedsplit" + rest);
  CHECK_THROWS_WITH(fedavg(five()).init(twelve), "fedavg" + rest);
  CHECK_THROWS_WITH(fedprox(five()).init(twelve), "fedprox" + rest);
  CHECK_THROWS_WITH(feddr(five()).init(twelve), "feddr" + rest);
  CHECK_THROWS_WITH(feddr(five()).init_from_prox(twelve), "feddr" + rest);
  CHECK_THROWS_WITH(r_admm(ring(), clients(five())).init(twelve), "r_admm" + rest);
}

TEST_CASE("init: a NaN or an infinity in x0 is refused", "[equivalence]") {
  for (const double bad : {not_a_number, infinity}) {
    vec<> x0 = vec<>::Zero(7);
    x0[4] = bad;
    CHECK_THROWS_WITH(fedsplit(five()).init(x0), "fedsplit: x0 holds a NaN or an infinity");
    CHECK_THROWS_AS(fedavg(five()).init(x0), std::invalid_argument);
    CHECK_THROWS_AS(fedprox(five()).init(x0), std::invalid_argument);
    CHECK_THROWS_AS(feddr(five()).init(x0), std::invalid_argument);
    CHECK_THROWS_AS(r_admm(ring(), clients(five())).init(x0), std::invalid_argument);
  }
}

TEST_CASE("r_admm: one node, a graph that is not connected or of another size, and weights are refused",
          "[equivalence]") {
  const clients one(std::vector(1, five().front()));
  CHECK_THROWS_WITH(r_admm(graph_network(in_process<>(1), graph(1, {})), one),
                    "r_admm: the number of nodes must be at least 2, got 1");
  CHECK_THROWS_WITH(graph_network(in_process<>(5), graph(5, {{0, 1}, {1, 2}, {3, 4}})),
                    "graph_network: the graph is not connected");
  CHECK_THROWS_WITH(graph_network(in_process<>(5), cycle(4)),
                    "graph_network: the transport has clients 5, the graph has nodes 4");
  CHECK_THROWS_WITH(r_admm(ring(), clients(five(), support::unequal_weights(5))),
                    contains("r_admm: the number of weights must be 0: a graph minimises the sum"));
}

TEST_CASE("numbers: what a float cannot hold is refused where the iterates are floats", "[equivalence]") {
  const auto four = [] {
    std::vector<least_squares<dense_rows<float>>> problems;
    for (const support::table& t : support::tables(4))
      problems.emplace_back(t.a.cast<float>(), t.b.cast<float>(), least_squares_options{.ridge = 0.1});
    return problems;
  };
  CHECK_NOTHROW(fedsplit(four(), {.step = 0.1}));
  for (const double number : {1e-60, 1e60}) {
    CHECK_THROWS_AS(fedsplit(four(), {.step = number}), std::invalid_argument);
    CHECK_THROWS_AS(feddr(four(), zero<float>{}, {.step = number}), std::invalid_argument);
    CHECK_THROWS_AS(fedprox(four(), {.mu = number}), std::invalid_argument);
    CHECK_THROWS_AS(fedavg(four(), {.learning_rate = number}), std::invalid_argument);
    CHECK_THROWS_AS(r_admm(graph_network{in_process<>(4), cycle(4)}, clients(four()), {.eta = number}),
                    std::invalid_argument);
  }
  CHECK_THROWS_AS(feddr(four(), l1_norm<float>(1), {.step = 0.1, .relaxation = 2 - 1e-12}), std::invalid_argument);
  const dense_rows<float> a = dense_rows<float>::Ones(2, 1);
  const vec<float> b = vec<float>::Ones(2);
  CHECK_THROWS_AS(least_squares<dense_rows<float>>(a, b, {.scale = 1e60}), std::invalid_argument);
  CHECK_THROWS_AS(least_squares<dense_rows<float>>(a, b, {.ridge = 1e60}), std::invalid_argument);
  CHECK_THROWS_AS(logistic<dense_rows<float>>(a, b, {.ridge = 1e60}), std::invalid_argument);
}

TEST_CASE("numbers: a mu or an eta whose inverse overflows is refused", "[equivalence]") {
  CHECK_THROWS_AS(fedprox(five(), {.mu = 1e-320}), std::invalid_argument);
  CHECK_THROWS_AS(r_admm(ring(), clients(five()), {.eta = 1e-320}), std::invalid_argument);
}

TEST_CASE("conditioning: a NaN of any client is kept, so that no step is made of it", "[equivalence]") {
  struct odd : reticent {
    double l;
    double smoothness() const { return l; }
    double strong_convexity() const { return 1; }
  };
  for (const std::size_t bad : {0u, 1u, 2u}) {
    std::vector<odd> three(3, odd{{vec<>::Zero(2)}, 2});
    three[bad].l = not_a_number;
    CHECK_THROWS_WITH(fedsplit(three), contains("largest smoothness L is nan"));
  }
}

TEST_CASE("splitting: a start that is not finite is refused", "[equivalence]") {
  const auto solver = douglas_rachford(resolvent(l1_norm(1), 1.0), resolvent(zero<>{}, 1.0));
  CHECK_THROWS_WITH(solver.init(vec<>::Constant(2, not_a_number)), "splitting: z0 holds a NaN or an infinity");
}
