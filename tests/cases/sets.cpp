// Edge cases of sets, each a mistake that a published library made or a trap next to one.
#include <cleave/operators/sets/affine.hpp>
#include <cleave/operators/sets/box.hpp>
#include <cleave/operators/sets/capped_simplex.hpp>
#include <cleave/operators/sets/consensus.hpp>
#include <cleave/operators/sets/exponential_cone.hpp>
#include <cleave/operators/sets/half_space.hpp>
#include <cleave/operators/sets/hyperplane.hpp>
#include <cleave/operators/sets/l0_ball.hpp>
#include <cleave/operators/sets/l1_ball.hpp>
#include <cleave/operators/sets/l1_norm_cone.hpp>
#include <cleave/operators/sets/l2_ball.hpp>
#include <cleave/operators/sets/linf_ball.hpp>
#include <cleave/operators/sets/linf_norm_cone.hpp>
#include <cleave/operators/sets/monotone_cone.hpp>
#include <cleave/operators/sets/nuclear_ball.hpp>
#include <cleave/operators/sets/psd_cone.hpp>
#include <cleave/operators/sets/rank_ball.hpp>
#include <cleave/operators/sets/rotated_second_order_cone.hpp>
#include <cleave/operators/sets/second_order_cone.hpp>
#include <cleave/operators/sets/simplex.hpp>
#include <cleave/operators/sets/sphere.hpp>
#include <cleave/operators/sets/unit_simplex.hpp>

#include "support/catch.hpp"
#include "support/numbers.hpp"

#include <cmath>
#include <initializer_list>
#include <limits>
#include <stdexcept>

using namespace cleave;
using support::close;
using support::project;
using support::vector_of;

namespace {

const double infinity = std::numeric_limits<double>::infinity();

/// Whether each number is right to the given relative accuracy.
bool agrees(const vec<>& y, std::initializer_list<double> want, double relative) {
  index_t i = 0;
  for (const double w : want) {
    if (!(std::abs(y[i] - w) <= relative * std::abs(w))) return false;
    ++i;
  }
  return i == y.size();
}

}  // namespace

TEST_CASE("E18 simplex: only what is left of the total is shared", "[cases]") {
  CHECK(agrees(project(simplex(1.0), {0.5, 0, 0}), {2 / 3.0, 1 / 6.0, 1 / 6.0}, 1e-15));
}

TEST_CASE("E19 simplex: negative entries", "[cases]") {
  CHECK(project(simplex(1.0), {-1, -1}) == vector_of({0.5, 0.5}));
}

TEST_CASE("E20 simplex: huge floats, where the total is below their spacing", "[cases]") {
  CHECK(project(simplex(1.0f), {1.36762051e8f, 1.59594639e8f}) == vector_of<float>({0, 1}));
}

TEST_CASE("E22 simplex: huge floats, one or equal", "[cases]") {
  CHECK(project(simplex(1.0f), {3e7f, 0}) == vector_of<float>({1, 0}));
  CHECK(project(simplex(1.0f), {1e8f, 1e8f}) == vector_of<float>({0.5f, 0.5f}));
}

TEST_CASE("E23 simplex: a tiny total", "[cases]") {
  CHECK(agrees(project(simplex(1e-9), {1e-3, 1e-3}), {5e-10, 5e-10}, 1e-15));
}

TEST_CASE("E25 simplex: ties, one entry, an infinite entry", "[cases]") {
  CHECK(agrees(project(simplex(1.0), {2, 2, 2}), {1 / 3.0, 1 / 3.0, 1 / 3.0}, 1e-15));
  CHECK(project(simplex(1.0), {-5}) == vector_of({1}));
  CHECK(project(simplex(1.0), {0, -infinity}) == vector_of({1, 0}));
}

TEST_CASE("E26 unit_simplex: a negative entry does not pay for the others", "[cases]") {
  CHECK(project(unit_simplex(1.0), {0.2, -0.3}) == vector_of({0.2, 0}));
  CHECK(project(unit_simplex(1.0), {2, 0}) == vector_of({1, 0}));
}

TEST_CASE("E28 capped_simplex: one at its cap, one at 0, one between", "[cases]") {
  CHECK(project(capped_simplex<double>(3, 1.0, 1.5), {2, 0.4, -1}) == vector_of({1, 0.5, 0}));
}

TEST_CASE("E29 l1_ball: a point inside stays, to the bit", "[cases]") {
  CHECK(project(l1_ball(1.0), {0.5, 0, 0}) == vector_of({0.5, 0, 0}));
  CHECK(project(l1_ball(1.0), {0.3, 0.2}) == vector_of({0.3, 0.2}));
}

TEST_CASE("E32 l0_ball: none, more than there are, ties go to the lowest positions", "[cases]") {
  CHECK(project(l0_ball<>(0), {1, 2}) == vector_of({0, 0}));
  CHECK(project(l0_ball<>(5), {1, 2}) == vector_of({1, 2}));
  CHECK(project(l0_ball<>(2), {1, 1, 1}) == vector_of({1, 1, 0}));
}

TEST_CASE("E33 balls: radius 0 around a centre is the centre", "[cases]") {
  const vec<> c = vector_of({0.1, -7, 1e100});
  const auto always_centre = [&](const auto& ball) {
    CHECK(project(ball, {3, 1e200, -2}) == c);
    CHECK(project(ball, {0.1, -7, 1e100}) == c);
  };
  always_centre(l1_ball(0, c));
  always_centre(l2_ball(0, c));
  always_centre(linf_ball(0, c));
  always_centre(sphere(0, c));
}

TEST_CASE("E34 l2_ball: a point inside stays, to the bit", "[cases]") {
  CHECK(project(l2_ball(1.0), {0.3, 0.4}) == vector_of({0.3, 0.4}));
}

TEST_CASE("E35 l2_ball: what was projected is inside, so that the value of the indicator is 0", "[cases]") {
  // the tilt by a moves the point by -a first
  const vec<> y = project(l2_ball(1.0), {7.35508777761 + 1.97218824899, -0.10968881765 + 0.273481562186});
  CHECK(agrees(y, {0.999845847974377, 0.017557912415759}, 1e-13));
  CHECK(indicator(l2_ball(1.0)).value(y) == 0);
  CHECK(y[0] * -1.97218824899 + y[1] * -0.273481562186 == Approx(-1.976685997492695).epsilon(1e-14));
}

TEST_CASE("E38 half_space: a = 0 is everything or refused as empty", "[cases]") {
  const vec<> zero = vec<>::Zero(2);
  CHECK(project(half_space(zero, 0.0), {3, -1}) == vector_of({3, -1}));
  CHECK_THROWS_WITH(half_space(zero, -1.0),
                    "half_space: a is 0 and 0 is not in the bounds, the set is empty: got -inf and -1");
  CHECK_THROWS_AS(hyperplane(zero, 1.0), std::invalid_argument);
}

TEST_CASE("E40 sphere: the centre goes to the same point every time", "[cases]") {
  CHECK(project(sphere(1.0), {0, 0}) == vector_of({1, 0}));
  CHECK(project(sphere(2.0, vector_of({1, 1})), {1, 1}) == vector_of({3, 1}));
}

TEST_CASE("E41 second_order_cone: inside, outside, in the polar, at the apex", "[cases]") {
  const second_order_cone<> cone;
  CHECK(agrees(project(cone, {0, 3, 4}), {2.5, 1.5, 2}, 1e-15));
  CHECK(agrees(project(cone, {-1, 3, 4}), {2, 1.2, 1.6}, 1e-15));
  CHECK(project(cone, {-5, 3, 4}) == vector_of({0, 0, 0}));
  CHECK(project(cone, {5, 3, 4}) == vector_of({5, 3, 4}));
  CHECK(project(cone, {0, 0, 0}) == vector_of({0, 0, 0}));
  CHECK(project(cone, {-1, 0, 0}) == vector_of({0, 0, 0}));
}

TEST_CASE("E42 rotated_second_order_cone: 2 p q, not p q", "[cases]") {
  CHECK(agrees(project(rotated_second_order_cone<>(), {1, 1, 2}),
               {1.2071067811865475, 1.2071067811865475, 1.7071067811865475}, 1e-15));
}

TEST_CASE("E43 l1_norm_cone: next to the polar cone the result is tiny and still inside", "[cases]") {
  const vec<> y = project(l1_norm_cone<>(), {-1.9999999999999998, 2, 2, 1});
  CHECK(agrees(y, {1.4802973661668753e-16, 7.401486830834377e-17, 7.401486830834377e-17, 0}, 1e-15));
  CHECK(y[0] >= y[1] + y[2] + y[3]);
}

TEST_CASE("E44 l1_norm_cone: one entry survives", "[cases]") {
  CHECK(project(l1_norm_cone<>(), {1, 3, -1}) == vector_of({2, 2, 0}));
}

TEST_CASE("linf_norm_cone: (as E43, E44) clipped, and next to the polar cone", "[cases]") {
  CHECK(project(linf_norm_cone<>(), {1, 3, -1}) == vector_of({2, 2, -1}));
  CHECK(project(linf_norm_cone<>(), {-5, 2, -2, 1}) == vector_of({0, 0, 0, 0}));
}

TEST_CASE("E45 exponential_cone: a negative bound", "[cases]") {
  CHECK(agrees(project(exponential_cone<>(), {0.5376671395461, 1.833885014595086, -2.258846861003648}),
               {-0.233139521141, 0.210870499231, 0.0698003479133}, 1e-11));
}

TEST_CASE("E46 exponential_cone: a negative scale", "[cases]") {
  CHECK(agrees(project(exponential_cone<>(), {0.7647528861899316, -0.20198832835175584, 0.9528202307304982}),
               {0.305049849702, 0.168845429933, 1.02830263648}, 1e-11));
}

TEST_CASE("E47 exponential_cone: on an axis", "[cases]") {
  CHECK(agrees(project(exponential_cone<>(), {1, 0, 0}), {0.107706531433, 0.0971328834377, 0.294399452232}, 1e-11));
}

TEST_CASE("E49 exponential_cone: large ratios", "[cases]") {
  const exponential_cone<> cone;
  CHECK(agrees(project(cone, {100, 1, 1}), {11.1621784967, 10.1226875083, 30.4921240661}, 1e-11));
  CHECK(agrees(project(cone, {-50, 1, 0}), {-50, 1, 1.92874984796e-22}, 1e-11));
  CHECK(agrees(project(cone, {0.001, -0.001, 1000}), {0.000932750761077, 5.58514303343e-5, 1000}, 1e-11));
  CHECK(agrees(project(cone, {10, -10, 1e-6}), {0.328334866829, 0.160123974007, 1.24445437877}, 1e-11));
}

TEST_CASE("E50 exponential_cone: its faces", "[cases]") {
  const exponential_cone<> cone;
  CHECK(project(cone, {0, -1, 0}) == vector_of({0, 0, 0}));
  CHECK(project(cone, {-1, -1, -1}) == vector_of({-1, 0, 0}));
  CHECK(project(cone, {0, 0, -1}) == vector_of({0, 0, 0}));
  CHECK(project(cone, {0, 0, 1}) == vector_of({0, 0, 1}));
  CHECK(project(cone, {0, 1, 1}) == vector_of({0, 1, 1}));
}

TEST_CASE("E51 psd_cone: indefinite, zero, negative, and not symmetric", "[cases]") {
  const psd_cone<> cone(2);
  CHECK(close(project(cone, {0, 1, 1, 0}), vector_of({0.5, 0.5, 0.5, 0.5}), 1e-15));
  CHECK(project(cone, {0, 0, 0, 0}) == vector_of({0, 0, 0, 0}));
  CHECK(project(cone, {-1, 0, 0, -1}) == vector_of({0, 0, 0, 0}));
  CHECK(close(project(cone, {1, 0, 2, 1}), vector_of({1, 1, 1, 1}), 1e-15));
}

TEST_CASE("E56 rank_ball: the zero matrix is feasible", "[cases]") {
  CHECK(indicator(rank_ball<>(3, 3, 1)).value(vec<>::Zero(9)) == 0);
  CHECK(project(rank_ball<>(3, 3, 1), {0, 0, 0, 0, 0, 0, 0, 0, 0}) == vec<>::Zero(9));
}

TEST_CASE("E88 box: the indicator of the origin", "[cases]") {
  CHECK(indicator(box(0.0, 0.0)).value(vector_of({0})) == 0);
  CHECK(indicator(box(0.0, 0.0)).value(vector_of({1})) == infinity);
}

TEST_CASE("E90 sets of matrices: no entries, no rows, no columns", "[cases]") {
  const vec<> nothing(0);
  vec<> y(0);
  const auto is_empty = [&](const auto& set) {
    CHECK(indicator(set).value(nothing) == 0);
    CHECK(indicator(set).prox(nothing, 1, y) == 0);
  };
  is_empty(psd_cone<>(0));
  is_empty(rank_ball<>(0, 0, 0));
  is_empty(rank_ball<>(0, 4, 1));
  is_empty(nuclear_ball<>(4, 0, 1));
  is_empty(affine<double>(mat<>(0, 0), nothing));
  is_empty(affine<double>(mat<>(3, 0), vec<>(vec<>::Zero(3))));
  CHECK(project(affine<double>(mat<>(0, 2), nothing), {1, 2}) == vector_of({1, 2}));
}

TEST_CASE("sets near the largest number: distances that overflow", "[cases]") {
  const double huge = 1.5e308, half = std::sqrt(0.5);
  for (const vec<>& y : {project(l2_ball(1.0), {huge, huge}), project(sphere(1.0), {huge, huge}),
                         project(l2_ball(1.0, vec<>(vec<>::Zero(2))), {huge, huge})})
    CHECK(close(y, vec<>(vec<>::Constant(2, half)), 1e-15));
  CHECK(close(project(l2_ball(1.0, vector_of({-huge, 0})), {huge, huge}), vector_of({-huge, std::sqrt(0.2)}), 1e-15));
  CHECK(project(monotone_cone<>(), {huge, -huge}).isZero(0));
  CHECK(close(vec<>(project(consensus<>(3), {huge, -huge, huge}) / huge), vec<>(vec<>::Constant(3, 1. / 3)), 1e-15));
  const double large = 1e308;
  const vec<> y = project(second_order_cone<>(), {0, huge, -huge}) / huge;
  CHECK(close(y, vec<>(project(second_order_cone<>(), {0, 1, -1})), 1e-15));
  const vec<> z = project(rotated_second_order_cone<>(), {large, -large, huge, -huge}) / large;
  CHECK(close(z, vec<>(project(rotated_second_order_cone<>(), {1, -1, 1.5, -1.5})), 1e-15));
}
