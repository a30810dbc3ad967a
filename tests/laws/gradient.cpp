#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/functions/squared_l2_norm.hpp>
#include <cleave/operators/functions/zero.hpp>
#include <cleave/operators/sets/box.hpp>

#include "support/catch.hpp"
#include "support/operators.hpp"
#include "support/points.hpp"

#include <cmath>
#include <limits>

using namespace cleave;
using support::any_function;
using support::point;

namespace {

/// Calls visit(f, x) for every registered function that has a gradient.
template <class S, class Visit>
void everywhere(Visit visit) {
  int tried = 0;
  for (const auto& one : support::functions<S>())
    for (const index_t n : support::sizes) {
      if (!one.fits(n)) continue;
      const auto f = one.make(n);
      if (!f.has_gradient()) continue;
      ++tried;
      for (const double size : {0.5, 20.0}) {
        INFO(one.name << ", n = " << n << ", size = " << size);
        visit(f, point<S>(n, 21, size));
      }
    }
  CHECK(tried >= 20);
}

}  // namespace

TEMPLATE_TEST_CASE("gradient: the limit of differences, and returns the value", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_function<S>& f, const vec<S>& x) {
    vec<S> g = support::all_nan<S>(x.size());
    CHECK(f.gradient(x, g) == Approx(f.value(x)));
    const S h = std::is_same_v<S, float> ? S(0.01) : S(1e-5);
    for (index_t i = 0; i < x.size(); ++i) {
      vec<S> right = x, left = x;
      right[i] += h, left[i] -= h;
      const S size = std::abs(f.value(right)) + std::abs(f.value(left)) + S(f.slope()) * x.norm();
      const S rounding = 8 * std::numeric_limits<S>::epsilon() * size / h;
      // each step of the argument is itself rounded: divide by the distance that was really gone
      CHECK(std::abs((f.value(right) - f.value(left)) / (right[i] - left[i]) - g[i]) <=
            rounding + S(smoothness_of(f)) * h);
    }
  });
}

TEMPLATE_TEST_CASE("gradient: smoothness and strong convexity bound its slope", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_function<S>& f, const vec<S>& x) {
    const vec<S> other = point<S>(x.size(), 22, 3);
    vec<S> a(x.size()), b(x.size());
    f.gradient(x, a);
    f.gradient(other, b);
    const double moved = (x - other).squaredNorm();
    const double rounding = 64 * std::numeric_limits<S>::epsilon();
    CHECK((a - b).norm() <= smoothness_of(f) * std::sqrt(moved) * (1 + rounding));
    CHECK((a - b).dot(x - other) >= strong_convexity_of(f) * moved * (1 - rounding));
  });
}

TEMPLATE_TEST_CASE("gradient: g may be x", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_function<S>& f, const vec<S>& x) {
    vec<S> g(x.size()), aliased = x;
    const S value = f.gradient(x, g);
    CHECK(support::same_bits(f.gradient(aliased, aliased), value));
    CHECK(support::same_bits(aliased, g));
  });
}

TEMPLATE_TEST_CASE("traits: the numbers of each function, and their defaults", "[laws]", float, double) {
  using S = TestType;
  CHECK(smoothness_of(zero<S>()) == 0);
  CHECK(strong_convexity_of(zero<S>()) == 0);
  CHECK(smoothness_of(squared_l2_norm<S>(3)) == 3);
  CHECK(strong_convexity_of(squared_l2_norm<S>(3)) == 3);
  CHECK(std::isinf(smoothness_of(l1_norm<S>())));
  CHECK(strong_convexity_of(l1_norm<S>()) == 0);
  CHECK(std::isinf(smoothness_of(indicator(box<S>(0, 1)))));
}
