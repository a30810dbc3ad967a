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
#include <cleave/operators/calculus/tight_frame.hpp>
#include <cleave/operators/calculus/tilt.hpp>
#include <cleave/operators/calculus/translate.hpp>
#include <cleave/operators/functions/elastic_net.hpp>
#include <cleave/operators/functions/huber.hpp>
#include <cleave/operators/functions/huber_norm.hpp>
#include <cleave/operators/functions/l0_norm.hpp>
#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/functions/l2_norm.hpp>
#include <cleave/operators/functions/linf_norm.hpp>
#include <cleave/operators/functions/max_entry.hpp>
#include <cleave/operators/functions/mcp.hpp>
#include <cleave/operators/functions/squared_l2_norm.hpp>
#include <cleave/operators/functions/weighted_l1_norm.hpp>
#include <cleave/operators/functions/zero.hpp>
#include <cleave/operators/sets/box.hpp>
#include <cleave/operators/sets/simplex.hpp>

#include "support/catch.hpp"
#include "support/numbers.hpp"
#include "support/points.hpp"

#include <cmath>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <vector>

using namespace cleave;
using support::close;
using support::point;
using support::prox;

namespace {

vec<> vector_of(std::initializer_list<double> numbers) { return support::vector_of<double>(numbers); }

const double infinity = std::numeric_limits<double>::infinity();
const double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// f and g have the same prox and the same value there, for several points and steps.
template <class F, class G>
void check_same_prox(const F& f, const G& g, index_t n, double tolerance = 1e-12) {
  for (const double step : {1e-3, 0.5, 1.0, 30.0})
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const vec<> x = point<double>(n, 800 + seed, 4);
      vec<> y = support::all_nan<double>(n), z = y;
      const double a = f.prox(x, step, y), b = g.prox(x, step, z);
      CHECK(close(y, z, tolerance));
      CHECK(a == Approx(b).margin(tolerance * (1 + x.norm() / step)));  // a conjugate subtracts products with x / step
    }
}

}  // namespace

TEST_CASE("translate: moves the minimiser to the centre", "[operators]") {
  const vec<> c = vector_of({1, -2, 3});
  const translate f(l1_norm(1), c);
  CHECK(f.value(c) == 0);
  CHECK(prox(f, 10, {5, 5, 5}) == c);
  CHECK(close(prox(f, 1, {3, -2.5, -1}), vector_of({2, -2, 0}), 1e-15));
  CHECK(f.dimension() == 3);
}

TEST_CASE("scale, precompose and weighted_l1_norm: three ways to a weighted l1 norm", "[operators]") {
  check_same_prox(scale(2.5, l1_norm(1)), l1_norm(2.5), 6);
  check_same_prox(precompose(l1_norm(1), -2.5), l1_norm(2.5), 6);
  check_same_prox(precompose(squared_l2_norm(1), 3.0), squared_l2_norm(9), 6);
  check_same_prox(postcompose(l1_norm(1), 2.5, 0), weighted_l1_norm(vec<>(vec<>::Constant(6, 2.5))), 6);
}

TEST_CASE("precompose: with a = 1 and b = -c is translate", "[operators]") {
  const vec<> c = vector_of({1, -2, 3, 0});
  check_same_prox(precompose(huber(1), 1.0, vec<>(-c)), translate(huber(1), c), 4);
  check_same_prox(precompose(huber_norm(1), -1.0, c), translate(huber_norm(1), c), 4);
}

TEST_CASE("postcompose: adds its constant to the value and nothing to the prox", "[operators]") {
  const vec<> x = vector_of({3, -4});
  vec<> y(2);
  CHECK(postcompose(l2_norm(1), 2, 7).value(x) == 17);
  CHECK(postcompose(l2_norm(1), 2, 7).prox(x, 1, y) == Approx(13));
  CHECK(y == prox(l2_norm(2), 1, x));
}

TEST_CASE("scale: 0 times a function keeps its domain", "[operators]") {
  const auto f = scale(0.0, indicator(box(0, 1)));
  CHECK(f.value(vector_of({0.5})) == 0);
  CHECK(f.value(vector_of({2})) == infinity);
  CHECK(prox(f, 1, {2}) == vector_of({1}));
  CHECK(smoothness_of(f) == infinity);
  CHECK(smoothness_of(scale(0.0, huber(1))) == 0);
}

TEST_CASE("regularise: l1 and a square is the elastic net, twice the rule is one with the sum", "[operators]") {
  check_same_prox(regularise(l1_norm(0.7), 2), elastic_net(0.7, 2.0), 6);
  check_same_prox(regularise(regularise(l1_norm(0.7), 0.5), 1.5), regularise(l1_norm(0.7), 2), 6);
  const vec<> c = vector_of({1, -2, 3});
  check_same_prox(regularise(zero<>(), 2, c), translate(squared_l2_norm(2), c), 3);
}

TEST_CASE("tilt: of a square is a square around another point", "[operators]") {
  const vec<> a = vector_of({1, -2, 3});
  // ||x||^2 + <a, x> = ||x + a / 2||^2 - ||a||^2 / 4
  check_same_prox(tilt(squared_l2_norm(2), a), postcompose(translate(squared_l2_norm(2), vec<>(-a / 2)), 1, -3.5), 3);
}

TEST_CASE("separable_sum: each part has its segment", "[operators]") {
  const separable_sum f(part(l1_norm(1), 2), part(translate(zero<>(), vec<>(vec<>::Ones(1)))), part(l2_norm(1), 2));
  CHECK(f.dimension() == 5);
  CHECK(close(prox(f, 1, {3, -0.5, 7, 3, 4}), vector_of({2, 0, 7, 2.4, 3.2}), 1e-15));
  CHECK(f.value(vector_of({1, -1, 9, 3, 4})) == Approx(7));
  CHECK(separable_sum(part(l1_norm(1), 0)).value(vec<>(0)) == 0);
  vec<> y(4);
  CHECK_THROWS_WITH(f.prox(vec<>::Zero(4), 1, y), "separable_sum: x has size 4, the operator dimension 5");
  CHECK_THROWS_WITH(part(l1_norm(1), -1), "part: size must be not negative, got -1");
}

TEST_CASE("sliced_sum: each group in its own order, free entries stay", "[operators]") {
  const index_groups groups(6, {{4, 1}, {5, 0}});
  const sliced_sum f(groups, l2_norm(1));
  // ||(x4, x1)|| + ||(x5, x0)||
  CHECK(close(prox(f, 1, {3, 8, 7, -7, 6, 4}), vector_of({2.4, 7.2, 7, -7, 5.4, 3.2}), 1e-15));
  CHECK(f.value(vector_of({3, 8, 7, -7, 6, 4})) == 15);
  const sliced_sum ordered(groups, translate(l1_norm(1), vector_of({10, 20})));
  CHECK(ordered.value(vector_of({20, 20, 0, 0, 10, 10})) == 0);
  vec<> in_place = vector_of({5, 5, 5, 5, 5, 5});
  ordered.prox(in_place, 100, in_place);
  CHECK(in_place == vector_of({20, 20, 5, 5, 10, 10}));
  CHECK(strong_convexity_of(sliced_sum(groups, squared_l2_norm(2))) == 0);
  CHECK(smoothness_of(sliced_sum(groups, squared_l2_norm(2))) == 2);
  CHECK_THROWS_WITH(sliced_sum(groups, std::vector<l1_norm<>>(3)),
                    "sliced_sum: number of functions 3, number of groups 2");
}

TEST_CASE("sliced_sum: every permutation comes back", "[operators]") {
  for (index_t n = 1; n <= 12; ++n)
    for (index_t stride = 1; stride <= n; ++stride) {
      std::vector<std::vector<index_t>> groups(1);
      for (index_t first = 0; first < stride; ++first)
        for (index_t i = first; i < n; i += stride) groups[0].push_back(i);
      vec<> c(n), want(n);
      for (index_t k = 0; k < n; ++k) c[k] = static_cast<double>(k + 1);
      for (index_t k = 0; k < n; ++k) want[groups[0][static_cast<std::size_t>(k)]] = c[k];
      const sliced_sum f(index_groups(n, groups), translate(l1_norm(1), c));
      CHECK(prox(f, 1e3, vec<>(vec<>::Zero(n))) == want);
      CHECK(f.value(want) == 0);
    }
}

TEST_CASE("conjugate: of functions whose conjugate has a name", "[operators]") {
  check_same_prox(conjugate(l1_norm(0.7)), indicator(box(-0.7, 0.7)), 6);
  check_same_prox(conjugate(zero<>()), indicator(box(0, 0)), 6);
  check_same_prox(conjugate(squared_l2_norm(4)), squared_l2_norm(0.25), 6);
  check_same_prox(conjugate(indicator(box(-0.7, 0.7))), l1_norm(0.7), 6);
  check_same_prox(conjugate(indicator(simplex(1))), max_entry(), 6);
  check_same_prox(conjugate(max_entry()), indicator(simplex(1)), 6);
  // (f(. - c))* = f* + <c, .>
  const vec<> c = vector_of({1, -2, 3});
  check_same_prox(conjugate(translate(squared_l2_norm(4), c)), tilt(squared_l2_norm(0.25), c), 3);
}

TEST_CASE("conjugate: twice is the function", "[operators]") {
  check_same_prox(conjugate(conjugate(l1_norm(0.7))), l1_norm(0.7), 6);
  check_same_prox(conjugate(conjugate(huber(1))), huber(1), 6);
  check_same_prox(conjugate(conjugate(linf_norm(2))), linf_norm(2), 6);
}

TEST_CASE("conjugate: of an envelope is the conjugate and a square", "[operators]") {
  // (M_lambda f)* = f* + (lambda / 2) ||.||^2
  check_same_prox(conjugate(moreau_envelope(l1_norm(0.7), 2)), regularise(conjugate(l1_norm(0.7)), 2), 6);
}

TEST_CASE("conjugate: step 0 projects onto the domain, up to rounding", "[operators]") {
  CHECK(close(prox(conjugate(l1_norm(1)), 0, {0.5, 3, -7}), vector_of({0.5, 1, -1}), 1e-14));
  CHECK(close(prox(conjugate(huber(1)), 0, {0.5, 3, -7}), vector_of({0.5, 1, -1}), 1e-14));
}

TEST_CASE("moreau_envelope: of the absolute value is the Huber function, of a norm that of the norm", "[operators]") {
  // the envelope of |t| with lambda is huber(lambda) / lambda
  check_same_prox(moreau_envelope(l1_norm(1), 2), scale(0.5, huber(2)), 6);
  check_same_prox(moreau_envelope(l2_norm(1), 2), scale(0.5, huber_norm(2)), 6);
  const vec<> x = point<double>(6, 3, 4);
  vec<> g(6), want(6);
  CHECK(moreau_envelope(l1_norm(1), 2).gradient(x, g) == Approx(scale(0.5, huber(2)).gradient(x, want)));
  CHECK(close(g, want, 1e-15));
}

TEST_CASE("moreau_envelope: of an envelope is one with the sum of both numbers", "[operators]") {
  check_same_prox(moreau_envelope(moreau_envelope(l1_norm(1), 2), 3), moreau_envelope(l1_norm(1), 5), 6);
  check_same_prox(moreau_envelope(moreau_envelope(l1_norm(1))), moreau_envelope(l1_norm(1), 2), 6);
}

TEST_CASE("distance: to a point is the norm, squared half its square", "[operators]") {
  check_same_prox(distance(box(0, 0)), l2_norm(1), 6);
  check_same_prox(squared_distance(box(0, 0)), squared_l2_norm(1), 6);
  CHECK(close(prox(distance(box(0, 1)), 1, {4, -4, 0.5}), vector_of({3.4, -3.2, 0.5}), 1e-14));
  vec<> g(2);
  CHECK(squared_distance(box(0, 1)).gradient(vector_of({3, -1}), g) == Approx(2.5));
  CHECK(close(g, vector_of({2, -1}), 1e-15));
}

TEST_CASE("tight_frame: the average of three entries, and an orthogonal matrix", "[operators]") {
  // |x0 + x1 + x2| : all three move by the same
  const tight_frame f(l1_norm(1), mat<>(mat<>::Ones(1, 3)));
  CHECK(f.nu() == 3);
  CHECK(close(prox(f, 1, {3, 4, 5}), vector_of({2, 3, 4}), 1e-14));
  CHECK(close(prox(f, 100, {3, 4, 5}), vector_of({-1, 0, 1}), 1e-14));
  mat<> turn(2, 2);
  turn << 0.6, -0.8, 0.8, 0.6;
  check_same_prox(tight_frame(l2_norm(1), turn), l2_norm(1), 2);
  check_same_prox(tight_frame(l1_norm(1), mat<>(2.5 * mat<>::Identity(4, 4))), precompose(l1_norm(1), 2.5), 4);
}

TEST_CASE("tight_frame: a matrix that is none is refused with how far it is from one", "[operators]") {
  mat<> a(2, 2);
  a << 1, 0, 0, 2;
  CHECK_THROWS_WITH(
      tight_frame(l1_norm(1), a),
      support::contains("tight_frame: the largest entry of A A' / nu - I must be 0 up to rounding, got 0.6"));
  a << 1, 1, 0, 1;
  CHECK_THROWS_AS(tight_frame(l1_norm(1), a), std::invalid_argument);
  a << 0.7071, 0.7071, 0.7071, -0.7072;
  CHECK_THROWS_AS(tight_frame(l1_norm(1), a), std::invalid_argument);
  CHECK_THROWS_WITH(tight_frame(l1_norm(1), mat<>(mat<>::Zero(1, 2))),
                    support::contains("the mean squared length of a row of A, must be positive and finite, got 0"));
  CHECK_THROWS_WITH(tight_frame(l1_norm(1), mat<>(mat<>::Constant(1, 2, not_a_number))),
                    "tight_frame: each entry of A must be finite, got nan");
  CHECK_THROWS_AS(tight_frame(l1_norm(1), mat<>(mat<>::Ones(3, 2))), std::invalid_argument);  // too many rows
  CHECK(prox(tight_frame(l1_norm(1), mat<>(mat<>(0, 2))), 1, {3, 4}) == vector_of({3, 4}));
}

TEST_CASE("calculus: smoothness and convexity go through every rule", "[operators]") {
  const squared_l2_norm f(4);  // L = l = 4
  const vec<> c = vec<>::Ones(3);
  const auto numbers = [](const auto& g) {
    return vector_of({smoothness_of(g), strong_convexity_of(g), weak_convexity_of(g)});
  };
  CHECK(numbers(translate(f, c)) == vector_of({4, 4, 0}));
  CHECK(numbers(tilt(f, c)) == vector_of({4, 4, 0}));
  CHECK(numbers(scale(3, f)) == vector_of({12, 12, 0}));
  CHECK(numbers(postcompose(f, 3, 1)) == vector_of({12, 12, 0}));
  CHECK(numbers(precompose(f, -3)) == vector_of({36, 36, 0}));
  CHECK(numbers(regularise(f, 1)) == vector_of({5, 5, 0}));
  CHECK(numbers(conjugate(f)) == vector_of({0.25, 0.25, 0}));
  CHECK(numbers(conjugate(huber(1))) == vector_of({infinity, 1, 0}));
  CHECK(numbers(conjugate(l1_norm(1))) == vector_of({infinity, 0, 0}));
  CHECK(numbers(moreau_envelope(f, 2)) == vector_of({4.0 / 9, 4.0 / 9, 0}));
  CHECK(numbers(moreau_envelope(l1_norm(1), 2)) == vector_of({0.5, 0, 0}));
  CHECK(numbers(separable_sum(part(f, 1), part(huber(1), 2))) == vector_of({4, 0, 0}));
  CHECK(numbers(tight_frame(f, mat<>(mat<>::Ones(1, 3)))) == vector_of({12, 0, 0}));
  CHECK(numbers(tight_frame(f, mat<>(3 * mat<>::Identity(2, 2)))) == vector_of({36, 36, 0}));

  const mcp w(1.0, 2.0);  // weakly convex, 1/2
  const double half = weak_convexity_of(w);
  CHECK(half == 0.5);
  CHECK(weak_convexity_of(translate(w, c)) == half);
  CHECK(weak_convexity_of(scale(3, w)) == 1.5);
  CHECK(weak_convexity_of(scale(0, w)) == 0);
  CHECK(weak_convexity_of(precompose(w, 3)) == 4.5);
  CHECK(numbers(regularise(w, 2)).tail(2) == vector_of({1.5, 0}));
  CHECK(numbers(regularise(w, 0.25)).tail(2) == vector_of({0, 0.25}));
  CHECK(numbers(moreau_envelope(w, 1)) == vector_of({1, 0, 1}));
  CHECK(weak_convexity_of(separable_sum(part(w, 1), part(f, 1))) == half);
}

TEST_CASE("calculus: a rule that does not hold is refused by name and value", "[operators]") {
  CHECK_THROWS_WITH(conjugate(mcp(1.0, 2.0)), "conjugate: f must be convex, with weak convexity 0, got 0.5");
  CHECK_THROWS_WITH(conjugate(l0_norm(1)), "conjugate: f must be convex, with weak convexity 0, got inf");
  CHECK_NOTHROW(conjugate(regularise(mcp(1.0, 2.0), 0.5)));
  CHECK_THROWS_WITH(moreau_envelope(mcp(1.0, 2.0), 2),
                    "moreau_envelope: lambda must be below 1 / weak convexity of f, 2, got 2");
  CHECK_THROWS_AS(moreau_envelope(l0_norm(1), 1e-9), std::invalid_argument);
  CHECK_THROWS_WITH(moreau_envelope(l1_norm(1), 0), "moreau_envelope: lambda must be positive and finite, got 0");
  CHECK_THROWS_AS(moreau_envelope(l1_norm(1), not_a_number), std::invalid_argument);
  CHECK_THROWS_WITH(scale(-1, l1_norm(1)), "scale: a must be finite and not negative, got -1");
  CHECK_THROWS_AS(scale(not_a_number, l1_norm(1)), std::invalid_argument);
  CHECK_THROWS_WITH(postcompose(l1_norm(1), -1, 0), "postcompose: a must be finite and not negative, got -1");
  CHECK_THROWS_WITH(postcompose(l1_norm(1), 1, not_a_number), "postcompose: b must be finite, got nan");
  CHECK_THROWS_WITH(precompose(l1_norm(1), 0), "precompose: a must be finite and not 0, got 0");
  CHECK_THROWS_AS(precompose(l1_norm(1), not_a_number), std::invalid_argument);
  CHECK_THROWS_WITH(precompose(l1_norm(1), 1, vector_of({0, not_a_number})),
                    "precompose: b[1] must be finite, got nan");
  CHECK_THROWS_WITH(translate(l1_norm(1), vector_of({infinity})), "translate: c[0] must be finite, got inf");
  CHECK_THROWS_WITH(tilt(l1_norm(1), vector_of({0, 0, not_a_number})), "tilt: a[2] must be finite, got nan");
  CHECK_THROWS_WITH(regularise(l1_norm(1), -1), "regularise: rho must be finite and not negative, got -1");
  CHECK_THROWS_WITH(regularise(l1_norm(1), 1, vector_of({not_a_number})), "regularise: c[0] must be finite, got nan");
}

TEST_CASE("calculus: a vector of another size is refused", "[operators]") {
  const vec<> three = vec<>::Ones(3), two = vec<>::Ones(2);
  vec<> y(2);
  CHECK_THROWS_WITH(translate(l1_norm(1), three).prox(two, 1, y), "translate: x has size 2, the operator dimension 3");
  CHECK_THROWS_WITH(tilt(l1_norm(1), three).value(two), "tilt: x has size 2, the operator dimension 3");
  CHECK_THROWS_AS(precompose(l1_norm(1), 1, three).prox(two, 1, y), std::invalid_argument);
  CHECK_THROWS_AS(regularise(l1_norm(1), 1, three).prox(two, 1, y), std::invalid_argument);
  CHECK_THROWS_AS(sliced_sum(index_groups(3, {}), l1_norm(1)).prox(two, 1, y), std::invalid_argument);
  CHECK_THROWS_AS(tight_frame(l1_norm(1), mat<>(mat<>::Identity(3, 3))).prox(two, 1, y), std::invalid_argument);
}

TEST_CASE("calculus: what f lacks, its transform lacks", "[operators]") {
  STATIC_REQUIRE(differentiable<translate<huber<>>>);
  STATIC_REQUIRE_FALSE(differentiable<translate<l1_norm<>>>);
  STATIC_REQUIRE_FALSE(differentiable<separable_sum<huber<>, l1_norm<>>>);
  STATIC_REQUIRE(differentiable<moreau_envelope<l1_norm<>>>);
  STATIC_REQUIRE_FALSE(has_value<conjugate<l1_norm<>>>);
  STATIC_REQUIRE(proximable<conjugate<conjugate<l1_norm<float>>>>);
}

TEST_CASE("conjugate: step 0 projects onto the domain, which is everything for a strongly convex function",
          "[operators]") {
  const vec<> x = vector_of({5, -3}), one = vector_of({1, -1});
  CHECK(prox(conjugate(squared_l2_norm(1e-16)), 0, x) == x);
  CHECK(prox(conjugate(indicator(box(-1e20, 1e20))), 0, x) == x);
  CHECK(prox(conjugate(indicator(box(-1.0, 1.0))), 0, vec<>(1e-200 * x)) == 1e-200 * x);
  CHECK(close(prox(conjugate(l1_norm(1)), 0, x), one, 1e-14));
  CHECK(close(prox(conjugate(translate(l1_norm(1), vec<>(vec<>::Constant(2, 1e17)))), 0, x), one, 1e-14));
  CHECK(close(prox(conjugate(zero<>()), 0, x), vector_of({0, 0}), 1e-14));
  const vec<float> narrow = x.cast<float>();
  CHECK(prox(conjugate(squared_l2_norm(1e-3F)), 0, narrow) == narrow);
  CHECK(prox(conjugate(indicator(box(-1e4F, 1e4F))), 0, narrow) == narrow);
  CHECK(close(prox(conjugate(l1_norm(1e-20F)), 0, narrow), vec<float>(1e-20F * one.cast<float>()), 1e-6));
}

TEST_CASE("conjugate: step 0 returns the value at the point", "[operators]") {
  const vec<> x = vector_of({5, -3});
  vec<> y(2);
  CHECK(conjugate(squared_l2_norm(2)).prox(x, 0, y) == Approx(8.5));
  CHECK(conjugate(indicator(box(-2.0, 2.0))).prox(x, 0, y) == Approx(16));
  CHECK(std::abs(conjugate(l1_norm(1)).prox(x, 0, y)) < 1e-12);
  vec<> in_place = x;
  CHECK(std::abs(conjugate(l1_norm(1)).prox(in_place, 0, in_place)) < 1e-12);
  CHECK(in_place == y);
}

TEST_CASE("scale: 0 times a conjugate that is strongly convex without limit is not strongly convex", "[operators]") {
  CHECK(scale(0.0, conjugate(zero<>())).strong_convexity() == 0);
}

TEST_CASE("conjugate and regularise: quotients and products of steps that overflow", "[operators]") {
  const vec<float> narrow = support::vector_of<float>({1e30F, -1e30F});
  CHECK(close(prox(conjugate(l1_norm(1.0F)), 1e-10, narrow), support::vector_of<float>({1, -1}), 1e23));
  CHECK(prox(conjugate(l1_norm(1.0F)), 1e-10, narrow).allFinite());
  CHECK(close(prox(conjugate(l1_norm(1)), 1e-310, {5, -3}), vector_of({1, -1}), 1e-14));
  CHECK(prox(conjugate(l1_norm(1)), 1e-310, {infinity, 0}).hasNaN());
  const vec<> c = vector_of({3, -4});
  CHECK(prox(regularise(zero<>(), 1e10, c), 1e300, {1, 1}) == c);
  CHECK(close(prox(regularise(zero<>(), 1.0, vec<>(1e10 * c)), 1e300, {1, 1}), vec<>(1e10 * c), 1e-4));
}
