// What local solvers choose, count and keep.
#include <cleave/problems/least_squares.hpp>
#include <cleave/problems/local/automatic.hpp>
#include <cleave/problems/local/gradient_steps.hpp>
#include <cleave/problems/logistic.hpp>

#include <Eigen/SparseCore>

#include "support/catch.hpp"
#include "support/points.hpp"

#include <type_traits>

using namespace cleave;

namespace {

struct gradient_alone {
  static index_t dimension() { return 2; }
  double value(in<double> x) const { return x.squaredNorm() / 2; }
  double gradient(in<double> x, out<double> g) const { return g = x, x.squaredNorm() / 2; }
};
struct with_hessian : gradient_alone {
  void hessian(in<double>, out_matrix<double> h) const { h.setIdentity(); }
};
struct with_prox : with_hessian {
  double prox(in<double> v, double step, out<double> x) const { return x = v / (1 + step), x.squaredNorm() / 2; }
};

/// Least squares that counts how often it is factored.
struct counted : least_squares<> {
  int* prepared;
  auto prepare(double step) const {
    ++*prepared;
    return least_squares<>::prepare(step);
  }
};

}  // namespace

static_assert(std::is_same_v<automatic::choice<gradient_alone>, accelerated_gradient>);
static_assert(std::is_same_v<automatic::choice<with_hessian>, newton>);
static_assert(std::is_same_v<automatic::choice<with_prox>, exact>);
static_assert(std::is_same_v<automatic::choice<least_squares<>>, exact>);
static_assert(std::is_same_v<automatic::choice<logistic<sparse_rows<>>>, newton>);
static_assert(!automatic::warm_started<least_squares<>> && automatic::warm_started<logistic<>>);

TEST_CASE("automatic: gives the answer and the bill of what it picks", "[problems]") {
  const auto bill = [](const auto& f) {
    auto memory = automatic{}.prepare(f);
    automatic::scratch<double> scratch(2);
    vec<> x = vec<>::Constant(2, 5.0);
    const counters cost = automatic{}.prox(f, memory, scratch, 1.0, vec<>::Ones(2), x);
    CHECK((x - vec<>::Constant(2, 0.5)).norm() <= 1e-11);
    return cost;
  };
  CHECK(bill(with_prox{}) == counters{.prox = 1});
  const counters second_order = bill(with_hessian{});
  CHECK(second_order.hessians == 1);  // a quadratic takes one step
  CHECK(second_order.gradients == 2);
  CHECK(second_order.inner_iterations == 1);
  const counters first_order = bill(gradient_alone{});
  CHECK(first_order.hessians == 0);
  CHECK(first_order.prox == 1);
  CHECK(first_order.gradients == first_order.inner_iterations + 1);
}

TEST_CASE("exact: the factor is kept and renewed only when the step changes", "[problems]") {
  int prepared = 0;
  const counted f{least_squares<>(support::nrm_matrix(6, 2, 1), support::nrm_vector(6, 2)), &prepared};
  auto memory = exact{}.prepare(f);
  exact::scratch<double> scratch(2);
  vec<> x(2), first(2);
  const auto ask = [&](double step) { exact{}.prox(f, memory, scratch, step, vec<>::Ones(2), x); };
  CHECK(prepared == 0);
  ask(1);
  first = x;
  ask(1);
  CHECK(prepared == 1);
  ask(2);
  CHECK(prepared == 2);
  CHECK(x != first);
  ask(1);
  CHECK(prepared == 3);
  CHECK(support::same_bits(x, first));
}

TEST_CASE("local solvers: a solved start costs one gradient and is not moved", "[problems]") {
  const with_hessian f;
  const vec<> v = vec<>::Ones(2);
  const auto check_still = [&](const auto& local) {
    auto memory = local.prepare(f);
    typename std::remove_cvref_t<decltype(local)>::template scratch<double> scratch(2);
    vec<> x = vec<>::Constant(2, 0.5);
    const counters cost = local.prox(f, memory, scratch, 1.0, v, x);
    CHECK(cost == counters{.prox = 1, .gradients = 1});
    CHECK(x == vec<>::Constant(2, 0.5));
  };
  check_still(newton{});
  check_still(accelerated_gradient{});
}

TEST_CASE("local solvers: scratch carries nothing from one client to the next", "[problems]") {
  const auto twice = [](const auto& local, const auto& f, const auto& before) {
    using local_type = std::remove_cvref_t<decltype(local)>;
    typename local_type::template scratch<double> used(2), fresh(2);
    auto memory = local.prepare(before);
    vec<> x = vec<>::Constant(2, 9.0);
    local.prox(before, memory, used, 0.3, vec<>::Constant(2, -4.0), x);
    vec<> a = vec<>::Ones(2), b = vec<>::Ones(2);
    auto m = local.prepare(f);
    local.prox(f, m, used, 1.0, vec<>::Zero(2), a);
    local.prox(f, m, fresh, 1.0, vec<>::Zero(2), b);
    CHECK(support::same_bits(a, b));
  };
  const dense_rows<> rows = support::nrm_matrix(9, 2, 1);
  const logistic f(rows, vec<>(vec<>::Ones(9))), other(dense_rows<>(-3 * rows), vec<>(vec<>::Ones(9)));
  twice(newton{}, f, other);
  twice(accelerated_gradient{}, f, other);
  twice(gradient_steps{}, f, other);
}

TEST_CASE("newton: ends soon where the tolerance is below rounding", "[problems]") {
  const logistic f(support::nrm_matrix(20, 4, 1), vec<>(support::nrm_vector(20, 2).cwiseSign()), {.ridge = 1e-3});
  for (const double step : {1e6, 1e9, 1e15}) {
    detail::no_memory memory;
    newton::scratch<double> scratch(4);
    vec<> x = vec<>::Zero(4), g(4);
    CHECK(newton{}.prox(f, memory, scratch, step, vec<>::Ones(4), x).inner_iterations <= 20);
    f.gradient(x, g);
    CHECK((g + (x - vec<>::Ones(4)) / step).norm() <= 1e-15);
  }
}

TEST_CASE("accelerated_gradient: the limit on iterations is kept", "[problems]") {
  const logistic f(support::nrm_matrix(9, 2, 1), vec<>(vec<>::Ones(9)));
  accelerated_gradient::scratch<double> scratch(2);
  detail::no_memory memory;
  vec<> x = vec<>::Zero(2);
  CHECK(accelerated_gradient(0, 7).prox(f, memory, scratch, 1e9, vec<>::Zero(2), x).inner_iterations == 7);
  newton::scratch<double> own(2);
  x.setZero();
  CHECK(newton(0, 2).prox(f, memory, own, 1e9, vec<>::Zero(2), x).inner_iterations == 2);
}
