#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/functions/max_entry.hpp>
#include <cleave/operators/functions/squared_l2_norm.hpp>
#include <cleave/operators/functions/sum_of_largest.hpp>
#include <cleave/operators/functions/zero.hpp>
#include <cleave/operators/sets/box.hpp>
#include <cleave/operators/sets/simplex.hpp>

#include "support/catch.hpp"
#include "support/operators.hpp"
#include "support/points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace cleave;
using support::any_function;
using support::point;

namespace {

/// Calls visit(name, f, conjugate of f) for the pairs known in closed form, both ways round.
template <class S, class Visit>
void every_pair(Visit visit) {
  const auto both = [&](const char* name, const auto& f, const auto& conjugate) {
    visit(name, any_function<S>(f), any_function<S>(conjugate));
    visit(name, any_function<S>(conjugate), any_function<S>(f));
  };
  const S infinity = std::numeric_limits<S>::infinity();
  both("zero", zero<S>(), indicator(box<S>(0, 0)));
  for (const S w : {S(0.3), S(1), S(5)}) {
    both("l1_norm", l1_norm<S>(w), indicator(box<S>(-w, w)));
    both("squared_l2_norm", squared_l2_norm<S>(w), squared_l2_norm<S>(1 / w));
  }
  both("max_entry", max_entry<S>(), indicator(simplex<S>(1)));
  both("sum_of_largest(1)", sum_of_largest<S>(1), indicator(simplex<S>(1)));
  both("l1_norm(0)", l1_norm<S>(0), indicator(box<S>(0, 0)));
  both("orthant", indicator(box<S>(0, infinity)), indicator(box<S>(-infinity, 0)));
}

template <class S, class Visit>
void everywhere(Visit visit) {
  every_pair<S>([&](const char* name, const any_function<S>& f, const any_function<S>& conjugate) {
    for (const index_t n : support::sizes)
      for (const double step : {1e-3, 0.5, 1.0, 3.0, 1e3}) {
        INFO(name << ", n = " << n << ", step = " << step);
        visit(f, conjugate, S(step), point<S>(n, 9, 5));
      }
  });
}

}  // namespace

TEMPLATE_TEST_CASE("Moreau: x is the prox plus the scaled prox of the conjugate", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_function<S>& f, const any_function<S>& conjugate, S step, const vec<S>& x) {
    vec<S> primal(x.size()), dual(x.size());
    f.prox(x, step, primal);
    conjugate.prox(x / step, 1 / step, dual);
    // the images of a function without minimiser are larger than x, and rounded at their own size
    const S rounding = 8 * std::numeric_limits<S>::epsilon() * std::max(x.norm(), primal.norm());
    CHECK((primal + step * dual - x).norm() <= rounding);
  });
}

TEMPLATE_TEST_CASE("Fenchel-Young: equality at the prox and its dual", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const any_function<S>& f, const any_function<S>& conjugate, S step, const vec<S>& x) {
    vec<S> primal(x.size()), dual(x.size());
    const double a = f.prox(x, step, primal), b = conjugate.prox(x / step, 1 / step, dual);
    const double product = primal.template cast<double>().dot(dual.template cast<double>());
    const double rounding = 64 * std::numeric_limits<S>::epsilon() *
                            (1 + std::abs(a) + std::abs(b) + static_cast<double>(primal.norm() * dual.norm()));
    CHECK(std::abs(a + b - product) <= rounding);
  });
}
