#include <cleave/cleave.hpp>
#include <cleave/problems/local/stochastic_gradient.hpp>

#include "support/catch.hpp"
#include "support/local_prox.hpp"
#include "support/points.hpp"
#include "support/problems.hpp"

#include <cmath>
#include <limits>
#include <set>
#include <vector>

using namespace cleave;
using support::nrm_matrix;
using support::nrm_vector;

using support::prox;

namespace {

const double infinity = std::numeric_limits<double>::infinity();

logistic<> some_logistic(index_t rows, logistic_options o = {.ridge = 0.1}) {
  return {nrm_matrix(rows, 4, 1), support::signs(nrm_vector(rows, 2)), o};
}

/// (1 / n) sum_i (x - a_i)^2 / 2 for one number x; notes the rows that it is asked for.
struct mean_of_numbers {
  vec<> a;
  std::vector<index_t>* asked = nullptr;

  static index_t dimension() { return 1; }
  index_t rows() const { return a.size(); }
  static double smoothness() { return 1; }
  static double row_smoothness() { return 1; }
  double value(in<double> x) const { return (a.array() - x[0]).square().mean() / 2; }
  double gradient(in<double> x, out<double> g) const {
    g[0] = x[0] - a.mean();
    return value(x);
  }
  void gradient_of_rows(std::span<const index_t> which, in<double> x, out<double> g) const {
    g[0] = 0;
    for (const index_t i : which) {
      g[0] += (x[0] - a[i]) / static_cast<double>(which.size());
      if (asked != nullptr) asked->push_back(i);
    }
  }
};
static_assert(has_row_gradients<mean_of_numbers> && has_row_gradients<logistic<>>);
static_assert(has_row_gradients<logistic<sparse_rows<float>>> && !has_row_gradients<support::table>);
static_assert(!stochastic_gradient::is_exact && stochastic_gradient::warm_started<logistic<>>);

/// The same without what it knows about single rows.
struct without_row_smoothness {
  mean_of_numbers f;
  static index_t dimension() { return 1; }
  index_t rows() const { return f.rows(); }
  static double smoothness() { return 1; }
  double value(in<double> x) const { return f.value(x); }
  double gradient(in<double> x, out<double> g) const { return f.gradient(x, g); }
  void gradient_of_rows(std::span<const index_t> which, in<double> x, out<double> g) const {
    f.gradient_of_rows(which, x, g);
  }
};

}  // namespace

TEST_CASE("stochastic_gradient: batches of all rows are gradient_steps to the last bit", "[problems]") {
  const auto f = some_logistic(50);
  const vec<> v = nrm_vector(4, 3), start = nrm_vector(4, 4);
  for (const double eta : {0.0, 0.3})
    for (const double step : {0.5, infinity})
      for (const index_t batch : {50, 51, 1000}) {
        counters cost, same;
        const vec<> want = prox(gradient_steps(3, eta), f, step, v, start, &same);
        CHECK(support::same_bits(prox(stochastic_gradient(3, batch, eta), f, step, v, start, &cost), want));
        CHECK(cost == same);
      }
}

TEST_CASE("stochastic_gradient: the formula, batch by batch", "[problems]") {
  const auto f = some_logistic(10);
  const stochastic_gradient local(2, 4, 0.3, 7);
  const vec<> v = nrm_vector(4, 3), start = nrm_vector(4, 4);
  const std::vector<index_t> order = local.prepare(f).order;
  for (const double step : {0.5, infinity}) {
    vec<> x = start, g(4);
    for (int epoch = 0; epoch < 2; ++epoch)
      for (const auto& [first, n] : {std::pair<std::size_t, std::size_t>{0, 4}, {4, 4}, {8, 2}}) {
        f.gradient_of_rows({order.data() + first, n}, x, g);
        x -= 0.3 * (g + (x - v) / step);
      }
    counters cost;
    CHECK((prox(local, f, step, v, start, &cost) - x).norm() <= 1e-14);
    CHECK(cost == counters{.prox = 1, .gradients = 2, .inner_iterations = 6});
  }
}

TEST_CASE("stochastic_gradient: every pass takes every row once, in one order that the seed makes", "[problems]") {
  std::vector<index_t> asked;
  const mean_of_numbers f{nrm_vector(23, 1), &asked};
  const auto order_of = [&](std::uint64_t seed) {
    asked.clear();
    prox(stochastic_gradient(2, 5, 0.1, seed), f, 1, vec<>::Zero(1), vec<>::Zero(1));
    REQUIRE(asked.size() == 46);
    const std::vector<index_t> first(asked.begin(), asked.begin() + 23), second(asked.begin() + 23, asked.end());
    CHECK(first == second);
    CHECK(std::set<index_t>(first.begin(), first.end()).size() == 23);
    CHECK(*std::max_element(first.begin(), first.end()) == 22);
    return first;
  };
  CHECK(order_of(1) == order_of(1));
  CHECK(order_of(1) != order_of(2));
  CHECK_FALSE(std::is_sorted(asked.begin(), asked.begin() + 23));
}

TEST_CASE("stochastic_gradient: ends in a neighbourhood of the prox that shrinks with eta", "[problems]") {
  const auto f = some_logistic(200);
  const vec<> v = nrm_vector(4, 3), start = nrm_vector(4, 4);
  const vec<> want = prox(newton{}, f, 1, v, start);
  double before = infinity;
  for (const double eta : {0.1, 0.01, 0.001}) {
    const double off = (prox(stochastic_gradient(4000, 20, eta), f, 1, v, start) - want).norm();
    INFO("eta " << eta << ", off by " << off);
    CHECK(off > 0);
    CHECK(off < 0.2 * before);
    CHECK(off < 2 * eta);
    before = off;
  }
}

TEST_CASE("stochastic_gradient: rows that agree are solved to rounding", "[problems]") {
  const mean_of_numbers f{vec<>::Constant(17, 3.0)};
  const vec<> x = prox(stochastic_gradient(200, 2), f, infinity, vec<>::Zero(1), vec<>::Zero(1));
  CHECK(std::abs(x[0] - 3) <= 1e-14);
}

TEST_CASE("stochastic_gradient: the step that it chooses holds for rows of any size in any batch", "[problems]") {
  dense_rows<> a = nrm_matrix(60, 4, 1);
  a.row(17) *= 1000;  // a single row bends a thousand times a thousand as much as the others
  const logistic f(a, support::signs(nrm_vector(60, 2)), {.ridge = 1e-3});
  const double whole = f.smoothness(), one = f.row_smoothness();
  CHECK(stochastic_gradient(1, 1).prepare(f).smoothness == Approx(one));
  CHECK(stochastic_gradient(1, 60).prepare(f).smoothness == Approx(whole));
  CHECK(stochastic_gradient(1, 59).prepare(f).smoothness > whole);
  for (const index_t batch : {1, 2, 7, 59, 60}) {
    INFO("batch " << batch);
    const vec<> x = prox(stochastic_gradient(300, batch), f, infinity, vec<>::Zero(4), vec<>::Zero(4));
    CHECK(f.value(x) < f.value(vec<>::Zero(4)));
  }
}

TEST_CASE("stochastic_gradient: clients without rows, with one, and with nothing but a prox term", "[problems]") {
  const vec<> v = nrm_vector(4, 3), start = nrm_vector(4, 4);
  for (const double ridge : {0.0, 0.5}) {
    const auto none = some_logistic(0, {.ridge = ridge}), one = some_logistic(1, {.ridge = ridge});
    CHECK(support::same_bits(prox(stochastic_gradient(3, 1), none, 1, v, start),
                             prox(gradient_steps(3), none, 1, v, start)));
    CHECK(support::same_bits(prox(stochastic_gradient(3, 1), one, 1, v, start),
                             prox(gradient_steps(3), one, 1, v, start)));
  }
  CHECK(prox(stochastic_gradient(), some_logistic(0, {}), infinity, v, start) == start);
  CHECK(prox(stochastic_gradient(), some_logistic(40, {.weights = vec<>::Zero(40)}), infinity, v, start) == start);
}

TEST_CASE("stochastic_gradient: fedprox and fedsplit continue from copied fields to the same bits", "[problems]") {
  const auto problems = support::logistic_clients(support::tables(5, 40));
  const auto members = clients(problems, stochastic_gradient(2, 8, 0.05));
  const auto check = [](const auto& solver) {
    auto whole = solver.init(vec<>::Ones(7));
    for (int round = 0; round < 7; ++round) REQUIRE(solver.step(whole) == status::running);
    auto half = solver.init(vec<>::Zero(7));
    copy_fields(whole, half);
    if constexpr (requires { solver.restore(half); }) solver.restore(half);
    for (int round = 0; round < 7; ++round) {
      REQUIRE(solver.step(whole) == status::running);
      REQUIRE(solver.step(half) == status::running);
      REQUIRE(same_bits(whole, half));
    }
    CHECK(solver.cost(whole) == solver.cost(half));
    CHECK(solver.cost(whole).gradients == 14 * 5 * 2);
  };
  check(fedprox(star_of(5), members, {.mu = 0.1}));
  check(fedsplit(star_of(5), members, {.step = 0.5}));
}

TEST_CASE("stochastic_gradient: fedprox with local passes learns", "[problems]") {
  const auto problems = support::logistic_clients(support::tables(5, 40));
  const auto total = [&](const vec<>& x) {
    double sum = 0;
    for (const auto& f : problems) sum += f.value(x);
    return sum / 5;
  };
  const auto exact = fedprox(star_of(5), clients(problems), {.mu = 0.1});
  const auto local = fedprox(star_of(5), clients(problems, stochastic_gradient(3, 8, 0.05)), {.mu = 0.1});
  auto s = exact.init(vec<>::Zero(7));
  auto t = local.init(vec<>::Zero(7));
  (void)run(exact, s, stop::rounds(200));
  (void)run(local, t, stop::rounds(200));
  CHECK(total(local.model(t)) < total(vec<>::Zero(7)));
  CHECK(total(local.model(t)) < total(exact.model(s)) + 0.02);
}

TEST_CASE("stochastic_gradient: a NaN stays one", "[problems]") {
  vec<> v = nrm_vector(4, 3);
  v[2] = std::nan("");
  CHECK(prox(stochastic_gradient(1, 8), some_logistic(40), 1, v, vec<>::Zero(4)).hasNaN());
  CHECK(prox(stochastic_gradient(1, 8), some_logistic(40), infinity, vec<>::Zero(4), v).hasNaN());
}

TEST_CASE("stochastic_gradient: options out of range are refused", "[problems]") {
  CHECK_THROWS_WITH(stochastic_gradient(0), "stochastic_gradient: epochs must be at least 1, got 0");
  CHECK_THROWS_WITH(stochastic_gradient(1, 0), "stochastic_gradient: batch must be at least 1, got 0");
  CHECK_THROWS_WITH(stochastic_gradient(1, 1, -0.5),
                    "stochastic_gradient: eta must be finite and not negative, got -0.5");
  const without_row_smoothness f{{nrm_vector(9, 1)}};
  CHECK_THROWS_WITH(stochastic_gradient(1, 2).prepare(f),
                    "stochastic_gradient: eta must be given when the problem does not know its smoothness() and "
                    "row_smoothness(), got 0");
  CHECK_NOTHROW(stochastic_gradient(1, 2, 0.1).prepare(f));
  CHECK_NOTHROW(stochastic_gradient(1, 9).prepare(f));
}
