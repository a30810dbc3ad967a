#include <cleave/problems/least_squares.hpp>
#include <cleave/problems/local/automatic.hpp>
#include <cleave/problems/quadratic.hpp>

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
  dense_rows<> big;
  vec<> small;
  double constant;
};

/// Symmetric to the last bit, about half of it zeros, eigenvalues of both signs.
dense_rows<> indefinite(index_t d, std::uint64_t seed) {
  dense_rows<> m = nrm_matrix(d, d, seed);
  for (index_t i = 0; i < d; ++i)
    for (index_t j = 0; j < i; ++j) m(i, j) = m(j, i) = (i + 2 * j) % 3 == 0 ? m(i, j) : 0;
  return m;
}

dense_rows<> gram(const dense_rows<>& a) { return a.transpose() * a; }

/// The path with n nodes: 2 on the diagonal, 1 at the ends, -1 beside it; positive semidefinite, constants in its
/// kernel.
dense_rows<> laplacian(index_t n) {
  dense_rows<> m = dense_rows<>::Zero(n, n);
  for (index_t i = 0; i + 1 < n; ++i) m.block(i, i, 2, 2) += Eigen::Matrix2d{{1, -1}, {-1, 1}};
  return m;
}

std::vector<instance> instances() {
  return {{"definite", gram(nrm_matrix(9, 6, 1)), nrm_vector(6, 2), 1.5},
          {"singular", gram(nrm_matrix(3, 6, 3)), nrm_vector(6, 4), 0},
          {"indefinite", indefinite(7, 5), nrm_vector(7, 6), -1},
          {"a block and one", gram(nrm_matrix(80, 65, 7)) / 80, nrm_vector(65, 8), 0},
          {"laplacian", laplacian(70), nrm_vector(70, 9), 0},
          {"zero", dense_rows<>::Zero(3, 3), nrm_vector(3, 10), 2},
          {"one number", dense_rows<>::Constant(1, 1, 4), nrm_vector(1, 11), 0},
          {"nothing", dense_rows<>(0, 0), vec<>(0), 3}};
}

/// Calls visit(f, instance) with the dense and the sparse function.
template <class Visit>
void everywhere(Visit visit) {
  for (const instance& i : instances()) {
    {
      INFO(i.name << ", dense");
      visit(quadratic(i.big, i.small, i.constant), i);
    }
    {
      INFO(i.name << ", sparse");
      visit(quadratic(sparse_rows<>(i.big.sparseView()), i.small, i.constant), i);
    }
  }
}

vec<> eigenvalues(const dense_rows<>& m) {
  return m.size() == 0 ? vec<>(vec<>::Zero(1)) : vec<>(Eigen::SelfAdjointEigenSolver<mat<>>(mat<>(m)).eigenvalues());
}

}  // namespace

TEST_CASE("quadratic: value, gradient and Hessian are the formulas", "[problems]") {
  everywhere([](const auto& f, const instance& i) {
    const index_t d = f.dimension();
    CHECK(d == i.big.rows());
    const vec<> x = nrm_vector(d, 20);
    vec<> g = support::all_nan<double>(d);
    mat<> h = mat<>::Constant(d, d, std::nan(""));
    const double want = x.dot(i.big * x) / 2 + i.small.dot(x) + i.constant;
    CHECK(f.value(x) == Approx(want).epsilon(1e-13));
    CHECK(support::same_bits(f.gradient(x, g), f.value(x)));
    CHECK((g - (i.big * x + i.small)).norm() <= 1e-13);
    f.hessian(x, h);
    CHECK((h - i.big).norm() <= 1e-15 * i.big.norm());
    CHECK((h - h.transpose()).norm() == 0);
  });
}

TEST_CASE("quadratic: the gradient is the limit of differences", "[problems]") {
  everywhere([](const auto& f, const instance&) {
    const index_t d = f.dimension();
    const vec<> x = nrm_vector(d, 21);
    vec<> g(d);
    f.gradient(x, g);
    for (index_t j = 0; j < d; ++j) {  // central differences of a quadratic are exact
      const vec<> e = vec<>::Unit(d, j);
      CHECK((f.value(x + e) - f.value(x - e)) / 2 == Approx(g[j]).margin(1e-12));
    }
  });
}

TEST_CASE("quadratic: smoothness, strong and weak convexity are the ends of the spectrum", "[problems]") {
  everywhere([](const auto& f, const instance& i) {
    const vec<> all = eigenvalues(i.big);
    const double largest = all.cwiseAbs().maxCoeff();
    CHECK(f.smoothness() == Approx(largest).epsilon(1e-12));
    CHECK(f.strong_convexity() == Approx(std::max(0.0, all.minCoeff())).margin(1e-13 * largest));
    CHECK(f.weak_convexity() == Approx(std::max(0.0, -all.minCoeff())).margin(1e-13 * largest));
    CHECK((f.strong_convexity() == 0 || f.weak_convexity() == 0));
  });
  CHECK(quadratic(gram(nrm_matrix(3, 6, 3)), nrm_vector(6, 4)).strong_convexity() ==
        0);  // rounding does not make it so
  CHECK(quadratic(gram(nrm_matrix(3, 6, 3)), nrm_vector(6, 4)).weak_convexity() == 0);
}

TEST_CASE("quadratic: bounds of the spectrum above dimension 500", "[problems]") {
  const index_t d = 520;
  const auto check = [&](const dense_rows<>& big) {
    const vec<> all = eigenvalues(big);
    const double smallest = all.minCoeff(), largest = all.cwiseAbs().maxCoeff();
    const quadratic f(big, vec<>(vec<>::Zero(d)));
    const quadratic sparse(sparse_rows<>(big.sparseView()), vec<>(vec<>::Zero(d)));
    CHECK(f.smoothness() == Approx(largest).epsilon(1e-8));
    CHECK(f.strong_convexity() <= std::max(0.0, smallest) + 1e-12);
    CHECK(f.weak_convexity() >= std::max(0.0, -smallest) - 1e-12);
    CHECK(sparse.smoothness() == Approx(f.smoothness()).epsilon(1e-9));
    CHECK(sparse.strong_convexity() == Approx(f.strong_convexity()).margin(1e-12));
    CHECK(sparse.weak_convexity() == Approx(f.weak_convexity()).margin(1e-12));
    return f;
  };
  const dense_rows<> path = laplacian(d), one = dense_rows<>::Identity(d, d);  // many eigenvalues near the largest
  CHECK(check(path).weak_convexity() == 0);
  CHECK(check(path + 0.5 * one).strong_convexity() == Approx(0.5));
  CHECK(check(path - 0.5 * one).weak_convexity() == Approx(0.5));
  CHECK(check(path - 3 * one).weak_convexity() == Approx(3));  // the largest magnitude is of a negative one
  dense_rows<> low = path;  // convex, though the discs reach below 0
  low(0, 1) = low(1, 0) = -1.1;
  low(0, 0) = 2;
  CHECK(check(low).weak_convexity() == 0);
}

TEST_CASE("quadratic: the prepared prox is where the gradient vanishes", "[problems]") {
  everywhere([](const auto& f, const instance& i) {
    const index_t d = f.dimension();
    const vec<> v = nrm_vector(d, 22);
    const double limit = f.weak_convexity() > 0 ? 0.9 / f.weak_convexity() : std::numeric_limits<double>::infinity();
    for (const double wanted : {1e-6, 0.02, 1.0, 1e3}) {
      const double step = std::min(wanted, limit);
      INFO("step " << step);
      const auto prepared = f.prepare(step);
      CHECK(prepared.step() == step);
      vec<> y = support::all_nan<double>(d), g(d), again = vec<>::Zero(d);
      prepared.prox(v, y);
      f.gradient(y, g);
      // y + step grad f(y) = v; what step magnifies is the rounding of the gradient
      CHECK((y + step * g - v).norm() <= 1e-13 * (1 + step * f.smoothness()) * (v.norm() + y.norm() + i.small.norm()));
      prepared.prox(v, again);
      CHECK(support::same_bits(again, y));
      const auto copied = prepared;
      copied.prox(v, again);
      CHECK(support::same_bits(again, y));
    }
    vec<> y(d);
    f.prepare(0).prox(v, y);
    CHECK((y - v).norm() <= 1e-15 * v.norm());
  });
}

TEST_CASE("quadratic: is least squares where it is the same function", "[problems]") {
  const dense_rows<> a = nrm_matrix(20, 5, 31);
  const vec<> b = nrm_vector(20, 32), x = nrm_vector(5, 33);
  const least_squares same(a, b, {.scale = 0.5, .ridge = 0.25});
  const dense_rows<> big = 0.5 * gram(a) + 0.25 * dense_rows<>::Identity(5, 5);
  const quadratic f(big, vec<>(-0.5 * a.transpose() * b), 0.25 * b.squaredNorm());
  vec<> g(5), gs(5);
  CHECK(f.gradient(x, g) == Approx(same.gradient(x, gs)).epsilon(1e-13));
  CHECK((g - gs).norm() <= 1e-13);
  CHECK(f.smoothness() == Approx(same.smoothness()).epsilon(1e-12));
  CHECK(f.strong_convexity() == Approx(same.strong_convexity()).epsilon(1e-11));
  for (const double step : {0.01, 1.0, 100.0}) {
    f.prepare(step).prox(x, g);
    same.prepare(step).prox(x, gs);
    CHECK((g - gs).norm() <= 1e-13);
  }
}

TEST_CASE("quadratic: sparse and dense agree at a size where order matters", "[problems]") {
  const index_t d = 200;
  dense_rows<> arrow = laplacian(d);
  arrow.row(0).setConstant(0.1);
  arrow.col(0).setConstant(0.1);
  arrow(0, 0) = 50;
  const vec<> q = nrm_vector(d, 41), v = nrm_vector(d, 42);
  vec<> y(d), ys(d);
  quadratic(arrow, q).prepare(0.7).prox(v, y);
  quadratic(sparse_rows<>(arrow.sparseView()), q).prepare(0.7).prox(v, ys);
  CHECK((y - ys).norm() <= 1e-13 * y.norm());
}

TEST_CASE("quadratic: an indefinite Q has a prox up to 1 / weak_convexity, and no further", "[problems]") {
  const auto check = [](const auto& f) {
    const double limit = 1 / f.weak_convexity();
    CHECK_NOTHROW(f.prepare(0.999 * limit));
    CHECK_THROWS_WITH(f.prepare(1.001 * limit),
                      support::contains("quadratic: step must be so small that I + step Q is positive definite"));
  };
  check(quadratic(indefinite(7, 5), nrm_vector(7, 6)));
  check(quadratic(sparse_rows<>(indefinite(7, 5).sparseView()), nrm_vector(7, 6)));
}

TEST_CASE("quadratic: Q that is symmetric up to rounding becomes so", "[problems]") {
  dense_rows<> big = gram(nrm_matrix(9, 4, 1));
  big(1, 2) *= 1 + 1e-14;
  mat<> h(4, 4);
  quadratic(big, nrm_vector(4, 2)).hessian(vec<>::Zero(4), h);
  CHECK((h - h.transpose()).norm() == 0);
  CHECK((h - big).norm() <= 1e-13);
  mat<> hs(4, 4);
  quadratic(sparse_rows<>(big.sparseView()), nrm_vector(4, 2)).hessian(vec<>::Zero(4), hs);
  CHECK(h == hs);
}

TEST_CASE("quadratic: is solved exactly by default", "[problems]") {
  STATIC_REQUIRE(std::is_same_v<automatic::choice<quadratic<>>, exact>);
  STATIC_REQUIRE(std::is_same_v<automatic::choice<quadratic<sparse_rows<>>>, exact>);
  STATIC_REQUIRE(has_hessian<quadratic<>>);
}

TEST_CASE("quadratic: float", "[problems]") {
  const mat<float> a = nrm_matrix(9, 4, 1).cast<float>();
  const quadratic f(mat<float>(a.transpose() * a), vec<float>(nrm_vector(4, 2).cast<float>()), 0.5);
  STATIC_REQUIRE(std::is_same_v<decltype(f), const quadratic<dense_rows<float>>>);
  const vec<float> v = nrm_vector(4, 3).cast<float>();
  vec<float> y(4), g(4);
  f.prepare(0.1f).prox(v, y);
  f.gradient(y, g);
  CHECK((y + 0.1f * g - v).norm() < 1e-5f);
}

TEST_CASE("quadratic: refusals", "[problems]") {
  const vec<> q = vec<>::Ones(2);
  const double nan = std::nan("");
  const auto both = [&](const dense_rows<>& big, const vec<>& small, const std::string& text) {
    CHECK_THROWS_WITH(quadratic(big, small), text);
    CHECK_THROWS_WITH(quadratic(sparse_rows<>(big.sparseView()), small), text);
  };
  both(dense_rows<>::Ones(3, 2), q, "quadratic: Q has columns 2, rows 3");
  both(dense_rows<>::Ones(2, 2), vec<>::Ones(3), "quadratic: q has size 3, Q has rows 2");
  both(dense_rows<>{{1, 2}, {0, 1}}, q, "quadratic: the largest entry of Q - Q' must be 0 up to rounding, got 2");
  both(dense_rows<>{{1, nan}, {nan, 1}}, q, "quadratic: the data hold a NaN or an infinity");
  both(dense_rows<>::Ones(2, 2), vec<>::Constant(2, nan), "quadratic: the data hold a NaN or an infinity");
  CHECK_THROWS_WITH(quadratic(dense_rows<>::Ones(2, 2), q, nan),
                    support::contains("quadratic: the constant must be finite, got"));
  const quadratic f(dense_rows<>::Ones(2, 2), q);
  CHECK_THROWS_WITH(f.prepare(-1), "quadratic: step must be finite and not negative, got -1");
  CHECK_THROWS_AS(f.prepare(nan), std::invalid_argument);
}
