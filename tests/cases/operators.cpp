// Edge cases of operators, each a mistake that a published library made or a trap next to one.
#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/functions/squared_l2_norm.hpp>
#include <cleave/operators/indicator.hpp>
#include <cleave/operators/sets/box.hpp>

#include "support/catch.hpp"
#include "support/numbers.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

using namespace cleave;
using support::project;
using support::prox;
using support::vector_of;

namespace {

const double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("E1 l1_norm: threshold 0 keeps every number", "[cases]") {
  CHECK(prox(l1_norm(1.0), 0, {0, 1, -2}) == vector_of({0, 1, -2}));
  CHECK(prox(l1_norm(0.0), 1, {0, 1, -2}) == vector_of({0, 1, -2}));
}

TEST_CASE("E1 l1_norm: prox soft-thresholds, ties at the threshold go to zero", "[cases]") {
  CHECK(prox(l1_norm(0.5), 2, {3, -3, 1, -1, 0.5, 0}) == vector_of({2, -2, 0, 0, 0, 0}));
}

TEST_CASE("l1_norm: (as E3) a tiny threshold is not lost to underflow", "[cases]") {
  CHECK(prox(l1_norm(1e-170), 1, {3e-170, -4e-170})[0] == Approx(2e-170));
  CHECK(prox(l1_norm(1e-170), 1, {3e-170, -4e-170})[1] == Approx(-3e-170));
  CHECK(prox(l1_norm(1e-200), 1e-100, {1e-300, 3e-300})[1] == Approx(2e-300).epsilon(1e-9));
}

TEST_CASE("l1_norm: (as E7) thresholds of 1e-200 and 1e200", "[cases]") {
  for (const double t : {1e-200, 1e200}) {
    const vec<> y = prox(l1_norm(t), 1, {3 * t, -4 * t, t / 2});
    CHECK(y[0] == Approx(2 * t));
    CHECK(y[1] == Approx(-3 * t));
    CHECK(y[2] == 0);
  }
}

TEST_CASE("E33 box: radius 0 around a centre is legal", "[cases]") {
  CHECK(project(box(0.3, 0.3), {5, 0.3, -1e300}) == vector_of({0.3, 0.3, 0.3}));
}

TEST_CASE("E37 box: a single point, an infinite bound, an empty box", "[cases]") {
  CHECK(project(box(2.0, 2.0), {5}) == vector_of({2}));
  CHECK(project(box(-infinity, 0.0), {-1e300}) == vector_of({-1e300}));
  CHECK(project(box(-infinity, 0.0), {-infinity, 3}) == vector_of({-infinity, 0}));
  CHECK_THROWS_AS(box(1.0, 0.0), std::invalid_argument);
  CHECK_THROWS_WITH(box(1.0, 0.5), "box: lower must be at most upper, got 1 and 0.5");
  CHECK_THROWS_AS(box(std::nan(""), 0.0), std::invalid_argument);
  CHECK_THROWS_AS(box(0.0, std::nan("")), std::invalid_argument);
}

TEST_CASE("E86 l1_norm: prox of the conjugate in place", "[cases]") {
  const indicator conjugate(box(-1.0, 1.0));
  vec<> x = vector_of({0.1, 4, -4});
  CHECK(conjugate.prox(x, 3, x) == 0);
  CHECK(x == vector_of({0.1, 1, -1}));
  // through Moreau's identity with sigma = 3 the answer is the same
  vec<> y = vector_of({0.1, 4, -4}) / 3, p(3);
  l1_norm(1.0).prox(y, 1.0 / 3, p);
  CHECK((3 * (y - p) - x).norm() <= 1e-15);
}

TEST_CASE("E88 indicator: 0 on {0}, infinite at 1", "[cases]") {
  const indicator only_zero(box(0.0, 0.0));
  CHECK(only_zero.value(vector_of({0.0})) == 0);
  CHECK(only_zero.value(vector_of({1.0})) == infinity);
  CHECK(only_zero.value(vector_of({0, 1e-300})) == infinity);
  CHECK(only_zero.value(vec<>(0)) == 0);
}

TEST_CASE("operators: a weight that is negative, infinite or NaN is refused by name", "[cases]") {
  CHECK_THROWS_WITH(l1_norm(-1.0), "l1_norm: weight must be finite and not negative, got -1");
  CHECK_THROWS_WITH(l1_norm(infinity), "l1_norm: weight must be finite and not negative, got inf");
  CHECK_THROWS_AS(l1_norm(std::nan("")), std::invalid_argument);
  CHECK_THROWS_WITH(squared_l2_norm(-0.5), "squared_l2_norm: weight must be finite and not negative, got -0.5");
  CHECK_THROWS_WITH(squared_l2_norm(-0.5f), "squared_l2_norm: weight must be finite and not negative, got -0.5");
  CHECK_THROWS_AS(squared_l2_norm(std::nan("")), std::invalid_argument);
}

TEST_CASE("box: an infinite bound is legal on its own side only", "[cases]") {
  CHECK(box(-infinity, infinity).contains(vector_of({-1e300, 1e300}), 0));
  CHECK(box(3, infinity).lower() == 3);
  CHECK_THROWS_WITH(box(infinity, infinity), "box: lower must be below infinity, got inf");
  CHECK_THROWS_WITH(box(-infinity, -infinity), "box: upper must be above minus infinity, got -inf");
  CHECK_THROWS_WITH(box(1.0, 0.0), "box: lower must be at most upper, got 1 and 0");
  CHECK_THROWS_AS(box(std::nan(""), 1.0), std::invalid_argument);
  CHECK_THROWS_AS(box(0.0, std::nan("")), std::invalid_argument);
}
