#include "support/catch.hpp"
#include "support/operators.hpp"
#include "support/points.hpp"

#include <cmath>
#include <limits>

using namespace cleave;
using support::any_set;
using support::point;

namespace {

/// Calls visit(set, x) for every registered set, size and a few points.
template <class S, class Visit>
void everywhere(Visit visit) {
  for (const auto& one : support::sets<S>())
    for (const index_t n : support::sizes) {
      if (!one.fits(n)) continue;
      const auto set = one.make(n);
      for (const double size : {1e-3, 0.5, 20.0}) {
        INFO(one.name << ", n = " << n << ", size = " << size);
        visit(set, point<S>(n, 3 + static_cast<std::uint64_t>(n), size));
      }
    }
}

}  // namespace

TEMPLATE_TEST_CASE("projection: lies in the set, and projecting again changes nothing", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_set<S>& set, const vec<S>& x) {
    vec<S> y(x.size()), again(x.size());
    set.project(x, y);
    const S tolerance = 8 * std::numeric_limits<S>::epsilon() * (1 + y.stableNorm());
    CHECK(set.contains(y, tolerance));
    CHECK(set.contains(y, 0));
    set.project(y, again);
    CHECK(support::same_bits(again, y));
  });
}

TEMPLATE_TEST_CASE("projection: a point of the set stays, a point that moves was outside", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_set<S>& set, const vec<S>& x) {
    vec<S> y(x.size());
    set.project(x, y);
    if (set.contains(x, 0))
      CHECK(support::same_bits(y, x));
    else
      CHECK((y - x).norm() > 0);
  });
}

TEMPLATE_TEST_CASE("projection: no other point of the set is nearer", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_set<S>& set, const vec<S>& x) {
    vec<S> y(x.size()), c(x.size());
    set.project(x, y);
    for (std::uint64_t k = 0; k < 16; ++k) {
      set.project(point<S>(x.size(), 500 + k, std::pow(10.0, static_cast<double>(k % 4) - 2)), c);
      // y and c lie in the set to their own rounding
      const S rounding = (x.norm() + y.norm()) * (c - y).norm() + (y.norm() + c.norm()) * (x - y).norm();
      const S nearer = (x - y).dot(c - y) - (c - y).squaredNorm() / 2;  // (||x - y||^2 - ||x - c||^2) / 2
      CHECK(nearer <= 8 * std::numeric_limits<S>::epsilon() * rounding);
      // the variational inequality <x - y, c - y> <= 0
      if (weak_convexity_of(set) == 0) CHECK((x - y).dot(c - y) <= 8 * std::numeric_limits<S>::epsilon() * rounding);
    }
  });
}

TEMPLATE_TEST_CASE("projection: y may be x, y is never read, x stays as it was, NaN stays NaN", "[laws]", float,
                   double) {
  using S = TestType;
  everywhere<S>([](const any_set<S>& set, const vec<S>& x) {
    vec<S> zeros = vec<S>::Zero(x.size()), nans = support::all_nan<S>(x.size()), aliased = x;
    const vec<S> given = x;
    set.project(given, zeros);
    set.project(given, nans);
    set.project(aliased, aliased);
    CHECK(support::same_bits(given, x));
    CHECK(support::same_bits(nans, zeros));
    CHECK(support::same_bits(aliased, zeros));
    if (x.size() == 0) return;
    vec<S> bad = x;
    bad[x.size() - 1] = std::numeric_limits<S>::quiet_NaN();
    CHECK_FALSE(set.contains(bad, S(1e6)));
    set.project(bad, zeros);
    CHECK(zeros.hasNaN());
  });
}

TEMPLATE_TEST_CASE("projection: a larger tolerance never excludes", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_set<S>& set, const vec<S>& x) {
    vec<S> y(x.size());
    set.project(x, y);
    const S distance = (y - x).norm();
    CHECK(set.contains(x, distance * (1 + 8 * std::numeric_limits<S>::epsilon()) + std::numeric_limits<S>::min()));
    if (!set.contains(x, 0)) CHECK_FALSE(set.contains(x, distance * S(1e-3)));
  });
}

TEMPLATE_TEST_CASE("indicator: 0 on the set, infinite elsewhere, the step does not matter", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_set<S>& set, const vec<S>& x) {
    const indicator f(set);
    vec<S> y(x.size()), z(x.size());
    set.project(x, y);
    for (const double step : support::steps) {
      CHECK(f.prox(x, S(step), z) == 0);
      CHECK(support::same_bits(z, y));
    }
    const S infinity = std::numeric_limits<S>::infinity();
    CHECK(f.value(x) == (set.contains(x, 0) ? S{0} : infinity));
    CHECK(f.value(y) == 0);
  });
}
