// The smallest classes that satisfy the concepts, as the documentation of the concepts prints them, at work; and
// classes that miss a concept by one detail.
#include <cleave/diagnostics/stop.hpp>
#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/functions/squared_l2_norm.hpp>
#include <cleave/operators/functions/zero.hpp>
#include <cleave/operators/indicator.hpp>
#include <cleave/operators/sets/box.hpp>
#include <cleave/operators/splitting.hpp>
#include <cleave/problems/least_squares.hpp>
#include <cleave/problems/logistic.hpp>
#include <cleave/solvers/fedsplit.hpp>
#include <cleave/solvers/run.hpp>

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include "support/catch.hpp"

#include <vector>

using namespace cleave;

namespace {

// clang-format off
struct nothing { double prox(cleave::in<double> x, double, cleave::out<double> y) const { y = x; return 0; } };
struct flat {
  double value(cleave::in<double>) const { return 0; }
  double gradient(cleave::in<double>, cleave::out<double> g) const { g.setZero(); return 0; }
};
struct everything {
  void project(cleave::in<double> x, cleave::out<double> y) const { y = x; }
  bool contains(cleave::in<double>, double) const { return true; }
};
struct pull {  // f(x) = ||x - a||^2 / 2
  Eigen::VectorXd a;
  cleave::index_t dimension() const { return a.size(); }
  double value(cleave::in<double> x) const { return (x - a).squaredNorm() / 2; }
  double gradient(cleave::in<double> x, cleave::out<double> g) const { g = x - a; return g.squaredNorm() / 2; }
};
// clang-format on

static_assert(proximable<nothing> && !projector<nothing> && !has_value<nothing>);
static_assert(differentiable<flat> && !proximable<flat> && !local_problem<flat>);
static_assert(projector<everything> && !proximable<everything> && proximable<indicator<everything>>);
static_assert(local_problem<pull> && differentiable<pull> && !proximable<pull> && !has_hessian<pull>);

// The models that the documentation names.
static_assert(proximable<zero<>> && proximable<l1_norm<>> && proximable<squared_l2_norm<>> &&
              proximable<indicator<box<>>>);
static_assert(proximable<zero<float>> && proximable<l1_norm<float>> && proximable<indicator<box<float>>>);
static_assert(scalar_proximable<l1_norm<>> && scalar_proximable<squared_l2_norm<float>>);
static_assert(differentiable<zero<>> && differentiable<squared_l2_norm<>> && !differentiable<l1_norm<>>);
static_assert(projector<box<>> && !proximable<box<>>);
static_assert(preparable<least_squares<>> && preparable<least_squares<sparse_rows<float>>>);
static_assert(local_problem<least_squares<>> && local_problem<logistic<sparse_rows<>>> && has_hessian<logistic<>>);
static_assert(resolvent_map<resolvent<l1_norm<>>, double>);
static_assert(resolvent_map<reflected_resolvent<resolvent<least_squares<>>>, double>);

// Near misses.
struct prox_is_not_const {
  double prox(in<double> x, double, out<double> y) { return y = x, 0.0; }
};
struct prox_returns_nothing {
  void prox(in<double> x, double, out<double> y) const { y = x; }
};
struct prox_returns_float {
  float prox(in<double> x, double, out<double> y) const { return y = x, 0.0f; }
};
struct prox_by_value {
  vec<> prox(in<double> x, double) const { return x; }
};
struct prox_into_a_vector {  // columns of a matrix do not bind to it
  double prox(in<double> x, double, vec<>& y) const { return y = x, 0.0; }
};
struct prox_of_another_scalar {
  using scalar = float;
  double prox(in<double> x, double, out<double> y) const { return y = x, 0.0; }
};
static_assert(!proximable<prox_is_not_const> && !proximable<prox_returns_nothing> && !proximable<prox_returns_float>);
static_assert(!proximable<prox_by_value> && !proximable<prox_into_a_vector> && !proximable<prox_of_another_scalar>);

struct no_contains {
  void project(in<double> x, out<double> y) const { y = x; }
};
struct contains_without_tolerance : no_contains {
  bool contains(in<double>) const { return true; }
};
struct contains_is_a_number : no_contains {
  double contains(in<double>, double) const { return 0; }
};
static_assert(!projector<no_contains> && !projector<contains_without_tolerance> && !projector<contains_is_a_number>);

struct gradient_returns_nothing {
  double value(in<double>) const { return 0; }
  void gradient(in<double>, out<double> g) const { g.setZero(); }
};
struct gradient_without_value {
  double gradient(in<double>, out<double> g) const { return g.setZero(), 0.0; }
};
struct value_is_not_const {
  double value(in<double>) { return 0; }
  double gradient(in<double>, out<double> g) const { return g.setZero(), 0.0; }
};
static_assert(!differentiable<gradient_returns_nothing> && !differentiable<gradient_without_value>);
static_assert(has_gradient<gradient_without_value> && !differentiable<value_is_not_const>);

struct without_dimension : flat {};
struct dimension_is_a_member : flat {
  index_t dimension = 3;
};
struct dimension_alone {
  index_t dimension() const { return 3; }
};
static_assert(!local_problem<without_dimension> && !local_problem<dimension_is_a_member>);
static_assert(has_dimension<dimension_alone> && !local_problem<dimension_alone>);

struct prepares_nothing {
  int prepare(double) const { return 0; }
};
struct prepares_without_step {
  struct prepared {
    void prox(in<double> v, out<double> y) const { y = v; }
  };
  prepared prepare(double) const { return {}; }
};
static_assert(!preparable<prepares_nothing> && !preparable<prepares_without_step>);

struct value_alone {
  double value(double x) const { return x; }
};
static_assert(!scalar_proximable<value_alone> && !scalar_proximable<zero<>>);

}  // namespace

TEST_CASE("archetypes: a proximable regulariser and a set serve as operators", "[operators]") {
  const vec<> x = vec<>::LinSpaced(4, -1, 1);
  vec<> y(4);
  resolvent(nothing{}, 2.0)(x, y);
  CHECK(y == x);
  reflected_resolvent(resolvent(everything{}, 2.0))(x, y);
  CHECK(y == x);
  CHECK(as_function(everything{}).value(x) == 0);
  CHECK(as_function(nothing{}).prox(x, 1, y) == 0);
}

TEST_CASE("archetypes: a problem with value and gradient alone is solved by default", "[operators]") {
  const auto solver = fedsplit(std::vector{pull{vec<>::Constant(3, 1.0)}, pull{vec<>::Constant(3, 5.0)}}, {.step = 1});
  auto state = solver.init(vec<>::Zero(3));
  CHECK(run(solver, state, stop::residual(1e300) || stop::rounds(40)).status == status::solved);
  CHECK(run(solver, state, stop::rounds(40)).status == status::rounds_spent);
  CHECK((solver.model(state) - vec<>::Constant(3, 3.0)).norm() < 1e-9);
}

TEST_CASE("archetypes: what a type does not say about itself has a safe default", "[operators]") {
  CHECK(smoothness_of(pull{}) == std::numeric_limits<double>::infinity());
  CHECK(strong_convexity_of(pull{}) == 0);
}
