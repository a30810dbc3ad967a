#include <cleave/problems/least_squares.hpp>
#include <cleave/problems/local/automatic.hpp>
#include <cleave/problems/local/gradient_steps.hpp>
#include <cleave/problems/logistic.hpp>

#include "support/catch.hpp"
#include "support/local_prox.hpp"
#include "support/points.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

using namespace cleave;
using support::nrm_matrix;
using support::nrm_vector;

using support::prox;

namespace {

const double infinity = std::numeric_limits<double>::infinity();

/// Least squares that also has a Hessian, so that every local solver can be asked.
struct quadratic : least_squares<> {
  dense_rows<> rows_of_data;
  double factor;
  quadratic(const dense_rows<>& a, const vec<>& b, double scale)
      : least_squares<>(a, b, {.scale = scale, .ridge = 0.1 * scale}), rows_of_data(a), factor(scale) {}
  void hessian(in<double>, out_matrix<double> h) const {
    h = factor * (rows_of_data.transpose() * rows_of_data);
    h.diagonal().array() += 0.1 * factor;
  }
};

/// A function of one number by hand: x^4 / 4 - x^2 / 2, not convex between -0.577 and 0.577.
struct double_well {
  static index_t dimension() { return 1; }
  double value(in<double> x) const { return std::pow(x[0], 4) / 4 - x[0] * x[0] / 2; }
  double gradient(in<double> x, out<double> g) const {
    g[0] = x[0] * x[0] * x[0] - x[0];
    return value(x);
  }
  void hessian(in<double> x, out_matrix<double> h) const { h(0, 0) = 3 * x[0] * x[0] - 1; }
};

/// Says NaN everywhere, or in the Hessian alone.
struct poisoned {
  bool hessian_only = false;
  static index_t dimension() { return 2; }
  double smoothness() const { return 1; }
  double value(in<double> x) const { return hessian_only ? x.squaredNorm() / 2 : std::nan(""); }
  double gradient(in<double> x, out<double> g) const {
    g = x;
    if (!hessian_only) g[1] = std::nan("");
    return value(x);
  }
  void hessian(in<double>, out_matrix<double> h) const { h.setConstant(std::nan("")); }
};

}  // namespace

static_assert(exact::is_exact && newton::is_exact && accelerated_gradient::is_exact && automatic::is_exact);
static_assert(!gradient_steps::is_exact && gradient_steps::warm_started<logistic<>>);
static_assert(!exact::warm_started<least_squares<>> && newton::warm_started<logistic<>>);

TEST_CASE("local solvers: exact, newton and accelerated_gradient agree on the prox", "[problems]") {
  for (const double scale : {1e-6, 1.0, 1e6}) {
    const quadratic f(nrm_matrix(20, 4, 1), nrm_vector(20, 2), scale);
    const vec<> v = nrm_vector(4, 3);
    for (const double relative_step : {0.1, 1.0, 10.0})
      for (const vec<>& start : {vec<>(vec<>::Zero(4)), v, vec<>(100 * v)}) {
        const double step = relative_step / scale;
        INFO("scale " << scale << ", step " << step << ", start " << start.transpose());
        const vec<> want = prox(exact{}, f, step, v, start);
        const double unit = std::max(1.0, want.norm());
        CHECK((prox(newton{}, f, step, v, start) - want).norm() <= 2e-12 * unit);
        CHECK((prox(accelerated_gradient{}, f, step, v, start) - want).norm() <= 2e-11 * unit);
      }
  }
}

TEST_CASE("local solvers: newton and accelerated_gradient agree on logistic regression", "[problems]") {
  vec<> y = nrm_vector(60, 2);
  for (double& l : y) l = l > 0 ? 1 : -1;
  for (const double scale : {1e-6, 1.0, 1e6}) {
    const logistic f(nrm_matrix(60, 5, 1), y, {.ridge = 1e-3 * scale, .scale = scale});
    const vec<> v = nrm_vector(5, 3);
    for (const double relative_step : {0.1, 1.0, 30.0}) {
      const double step = relative_step / scale;
      INFO("scale " << scale << ", step " << step);
      const vec<> a = prox(newton{}, f, step, v, v), b = prox(accelerated_gradient{}, f, step, v, v);
      vec<> g(5);
      f.gradient(a, g);
      CHECK((a + step * g - v).norm() <= 2e-12 * std::max(1.0, a.norm()));
      CHECK((a - b).norm() <= 2e-11 * std::max(1.0, a.norm()));
    }
  }
}

TEST_CASE("local solvers: an infinite step minimises f alone", "[problems]") {
  const quadratic f(nrm_matrix(20, 4, 1), nrm_vector(20, 2), 1);
  mat<> h(4, 4);
  vec<> g(4);
  f.hessian(vec<>::Zero(4), h);
  f.gradient(vec<>::Zero(4), g);
  const vec<> want = h.ldlt().solve(-g);
  const vec<> anywhere = vec<>::Constant(4, 50);
  for (const vec<>& start : {vec<>(vec<>::Zero(4)), vec<>(10 * want)}) {
    CHECK((prox(newton{}, f, infinity, anywhere, start) - want).norm() <= 1e-11);
    CHECK((prox(accelerated_gradient{}, f, infinity, anywhere, start) - want).norm() <= 1e-10);
    CHECK((prox(gradient_steps(2000), f, infinity, anywhere, start) - want).norm() <= 1e-10);
  }
}

TEST_CASE("local solvers: a NaN problem makes x NaN", "[problems]") {
  for (const double step : {1.0, infinity}) {
    const vec<> v = vec<>::Ones(2);
    CHECK(prox(newton{}, poisoned{}, step, v, v).hasNaN());
    CHECK(prox(accelerated_gradient{}, poisoned{}, step, v, v).hasNaN());
    CHECK(prox(gradient_steps{}, poisoned{}, step, v, v).hasNaN());
    CHECK(prox(automatic{}, poisoned{}, step, v, v).hasNaN());
  }
  const quadratic f(nrm_matrix(20, 2, 1), nrm_vector(20, 2), 1);
  const vec<> bad = vec<>::Constant(2, std::nan(""));
  CHECK(prox(exact{}, f, 1, bad, vec<>::Zero(2)).hasNaN());
  CHECK(prox(newton{}, f, 1, bad, vec<>::Zero(2)).hasNaN());
  CHECK(prox(accelerated_gradient{}, f, 1, bad, vec<>::Zero(2)).hasNaN());
  CHECK(prox(gradient_steps{}, f, 1, bad, vec<>::Zero(2)).hasNaN());
}

TEST_CASE("newton: a NaN Hessian does not pass for an answer", "[problems]") {
  const vec<> v = vec<>::Ones(2);
  CHECK(prox(newton{}, poisoned{true}, 1, v, v).hasNaN());
}

TEST_CASE("newton: ends on Hessians that are not positive definite", "[problems]") {
  vec<> g(1);
  for (const double start : {0.0, 1e-8, 0.1, -0.3, 2.0}) {
    INFO("start " << start);
    const vec<> x = prox(newton{}, double_well{}, infinity, vec<>::Zero(1), vec<>::Constant(1, start));
    double_well{}.gradient(x, g);
    CHECK(std::abs(g[0]) <= 1e-11);
    if (start != 0) CHECK(std::abs(x[0]) == Approx(1));  // away from the maximum at 0
  }
  // a singular Hessian: rank one in four dimensions, minimised all the same
  const least_squares<> flat(dense_rows<>::Ones(1, 4), vec<>::Constant(1, 8.0));
  struct singular : least_squares<> {
    void hessian(in<double>, out_matrix<double> h) const { h.setOnes(); }
  };
  counters cost;
  const vec<> x = prox(newton{}, singular{flat}, infinity, vec<>::Zero(4), nrm_vector(4, 5), &cost);
  CHECK(cost.inner_iterations <= 3);  // with the shift it is a Newton step still
  CHECK(x.sum() == Approx(8));
  CHECK(x.allFinite());
}

TEST_CASE("newton: a flat direction stays where it is", "[problems]") {
  struct flat_in_first {
    static index_t dimension() { return 2; }
    double value(in<double> x) const { return (x[1] - 3) * (x[1] - 3) / 2; }
    double gradient(in<double> x, out<double> g) const {
      g << 0, x[1] - 3;
      return value(x);
    }
    void hessian(in<double>, out_matrix<double> h) const { h << 0, 0, 0, 1; }
  };
  const vec<> x = prox(newton{}, flat_in_first{}, infinity, vec<>::Zero(2), vec<>::Constant(2, 7.0));
  CHECK(x == vec<>(Eigen::Vector2d(7, 3)));
}

TEST_CASE("gradient_steps: the formula, line by line", "[problems]") {
  const quadratic f(nrm_matrix(20, 4, 1), nrm_vector(20, 2), 1);
  const vec<> v = nrm_vector(4, 3), start = nrm_vector(4, 4);
  for (const double eta : {0.0, 0.01})
    for (const double step : {0.02, infinity}) {
      INFO("eta " << eta << ", step " << step);
      counters cost;
      const vec<> got = prox(gradient_steps(3, eta), f, step, v, start, &cost);
      const double used = eta > 0 ? eta : 1 / (f.smoothness() + 1 / step);
      vec<> x = start, g(4);
      for (int l = 0; l < 3; ++l) {
        f.gradient(x, g);
        for (index_t j = 0; j < 4; ++j) x[j] -= used * (g[j] + (x[j] - v[j]) / step);
      }
      CHECK((got - x).norm() <= 1e-13 * x.norm());
      CHECK(cost == counters{.prox = 1, .gradients = 3, .inner_iterations = 3});
    }
}

TEST_CASE("gradient_steps: a client without rows and ridge stays where it is", "[problems]") {
  const least_squares<> nothing(dense_rows<>(0, 2), vec<>(0));
  CHECK(prox(gradient_steps{}, nothing, infinity, vec<>::Zero(2), vec<>::Ones(2)) == vec<>::Ones(2));
  CHECK(prox(gradient_steps{}, nothing, 1.0, vec<>::Zero(2), vec<>::Ones(2)) == vec<>::Zero(2));
}

TEST_CASE("local solvers: options out of range are refused", "[problems]") {
  CHECK_THROWS_WITH(newton(-1), "newton: tolerance must be finite and not negative, got -1");
  CHECK_THROWS_WITH(newton(1e-9, 0), "newton: limit must be at least 1, got 0");
  CHECK_THROWS_WITH(accelerated_gradient(std::numeric_limits<double>::infinity()),
                    "accelerated_gradient: tolerance must be finite and not negative, got inf");
  CHECK_THROWS_WITH(accelerated_gradient(1e-9, 0), "accelerated_gradient: limit must be at least 1, got 0");
  CHECK_THROWS_WITH(gradient_steps(0), "gradient_steps: steps must be at least 1, got 0");
  CHECK_THROWS_WITH(gradient_steps(1, -0.5), "gradient_steps: eta must be finite and not negative, got -0.5");
  CHECK_THROWS_WITH(gradient_steps(1).prepare(double_well{}),
                    "gradient_steps: eta must be given when the problem does not know its smoothness(), got 0");
  CHECK_NOTHROW(gradient_steps(1, 0.1).prepare(double_well{}));
}
