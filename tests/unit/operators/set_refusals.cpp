// What constructors of sets refuse, by name and value.
#include <cleave/operators/sets/affine.hpp>
#include <cleave/operators/sets/box.hpp>
#include <cleave/operators/sets/capped_simplex.hpp>
#include <cleave/operators/sets/cartesian_product.hpp>
#include <cleave/operators/sets/consensus.hpp>
#include <cleave/operators/sets/exponential_cone.hpp>
#include <cleave/operators/sets/half_space.hpp>
#include <cleave/operators/sets/hyperplane.hpp>
#include <cleave/operators/sets/hyperslab.hpp>
#include <cleave/operators/sets/intersection.hpp>
#include <cleave/operators/sets/l0_ball.hpp>
#include <cleave/operators/sets/l1_ball.hpp>
#include <cleave/operators/sets/l2_ball.hpp>
#include <cleave/operators/sets/linf_ball.hpp>
#include <cleave/operators/sets/nuclear_ball.hpp>
#include <cleave/operators/sets/psd_cone.hpp>
#include <cleave/operators/sets/rank_ball.hpp>
#include <cleave/operators/sets/rotated_second_order_cone.hpp>
#include <cleave/operators/sets/simplex.hpp>
#include <cleave/operators/sets/sphere.hpp>
#include <cleave/operators/sets/unit_simplex.hpp>

#include "support/catch.hpp"
#include "support/numbers.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

using namespace cleave;
using support::project;
using support::vector_of;

namespace {

const double infinity = std::numeric_limits<double>::infinity();
const double not_a_number = std::nan("");

}  // namespace

TEST_CASE("balls: a radius that is negative, infinite or NaN is refused by name and value", "[operators]") {
  CHECK_THROWS_WITH(l1_ball(-1.0), "l1_ball: radius must be finite and not negative, got -1");
  CHECK_THROWS_WITH(l2_ball(not_a_number), "l2_ball: radius must be finite and not negative, got nan");
  CHECK_THROWS_WITH(linf_ball(infinity), "linf_ball: radius must be finite and not negative, got inf");
  CHECK_THROWS_WITH(sphere(-0.5), "sphere: radius must be finite and not negative, got -0.5");
  CHECK_THROWS_WITH(nuclear_ball(2, 2, -1.0), "nuclear_ball: radius must be finite and not negative, got -1");
  CHECK_THROWS_WITH(unit_simplex(-1), "unit_simplex: total must be finite and not negative, got -1");
  CHECK_THROWS_WITH(simplex(not_a_number), "simplex: total must be finite and not negative, got nan");
  CHECK_THROWS_WITH(l0_ball<>(-1), "l0_ball: k must be not negative, got -1");
  CHECK_THROWS_WITH(rank_ball<>(2, 2, -3), "rank_ball: r must be not negative, got -3");
}

TEST_CASE("balls: a centre that is not finite is refused by its position, one of another size where it is met",
          "[operators]") {
  CHECK_THROWS_WITH(l1_ball(1.0, vector_of({0, not_a_number})), "l1_ball: centre[1] must be finite, got nan");
  CHECK_THROWS_WITH(l0_ball(1, vector_of({infinity})), "l0_ball: centre[0] must be finite, got inf");
  CHECK_THROWS_WITH(project(l2_ball(1.0, vector_of({0, 0})), {1}), "l2_ball: x has size 1, the operator dimension 2");
  CHECK_THROWS_AS(project(linf_ball(1.0, vector_of({0, 0})), {1}), std::invalid_argument);
  CHECK_THROWS_AS(project(l1_ball(1.0, vector_of({0, 0})), {1}), std::invalid_argument);
  CHECK_THROWS_AS(project(sphere(1.0, vector_of({0, 0})), {1}), std::invalid_argument);
}

TEST_CASE("sets of one size: a vector of another is refused, not read beyond its end", "[operators]") {
  CHECK_THROWS_WITH(project(exponential_cone<>(), {1, 2}), "exponential_cone: x has size 2, the operator dimension 3");
  CHECK_THROWS_WITH(project(psd_cone<>(2), {1, 2, 3}), "psd_cone: x has size 3, the operator dimension 4");
  CHECK_THROWS_AS(project(rank_ball<>(2, 3, 1), {1, 2, 3}), std::invalid_argument);
  CHECK_THROWS_AS(project(half_space(vector_of({1, 2}), 0.0), {1, 2, 3}), std::invalid_argument);
  CHECK_THROWS_AS(project(capped_simplex<double>(2, 1, 1), {1, 2, 3}), std::invalid_argument);
  CHECK_THROWS_AS(project(cartesian_product(piece{2, simplex(1.0)}), {1, 2, 3}), std::invalid_argument);
  CHECK_THROWS_WITH(project(consensus<>(2), {1, 2, 3}), "consensus: size must be a multiple of 2, got 3");
  CHECK_THROWS_WITH(project(rotated_second_order_cone<>(), {1}),
                    "rotated_second_order_cone: size must be 0, or 2 or more, got 1");
}

TEST_CASE("capped_simplex: caps, and a total that they do not reach", "[operators]") {
  CHECK_THROWS_WITH(capped_simplex<double>(2, 1.0, 3.0),
                    "capped_simplex: total must be at most the sum of the caps, 2, got 3");
  CHECK_THROWS_WITH(capped_simplex(vector_of({1, -1}), 0.0), "capped_simplex: caps must be not negative, got -1");
  CHECK_THROWS_WITH(capped_simplex(vector_of({1, not_a_number}), 0.0),
                    "capped_simplex: caps[1] must be finite, got nan");
  CHECK_THROWS_AS(capped_simplex<double>(2, 1.0, -1.0), std::invalid_argument);
}

TEST_CASE("half_space, hyperplane, hyperslab: bounds and normals", "[operators]") {
  const vec<> a = vector_of({3, 4});
  CHECK_THROWS_WITH(half_space(vector_of({1, not_a_number}), 0.0), "half_space: a[1] must be finite, got nan");
  CHECK_THROWS_WITH(half_space(a, -infinity), "half_space: b must be above minus infinity, got -inf");
  CHECK_THROWS_AS(half_space(a, not_a_number), std::invalid_argument);
  CHECK_THROWS_WITH(hyperplane(a, infinity), "hyperplane: b must be finite, got inf");
  CHECK_THROWS_WITH(hyperslab(a, 2.0, 1.0), "hyperslab: lower must be at most upper, got 2 and 1");
  CHECK_THROWS_AS(hyperslab(a, not_a_number, 1.0), std::invalid_argument);
  CHECK_THROWS_AS(hyperslab(a, infinity, infinity), std::invalid_argument);
  CHECK_THROWS_AS(hyperslab(vector_of({1e-200}), 0.0, 1e200), std::invalid_argument);
  CHECK_THROWS_AS(hyperslab(vector_of({0, 0}), 1.0, 2.0), std::invalid_argument);
}

TEST_CASE("affine: equations without a solution, with the residual of the best point", "[operators]") {
  mat<> a(3, 2);
  a << 1, 0, 1, 0, 0, 2;
  CHECK_THROWS_WITH(affine(a, vector_of({0, 1, 3})),
                    support::contains("affine: a x = b has no solution, the residual of the best x is 0.5"));
  CHECK_THROWS_AS(affine<double>(mat<>::Zero(1, 2), vector_of({1e-300})), std::invalid_argument);
  CHECK_THROWS_AS(affine<double>(mat<>(1, 0), vector_of({1})), std::invalid_argument);
  CHECK_THROWS_WITH(affine(a, vector_of({0, 1})), "affine: b has size 2, a has rows 3");
  CHECK_THROWS_WITH(affine(a, vector_of({0, 1, not_a_number})), "affine: b[2] must be finite, got nan");
  a(2, 1) = not_a_number;
  CHECK_THROWS_WITH(affine(a, vector_of({0, 0, 0})), "affine: a[2, 1] must be finite, got nan");
}

TEST_CASE("compound sets: sizes, options, and a set that Dykstra's method does not work for", "[operators]") {
  CHECK_THROWS_WITH(cartesian_product(piece{-1, simplex(1.0)}), "cartesian_product: size must be not negative, got -1");
  CHECK_THROWS_WITH(consensus<>(0), "consensus: clients must be at least 1, got 0");
  CHECK_THROWS_WITH(psd_cone<>(-1), "psd_cone: rows must be not negative, got -1");
  CHECK_THROWS_WITH(intersection(box(0.0, 1.0), sphere(1.0)),
                    "intersection: weak_convexity of each set must be 0, got inf");
  CHECK_THROWS_WITH(intersection(dykstra_options{.sweeps = 0}, box(0.0, 1.0)),
                    "intersection: sweeps must be at least 1, got 0");
  CHECK_THROWS_WITH(intersection(dykstra_options{.tolerance = 0}, box(0.0, 1.0)),
                    "intersection: tolerance must be positive and finite, got 0");
}
