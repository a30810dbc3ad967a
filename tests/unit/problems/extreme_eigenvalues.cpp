#include <cleave/problems/extreme_eigenvalues.hpp>

#include <Eigen/Eigenvalues>

#include "support/catch.hpp"
#include "support/points.hpp"

#include <cmath>
#include <limits>

using namespace cleave;
using detail::extreme_eigenvalues;

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

/// The eigenvalues that are asked for, turned into a full matrix.
mat<> with_spectrum(const vec<>& eigenvalues) {
  const mat<> basis = Eigen::SelfAdjointEigenSolver<mat<>>(  // any orthogonal matrix
                          [&] {
                            const mat<> a = support::nrm_matrix(eigenvalues.size(), eigenvalues.size(), 4);
                            return mat<>(a + a.transpose());
                          }())
                          .eigenvectors();
  return basis * eigenvalues.asDiagonal() * basis.transpose();
}

void check_ends(const mat<>& h, double smallest, double largest) {
  const auto e = extreme_eigenvalues<double>(h);
  const double rounding = 4 * static_cast<double>(h.rows()) * eps * std::max(std::abs(smallest), std::abs(largest));
  CHECK(std::abs(e.largest - largest) <= rounding);
  CHECK(std::abs(e.smallest - smallest) <= rounding);
}

}  // namespace

TEST_CASE("extreme_eigenvalues: those of matrices whose spectrum is known", "[problems]") {
  for (const index_t d : {1, 2, 3, 10, 65}) {
    INFO("dimension " << d);
    check_ends(with_spectrum(vec<>::LinSpaced(d, 1, 5)), d == 1 ? 5 : 1, 5);
    check_ends(with_spectrum(vec<>::Constant(d, 3.0)), 3, 3);
    check_ends(mat<>::Identity(d, d), 1, 1);
    vec<> graded(d);
    for (index_t i = 0; i < d; ++i) graded[i] = std::pow(10.0, -14.0 * static_cast<double>(i) / static_cast<double>(d));
    check_ends(with_spectrum(graded), graded.minCoeff(), 1);
    check_ends(graded.asDiagonal(), graded.minCoeff(), 1);
  }
  vec<> gap = vec<>::Ones(20);
  gap[7] = 1e-3;
  check_ends(with_spectrum(gap), 1e-3, 1);  // one below a cluster, where power iteration does not see it
  gap[7] = 1 + 1e-9;
  check_ends(with_spectrum(gap), 1, 1 + 1e-9);
}

TEST_CASE("extreme_eigenvalues: indefinite and negative matrices", "[problems]") {
  check_ends(with_spectrum(vec<>::LinSpaced(10, -7, 5)), -7, 5);
  check_ends(with_spectrum(vec<>::LinSpaced(10, -5, -1)), -5, -1);
  check_ends((mat<>(2, 2) << 0, 3, 3, 0).finished(), -3, 3);  // nothing on the diagonal
}

TEST_CASE("ends_of_tridiagonal: the spectrum of a chain of springs, in any unit", "[problems]") {
  const double pi = std::acos(-1.0);
  for (const index_t d : {1, 2, 5, 500})
    for (const double unit : {1.0, 1e-300, 1e300}) {
      const vec<> diagonal = vec<>::Constant(d, 2 * unit), beside = vec<>::Constant(d, -unit);
      const auto e = detail::ends_of_tridiagonal<double>(d, diagonal.data(), beside.data());
      const double angle = pi / static_cast<double>(2 * (d + 1));
      CHECK(std::abs(e.smallest / unit - 4 * std::pow(std::sin(angle), 2)) <= 8 * eps);
      CHECK(std::abs(e.largest / unit - 4 * std::pow(std::cos(angle), 2)) <= 8 * eps);
    }
}

TEST_CASE("extreme_eigenvalues: agrees with Eigen on Gram matrices", "[problems]") {
  for (const index_t d : {4, 30, 120}) {
    const mat<> a = support::nrm_matrix(2 * d, d, 5), h = a.transpose() * a;
    const vec<> all = Eigen::SelfAdjointEigenSolver<mat<>>(h, Eigen::EigenvaluesOnly).eigenvalues();
    check_ends(h, all.minCoeff(), all.maxCoeff());
  }
}

TEST_CASE("extreme_eigenvalues: reads the lower triangle only", "[problems]") {
  mat<> h = with_spectrum(vec<>::LinSpaced(9, 1, 5));
  h.triangularView<Eigen::StrictlyUpper>().setConstant(std::numeric_limits<double>::quiet_NaN());
  check_ends(h, 1, 5);
}

TEST_CASE("extreme_eigenvalues: any scale, zero and nothing at all", "[problems]") {
  const mat<> h = with_spectrum(vec<>::LinSpaced(9, 1, 5));
  for (const double scale : {1e-200, 1e200}) {
    const auto e = extreme_eigenvalues<double>(scale * h);
    CHECK(e.smallest / scale == Approx(1).epsilon(1e-14));
    CHECK(e.largest / scale == Approx(5).epsilon(1e-14));
  }
  for (const index_t d : {0, 1, 4}) {
    const auto zero = extreme_eigenvalues<double>(mat<>::Zero(d, d));
    CHECK(zero.smallest == 0);
    CHECK(zero.largest == 0);
  }
  mat<> overflowed = h;
  overflowed(3, 3) = std::numeric_limits<double>::infinity();
  CHECK(extreme_eigenvalues<double>(overflowed).smallest < 0);
  CHECK(extreme_eigenvalues<double>(overflowed).largest == std::numeric_limits<double>::infinity());
}
