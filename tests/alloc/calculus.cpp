// Rules of calculus and oracles allocate where their documentation says so and nowhere else.
#include <cleave/operators/calculus/conjugate.hpp>
#include <cleave/operators/calculus/distance.hpp>
#include <cleave/operators/calculus/moreau_envelope.hpp>
#include <cleave/operators/calculus/postcompose.hpp>
#include <cleave/operators/calculus/precompose.hpp>
#include <cleave/operators/calculus/regularise.hpp>
#include <cleave/operators/calculus/scale.hpp>
#include <cleave/operators/calculus/separable_sum.hpp>
#include <cleave/operators/calculus/sliced_sum.hpp>
#include <cleave/operators/calculus/squared_distance.hpp>
#include <cleave/operators/calculus/tilt.hpp>
#include <cleave/operators/calculus/translate.hpp>
#include <cleave/operators/functions/huber.hpp>
#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/functions/linf_norm.hpp>
#include <cleave/operators/lmo/box.hpp>
#include <cleave/operators/lmo/convex_hull.hpp>
#include <cleave/operators/lmo/k_support_ball.hpp>
#include <cleave/operators/lmo/l1_ball.hpp>
#include <cleave/operators/lmo/l2_ball.hpp>
#include <cleave/operators/lmo/lp_ball.hpp>
#include <cleave/operators/lmo/nuclear_norm_ball.hpp>
#include <cleave/operators/lmo/product.hpp>
#include <cleave/operators/lmo/simplex.hpp>
#include <cleave/operators/lmo/spectrahedron.hpp>
#include <cleave/operators/sets/box.hpp>

#include "alloc/allocations.hpp"
#include "support/catch.hpp"
#include "support/splitmix.hpp"

using namespace cleave;
using support::allocations_of;

namespace {

constexpr index_t n = 600;

template <class F>
void check_prox(const char* name, const F& f) {
  INFO(name);
  const vec<> x = support::nrm_vector(n, 3);
  vec<> y(n);
  CHECK(allocations_of([&] { f.prox(x, 0.5, y); }) == 0);
  if constexpr (differentiable<F>) CHECK(allocations_of([&] { f.gradient(x, y); }) == 0);
}

template <class O>
void check_oracle(const char* name, const O& oracle) {
  INFO(name);
  auto scratch = oracle.prepare();
  vec<> warm = vec<>::Zero(oracle.memory()), x = vec<>::Zero(n);
  (void)oracle.minimize(support::nrm_vector(n, 4), warm, scratch);
  const vec<> d = support::nrm_vector(n, 5);
  CHECK(allocations_of([&] {
          const auto a = oracle.minimize(d, warm, scratch);
          a.add_to(a.dot(d), x);
        }) == 0);
}

}  // namespace

TEST_CASE("calculus: prox and gradient allocate nothing where the result is another vector", "[alloc]") {
  const vec<> c = support::nrm_vector(n, 1);
  check_prox("translate", translate(huber(1), c));
  check_prox("scale", scale(2, huber(1)));
  check_prox("postcompose", postcompose(huber(1), 2, 1));
  check_prox("precompose", precompose(huber(1), 2, c));
  check_prox("tilt", tilt(huber(1), c));
  check_prox("regularise", regularise(huber(1), 2, c));
  check_prox("separable_sum", separable_sum(part(huber(1), 100), part(translate(huber(2), vec<>(c.head(500))))));
  check_prox("sliced_sum", sliced_sum(index_groups(n, {{5, 3, 8}, {599, 0}}), linf_norm(1)));
  check_prox("conjugate", conjugate(l1_norm(1)));
  check_prox("moreau_envelope", moreau_envelope(l1_norm(1), 2));
  check_prox("distance", distance(box(0, 1)));
  check_prox("squared_distance", squared_distance(box(0, 1)));
}

TEST_CASE("lmo: nothing is allocated after the first answer", "[alloc]") {
  check_oracle("l1_ball", lmo::l1_ball(1));
  check_oracle("l2_ball", lmo::l2_ball(1));
  check_oracle("lp_ball", lmo::lp_ball(3));
  check_oracle("box", lmo::box(0, 1));
  check_oracle("simplex", lmo::simplex(1));
  check_oracle("k_support_ball", lmo::k_support_ball(7));
  check_oracle("convex_hull", lmo::convex_hull(mat<>(support::nrm_matrix(n, 4, 6))));
  check_oracle("nuclear_norm_ball", lmo::nuclear_norm_ball(20, 30, 1.0));
  check_oracle("product", lmo::product(part(lmo::simplex(1), 200), part(lmo::spectrahedron(20))));
}
