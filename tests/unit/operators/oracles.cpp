#include <cleave/operators/lmo/box.hpp>
#include <cleave/operators/lmo/convex_hull.hpp>
#include <cleave/operators/lmo/k_support_ball.hpp>
#include <cleave/operators/lmo/l1_ball.hpp>
#include <cleave/operators/lmo/l2_ball.hpp>
#include <cleave/operators/lmo/linf_ball.hpp>
#include <cleave/operators/lmo/lp_ball.hpp>
#include <cleave/operators/lmo/nuclear_norm_ball.hpp>
#include <cleave/operators/lmo/product.hpp>
#include <cleave/operators/lmo/simplex.hpp>
#include <cleave/operators/lmo/spectrahedron.hpp>

#include <Eigen/SVD>

#include "support/catch.hpp"
#include "support/numbers.hpp"
#include "support/splitmix.hpp"

#include <cmath>
#include <initializer_list>
#include <limits>
#include <stdexcept>

using namespace cleave;
using support::close;

namespace {

vec<> vector_of(std::initializer_list<double> numbers) { return support::vector_of<double>(numbers); }

const double infinity = std::numeric_limits<double>::infinity();
const double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// The answer of an oracle, from no memory.
template <class O>
vec<> least(const O& oracle, const vec<>& d) {
  auto scratch = oracle.prepare();
  vec<> warm = vec<>::Zero(oracle.memory()), x = vec<>::Zero(d.size());
  oracle.minimize(d, warm, scratch).add_to(1, x);
  return x;
}

// The class that the documentation of linear_minimizer prints.
// clang-format off
struct interval {  // -1 <= a <= 1
  struct scratch {};
  static cleave::index_t memory() { return 0; }
  static scratch prepare() { return {}; }
  cleave::coordinate_atom<double> minimize(cleave::in<double> d, cleave::out<double>, scratch&) const {
    return {0, d[0] > 0 ? -1.0 : 1.0};
  }
};
// clang-format on
static_assert(linear_minimizer<interval> && !projector<interval>);

struct oracle_without_dot : interval {
  struct atom {
    void add_to(double, out<double>) const {}
  };
  atom minimize(in<double>, out<double>, scratch&) const { return {}; }
};
struct oracle_without_memory {
  struct scratch {};
  static scratch prepare() { return {}; }
  coordinate_atom<double> minimize(in<double>, out<double>, scratch&) const { return {0, 1}; }
};
static_assert(!linear_minimizer<oracle_without_dot> && !linear_minimizer<oracle_without_memory>);

}  // namespace

TEST_CASE("lmo: extreme points, and the first one of equals", "[operators]") {
  const vec<> d = vector_of({1, -3, 3, 0});
  CHECK(least(lmo::l1_ball(2), d) == vector_of({0, 2, 0, 0}));
  CHECK(least(lmo::l1_ball(2), vec<>(-d)) == vector_of({0, -2, 0, 0}));
  CHECK(least(lmo::l1_ball(2), vec<>::Zero(2)) == vector_of({2, 0}));
  CHECK(least(lmo::simplex(2), d) == vector_of({0, 2, 0, 0}));
  CHECK(least(lmo::simplex(2), vec<>::Ones(3)) == vector_of({2, 0, 0}));
  CHECK(least(lmo::linf_ball(2), d) == vector_of({-2, 2, -2, -2}));
  CHECK(least(lmo::box(-1, 2), d) == vector_of({-1, 2, -1, -1}));
  CHECK(least(lmo::box(vector_of({0, 1}), vector_of({5, 7})), vector_of({-1, 1})) == vector_of({5, 1}));
  CHECK(close(least(lmo::l2_ball(5), vector_of({3, -4})), vector_of({-3, 4}), 1e-15));
  CHECK(close(least(lmo::k_support_ball(2, 5), vector_of({3, 1, -4, 3})), vector_of({-3, 0, 4, 0}), 1e-15));
  CHECK(least(lmo::k_support_ball(0), d).isZero(0));
  mat<> points(2, 3);
  points << 1, 0, 0, 0, 1, 1;
  CHECK(least(lmo::convex_hull(points), vector_of({2, 1})) == vector_of({0, 1}));
  CHECK(least(interval{}, vector_of({-2})) == vector_of({1}));
}

TEST_CASE("lmo lp_ball: p = 2 is the Euclidean ball, ends of p survive", "[operators]") {
  const vec<> d = support::nrm_vector(9, 5);
  CHECK(close(least(lmo::lp_ball(2, 3), d), least(lmo::l2_ball(3), d), 1e-15));
  CHECK(close(least(lmo::lp_ball(1e9, 3), d), least(lmo::linf_ball(3), d), 1e-7));
  CHECK(close(least(lmo::lp_ball(1 + 1e-9, 3), d), least(lmo::l1_ball(3), d), 1e-7));
}

TEST_CASE("lmo product: the parts side by side, with the memory of each", "[operators]") {
  const lmo::product both(part(lmo::nuclear_norm_ball(2, 3, 1)), part(lmo::simplex(1), 2),
                          part(lmo::spectrahedron(2, 1)));
  CHECK(both.dimension() == 12);
  CHECK(both.memory() == 4);
  const vec<> d = support::nrm_vector(12, 6), x = least(both, d);
  CHECK(close<double>(x.head(6), least(lmo::nuclear_norm_ball(2, 3, 1), d.head(6)), 1e-15));
  CHECK(close<double>(x.segment(6, 2), least(lmo::simplex(1), d.segment(6, 2)), 1e-15));
  CHECK(close<double>(x.tail(4), least(lmo::spectrahedron(2, 1), d.tail(4)), 1e-15));
}

TEST_CASE("lmo nuclear_norm_ball: a singular pair that is not the first is left again", "[operators]") {
  // the warm start is a singular vector of every one of these, and each time the wrong one
  const lmo::nuclear_norm_ball ball(40, 60, 1.0, 1e-8);
  auto scratch = ball.prepare();
  vec<> warm = vec<>::Zero(ball.memory());
  for (index_t top = 0; top < 40; ++top) {
    mat<> d = mat<>::Zero(40, 60);
    for (index_t i = 0; i < 40; ++i) d(i, i) = i == top ? 1 : 0.9 - 0.01 * static_cast<double>(i);
    const vec<> flat = d.reshaped();
    CHECK(ball.minimize(flat, warm, scratch).dot(flat) == Approx(-1).epsilon(1e-8));
  }
}

TEST_CASE("lmo nuclear_norm_ball: tight tolerances, close singular values and more steps than memory", "[operators]") {
  const index_t m = 120, n = 150;
  const mat<> left = Eigen::HouseholderQR<mat<>>(mat<>(support::nrm_matrix(m, m, 8))).householderQ();
  const mat<> right = Eigen::HouseholderQR<mat<>>(mat<>(support::nrm_matrix(n, n, 9))).householderQ();
  for (const double apart : {1e-1, 1e-3, 1e-5}) {
    vec<> sigma(m);
    for (index_t i = 0; i < m; ++i) sigma[i] = 1 - apart * static_cast<double>(i);
    const vec<> d = mat<>(left * sigma.cwiseMax(0).asDiagonal() * right.leftCols(m).transpose()).reshaped();
    for (const double tolerance : {1e-2, 1e-6, 1e-10}) {
      const lmo::nuclear_norm_ball ball(m, n, 1.0, tolerance);
      auto scratch = ball.prepare();
      vec<> warm = vec<>::Zero(ball.memory());
      INFO("apart " << apart << ", tolerance " << tolerance);
      CHECK(ball.minimize(d, warm, scratch).dot(d) <= -1 + tolerance + 1e-14);
    }
  }
}

TEST_CASE("lmo nuclear_norm_ball: some entries answer as the matrix that is zero elsewhere", "[operators]") {
  const some_entries<> places(30, 20, {{3, 4}, {29, 19}, {0, 0}, {3, 5}, {7, 4}});
  const lmo::nuclear_norm_ball some(places, 2.0);
  const lmo::nuclear_norm_ball all(30, 20, 2.0);
  const vec<> d = vector_of({1, 2, -3, 4, 5});
  mat<> full = mat<>::Zero(30, 20);
  full(3, 4) = 1, full(29, 19) = 2, full(0, 0) = -3, full(3, 5) = 4, full(7, 4) = 5;
  const vec<> x = least(some, d), y = least(all, full.reshaped());
  const auto at = [&](index_t row, index_t col) { return y[row + 30 * col]; };
  CHECK(close(x, vector_of({at(3, 4), at(29, 19), at(0, 0), at(3, 5), at(7, 4)}), 1e-5));
  CHECK(some.dimension() == 5);
}

TEST_CASE("lmo: bad parameters are refused by name and value", "[operators]") {
  CHECK_THROWS_WITH(lmo::l1_ball(-1), "lmo::l1_ball: radius must be finite and not negative, got -1");
  CHECK_THROWS_WITH(lmo::l2_ball(not_a_number), "lmo::l2_ball: radius must be finite and not negative, got nan");
  CHECK_THROWS_WITH(lmo::linf_ball(infinity), "lmo::linf_ball: radius must be finite and not negative, got inf");
  CHECK_THROWS_WITH(lmo::simplex(-0.5), "lmo::simplex: total must be finite and not negative, got -0.5");
  CHECK_THROWS_WITH(lmo::lp_ball(1), "lmo::lp_ball: p must be finite and above 1, got 1");
  CHECK_THROWS_AS(lmo::lp_ball(infinity), std::invalid_argument);
  CHECK_THROWS_AS(lmo::lp_ball(2, -1), std::invalid_argument);
  CHECK_THROWS_WITH(lmo::box(1, 0), "lmo::box: lower must be at most upper, got 1 and 0");
  CHECK_THROWS_WITH(lmo::box(0, infinity), "lmo::box: upper must be finite, got inf");
  CHECK_THROWS_AS(lmo::box(vector_of({0}), vector_of({1, 2})), std::invalid_argument);
  CHECK_THROWS_WITH(lmo::k_support_ball(-1), "lmo::k_support_ball: k must be not negative, got -1");
  CHECK_THROWS_WITH(lmo::convex_hull(mat<>(3, 0)), "lmo::convex_hull: the number of points must be positive, got 0");
  CHECK_THROWS_AS(lmo::convex_hull(mat<>(mat<>::Constant(1, 1, not_a_number))), std::invalid_argument);
  CHECK_THROWS_WITH(lmo::nuclear_norm_ball(-1, 2, 1), "matrix: rows must be not negative, got -1");
  CHECK_THROWS_WITH(lmo::nuclear_norm_ball(1, 2, -1.0),
                    "lmo::nuclear_norm_ball: radius must be finite and not negative, got -1");
  CHECK_THROWS_WITH(lmo::nuclear_norm_ball(1, 2, 1.0, 0),
                    "lmo::nuclear_norm_ball: tolerance must be positive and finite, got 0");
  CHECK_THROWS_WITH(lmo::spectrahedron(some_entries<>(2, 3, {}), 1.0),
                    "lmo::spectrahedron: the matrix has columns 3, rows 2");
  CHECK_THROWS_WITH(some_entries<>(2, 3, {{0, 0}, {2, 0}}), "matrix: each row of an entry must be in [0, 2), got 2");
  CHECK_THROWS_WITH(some_entries<>(2, 3, {{0, -1}}), "matrix: each column of an entry must be in [0, 3), got -1");
  CHECK_THROWS_WITH(some_entries<>(2, 3, {{1, 2}, {0, 0}, {1, 2}}),
                    "matrix: entry (1, 2) must occur once, it occurs twice");
  CHECK_THROWS_WITH(least(lmo::nuclear_norm_ball(2, 2, 1.0), vec<>::Zero(3)),
                    "lmo::nuclear_norm_ball: x has size 3, the operator dimension 4");
}

TEST_CASE("lmo::l2_ball: directions of denormal and of the largest numbers", "[operators]") {
  const vec<> want = vector_of({-std::sqrt(2.0), std::sqrt(2.0)});
  CHECK(close(least(lmo::l2_ball(2.0), vector_of({1e-320, -1e-320})), want, 1e-15));
  CHECK(close(least(lmo::l2_ball(2.0), vector_of({1.5e308, -1.5e308})), want, 1e-15));
}
