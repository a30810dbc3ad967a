// Projections do not allocate, but those of matrices and Dykstra's.
#include <cleave/operators/sets/affine.hpp>
#include <cleave/operators/sets/box.hpp>
#include <cleave/operators/sets/capped_simplex.hpp>
#include <cleave/operators/sets/cartesian_product.hpp>
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
#include <cleave/operators/sets/rotated_second_order_cone.hpp>
#include <cleave/operators/sets/second_order_cone.hpp>
#include <cleave/operators/sets/simplex.hpp>
#include <cleave/operators/sets/sphere.hpp>
#include <cleave/operators/sets/unit_simplex.hpp>

#include "alloc/allocations.hpp"
#include "support/catch.hpp"
#include "support/points.hpp"

using namespace cleave;

TEMPLATE_TEST_CASE("sets: projecting and asking allocate nothing", "[alloc]", float, double) {
  using S = TestType;
  const index_t n = 300;  // too large for the stack of Eigen's temporaries to hide it
  const vec<S> x = support::point<S>(n, 1, 3), c = support::point<S>(n, 2);
  const auto check_set = [](const char* name, const auto& set, const vec<S>& from) {
    INFO(name);
    vec<S> y(from.size());
    bool inside = false;
    CHECK(support::allocations_of([&] {
            set.project(from, y);
            inside = set.contains(y, 0);
            set.project(y, y);
          }) == 0);
    CHECK(inside);
  };
  check_set("box", box<S>(-1, 1), x);
  check_set("l1_ball", l1_ball<S>(1), x);
  check_set("l1_ball around c", l1_ball<S>(1, c), x);
  check_set("l2_ball around c", l2_ball<S>(1, c), x);
  check_set("linf_ball around c", linf_ball<S>(1, c), x);
  check_set("l0_ball around c", l0_ball<S>(7, c), x);
  check_set("sphere around c", sphere<S>(1, c), x);
  check_set("simplex", simplex<S>(1), x);
  check_set("unit_simplex", unit_simplex<S>(1), x);
  check_set("capped_simplex", capped_simplex<S>(n, 1, 20), x);
  check_set("half_space", half_space<S>(c, -1), x);
  check_set("hyperplane", hyperplane<S>(c, 1), x);
  check_set("affine", affine<S>(support::point<S>(5 * n, 3).reshaped(5, n), support::point<S>(5, 4)), x);
  check_set("second_order_cone", second_order_cone<S>(), x);
  check_set("rotated_second_order_cone", rotated_second_order_cone<S>(), x);
  check_set("l1_norm_cone", l1_norm_cone<S>(), x);
  check_set("linf_norm_cone", linf_norm_cone<S>(), x);
  check_set("exponential_cone", exponential_cone<S>(), x.head(3));
  check_set("monotone_cone", monotone_cone<S>(), x);
  check_set("consensus", consensus<S>(3), x);
  check_set("cartesian_product", cartesian_product(piece{100, simplex<S>(1)}, piece{200, l2_ball<S>(1)}), x);
}
