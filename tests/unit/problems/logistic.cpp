#include <cleave/problems/logistic.hpp>

#include <Eigen/Eigenvalues>

#include "support/catch.hpp"
#include "support/points.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

using namespace cleave;
using support::nrm_matrix;
using support::nrm_vector;

namespace {

struct instance {
  const char* name;
  dense_rows<> a;
  vec<> y;
  logistic_options o;
};

vec<> labels(index_t n, std::uint64_t seed) {
  vec<> y = nrm_vector(n, seed);
  for (double& l : y) l = l > 0 ? 1 : -1;
  return y;
}

dense_rows<> holes(dense_rows<> a) {
  for (index_t i = 0; i < a.rows(); ++i)
    for (index_t j = 0; j < a.cols(); ++j)
      if ((i + 2 * j) % 3 != 0) a(i, j) = 0;
  return a;
}

std::vector<instance> instances() {
  return {{"tall", nrm_matrix(130, 5, 1), labels(130, 2), {}},
          {"a block and one", nrm_matrix(65, 3, 1), labels(65, 2), {.ridge = 0.1}},
          {"wide", nrm_matrix(3, 9, 5), labels(3, 6), {.ridge = 0.01, .scale = 7}},
          {"with holes", holes(nrm_matrix(40, 6, 9)), labels(40, 10), {.ridge = 0.3}},
          {"one label", nrm_matrix(10, 3, 11), vec<>::Constant(10, -1), {}},
          {"no rows", dense_rows<>(0, 3), vec<>(0), {.ridge = 0.5}},
          {"scale 0", nrm_matrix(5, 3, 11), labels(5, 12), {.ridge = 0.5, .scale = 0}}};
}

template <class Visit>
void everywhere(Visit visit) {
  for (const instance& i : instances()) {
    {
      INFO(i.name << ", dense");
      visit(logistic(i.a, i.y, i.o), i);
    }
    {
      INFO(i.name << ", sparse");
      visit(logistic(sparse_rows<>(i.a.sparseView()), i.y, i.o), i);
    }
  }
}

double reference(const instance& i, const vec<>& x) {
  long double sum = 0;
  for (index_t r = 0; r < i.a.rows(); ++r)
    sum += std::log1p(std::exp(-static_cast<long double>(i.y[r] * i.a.row(r).dot(x))));
  const double mean = i.a.rows() == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(i.a.rows());
  return i.o.scale * mean + i.o.ridge / 2 * x.squaredNorm();
}

}  // namespace

TEST_CASE("logistic: value is the formula", "[problems]") {
  everywhere([](const auto& f, const instance& i) {
    const vec<> x = nrm_vector(i.a.cols(), 20);
    CHECK(f.dimension() == i.a.cols());
    CHECK(f.rows() == i.a.rows());
    CHECK(f.value(x) == Approx(reference(i, x)).epsilon(1e-13));
  });
}

TEST_CASE("logistic: gradient and Hessian are the limits of differences", "[problems]") {
  everywhere([](const auto& f, const instance& i) {
    const index_t d = i.a.cols();
    const vec<> x = nrm_vector(d, 21);
    vec<> g = support::all_nan<double>(d), right(d), left(d);
    mat<> h = mat<>::Constant(d, d, std::nan(""));
    CHECK(f.gradient(x, g) == Approx(f.value(x)).epsilon(1e-14));
    f.hessian(x, h);
    CHECK((h - h.transpose()).cwiseAbs().maxCoeff() == 0);
    const double step = 1e-4;
    for (index_t j = 0; j < d; ++j) {
      const vec<> e = step * vec<>::Unit(d, j);
      CHECK((f.value(x + e) - f.value(x - e)) / (2 * step) == Approx(g[j]).margin(1e-6));
      f.gradient(x + e, right);
      f.gradient(x - e, left);
      CHECK(((right - left) / (2 * step) - h.col(j)).cwiseAbs().maxCoeff() <= 1e-6);
    }
  });
}

TEST_CASE("logistic: sparse and dense rows agree", "[problems]") {
  for (const instance& i : instances()) {
    INFO(i.name);
    const logistic dense(i.a, i.y, i.o);
    const logistic sparse(sparse_rows<>(i.a.sparseView()), i.y, i.o);
    const index_t d = i.a.cols();
    const vec<> x = nrm_vector(d, 23);
    vec<> g(d), gs(d);
    mat<> h(d, d), hs(d, d);
    CHECK(dense.gradient(x, g) == Approx(sparse.gradient(x, gs)).epsilon(1e-14));
    dense.hessian(x, h);
    sparse.hessian(x, hs);
    CHECK((g - gs).norm() <= 1e-13);
    CHECK((h - hs).norm() <= 1e-13);
    CHECK(dense.smoothness() == Approx(sparse.smoothness()).epsilon(1e-10));
    CHECK(dense.correct(x) == sparse.correct(x));
  }
}

TEST_CASE("logistic: margins of 800 either way are finite and right", "[problems]") {
  dense_rows<> a(2, 1);
  a << 800, 800;
  vec<> y(2), g(1);
  y << 1, -1;
  mat<> h(1, 1);
  const logistic f(a, y);
  CHECK(f.value(vec<>::Ones(1)) == 400);  // (0 + 800) / 2
  CHECK(f.gradient(vec<>::Ones(1), g) == 400);
  CHECK(g[0] == 400);
  f.hessian(vec<>::Ones(1), h);
  CHECK(h(0, 0) == 0);
  CHECK(f.value(vec<>::Constant(1, 1e100)) == 4e102);
  CHECK(f.gradient(vec<>::Constant(1, -1e100), g) == 4e102);
  CHECK(g[0] == -400);
}

TEST_CASE("logistic: float, with margins of 800", "[problems]") {
  const logistic<dense_rows<float>> f(dense_rows<float>::Constant(1, 1, 800), vec<float>::Ones(1));
  vec<float> g(1);
  CHECK(f.value(vec<float>::Constant(1, -1)) == 800);
  CHECK(f.gradient(vec<float>::Constant(1, -1), g) == 800);
  CHECK(g[0] == -800);
  CHECK(f.value(vec<float>::Ones(1)) == 0);
  const logistic<dense_rows<float>> tall(nrm_matrix(50, 3, 1).cast<float>(), labels(50, 2).cast<float>());
  const logistic wide(nrm_matrix(50, 3, 1), labels(50, 2));
  const vec<> x = nrm_vector(3, 4);
  CHECK(tall.value(x.cast<float>()) == Approx(wide.value(x)).epsilon(1e-5));
}

TEST_CASE("logistic: a NaN in x is not lost", "[problems]") {
  const logistic f(nrm_matrix(3, 2, 1), labels(3, 2));
  vec<> x = vec<>::Ones(2), g(2);
  x[0] = std::nan("");
  CHECK(std::isnan(f.value(x)));
  CHECK(std::isnan(f.gradient(x, g)));
  CHECK(g.hasNaN());
}

TEST_CASE("logistic: smoothness bounds the Hessian and is attained at 0", "[problems]") {
  everywhere([](const auto& f, const instance& i) {
    const index_t d = i.a.cols();
    mat<> h(d, d);
    f.hessian(vec<>::Zero(d), h);
    const double at_zero = Eigen::SelfAdjointEigenSolver<mat<>>(h).eigenvalues().maxCoeff();
    CHECK(f.smoothness() == Approx(at_zero).epsilon(1e-7));
    f.hessian(nrm_vector(d, 22), h);
    CHECK(Eigen::SelfAdjointEigenSolver<mat<>>(h).eigenvalues().maxCoeff() <= f.smoothness() * (1 + 1e-7));
    CHECK(f.strong_convexity() == i.o.ridge);
  });
}

TEST_CASE("logistic: smoothness of data in special position", "[problems]") {
  for (const auto& [p, q] : {std::pair{9.0, -8.0}, {1.0, -1.0}, {-8.0, 9.0}, {0.0, 1.0}, {1.125, -1.0}}) {
    INFO("one row " << p << " " << q);
    dense_rows<> a(1, 2);
    a << p, q;
    CHECK(logistic(a, vec<>(vec<>::Ones(1))).smoothness() == Approx((p * p + q * q) / 4).epsilon(1e-9));
  }
}

TEST_CASE("logistic: smoothness is the largest eigenvalue also where the second one lies in the way", "[problems]") {
  dense_rows<> a(2, 2);  // A'A has the eigenvectors (9, -8) and (8, 9)
  a << 27, -24, 8, 9;
  CHECK(logistic(a, vec<>(vec<>::Ones(2))).smoothness() == Approx(9 * 145 / 8.0).epsilon(1e-9));
  a << 9, -8, 24, 27;
  CHECK(logistic(a, vec<>(vec<>::Ones(2))).smoothness() == Approx(9 * 145 / 8.0).epsilon(1e-9));
}

TEST_CASE("logistic: correct counts rows on the right side, zero counts as -1", "[problems]") {
  dense_rows<> a(4, 1);
  a << 1, -1, 0, 0;
  vec<> y(4);
  y << 1, 1, 1, -1;
  CHECK(logistic(a, y).correct(vec<>::Ones(1)) == 2);
  CHECK(logistic(a, y).correct(-vec<>::Ones(1)) == 2);
}

TEST_CASE("logistic: labels other than -1 and +1, sizes and options are refused", "[problems]") {
  const dense_rows<> a = dense_rows<>::Ones(3, 2);
  vec<> y = vec<>::Ones(3);
  CHECK_THROWS_WITH(logistic(a, vec<>(vec<>::Ones(2))),
                    "logistic: the right-hand side has size 2, the design matrix has rows 3");
  for (const double bad : {0.0, 2.0, 0.5, -1.5}) {
    y[1] = bad;
    CHECK_THROWS_AS(logistic(a, y), std::invalid_argument);
  }
  y[1] = 0;
  CHECK_THROWS_WITH(logistic(a, y), "logistic: every label must be -1 or +1, got 0");
  y[1] = -1;
  CHECK_NOTHROW(logistic(a, y));
  CHECK_THROWS_WITH(logistic(a, y, {.scale = -2}), "logistic: scale must be finite and not negative, got -2");
  CHECK_THROWS_WITH(logistic(a, y, {.ridge = -1}), "logistic: ridge must be finite and not negative, got -1");
}
