#include <cleave/problems/least_squares.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>

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
  vec<> b;
  least_squares_options o;
};

/// About half of the entries, as sparse data are.
dense_rows<> holes(dense_rows<> a) {
  for (index_t i = 0; i < a.rows(); ++i)
    for (index_t j = 0; j < a.cols(); ++j)
      if ((i + 2 * j) % 3 != 0) a(i, j) = 0;
  return a;
}

/// rank singular values from 1 down to 1 / condition, the others 0.
dense_rows<> graded(index_t rows, index_t d, index_t rank, double condition) {
  const auto basis = [](index_t n, std::uint64_t seed) {
    return mat<>(Eigen::HouseholderQR<mat<>>(nrm_matrix(n, n, seed)).householderQ());
  };
  mat<> a = mat<>::Zero(rows, d);
  for (index_t i = 0; i < rank; ++i)
    a(i, i) = std::pow(condition, -static_cast<double>(i) / static_cast<double>(rank - 1));
  return basis(rows, 31) * a * basis(d, 32).transpose();
}

using quad = long double;

/// argmin_y (t / 2) ||A y - b||^2 + ||y - v||^2 / 2 in long double, by an orthogonal factor.
vec<quad> exact_prox(const dense_rows<>& a, const vec<>& b, double t, const vec<quad>& v) {
  const index_t n = a.rows(), d = a.cols();
  mat<quad> stacked(n + d, d);
  vec<quad> right(n + d);
  stacked << std::sqrt(quad{t}) * a.cast<quad>(), mat<quad>::Identity(d, d);
  right << std::sqrt(quad{t}) * b.cast<quad>(), v;
  return Eigen::HouseholderQR<mat<quad>>(stacked).solve(right);
}

/// The same in double by two triangular solves with a Cholesky factor, of the smaller matrix where A is wide.
vec<> prox_by_two_solves(const dense_rows<>& a, const vec<>& b, double t, const vec<>& v) {
  const index_t n = a.rows(), d = a.cols();
  const vec<> w = v + t * (a.transpose() * b);
  if (n >= d) return Eigen::LLT<mat<>>(mat<>::Identity(d, d) + t * mat<>(a.transpose() * a)).solve(w);
  const Eigen::LLT<mat<>> factor(mat<>::Identity(n, n) + t * mat<>(a * a.transpose()));
  return w - t * (a.transpose() * factor.solve(vec<>(a * w)));
}

std::vector<instance> instances() {
  dense_rows<> deficient = nrm_matrix(8, 4, 5);
  deficient.col(3) = deficient.col(0) + deficient.col(1);
  return {{"tall", nrm_matrix(130, 5, 1), nrm_vector(130, 2), {}},
          {"a block and one", nrm_matrix(65, 3, 1), nrm_vector(65, 2), {.scale = 1.0 / 65}},
          {"square", nrm_matrix(4, 4, 3), nrm_vector(4, 4), {.ridge = 0.5}},
          {"wide", nrm_matrix(3, 9, 5), nrm_vector(3, 6), {}},
          {"wide with ridge and scale", nrm_matrix(3, 9, 5), nrm_vector(3, 6), {.scale = 0.2, .ridge = 3}},
          {"rank deficient", deficient, nrm_vector(8, 7), {}},
          {"rank deficient with ridge", deficient, nrm_vector(8, 7), {.ridge = 0.1}},
          {"half as many rows as columns", nrm_matrix(4, 8, 5), nrm_vector(4, 6), {}},
          {"wide and rank deficient", nrm_matrix(3, 1, 5) * nrm_matrix(1, 9, 6), nrm_vector(3, 6), {}},
          {"zero rows and columns", nrm_vector(6, 5).asDiagonal() * holes(nrm_matrix(6, 6, 9)), nrm_vector(6, 6), {}},
          {"zero matrix", dense_rows<>::Zero(3, 2), nrm_vector(3, 8), {.ridge = 0.1}},
          {"with holes", holes(nrm_matrix(20, 6, 9)), nrm_vector(20, 10), {.scale = 2, .ridge = 0.3}},
          {"no rows", dense_rows<>(0, 3), vec<>(0), {.ridge = 0.5}},
          {"scale 0", nrm_matrix(5, 3, 11), nrm_vector(5, 12), {.scale = 0, .ridge = 0.5}}};
}

/// Calls visit(f, instance) with the dense and the sparse problem.
template <class Visit>
void everywhere(Visit visit) {
  for (const instance& i : instances()) {
    {
      INFO(i.name << ", dense");
      visit(least_squares(i.a, i.b, i.o), i);
    }
    {
      INFO(i.name << ", sparse");
      visit(least_squares(sparse_rows<>(i.a.sparseView()), i.b, i.o), i);
    }
  }
}

}  // namespace

TEST_CASE("least_squares: value is the formula", "[problems]") {
  everywhere([](const auto& f, const instance& i) {
    const vec<> x = nrm_vector(i.a.cols(), 20);
    CHECK(f.dimension() == i.a.cols());
    CHECK(f.rows() == i.a.rows());
    CHECK(f.value(x) ==
          Approx(i.o.scale / 2 * (i.a * x - i.b).squaredNorm() + i.o.ridge / 2 * x.squaredNorm()).epsilon(1e-13));
  });
}

TEST_CASE("least_squares: gradient is the limit of differences, returns the value and never reads g", "[problems]") {
  everywhere([](const auto& f, const instance& i) {
    const index_t d = i.a.cols();
    const vec<> x = nrm_vector(d, 21);
    vec<> g = support::all_nan<double>(d), zeros = vec<>::Zero(d);
    CHECK(f.gradient(x, g) == Approx(f.value(x)));
    f.gradient(x, zeros);
    CHECK(support::same_bits(g, zeros));
    for (index_t j = 0; j < d; ++j) {  // central differences of a quadratic are exact
      const vec<> e = vec<>::Unit(d, j);
      CHECK((f.value(x + e) - f.value(x - e)) / 2 == Approx(g[j]).margin(1e-11 * (1 + f.value(x))));
    }
  });
}

TEST_CASE("least_squares: the prepared prox is where the gradient vanishes", "[problems]") {
  everywhere([](const auto& f, const instance& i) {
    const index_t d = i.a.cols();
    const vec<> v = nrm_vector(d, 22);
    for (const double step : {1e-6, 0.02, 1.0, 1e3}) {
      INFO("step " << step);
      const auto prepared = f.prepare(step);
      CHECK(prepared.step() == step);
      vec<> y = support::all_nan<double>(d), g(d);
      prepared.prox(v, y);
      f.gradient(y, g);
      // y + step grad f(y) = v; what step magnifies is the rounding of the gradient
      CHECK((y + step * g - v).norm() <= 1e-13 * (1 + step * f.smoothness()) * (v.norm() + y.norm() + i.b.norm()));
      vec<> again = vec<>::Zero(d);
      prepared.prox(v, again);
      CHECK(support::same_bits(again, y));
    }
    vec<> y(d);
    f.prepare(0).prox(v, y);
    CHECK((y - v).norm() <= 1e-15 * v.norm());
  });
}

TEST_CASE("least_squares: the prox is as accurate as two triangular solves, however ill-conditioned A'A",
          "[problems]") {
  const index_t d = 20;
  for (const index_t rows : {50, 20, 12, 6})
    for (const double condition : {1e2, 1e4, 1e6, 1e8, 1e10, 1e12})  // of A'A
      for (const double larger : {1.0, 1e2, 1e4}) {                  // than FedSplit's step
        const double step = larger * std::sqrt(condition);
        INFO(rows << " rows, condition " << condition << ", step " << step);
        const dense_rows<> a = graded(rows, d, std::min(rows, d), std::sqrt(condition));
        const vec<> b = nrm_vector(rows, 33);
        const auto prepared = least_squares(a, b).prepare(step);
        // at a point like the answer, and where the answer is a point x: for b = 0, for b
        double ours[3] = {}, theirs[3] = {};
        for (std::uint64_t seed = 34; seed < 40; ++seed) {
          const vec<> x = nrm_vector(d, seed), stiff = x + step * (a.transpose() * (a * x));
          const vec<> points[] = {x, stiff, stiff - step * (a.transpose() * b)};
          for (int k = 0; k < 3; ++k) {
            const vec<quad> want = exact_prox(a, b, step, points[k].cast<quad>());
            const auto error = [&](const vec<>& y) { return static_cast<double>((y.cast<quad>() - want).norm()); };
            vec<> y(d);
            prepared.prox(points[k], y);
            ours[k] += error(y);
            theirs[k] += error(prox_by_two_solves(a, b, step, points[k])) + 1e-15 * static_cast<double>(want.norm());
          }
        }
        for (int k = 0; k < 3; ++k) CHECK(ours[k] <= 8 * theirs[k]);
      }
}

TEST_CASE("least_squares: the prox keeps its digits where a Cholesky factor of I + step A'A loses them", "[problems]") {
  const index_t d = 20;
  const vec<> v = nrm_vector(d, 34);
  for (const index_t rows : {130, 20, 12})
    for (const index_t rank : {rows == 12 ? index_t{12} : d, index_t{7}})
      for (const double step : {1e8, 1e12, 1e16, 1e20}) {
        INFO(rows << " rows, rank " << rank << ", step " << step);
        const dense_rows<> a = graded(rows, d, rank, 1e2);
        const vec<> b = a * nrm_vector(d, 35);
        vec<> y(d);
        least_squares(a, b).prepare(step).prox(v, y);
        const vec<quad> want = exact_prox(a, b, step, v.cast<quad>());
        // rounding of A itself is a rank-deficient problem's only trouble: 1e-16 sqrt(step) of it
        CHECK((y.cast<quad>() - want).norm() <= 1e-12 + (rank == d ? 0 : 1e-15 * std::sqrt(step)));
      }
}

TEST_CASE("least_squares: the bits of the prox do not depend on where v and y lie", "[problems]") {
  const index_t d = 21;
  for (const index_t rows : {30, 4}) {
    const auto prepared = least_squares(nrm_matrix(rows, d, 1), nrm_vector(rows, 2)).prepare(0.3);
    const vec<> v = nrm_vector(d, 3);
    vec<> want(d), memory(4 * d);
    prepared.prox(v, want);
    for (index_t at = 0; at < 8; ++at) {
      auto moved = memory.segment(at, d), y = memory.segment(2 * d + 7 - at, d);
      moved = v;
      prepared.prox(moved, y);
      CHECK(support::same_bits(vec<>(y), want));
    }
  }
}

TEST_CASE("least_squares: a large step finds the minimiser", "[problems]") {
  const least_squares f(nrm_matrix(30, 4, 1), nrm_vector(30, 2));
  vec<> y(4), g(4);
  f.prepare(1e9).prox(vec<>::Zero(4), y);
  f.gradient(y, g);
  CHECK(g.norm() < 1e-7);
}

TEST_CASE("least_squares: smoothness and strong convexity are the eigenvalues of the Hessian", "[problems]") {
  everywhere([](const auto& f, const instance& i) {
    const mat<> h = i.o.scale * mat<>(i.a.transpose() * i.a) + i.o.ridge * mat<>::Identity(i.a.cols(), i.a.cols());
    const vec<> eigenvalues = Eigen::SelfAdjointEigenSolver<mat<>>(h).eigenvalues();
    CHECK(f.smoothness() == Approx(eigenvalues.maxCoeff()).epsilon(1e-12));
    CHECK(f.strong_convexity() == Approx(eigenvalues.minCoeff()).margin(1e-13 * f.smoothness()));
    CHECK(f.strong_convexity() >= 0);
  });
}

TEST_CASE("least_squares: rounding does not make a rank-deficient problem strongly convex", "[problems]") {
  for (std::uint64_t seed = 10; seed < 110; ++seed) {  // rounding is above zero for some of them
    dense_rows<> a = nrm_matrix(200, 20, seed);
    a.col(19) = a.col(0) + a.col(1);
    CHECK(least_squares(a, nrm_vector(200, 2)).strong_convexity() == 0);
  }
  for (std::uint64_t seed = 10; seed < 20; ++seed) {
    dense_rows<> a = nrm_matrix(30, 6, seed);
    a.col(5) = a.col(0) + a.col(1);
    CHECK(least_squares(a, nrm_vector(30, 2)).strong_convexity() == 0);
    a.col(5) *= 1 + 1e-3;
    a(3, 5) += 1e-3;
    CHECK(least_squares(a, nrm_vector(30, 2)).strong_convexity() > 0);
  }
}

TEST_CASE("least_squares: smoothness beyond 500 columns, by power iteration", "[problems]") {
  const dense_rows<> a = nrm_matrix(501, 501, 13);
  const double want =
      Eigen::SelfAdjointEigenSolver<mat<>>(a.transpose() * a, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
  const least_squares f(a, vec<>(vec<>::Zero(501)), {.ridge = 0.25});
  CHECK(f.smoothness() - 0.25 == Approx(want).epsilon(1e-6));
  CHECK(f.strong_convexity() == 0.25);
}

TEST_CASE("least_squares: float", "[problems]") {
  const least_squares<dense_rows<float>> f(nrm_matrix(30, 4, 1).cast<float>(), nrm_vector(30, 2).cast<float>(),
                                           {.scale = 0.5, .ridge = 0.1});
  const vec<float> v = nrm_vector(4, 3).cast<float>();
  vec<float> y(4), g(4);
  f.prepare(0.1f).prox(v, y);
  f.gradient(y, g);
  CHECK((y + 0.1f * g - v).norm() < 1e-5f);
}

TEST_CASE("least_squares: the type is deduced from the rows", "[problems]") {
  const mat<> column_major = nrm_matrix(4, 2, 1);
  STATIC_REQUIRE(std::is_same_v<decltype(least_squares(column_major, vec<>(4))), least_squares<dense_rows<>>>);
  const Eigen::SparseMatrix<double> sparse = column_major.sparseView();
  STATIC_REQUIRE(std::is_same_v<decltype(least_squares(sparse, vec<>(4))), least_squares<sparse_rows<>>>);
  const vec<> b = nrm_vector(4, 2), x = nrm_vector(2, 3);
  CHECK(least_squares(column_major, b).value(x) == Approx(least_squares(sparse, b).value(x)));
}

TEST_CASE("least_squares: refusals", "[problems]") {
  const dense_rows<> a = dense_rows<>::Ones(3, 2);
  const vec<> b = vec<>::Ones(3);
  CHECK_THROWS_AS(least_squares(a, vec<>(vec<>::Ones(4))), std::invalid_argument);
  CHECK_THROWS_WITH(least_squares(a, vec<>(vec<>::Ones(4))),
                    "least_squares: the right-hand side has size 4, the design matrix has rows 3");
  CHECK_THROWS_WITH(least_squares(a, b, {.scale = -1}), "least_squares: scale must be finite and not negative, got -1");
  CHECK_THROWS_WITH(least_squares(a, b, {.ridge = -0.5}),
                    "least_squares: ridge must be finite and not negative, got -0.5");
  CHECK_THROWS_AS(least_squares(a, b, {.ridge = std::nan("")}), std::invalid_argument);
  CHECK_THROWS_WITH(least_squares(a, b).prepare(-1), "least_squares: step must be finite and not negative, got -1");
  CHECK_THROWS_AS(least_squares(a, b).prepare(std::nan("")), std::invalid_argument);
}

TEST_CASE("least_squares: matrices and expressions of any storage make dense rows, sparse ones sparse rows",
          "[problems]") {
  const dense_rows<> by_row = dense_rows<>::Ones(3, 2);
  const mat<> by_column = by_row;
  const sparse_rows<> sparse = by_row.sparseView();
  const vec<> b = vec<>::Ones(3);
  CHECK(least_squares(by_row, vec<>::Ones(3)).value(vec<>::Zero(2)) == 1.5);
  CHECK(least_squares(by_column, 2 * b, {.scale = 2}).value(vec<>::Zero(2)) == 12);
  CHECK(least_squares(by_column.topRows(2), b.head(2)).rows() == 2);
  CHECK(least_squares(2 * by_row, b).value(vec<>::Ones(2)) == 13.5);
  static_assert(std::is_same_v<decltype(least_squares(by_column.topRows(2), b)), least_squares<>>);
  static_assert(std::is_same_v<decltype(least_squares(sparse, vec<>::Ones(3))), least_squares<sparse_rows<>>>);
}
