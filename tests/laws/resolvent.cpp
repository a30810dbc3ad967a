#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/functions/zero.hpp>
#include <cleave/operators/sets/box.hpp>
#include <cleave/operators/splitting.hpp>
#include <cleave/problems/least_squares.hpp>
#include <cleave/solvers/peaceman_rachford.hpp>

#include "support/catch.hpp"
#include "support/operators.hpp"
#include "support/points.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

using namespace cleave;
using support::any_function;
using support::point;

namespace {

template <class S, class Visit>
void everywhere(Visit visit) {
  for (const auto& one : support::functions<S>())
    for (const index_t n : support::sizes) {
      if (!one.fits(n)) continue;
      const auto f = one.make(n);
      for (const double step : {0.0, 1e-3, 1.0, 1e3}) {
        INFO(one.name << ", n = " << n << ", step = " << step);
        visit(f, S(step), point<S>(n, 31, 3));
      }
    }
}

template <class S>
auto small_least_squares() {
  return least_squares<dense_rows<S>>(support::nrm_matrix(9, 5, 41).template cast<S>(),
                                      support::nrm_vector(9, 42).template cast<S>(), {.ridge = 0.1});
}

}  // namespace

TEMPLATE_TEST_CASE("resolvent: is the prox at its step", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_function<S>& f, S step, const vec<S>& x) {
    vec<S> y(x.size()), want(x.size());
    resolvent(f, step)(x, y);
    f.prox(x, step, want);
    CHECK(support::same_bits(y, want));
  });
}

TEMPLATE_TEST_CASE("resolvent: of a set is the projection, of a preparable problem its prepared prox", "[laws]", float,
                   double) {
  using S = TestType;
  const vec<S> x = point<S>(5, 32, 3);
  vec<S> y(5), want(5);
  resolvent(box<S>(-1, 2), S(7))(x, y);
  box<S>(-1, 2).project(x, want);
  CHECK(support::same_bits(y, want));
  const auto f = small_least_squares<S>();
  resolvent(f, S(0.5))(x, y);
  f.prepare(S(0.5)).prox(x, want);
  CHECK(support::same_bits(y, want));
}

TEST_CASE("resolvent: refuses a step that is negative, infinite or NaN", "[laws]") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH(resolvent(l1_norm(), -1.0), "resolvent: step must be finite and not negative, got -1");
  CHECK_THROWS_WITH(resolvent(box(0.0, 1.0), infinity), "resolvent: step must be finite and not negative, got inf");
  CHECK_THROWS_AS(resolvent(zero<>{}, std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
  CHECK_THROWS_WITH(resolvent(small_least_squares<double>(), -0.5),
                    "resolvent: step must be finite and not negative, got -0.5");
}

TEMPLATE_TEST_CASE("reflected_resolvent: 2 R - I, nonexpansive", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_function<S>& f, S step, const vec<S>& x) {
    const resolvent r(f, step);
    const reflected_resolvent c(r);
    STATIC_REQUIRE(std::is_same_v<scalar_of<decltype(c)>, S>);
    const vec<S> other = point<S>(x.size(), 33, 2);
    vec<S> a(x.size()), b(x.size()), y(x.size());
    c(x, a);
    c(other, b);
    r(x, y);
    CHECK((a - (y + y - x)).norm() <= 4 * std::numeric_limits<S>::epsilon() * x.norm());
    // the images of a function without minimiser are larger than the points, and rounded at their own size
    const S apart = (x - other).norm(), size = std::max(apart, y.norm());
    if (weak_convexity_of(f) == 0) CHECK((a - b).norm() <= apart + 32 * std::numeric_limits<S>::epsilon() * size);
  });
}

TEMPLATE_TEST_CASE("splitting_step: p = R(2 x - z), z += 2 tau (p - x)", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_function<S>& f, S step, const vec<S>& x) {
    const resolvent r(f, step);
    for (const S tau : {S(0.5), S(1)}) {
      const vec<S> start = point<S>(x.size(), 34, 2);
      vec<S> z = start, v = support::all_nan<S>(x.size()), p = support::all_nan<S>(x.size()), want(x.size());
      splitting_step<S>(r, x, tau, z, v, p);
      for (index_t i = 0; i < x.size(); ++i) want[i] = 2 * x[i] - start[i];
      vec<S> prox(x.size());
      r(want, prox);
      CHECK((p - prox).norm() <= 4 * std::numeric_limits<S>::epsilon() * (want.norm() + x.norm()));
      for (index_t i = 0; i < x.size(); ++i) want[i] = start[i] + 2 * tau * (prox[i] - x[i]);
      CHECK((z - want).norm() <= 16 * std::numeric_limits<S>::epsilon() * (want.norm() + x.norm() + start.norm()));
    }
  });
}

TEST_CASE("splitting_step: p carries a warm start to the resolvent", "[laws]") {
  const vec<> x = point<double>(3, 35), warm = point<double>(3, 36);
  vec<> z = x, v(3), p = warm, seen(3);
  splitting_step<double>([&](in<double>, out<double> y) { seen = y; }, x, 1.0, z, v, p);
  CHECK(support::same_bits(seen, warm));
}

TEST_CASE("splitting: a relaxation that is not above 0 and at most 1 is refused", "[laws]") {
  const resolvent r(zero<>{}, 1.0);
  using solver = splitting_solver<decltype(r), decltype(r), double>;
  CHECK_THROWS_WITH(solver(r, r, 0.0), "splitting: tau must be in (0, 1], got 0");
  CHECK_THROWS_WITH(solver(r, r, 1.5), "splitting: tau must be in (0, 1], got 1.5");
  CHECK_THROWS_AS(solver(r, r, std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
}
