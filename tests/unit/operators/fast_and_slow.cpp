// Each fast prox against one that is slow and obvious.
#include <cleave/operators/functions/nuclear_norm.hpp>
#include <cleave/operators/functions/slope.hpp>
#include <cleave/operators/functions/sum_of_largest.hpp>
#include <cleave/operators/functions/total_variation.hpp>

#include "support/catch.hpp"
#include "support/numbers.hpp"
#include "support/slow_prox.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

using namespace cleave;
using support::close;
using support::point;
using support::prox;

namespace {

/// Calls visit(x, step) for many small vectors: numbers drawn at random, and small whole ones, which tie.
template <class Visit>
void small_vectors(index_t largest, Visit visit) {
  for (index_t n = 0; n <= largest; ++n)
    for (std::uint64_t seed = 1; seed <= 40; ++seed)
      for (const double step : {0.25, 1.0, 3.0}) {
        vec<> x = point<double>(n, seed, 3);
        if (seed % 2 == 0) x = x.array().round();
        INFO("n = " << n << ", seed = " << seed << ", step = " << step);
        visit(x, step);
      }
}

}  // namespace

TEST_CASE("slope: pool adjacent violators is the min-max formula", "[operators]") {
  small_vectors(9, [](const vec<>& x, double step) {
    vec<> weights(x.size());
    for (index_t i = 0; i < x.size(); ++i) weights[i] = std::floor(2 * std::exp(-0.4 * static_cast<double>(i)) + 0.6);
    CHECK(close(prox(slope(weights), step, x), support::slow::slope(x, weights, step), 1e-14));
  });
}

TEST_CASE("sum_of_largest: the threshold is the min-max formula", "[operators]") {
  small_vectors(8, [](const vec<>& x, double step) {
    for (index_t k = 0; k <= x.size() + 1; ++k) {
      INFO("k = " << k);
      CHECK(close(prox(sum_of_largest(k), step, x), support::slow::sum_of_largest(x, k, step), 1e-14));
    }
  });
}

TEST_CASE("total_variation: the best of all patterns of jumps", "[operators]") {
  small_vectors(7, [](const vec<>& x, double step) {
    // two signals whose costs are equal to rounding are as near as its root
    CHECK(close(prox(total_variation(1.0), step, x), support::slow::total_variation(x, step), 1e-7));
  });
}

TEST_CASE("nuclear_norm: by the eigenvectors of X^T X", "[operators]") {
  for (const auto& [rows, cols] : {std::pair<index_t, index_t>{1, 1}, {3, 2}, {2, 3}, {5, 5}, {20, 17}, {17, 40}})
    for (const double step : {0.25, 1.0, 3.0}) {
      const mat<> x = support::nrm_matrix(rows, cols, 5);
      const vec<> y = prox(nuclear_norm(rows, cols), step, vec<>(x.reshaped()));
      CHECK(close<double>(y, support::slow::nuclear_norm(x, step).reshaped(), 1e-13));
    }
}

TEMPLATE_TEST_CASE("total_variation: a long signal has its certificate, however it is rounded", "[operators]", float,
                   double) {
  using S = TestType;
  const index_t n = 20000;
  vec<S> walk = point<S>(n, 3), ramp(n), noise = point<S>(n, 4);
  for (index_t i = 1; i < n; ++i) walk[i] += walk[i - 1];
  for (index_t i = 0; i < n; ++i) ramp[i] = S(1e-3) * static_cast<S>(i);
  for (const vec<S>& x : {walk, ramp, noise})
    for (const double lambda : {0.1, 10.0, 1e4}) {
      const vec<S> y = prox(total_variation<S>(1), lambda, x);
      // the sums of x - y lie in [-lambda, lambda], end at 0, and touch a side where y jumps
      const double slack = static_cast<double>(n) * std::numeric_limits<S>::epsilon() *
                           (x.template cast<double>().cwiseAbs().maxCoeff() + lambda);
      double u = 0, worst = 0;
      for (index_t i = 0; i < n; ++i) {
        u += static_cast<double>(x[i]) - static_cast<double>(y[i]);
        worst = std::max(worst, std::abs(u) - lambda);
        if (i + 1 < n && y[i] != y[i + 1]) worst = std::max(worst, std::abs(u - (y[i + 1] > y[i] ? -lambda : lambda)));
      }
      INFO("lambda = " << lambda << ", slack = " << slack);
      CHECK(worst <= slack);
      CHECK(std::abs(u) <= slack);
    }
}

TEST_CASE("capped_threshold: huge entries near each other, infinite ones, and a NaN", "[operators]") {
  const auto share = [](std::initializer_list<double> list, double cap, double total) {
    const vec<> x = support::vector_of(list);
    const auto t = detail::capped_threshold(
        x.size(), [&](index_t i) { return x[i]; }, [&](index_t) { return cap; }, total);
    vec<> y(x.size());
    for (index_t i = 0; i < x.size(); ++i) y[i] = std::min(t.excess(x[i]), cap);
    return y;
  };
  CHECK(close(share({1e16, 1e16, 0}, 0.75, 1), support::vector_of({0.5, 0.5, 0.0}), 0));
  CHECK(close(share({2, 0.4, -1}, 1, 1.5), support::vector_of({1, 0.5, 0.0}), 1e-15));
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(close(share({infinity, 0.4, -infinity}, 1, 1.5), support::vector_of({1, 0.5, 0.0}), 1e-15));
  CHECK(share({1, std::nan(""), 2}, 1, 1.5).hasNaN());
}
