#include <cleave/problems/local/newton.hpp>
#include <cleave/problems/logistic.hpp>

#include <Eigen/Eigenvalues>

#include "support/catch.hpp"
#include "support/points.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

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

/// From 0 to 2.5, in steps of a half.
vec<> some_weights(index_t n) {
  vec<> w(n);
  for (index_t i = 0; i < n; ++i) w[i] = static_cast<double>(i % 6) / 2;
  return w;
}

std::vector<instance> instances() {
  return {{"tall", nrm_matrix(130, 5, 1), labels(130, 2), {}},
          {"a block and one", nrm_matrix(65, 3, 1), labels(65, 2), {.ridge = 0.1}},
          {"wide", nrm_matrix(3, 9, 5), labels(3, 6), {.ridge = 0.01, .scale = 7}},
          {"with holes", holes(nrm_matrix(40, 6, 9)), labels(40, 10), {.ridge = 0.3}},
          {"one label", nrm_matrix(10, 3, 11), vec<>::Constant(10, -1), {}},
          {"no rows", dense_rows<>(0, 3), vec<>(0), {.ridge = 0.5}},
          {"scale 0", nrm_matrix(5, 3, 11), labels(5, 12), {.ridge = 0.5, .scale = 0}},
          {"intercept", nrm_matrix(70, 4, 13), labels(70, 14), {.ridge = 0.2, .intercept = true}},
          {"weights", nrm_matrix(70, 4, 15), labels(70, 16), {.ridge = 0.2, .weights = some_weights(70)}},
          {"weights and intercept, wide",
           nrm_matrix(4, 9, 17),
           labels(4, 18),
           {.ridge = 0.1, .scale = 3, .intercept = true, .weights = some_weights(4)}},
          {"all weights 0", nrm_matrix(5, 3, 11), labels(5, 12), {.ridge = 0.5, .weights = vec<>::Zero(5)}},
          {"no rows, intercept", dense_rows<>(0, 3), vec<>(0), {.ridge = 0.5, .intercept = true}},
          {"no columns, intercept", dense_rows<>(9, 0), labels(9, 19), {.intercept = true}}};
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
  const index_t d = i.a.cols(), n = i.a.rows();
  const double intercept = i.o.intercept ? x[d] : 0;
  const vec<> w = i.o.weights.size() == 0 ? vec<>(vec<>::Ones(n)) : i.o.weights;
  long double sum = 0;
  for (index_t r = 0; r < n; ++r) {
    const double margin = i.y[r] * (i.a.row(r).dot(x.head(d)) + intercept);
    sum += w[r] * std::log1p(std::exp(-static_cast<long double>(margin)));
  }
  const double mean = w.sum() == 0 ? 0 : static_cast<double>(sum) / w.sum();
  return i.o.scale * mean + i.o.ridge / 2 * x.head(d).squaredNorm();
}

/// The minimiser.
template <class F>
vec<> minimiser(const F& f) {
  newton::scratch<double> scratch(f.dimension());
  detail::no_memory memory;
  vec<> x = vec<>::Zero(f.dimension());
  newton().prox(f, memory, scratch, std::numeric_limits<double>::infinity(), vec<>::Zero(f.dimension()), x);
  return x;
}

}  // namespace

TEST_CASE("logistic: value is the formula", "[problems]") {
  everywhere([](const auto& f, const instance& i) {
    CHECK(f.dimension() == i.a.cols() + (i.o.intercept ? 1 : 0));
    const vec<> x = nrm_vector(f.dimension(), 20);
    CHECK(f.rows() == i.a.rows());
    CHECK(f.value(x) == Approx(reference(i, x)).epsilon(1e-13));
  });
}

TEST_CASE("logistic: gradient and Hessian are the limits of differences", "[problems]") {
  everywhere([](const auto& f, const instance&) {
    const index_t d = f.dimension();
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
    const index_t d = dense.dimension();
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
    const index_t d = f.dimension();
    mat<> h(d, d);
    f.hessian(vec<>::Zero(d), h);
    const double at_zero = Eigen::SelfAdjointEigenSolver<mat<>>(h).eigenvalues().maxCoeff();
    if (i.o.intercept) {
      CHECK(f.smoothness() >= at_zero * (1 - 1e-7));
      CHECK(f.smoothness() <= (at_zero + i.o.ridge) * (1 + 1e-7));
    } else {
      CHECK(f.smoothness() == Approx(at_zero).epsilon(1e-7));
    }
    f.hessian(nrm_vector(d, 22), h);
    CHECK(Eigen::SelfAdjointEigenSolver<mat<>>(h).eigenvalues().maxCoeff() <= f.smoothness() * (1 + 1e-7));
    CHECK(f.strong_convexity() == (i.o.intercept ? 0 : i.o.ridge));
    CHECK(f.row_smoothness() >= f.smoothness() * (1 - 1e-7));
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

TEST_CASE("logistic: a weight of 2 is a row given twice, one of 0 a row left out", "[problems]") {
  const dense_rows<> a = nrm_matrix(80, 3, 31);
  const vec<> y = labels(80, 32);
  vec<> w(80);
  std::vector<index_t> given;
  for (index_t i = 0; i < 80; ++i) {
    w[i] = static_cast<double>(i % 3);
    for (index_t copy = 0; copy < i % 3; ++copy) given.push_back(i);
  }
  const auto check = [&](const auto& f, const auto& same) {
    const index_t d = f.dimension();
    const vec<> x = nrm_vector(d, 33);
    vec<> g(d), gs(d);
    mat<> h(d, d), hs(d, d);
    CHECK(f.value(x) == Approx(same.value(x)).epsilon(1e-14));
    CHECK(f.gradient(x, g) == Approx(same.gradient(x, gs)).epsilon(1e-14));
    f.hessian(x, h);
    same.hessian(x, hs);
    CHECK((g - gs).norm() <= 1e-14);
    CHECK((h - hs).norm() <= 1e-14);
    CHECK(f.smoothness() == Approx(same.smoothness()).epsilon(1e-9));
    CHECK(f.correct(x) / 80 == Approx(same.correct(x) / static_cast<double>(same.rows())));
    CHECK((minimiser(f) - minimiser(same)).norm() <= 1e-11);
  };
  for (const bool intercept : {false, true}) {
    INFO("intercept " << intercept);
    const logistic f(a, y, {.ridge = 0.01, .intercept = intercept, .weights = w});
    const logistic tiny(a, y, {.ridge = 0.01, .intercept = intercept, .weights = 1e-307 * w});
    const logistic huge(a, y, {.ridge = 0.01, .intercept = intercept, .weights = 8e307 * w});
    const dense_rows<> rows = a(given, Eigen::indexing::all);
    const vec<> own = y(given);
    const logistic same(rows, own, {.ridge = 0.01, .intercept = intercept});
    check(f, same);
    check(logistic(sparse_rows<>(a.sparseView()), y, {.ridge = 0.01, .intercept = intercept, .weights = w}), same);
    const vec<> x = nrm_vector(f.dimension(), 34);
    for (const auto& scaled : {tiny, huge}) {
      CHECK(scaled.value(x) == Approx(f.value(x)).epsilon(1e-14));
      CHECK(scaled.correct(x) == Approx(f.correct(x)));
    }
  }
}

TEST_CASE("logistic: an intercept is one more column, of ones, without ridge", "[problems]") {
  const index_t n = 90, d = 5;
  const dense_rows<> a = nrm_matrix(n, d, 41);
  dense_rows<> ones(n, d + 1);
  ones << a, vec<>::Ones(n);
  const vec<> y = labels(n, 42), x = nrm_vector(d + 1, 43);
  const double ridge = 0.3;
  const logistic f(a, y, {.ridge = ridge, .intercept = true}), same(ones, y);
  vec<> g(d + 1), gs(d + 1);
  mat<> h(d + 1, d + 1), hs(d + 1, d + 1);
  CHECK(f.gradient(x, g) == Approx(same.gradient(x, gs) + ridge / 2 * x.head(d).squaredNorm()).epsilon(1e-14));
  gs.head(d) += ridge * x.head(d);
  f.hessian(x, h);
  same.hessian(x, hs);
  hs.diagonal().head(d).array() += ridge;
  CHECK((g - gs).norm() <= 1e-14);
  CHECK((h - hs).norm() <= 1e-14);
  CHECK(f.correct(x) == same.correct(x));
  f.gradient(minimiser(f), g);
  CHECK(g.norm() <= 1e-12);  // the intercept is found although it has no ridge
}

TEST_CASE("logistic: the intercept moves the line between the labels", "[problems]") {
  dense_rows<> a(4, 1);
  a << 10, 11, 12, 13;
  vec<> y(4);
  y << -1, -1, 1, 1;
  const logistic f(a, y, {.ridge = 1e-6, .intercept = true});
  const vec<> x = minimiser(f);
  CHECK(f.correct(x) == 4);
  CHECK(-x[1] / x[0] == Approx(11.5));
}

TEST_CASE("logistic: the gradients of parts of the rows have the gradient as their mean", "[problems]") {
  everywhere([](const auto& f, const instance& i) {
    const index_t d = f.dimension();
    const vec<> x = nrm_vector(d, 51);
    vec<> want(d), g = support::all_nan<double>(d), mean = vec<>::Zero(d);
    f.gradient(x, want);
    std::vector<index_t> rows;
    for (index_t r = f.rows() - 1; r >= 0; --r) rows.push_back(r);
    f.gradient_of_rows(rows, x, g);
    CHECK((g - want).norm() <= 1e-13);
    for (const index_t& r : rows) {
      f.gradient_of_rows({&r, 1}, x, g);
      mean += g / static_cast<double>(f.rows());
      CHECK((g - i.o.ridge * x).norm() <= f.row_smoothness() * 4 * 10);  // |slope| < 1
    }
    if (f.rows() > 0) CHECK((mean - want).norm() <= 1e-12);
  });
}

TEST_CASE("logistic: the bits depend on no address", "[problems]") {
  everywhere([](const auto& f, const instance&) {
    const index_t d = f.dimension();
    const vec<> x = nrm_vector(d, 61);
    vec<> g(d);
    mat<> h(d, d);
    const double value = f.gradient(x, g);
    f.hessian(x, h);
    for (index_t offset = 1; offset < 9; ++offset) {
      INFO("offset " << offset);
      vec<> far_x = support::all_nan<double>(d + 9), far_g = far_x;
      mat<> far_h = mat<>::Constant(d + 9, d + 9, std::nan(""));
      far_x.segment(offset, d) = x;
      CHECK(support::same_bits(f.value(far_x.segment(offset, d)), f.value(x)));
      CHECK(support::same_bits(f.gradient(far_x.segment(offset, d), far_g.segment(9 - offset, d)), value));
      CHECK(support::same_bits(vec<>(far_g.segment(9 - offset, d)), g));
      f.hessian(far_x.segment(offset, d), far_h.block(offset, offset, d, d));
      CHECK(mat<>(far_h.block(offset, offset, d, d)) == h);
      const auto copy = f;  // the rows lie elsewhere
      CHECK(support::same_bits(copy.gradient(x, far_g.segment(9 - offset, d)), value));
      CHECK(support::same_bits(vec<>(far_g.segment(9 - offset, d)), g));
    }
  });
}

TEST_CASE("logistic: rows beyond the size of a cache give the same numbers", "[problems]") {
  const index_t n = 20000, d = 7;  // above a mebibyte, read row by row
  const dense_rows<> a = nrm_matrix(n, d, 71);
  const vec<> y = labels(n, 72), x = nrm_vector(d, 73);
  const logistic f(a, y);
  CHECK(f.value(x) == Approx(reference({"large", a, y, {}}, x)).epsilon(1e-13));
  vec<> g(d), gs(d);
  f.gradient(x, g);
  logistic(sparse_rows<>(a.sparseView()), y).gradient(x, gs);
  CHECK((g - gs).norm() <= 1e-13);
}

TEST_CASE("logistic: the Hessian at sizes around those of its tiles", "[problems]") {
  for (const index_t d : {1, 3, 4, 5, 7, 8, 9, 12, 16, 17, 31})
    for (const index_t n : {1, 2, 63, 64, 65}) {
      INFO(n << " x " << d);
      const dense_rows<> a = nrm_matrix(n, d, 81);
      const logistic f(a, labels(n, 82), {.scale = 4.0 * static_cast<double>(n)});  // at 0 it is A'A
      mat<> h = mat<>::Constant(d, d, std::nan(""));
      f.hessian(vec<>::Zero(d), h);
      CHECK((h - a.transpose() * a).cwiseAbs().maxCoeff() <= 1e-13 * (1 + static_cast<double>(n)));
      const logistic<dense_rows<float>> narrow(a.cast<float>(), labels(n, 82).cast<float>(),
                                               {.scale = 4.0 * static_cast<double>(n)});
      mat<float> hf(d, d);
      narrow.hessian(vec<float>::Zero(d), hf);
      CHECK((hf.cast<double>() - h).cwiseAbs().maxCoeff() <= 1e-5 * (1 + static_cast<double>(n)));
    }
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
  CHECK_THROWS_WITH(logistic(a, y, {.weights = vec<>::Ones(2)}),
                    "logistic: number of weights 2, the design matrix has rows 3");
  CHECK_THROWS_WITH(logistic(a, y, {.weights = Eigen::Vector3d(1, -0.5, 1)}),
                    "logistic: every weight must be finite and not negative, got -0.5");
  CHECK_THROWS_WITH(logistic(a, y, {.weights = Eigen::Vector3d(1, std::nan(""), 1)}),
                    support::contains("logistic: every weight must be finite and not negative, got"));
}
