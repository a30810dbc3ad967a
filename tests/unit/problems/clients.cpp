#include <cleave/comm/star.hpp>
#include <cleave/diagnostics/stop.hpp>
#include <cleave/problems/clients.hpp>
#include <cleave/problems/least_squares.hpp>
#include <cleave/problems/local/gradient_steps.hpp>
#include <cleave/problems/logistic.hpp>
#include <cleave/solvers/fedsplit.hpp>
#include <cleave/solvers/run.hpp>

#include "support/catch.hpp"
#include "support/points.hpp"
#include "support/problems.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <variant>
#include <vector>

using namespace cleave;
using support::nrm_matrix;
using support::nrm_vector;

namespace {

/// ||x - a||^2 / 2 that knows how often it was copied.
struct pull {
  double a;
  index_t d = 2;
  inline static int copies = 0;

  explicit pull(double where, index_t size = 2) : a(where), d(size) {}
  pull(const pull& o) : a(o.a), d(o.d) { ++copies; }
  pull(pull&&) = default;
  pull& operator=(const pull&) = delete;

  index_t dimension() const { return d; }
  double smoothness() const { return 1; }
  double strong_convexity() const { return 1; }
  double value(in<double> x) const { return (x.array() - a).matrix().squaredNorm() / 2; }
  double gradient(in<double> x, out<double> g) const {
    g = (x.array() - a).matrix();
    return g.squaredNorm() / 2;
  }
};

std::vector<pull> pulls(index_t n, index_t d = 2) {
  std::vector<pull> all;
  all.reserve(static_cast<std::size_t>(n));
  for (index_t i = 0; i < n; ++i) all.emplace_back(static_cast<double>(i), d);
  return all;
}

least_squares<> square(std::uint64_t seed, index_t d = 2) {
  return least_squares<>(nrm_matrix(8, d, seed), nrm_vector(8, seed + 1), {.ridge = 0.1});
}
logistic<> curve(std::uint64_t seed, index_t d = 2) {
  return logistic<>(nrm_matrix(8, d, seed), vec<>::Ones(8), {.ridge = 0.1});
}
using either = std::variant<least_squares<>, logistic<>>;

template <class Clients>
vec<> prox(const Clients& c, index_t at, double step, const vec<>& v) {
  auto desk = c.open(1);
  vec<> x = v;
  c.prox(desk, seat{at, at, 0}, step, v, x);
  return x;
}

}  // namespace

TEST_CASE("clients: count, dimension, values and numbers are those of the problems", "[problems]") {
  const clients c(std::vector{square(1), square(3), square(5)});
  CHECK(c.count() == 3);
  CHECK(c.dimension() == 2);
  CHECK(c.weights().size() == 0);
  const vec<> x = nrm_vector(2, 9);
  vec<> g(2), want(2);
  auto desk = c.open(2);
  for (index_t at = 0; at < 3; ++at) {
    CHECK(c.value(at, x) == c[at].value(x));
    CHECK(c.smoothness(at) == c[at].smoothness());
    CHECK(c.strong_convexity(at) == c[at].strong_convexity());
    CHECK(c.gradient(desk, {at, at, 1}, x, g) == c[at].gradient(x, want));
    CHECK(support::same_bits(g, want));
  }
  CHECK(clients(std::vector<pull>{}).count() == 0);
  CHECK(clients(std::vector<pull>{}).dimension() == 0);
}

TEST_CASE("clients: a std::variant of problems acts as each of them", "[problems]") {
  const clients mixed(std::vector<either>{square(1), curve(3), square(5), curve(7)});
  const vec<> v = nrm_vector(2, 9);
  STATIC_REQUIRE(decltype(mixed)::warm_started);
  STATIC_REQUIRE_FALSE(clients<least_squares<>>::warm_started);
  CHECK(mixed.value(1, v) == curve(3).value(v));
  CHECK(mixed.smoothness(2) == square(5).smoothness());
  CHECK(mixed.strong_convexity(3) == 0.1);
  CHECK(support::same_bits(prox(mixed, 0, 0.5, v), prox(clients(std::vector{square(1)}), 0, 0.5, v)));
  CHECK(support::same_bits(prox(mixed, 1, 0.5, v), prox(clients(std::vector{curve(3)}), 0, 0.5, v)));
  CHECK(support::same_bits(prox(mixed.with(gradient_steps(2)), 3, 0.5, v),
                           prox(clients(std::vector{curve(7)}, gradient_steps(2)), 0, 0.5, v)));
}

TEST_CASE("clients: a std::variant runs like the single type it holds", "[problems]") {
  const auto run_them = [](const auto& c) {
    const auto solver = fedsplit(star_of(3), c, {.step = 0.4});
    auto s = solver.init(vec<>::Zero(2));
    CHECK(run(solver, s, stop::rounds(10)).status == status::rounds_spent);
    return vec<>(solver.model(s));
  };
  CHECK(support::same_bits(run_them(clients(std::vector<either>{square(1), square(3), square(5)})),
                           run_them(clients(std::vector{square(1), square(3), square(5)}))));
}

TEST_CASE("clients: problems are shared, nothing copies them", "[problems]") {
  auto problems = pulls(3);
  pull::copies = 0;
  const clients c(std::move(problems));
  const auto copy = c;
  const auto other = copy.with(gradient_steps(3)).with(accelerated_gradient(1e-9));
  const auto solver = fedsplit(star_of(3), other);
  auto s = solver.init(vec<>::Zero(2));
  CHECK(run(solver, s, stop::rounds(3)).rounds == 3);
  CHECK(pull::copies == 0);
  CHECK(&c[0] == &copy[0]);
  CHECK(&c[2] == &other[2]);
}

TEST_CASE("clients: with() keeps the weights and changes how problems are solved", "[problems]") {
  const clients c(pulls(3), vec<>(Eigen::Vector3d(1, 2, 0)));
  CHECK(c.weights() == vec<>(Eigen::Vector3d(1, 2, 0)));
  const auto inexact = c.with(gradient_steps(1));
  STATIC_REQUIRE(decltype(c)::is_exact);
  STATIC_REQUIRE_FALSE(decltype(inexact)::is_exact);
  CHECK(inexact.weights() == c.weights());
  const vec<> v = vec<>::Constant(2, 9.0);
  CHECK((prox(c, 1, 1, v) - vec<>::Constant(2, 5.0)).norm() <= 1e-9);
}

TEST_CASE("clients: dimensions that differ are refused with both", "[problems]") {
  std::vector<pull> problems = pulls(3);
  problems.emplace_back(1.0, 5);
  CHECK_THROWS_WITH(clients(problems), "clients: problem 3 has dimension 5, problem 0 has dimension 2");
  CHECK_THROWS_AS(clients(problems), std::invalid_argument);
  CHECK_THROWS_WITH(clients(std::vector<either>{square(1), curve(1, 3)}),
                    "clients: problem 1 has dimension 3, problem 0 has dimension 2");
}

TEST_CASE("clients: weights that do not fit, are negative or not finite are refused", "[problems]") {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto weighted = [](std::initializer_list<double> w) {
    vec<> weights(static_cast<index_t>(w.size()));
    index_t i = 0;
    for (const double x : w) weights[i++] = x;
    return clients(pulls(3), weights);
  };
  CHECK_NOTHROW(weighted({0, 0, 1}));
  CHECK_NOTHROW(weighted({}));
  CHECK_THROWS_WITH(weighted({1, 2}), "clients: number of weights 2, number of problems 3");
  CHECK_THROWS_WITH(weighted({1, -0.5, 1}), "clients: every weight must be finite and not negative, got -0.5");
  CHECK_THROWS_WITH(weighted({1, 1, infinity}), "clients: every weight must be finite and not negative, got inf");
  CHECK_THROWS_AS(weighted({std::nan(""), 1, 1}), std::invalid_argument);
}

TEST_CASE("clients: a start that does not fit is refused, naming the client by its id", "[problems]") {
  const clients c(pulls(2, 10));
  CHECK_NOTHROW(c.check_start(vec<>::Zero(10), 3, "fedsplit"));
  CHECK_THROWS_AS(c.check_start(vec<>::Zero(12), 3, "fedsplit"), std::invalid_argument);
  CHECK_THROWS_WITH(c.check_start(vec<>::Zero(12), 3, "fedsplit"),
                    "fedsplit: x0 has size 12, client 3 has dimension 10");
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()})
    CHECK_THROWS_WITH(c.check_start(vec<>::Constant(10, bad), 0, "feddr"), "feddr: x0 holds a NaN or an infinity");
}

TEST_CASE("clients: bills of the slots are added once, when they are settled", "[problems]") {
  const clients c(pulls(2), gradient_steps(4));
  auto desk = c.open(2);
  vec<> x = vec<>::Zero(2), g(2);
  c.prox(desk, {0, 0, 0}, 1, vec<>::Ones(2), x);
  c.prox(desk, {1, 1, 1}, 1, vec<>::Ones(2), x);
  c.gradient(desk, {1, 1, 1}, vec<>::Ones(2), g);
  CHECK(desk.cost == counters{});
  c.settle(desk);
  CHECK(desk.cost == counters{.prox = 2, .gradients = 9, .inner_iterations = 8});
  c.settle(desk);
  CHECK(desk.cost.prox == 2);
}

TEST_CASE("clients: weighted gives the same problems other weights") {
  const clients members(support::least_squares_clients(support::tables(3)), vec<>(vec<>::Constant(3, 2)));
  const auto other = members.weighted(vec<>::LinSpaced(3, 0, 2));
  CHECK(other.weights() == vec<>::LinSpaced(3, 0, 2));
  CHECK(&other[1] == &members[1]);
  CHECK(members.weighted({}).weights().size() == 0);
  CHECK_THROWS_AS(members.weighted(vec<>::Ones(2)), std::invalid_argument);
  CHECK_THROWS_AS(members.weighted(-vec<>::Ones(3)), std::invalid_argument);
}
