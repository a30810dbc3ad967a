// Edge cases of rules of calculus and of linear minimisation oracles.
#include <cleave/operators/calculus/conjugate.hpp>
#include <cleave/operators/calculus/distance.hpp>
#include <cleave/operators/calculus/moreau_envelope.hpp>
#include <cleave/operators/calculus/tilt.hpp>
#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/functions/l2_norm.hpp>
#include <cleave/operators/lmo/l2_ball.hpp>
#include <cleave/operators/lmo/lp_ball.hpp>
#include <cleave/operators/lmo/nuclear_norm_ball.hpp>
#include <cleave/operators/lmo/simplex.hpp>
#include <cleave/operators/lmo/spectrahedron.hpp>
#include <cleave/operators/sets/box.hpp>

#include "support/catch.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

using namespace cleave;
using support::close;
using support::prox;

namespace {

vec<> vector_of(std::initializer_list<double> numbers) { return support::vector_of<double>(numbers); }

struct unit_disc {
  void project(in<double> x, out<double> y) const { y = x / (std::max)(1.0, x.norm()); }
  bool contains(in<double> x, double tolerance) const { return x.norm() <= 1 + 1e-15 + tolerance; }
};

/// The answer of an oracle, from no memory.
template <class O>
vec<> least(const O& oracle, const vec<>& d) {
  auto scratch = oracle.prepare();
  vec<> warm = vec<>::Zero(oracle.memory()), x = vec<>::Zero(d.size());
  oracle.minimize(d, warm, scratch).add_to(1, x);
  return x;
}

}  // namespace

TEST_CASE("E35 tilt: the value of an indicator after a tilt is the linear one, not infinite", "[cases]") {
  const vec<> a = vector_of({-1.97218824899, -0.273481562186}), x = vector_of({7.35508777761, -0.10968881765});
  const tilt f(indicator(unit_disc{}), a);
  vec<> y = support::all_nan<double>(2);
  CHECK(f.prox(x, 1, y) == Approx(-1.976685997492695).epsilon(1e-14));
  CHECK(close(y, vector_of({0.999845847974377, 0.017557912415759}), 1e-14));
  CHECK(f.value(y) == Approx(-1.976685997492695).epsilon(1e-14));
}

TEST_CASE("E79 lmo l2_ball: d = 0 has a finite answer in the ball", "[cases]") {
  const vec<> x = least(lmo::l2_ball(2), vec<>::Zero(3));
  CHECK(x.allFinite());
  CHECK(x.norm() <= 2);
}

TEST_CASE("E80 lmo lp_ball: d = 0 for p = 3 in eight dimensions", "[cases]") {
  const vec<> x = least(lmo::lp_ball(3), vec<>::Zero(8));
  CHECK(x.allFinite());
  CHECK(x.array().abs().pow(3).sum() <= 1);
}

TEST_CASE("E82 lmo simplex: the smallest entry wins, not the largest", "[cases]") {
  CHECK(least(lmo::simplex(1), vector_of({2, 1})) == vector_of({0, 1}));
}

TEST_CASE("(as E85) lmo of matrices: d = 0 has a finite answer in the set", "[cases]") {
  CHECK(least(lmo::nuclear_norm_ball(2, 3, 1), vec<>::Zero(6)).isZero(0));
  CHECK(least(lmo::spectrahedron(2, 3), vec<>::Zero(4)) == vector_of({3, 0, 0, 0}));
}

TEST_CASE("E86 conjugate: prox of the conjugate of l1_norm with sigma 3, in place", "[cases]") {
  vec<> x = vector_of({0.1, 4, -4});
  const double value = conjugate(l1_norm(1)).prox(x, 3, x);
  CHECK(close(x, vector_of({0.1, 1, -1}), 1e-15));
  CHECK(std::abs(value) <= 1e-15);
}

TEST_CASE("E89 moreau_envelope: the Euclidean norm, smoothed, has gradient 0 at 0", "[cases]") {
  vec<> g = support::all_nan<double>(3);
  CHECK(moreau_envelope(l2_norm(1), 1e-3).gradient(vec<>::Zero(3), g) == 0);
  CHECK(g.isZero(0));
}

TEST_CASE("(as E88) distance: 0 in the set, and from no entries", "[cases]") {
  CHECK(distance(box(0, 0)).value(vector_of({0})) == 0);
  CHECK(distance(box(0, 0)).value(vector_of({-3, 4})) == 5);
  CHECK(distance(box(0, 0)).value(vec<>(0)) == 0);
}
