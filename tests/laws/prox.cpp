#include "support/catch.hpp"
#include "support/operators.hpp"
#include "support/points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace cleave;
using support::any_function;
using support::point;
using support::wide;

namespace {

/// Calls visit(f, step, x) for every registered function, size, step and a few points.
template <class S, class Visit>
void everywhere(Visit visit) {
  for (const auto& one : support::functions<S>())
    for (const index_t n : support::sizes) {
      if (!one.fits(n)) continue;
      const auto f = one.make(n);
      for (const double step : support::steps)
        for (const double size : {0.5, 20.0}) {
          INFO(one.name << ", n = " << n << ", step = " << step << ", size = " << size);
          visit(f, S(step), point<S>(n, 1 + static_cast<std::uint64_t>(n), size));
        }
    }
}

/// Points that would like to be better than y.
template <class S>
std::vector<vec<S>> competitors(const any_function<S>& f, const vec<S>& x, const vec<S>& y) {
  std::vector<vec<S>> all{x, vec<S>::Zero(x.size()), vec<S>(S(0.5) * (x + y))};
  for (std::uint64_t k = 0; k < 8; ++k)
    all.push_back(y + point<S>(x.size(), 100 + k, std::pow(10.0, static_cast<double>(k % 4) - 3)));
  for (index_t i = 0; i < std::min<index_t>(x.size(), 7); ++i)
    for (const S kick : {S(0.01), S(-0.01)}) all.push_back(y), all.back()[i] += kick;
  if (f.set())  // outside a set nobody competes
    for (auto& c : all) f.set()->project(c, c);
  return all;
}

}  // namespace

TEMPLATE_TEST_CASE("prox: beats every competitor by the margin of a strongly convex function", "[laws]", float,
                   double) {
  using S = TestType;
  everywhere<S>([](const any_function<S>& f, S step, const vec<S>& x) {
    vec<S> y(x.size());
    f.prox(x, step, y);
    const auto wx = wide(x), wy = wide(y);
    const double fy = f.value(y), s = step;
    REQUIRE(fy < std::numeric_limits<double>::infinity());
    // a weakly convex function leaves less of the margin, a set-valued prox none
    const double margin = std::max(-1.0, -s * weak_convexity_of(f)) / (2 * s);
    for (const vec<S>& c : competitors(f, x, y)) {
      const auto wc = wide(c);
      const double fc = f.value(c);
      // phi(c) - phi(y) - (1 - s w) ||c - y||^2 / (2 s)  with  phi = f + ||. - x||^2 / (2 s)
      const double apart = static_cast<double>((wc - wy).squaredNorm());
      const double gain = fc - fy + static_cast<double>((wc - wy).dot(wy - wx)) / s - margin * apart;
      double moved = 4 * static_cast<double>((wx.norm() + wy.norm()) * (wc - wy).norm());
      moved += 4 * s * f.slope() * static_cast<double>(1 + wx.norm() + wc.norm() + wy.norm());
      if (f.set()) moved += 8 * static_cast<double>((wy.norm() + wc.norm()) * (wx - wy).norm());  // as near as it lies
      const double rounding = std::numeric_limits<S>::epsilon() *
                              (static_cast<double>(x.size()) * (std::abs(fc) + std::abs(fy)) + moved / s);
      CHECK(gain >= -rounding);
    }
  });
}

TEMPLATE_TEST_CASE("prox: the returned value is the value at y", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_function<S>& f, S step, const vec<S>& x) {
    vec<S> y(x.size());
    const S returned = f.prox(x, step, y), want = f.value(y);
    const S of_argument = S(f.slope()) * (1 + x.norm() + y.norm());
    CHECK(std::abs(returned - want) <=
          4 * std::numeric_limits<S>::epsilon() * (S(f.sides()) * std::abs(want) + of_argument));
  });
}

TEMPLATE_TEST_CASE("prox: firmly nonexpansive, less the weak convexity", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_function<S>& f, S step, const vec<S>& x) {
    const double left = 1 - static_cast<double>(step) * weak_convexity_of(f);
    if (!(left > 0)) return;
    for (const double apart : {1e-3, 1.0, 100.0}) {
      const vec<S> other = x + point<S>(x.size(), 77, apart);
      vec<S> a(x.size()), b(x.size());
      f.prox(x, step, a);
      f.prox(other, step, b);
      const auto images = vec<double>((wide(a) - wide(b)).template cast<double>());
      const auto points = vec<double>((wide(x) - wide(other)).template cast<double>());
      // the images of a function without minimiser are larger than the points, and rounded at their own size
      const double size = std::max(x.template cast<double>().norm() + points.norm(), a.template cast<double>().norm());
      const double rounding = 8 * std::numeric_limits<S>::epsilon() * points.norm() * size;
      CHECK(left * images.squaredNorm() <= images.dot(points) + rounding);
    }
  });
}

TEMPLATE_TEST_CASE("prox: step 0 copies, outside the domain it projects", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_function<S>& f, S, const vec<S>& x) {
    vec<S> y(x.size()), want = x;
    f.prox(x, 0, y);
    if (f.set())
      f.set()->project(x, want);
    else if (!(f.value(x) < std::numeric_limits<S>::infinity()))
      f.prox(y, 0, want);
    CHECK(support::same_bits(y, want));
  });
}

TEMPLATE_TEST_CASE("prox: y may be x, y is never read, x stays as it was", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_function<S>& f, S step, const vec<S>& x) {
    vec<S> zeros = vec<S>::Zero(x.size()), nans = support::all_nan<S>(x.size()), aliased = x;
    const vec<S> given = x;
    const S value = f.prox(given, step, zeros);
    CHECK(support::same_bits(given, x));
    CHECK(support::same_bits(f.prox(given, step, nans), value));
    CHECK(support::same_bits(f.prox(aliased, step, aliased), value));
    CHECK(support::same_bits(nans, zeros));
    CHECK(support::same_bits(aliased, zeros));
  });
}

TEMPLATE_TEST_CASE("prox: works on columns and segments where they lie", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_function<S>& f, S step, const vec<S>& x) {
    const index_t n = x.size();
    vec<S> want(n);
    f.prox(x, step, want);
    mat<S> columns = mat<S>::Constant(n, 3, S(7));
    f.prox(x, step, columns.col(1));
    CHECK(support::same_bits<S>(columns.col(1), want));
    CHECK(((columns.col(0).array() == S(7)).all() && (columns.col(2).array() == S(7)).all()));
    vec<S> longer = vec<S>::Constant(n + 2, S(7));
    f.prox(x, step, longer.segment(1, n));
    CHECK(support::same_bits<S>(longer.segment(1, n), want));
    CHECK((longer[0] == S(7) && longer[n + 1] == S(7)));
  });
}

TEMPLATE_TEST_CASE("prox: NaN in gives NaN out", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_function<S>& f, S step, const vec<S>& x) {
    for (const index_t at : {index_t{0}, x.size() / 2, x.size() - 1}) {
      if (x.size() == 0) return;
      vec<S> bad = x, y = vec<S>::Zero(x.size());
      bad[at] = std::numeric_limits<S>::quiet_NaN();
      f.prox(bad, step, y);
      CHECK(y.hasNaN());
      f.prox(bad, 0, y);
      CHECK(y.hasNaN());
    }
  });
}

TEMPLATE_TEST_CASE("prox: huge and tiny inputs stay finite and nonexpansive", "[laws]", float, double) {
  using S = TestType;
  const double extreme = std::is_same_v<S, float> ? 1e30 : 1e200;
  for (const auto& one : support::functions<S>())
    for (const index_t n : support::sizes) {
      if (!one.fits(n)) continue;
      const auto f = one.make(n);
      for (const double size : {extreme, 1 / extreme})
        for (const double step : {1.0, size, 1e6, 1e-6}) {
          INFO(one.name << ", n = " << n << ", size = " << size << ", step = " << step);
          const vec<S> x = point<S>(n, 5, size), origin = vec<S>::Zero(n);
          vec<S> y = support::all_nan<S>(n), y0(n);
          f.prox(x, S(step), y);
          f.prox(origin, S(step), y0);
          CHECK(y.allFinite());
          if (weak_convexity_of(f) == 0)
            CHECK((y - y0).stableNorm() <= x.stableNorm() * (1 + 16 * std::numeric_limits<S>::epsilon()));
        }
    }
}
