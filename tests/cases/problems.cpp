// Edge cases of losses and of the data that they are given.
#include <cleave/problems/least_squares.hpp>
#include <cleave/problems/local/automatic.hpp>
#include <cleave/problems/local/gradient_steps.hpp>
#include <cleave/problems/logistic.hpp>

#include <Eigen/SparseCore>

#include "support/catch.hpp"
#include "support/points.hpp"

#include <cmath>
#include <limits>

using namespace cleave;

namespace {

/// log(1 + exp(-x)) for one number x.
logistic<> one_margin() { return {dense_rows<>::Ones(1, 1), vec<>::Ones(1)}; }

template <class Local, class F>
vec<> prox(const Local& local, const F& f, double step, const vec<>& v, vec<> x) {
  auto memory = local.prepare(f);
  typename Local::template scratch<double> scratch(v.size());
  local.prox(f, memory, scratch, step, v, x);
  return x;
}

vec<> number(double x) { return vec<>::Constant(1, x); }

}  // namespace

TEST_CASE("E60 logistic: value and gradient at a margin of -800", "[cases]") {
  const auto f = one_margin();
  vec<> g(1);
  CHECK(f.value(number(-800)) == 800);
  CHECK(f.gradient(number(-800), g) == 800);
  CHECK(g[0] == -1);
  CHECK(f.value(number(800)) == 0);
  CHECK(f.gradient(number(800), g) == 0);
  CHECK(g[0] == 0);
  CHECK(f.value(number(0)) == Approx(std::log(2.0)));
}

TEST_CASE("E61 logistic: prox with step 1 at -800, 800 and 0", "[cases]") {
  const auto f = one_margin();
  for (const double start : {0.0, 1.0, -799.0}) {
    INFO("start " << start);
    CHECK(prox(newton{}, f, 1, number(-800), number(start))[0] == Approx(-799).epsilon(1e-11));
    CHECK(prox(newton{}, f, 1, number(800), number(start))[0] == Approx(800).epsilon(1e-11));
    CHECK(prox(newton{}, f, 1, number(0), number(start))[0] == Approx(0.401058137541547).epsilon(1e-11));
    CHECK(prox(accelerated_gradient{}, f, 1, number(-800), number(start))[0] == Approx(-799).epsilon(1e-10));
    CHECK(prox(accelerated_gradient{}, f, 1, number(800), number(start))[0] == Approx(800).epsilon(1e-10));
    CHECK(prox(accelerated_gradient{}, f, 1, number(0), number(start))[0] == Approx(0.401058137541547).epsilon(1e-10));
  }
}

TEST_CASE("E87 exact: an output filled with NaN gives the same answer as zeros", "[cases]") {
  const least_squares f(support::nrm_matrix(5, 3, 1), support::nrm_vector(5, 2));
  const least_squares wide(support::nrm_matrix(2, 3, 1), support::nrm_vector(2, 2));
  const vec<> v = support::point<double>(3, 3);
  CHECK(support::same_bits(prox(exact{}, f, 0.5, v, support::all_nan<double>(3)),
                           prox(exact{}, f, 0.5, v, vec<>::Zero(3))));
  CHECK(support::same_bits(prox(exact{}, wide, 0.5, v, support::all_nan<double>(3)),
                           prox(exact{}, wide, 0.5, v, vec<>::Zero(3))));
}

TEST_CASE("E90 least_squares: no rows, no columns, nothing at all", "[cases]") {
  for (const index_t rows : {0, 3})
    for (const index_t columns : {0, 2}) {
      INFO(rows << " x " << columns);
      if (rows > 0 && columns > 0) continue;
      const least_squares<> f(dense_rows<>::Zero(rows, columns), vec<>::Zero(rows));
      const least_squares<sparse_rows<>> sparse(sparse_rows<>(rows, columns), vec<>::Zero(rows));
      const vec<> x = vec<>::Ones(columns);
      vec<> g = support::all_nan<double>(columns), y = g;
      CHECK(f.value(x) == 0);
      CHECK(sparse.value(x) == 0);
      CHECK(f.gradient(x, g) == 0);
      CHECK(g == vec<>::Zero(columns));
      CHECK(f.smoothness() == 0);
      CHECK(f.strong_convexity() == 0);
      CHECK(sparse.smoothness() == 0);
      f.prepare(0.5).prox(x, y);
      CHECK(y == x);
      sparse.prepare(0.5).prox(x, y);
      CHECK(y == x);
    }
}

TEST_CASE("E90 logistic: no rows, no columns", "[cases]") {
  const logistic<> no_rows(dense_rows<>(0, 2), vec<>(0));
  const logistic<sparse_rows<>> sparse(sparse_rows<>(0, 2), vec<>(0));
  vec<> g(2);
  mat<> h(2, 2);
  CHECK(no_rows.value(vec<>::Ones(2)) == 0);
  CHECK(sparse.gradient(vec<>::Ones(2), g) == 0);
  CHECK(g == vec<>::Zero(2));
  no_rows.hessian(vec<>::Ones(2), h);
  CHECK(h == mat<>::Zero(2, 2));
  CHECK(no_rows.smoothness() == 0);
  CHECK(no_rows.correct(vec<>::Ones(2)) == 0);
  CHECK(prox(newton{}, no_rows, 1, vec<>::Ones(2), vec<>::Zero(2)).isApprox(vec<>::Ones(2)));
  const logistic<> no_columns(dense_rows<>(3, 0), vec<>::Ones(3));
  CHECK(no_columns.value(vec<>(0)) == Approx(std::log(2.0)));
  CHECK(no_columns.smoothness() == 0);
}
