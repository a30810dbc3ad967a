// Each fast projection against one that is slow and obvious, or against what proves it right.
#include <cleave/operators/sets/affine.hpp>
#include <cleave/operators/sets/box.hpp>
#include <cleave/operators/sets/capped_simplex.hpp>
#include <cleave/operators/sets/cartesian_product.hpp>
#include <cleave/operators/sets/consensus.hpp>
#include <cleave/operators/sets/exponential_cone.hpp>
#include <cleave/operators/sets/half_space.hpp>
#include <cleave/operators/sets/hyperplane.hpp>
#include <cleave/operators/sets/hyperslab.hpp>
#include <cleave/operators/sets/intersection.hpp>
#include <cleave/operators/sets/l0_ball.hpp>
#include <cleave/operators/sets/l1_ball.hpp>
#include <cleave/operators/sets/l1_norm_cone.hpp>
#include <cleave/operators/sets/l2_ball.hpp>
#include <cleave/operators/sets/linf_norm_cone.hpp>
#include <cleave/operators/sets/monotone_cone.hpp>
#include <cleave/operators/sets/nuclear_ball.hpp>
#include <cleave/operators/sets/psd_cone.hpp>
#include <cleave/operators/sets/rank_ball.hpp>
#include <cleave/operators/sets/simplex.hpp>
#include <cleave/operators/sets/sphere.hpp>
#include <cleave/operators/sets/unit_simplex.hpp>

#include <Eigen/Dense>

#include "support/catch.hpp"
#include "support/numbers.hpp"
#include "support/slow_sets.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

using namespace cleave;
using support::close;
using support::point;
using support::vector_of;

namespace {

template <class C, class S = scalar_of<C>>
vec<S> projected(const C& set, const vec<S>& x) {
  return support::prox(indicator(set), 1, x);
}

/// Calls visit(x) for many small vectors: numbers drawn at random, and small whole ones, which tie.
template <class Visit>
void small_vectors(index_t from, index_t to, Visit visit) {
  for (index_t n = from; n <= to; ++n)
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      vec<> x = point<double>(n, seed, 3);
      if (seed % 2 == 0) x = x.array().round();
      INFO("n = " << n << ", seed = " << seed);
      visit(x);
    }
}

}  // namespace

TEST_CASE("simplex, unit_simplex, l1_ball: the threshold is that of sorting", "[operators]") {
  small_vectors(1, 12, [](const vec<>& x) {
    for (const double a : {0.25, 1.0, 7.0, 30.0}) {
      CHECK(close(projected(simplex(a), x), support::slow::simplex(x, a), 1e-13));
      CHECK(close(projected(l1_ball(a), x), support::slow::l1_ball(x, a), 1e-13));
      const vec<> positive = x.cwiseMax(0);
      const vec<> want = positive.sum() <= a ? positive : support::slow::simplex(x, a);
      CHECK(close(projected(unit_simplex(a), x), want, 1e-13));
    }
  });
}

TEST_CASE("simplex, l1_ball: a million floats add up to the total", "[operators]") {
  const vec<float> x = point<float>(1000000, 3, 2);
  for (const float a : {1.0f, 1e3f, 1e5f}) {
    CHECK(projected(simplex<float>(a), x).cast<double>().sum() == Approx(a).epsilon(1e-6));
    CHECK(projected(l1_ball<float>(a), x).cast<double>().lpNorm<1>() == Approx(a).epsilon(1e-6));
  }
}

TEST_CASE("capped_simplex: the threshold is that of halving", "[operators]") {
  small_vectors(1, 9, [](const vec<>& x) {
    vec<> caps = point<double>(x.size(), 77, 2).cwiseAbs();
    if (x[0] == std::round(x[0])) caps.setOnes();
    for (const double part : {0.01, 0.3, 0.5, 0.99})
      CHECK(close(projected(capped_simplex(caps, part * caps.sum()), x),
                  support::slow::capped_simplex(x, caps, part * caps.sum()), 1e-13));
  });
}

TEST_CASE("capped_simplex: what is left of huge entries near each other is exact", "[operators]") {
  const vec<float> y = projected(capped_simplex<float>(4, 1.0f, 1.5f), vector_of<float>({1e8f, 1e8f, -1e8f, 3e8f}));
  CHECK(y == vector_of<float>({0.25f, 0.25f, 0, 1}));
  // between two doubles lies the threshold
  CHECK(projected(capped_simplex<double>(4, 1.0, 1.5), vector_of({1e17, 1e17, -1e17, 3e17})) ==
        vector_of({0.25, 0.25, 0, 1}));
  CHECK(close(projected(capped_simplex<double>(3, 1.0, 1.5), vector_of({1e200, 0.3, 0.2})), vector_of({1, 0.3, 0.2}),
              1e-15));
}

TEST_CASE("l0_ball: keeps what a stable sort keeps", "[operators]") {
  small_vectors(0, 12, [](const vec<>& x) {
    for (const index_t k : {0, 1, 2, 5, 11, 100}) CHECK(projected(l0_ball<>(k), x) == support::slow::l0_ball(x, k));
  });
  const vec<> x = point<double>(1000, 5) * 1e-310;  // where numbers lose digits
  CHECK(projected(l0_ball<>(321), x) == support::slow::l0_ball(x, 321));
}

TEST_CASE("monotone_cone: pooling in place is the max-min formula", "[operators]") {
  small_vectors(0, 14, [](const vec<>& x) {
    CHECK(close(projected(monotone_cone<>(), x), support::slow::rising(x), 1e-14));
    CHECK(close<float>(projected(monotone_cone<float>(), vec<float>(x.cast<float>())),
                       support::slow::rising(x).cast<float>(), 2e-6));
  });
}

TEMPLATE_TEST_CASE("monotone_cone: one block of any length, up and down again", "[operators]", float, double) {
  using S = TestType;
  for (const index_t n : {2, 3, 4, 5, 6, 1000, 100000}) {
    vec<S> falling(n), mixed(n);
    for (index_t i = 0; i < n; ++i) falling[i] = S(n - i), mixed[i] = S(i % 3);
    CHECK((projected(monotone_cone<S>(), falling).array() == S(n + 1) / 2).all());
    const vec<S> y = projected(monotone_cone<S>(), mixed);
    CHECK(y.template cast<double>().sum() == Approx(mixed.template cast<double>().sum()).epsilon(1e-6));
    CHECK(monotone_cone<S>().contains(y, 0));
  }
}

TEST_CASE("monotone_cone: an infinity among the entries has no mean", "[operators]") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(projected(monotone_cone<>(), vector_of({-infinity, 2, infinity})) == vector_of({-infinity, 2, infinity}));
  CHECK(projected(monotone_cone<>(), vector_of({infinity, 2, -infinity})).array().isNaN().all());
}

TEST_CASE("l1_norm_cone, linf_norm_cone: one by halving, and each is what the other leaves", "[operators]") {
  small_vectors(1, 9, [](const vec<>& x) {
    CHECK(close(projected(l1_norm_cone<>(), x), support::slow::l1_norm_cone(x), 1e-13));
    CHECK(close<double>(projected(linf_norm_cone<>(), x), x + support::slow::l1_norm_cone(-x), 1e-13));
  });
}

TEST_CASE("exponential_cone: in the cone, the rest in its polar, and at a right angle, at any ratio", "[operators]") {
  support::splitmix random{17};
  const exponential_cone<> cone;
  int moved = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    vec<> x(3), y(3);
    for (double& e : x) {
      e = random.nrm();
      e *= std::pow(10.0, (trial % 7) * random.nrm());
    }
    cone.project(x, y);
    const vec<> rest = x - y;
    const double size = x.norm(), r = rest[0], s = rest[1], t = rest[2];
    INFO("x = " << x[0] << ", " << x[1] << ", " << x[2] << ", y = " << y[0] << ", " << y[1] << ", " << y[2]);
    CHECK(cone.contains(y, 0));
    CHECK(std::abs(y.dot(rest)) <= 64 * 2.3e-16 * size * size);
    // the polar cone, r e^{s/r - 1} <= -t, r > 0, or r = 0, s <= 0, t <= 0, to the rounding of x - y
    const double slack = 16 * 2.3e-16 * size, wide = r + (s > r ? slack : -slack);
    CHECK((r >= -slack && t <= slack));
    CHECK((wide <= 0 ? s <= slack : wide * std::exp((s - slack) / wide - 1) <= -t + slack));
    moved += size > 0 && rest.norm() > 0 && y.norm() > 0;
  }
  CHECK(moved > 5000);
}

TEST_CASE("affine: the pseudoinverse, whatever the rank and the units of the equations", "[operators]") {
  for (const index_t m : {1, 2, 4, 7})
    for (const index_t rank : {1, 2, 4}) {
      mat<> a = mat<>::Zero(m, 6);
      for (index_t k = 0; k < rank; ++k)
        a += point<double>(m, 140 + static_cast<std::uint64_t>(k)) *
             point<double>(6, 50 + static_cast<std::uint64_t>(k)).transpose();
      const vec<> b = a * point<double>(6, 60), x = point<double>(6, 61, 5);
      const affine set(a, b);
      CHECK(set.rank() <= std::min(m, rank));
      CHECK(close(projected(set, x), support::slow::affine(x, a, b), 1e-12));
      vec<> units(m);
      for (index_t i = 0; i < m; ++i) units[i] = std::pow(10.0, 30 * (i % 5 - 2));
      CHECK(close(projected(affine(units.asDiagonal() * a, units.asDiagonal() * b), x), projected(set, x), 1e-12));
    }
}

TEST_CASE("hyperslab: normals of any length", "[operators]") {
  for (const double scale : {1e-200, 1.0, 1e200}) {
    const hyperslab slab(vector_of({3 * scale, 4 * scale}), -5 * scale, 10 * scale);
    CHECK(close(projected(slab, vector_of({6, 8})), vector_of({1.2, 1.6}), 1e-15));
    CHECK(close(projected(slab, vector_of({-6, -8})), vector_of({-0.6, -0.8}), 1e-15));
    CHECK(projected(slab, vector_of({0, 1})) == vector_of({0, 1}));
  }
}

TEST_CASE("hyperplane: from far away the rounding of the first step is mended", "[operators]") {
  const vec<> a = point<double>(7, 13);
  const hyperplane plane(a, 1.0);
  CHECK(plane.contains(projected(plane, vec<>(1e20 * a)), 0));
}

TEST_CASE("psd_cone: the negative part is what is left of a symmetric matrix", "[operators]") {
  const vec<> x = point<double>(25, 8);
  const Eigen::Map<const mat<>> m(x.data(), 5, 5);
  const mat<> symmetric = (m + m.transpose()) / 2;
  const vec<> y = projected(psd_cone<>(5), x);
  const mat<> positive = y.reshaped(5, 5), rest = symmetric - positive;
  CHECK(positive == positive.transpose());
  CHECK(positive.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff() >= -1e-14);
  CHECK(rest.selfadjointView<Eigen::Lower>().eigenvalues().maxCoeff() <= 1e-14);
  CHECK(std::abs((positive * rest).trace()) <= 1e-13);
}

TEST_CASE("rank_ball, nuclear_ball: what becomes of known singular values", "[operators]") {
  const mat<> u = mat<>(point<double>(20, 9).reshaped(5, 4)).householderQr().householderQ() * mat<>::Identity(5, 3);
  const mat<> v = mat<>(point<double>(12, 10).reshaped(4, 3)).householderQr().householderQ() * mat<>::Identity(4, 3);
  const auto with = [&](double a, double b, double c) {
    return vec<>((u * Eigen::Vector3d(a, b, c).asDiagonal() * v.transpose()).reshaped());
  };
  CHECK(close(projected(rank_ball<>(5, 4, 2), with(3, 2, 1)), with(3, 2, 0), 1e-14));
  CHECK(close(projected(nuclear_ball<>(5, 4, 3.0), with(3, 2, 1)), with(2, 1, 0), 1e-14));
  CHECK(close(projected(nuclear_ball<>(5, 4, 1e-3), with(3e9, 2, 1)), with(1e-3, 0, 0), 1e-14));
}

TEST_CASE("consensus: the mean of the clients, of many coordinates too", "[operators]") {
  const mat<> x = point<double>(3 * 130, 12).reshaped(130, 3);
  const vec<> y = projected(consensus<>(3), vec<>(x.reshaped()));
  for (index_t k = 0; k < 3; ++k) CHECK(close<double>(y.segment(130 * k, 130), x.rowwise().mean(), 1e-15));
}

TEST_CASE("cartesian_product: each piece its own set, and the traits of the worst", "[operators]") {
  const cartesian_product both(piece{2, simplex(1.0)}, piece{1, box(0.0, 1.0)});
  CHECK(both.dimension() == 3);
  CHECK(projected(both, vector_of({-1, -1, 7})) == vector_of({0.5, 0.5, 1}));
  CHECK(weak_convexity_of(indicator(both)) == 0);
  CHECK(std::isinf(weak_convexity_of(indicator(cartesian_product(piece{2, sphere(1.0)}, piece{1, box(0.0, 1.0)})))));
}

TEST_CASE("intersection: a box and a hyperplane are a capped simplex", "[operators]") {
  small_vectors(2, 6, [](const vec<>& x) {
    const intersection both(box(0.0, 1.0), hyperplane(vec<>::Ones(x.size()), 1.5));
    vec<> y(x.size());
    const dykstra_report report = both.project_and_report(x, y);
    CHECK(report.converged);
    CHECK(both.contains(y, 0));
    CHECK(close(y, projected(capped_simplex<double>(x.size(), 1.0, 1.5), x), 1e-8));
  });
}

TEST_CASE("intersection: says so where the sweeps do not suffice or nothing is in common", "[operators]") {
  const vec<> x = vector_of({3, -2});
  vec<> y(2);
  const l2_ball left(1.0, vector_of({-1, 0})), right(1.0, vector_of({1, 0}));  // they touch in one point
  const intersection touching(dykstra_options{.sweeps = 5}, left, right);
  const dykstra_report spent = touching.project_and_report(x, y);
  CHECK_FALSE(spent.converged);
  CHECK(spent.sweeps == 5);
  CHECK_FALSE(touching.contains(y, 0));
  const intersection apart(box(0.0, 1.0), box(2.0, 3.0));
  CHECK_FALSE(apart.project_and_report(x, y).converged);
  CHECK_FALSE(apart.contains(y, 0));
}

TEST_CASE("intersection: entries that no set constrains buy no slack for the others", "[operators]") {
  const vec<> right = vector_of({1, 0}), left = vector_of({-1, 0});
  vec<> y(2);
  const intersection empty(half_space(right, 0.0), half_space(left, -1.0));
  CHECK_FALSE(empty.project_and_report(vector_of({0.5, 1e12}), y).converged);
  CHECK_FALSE(empty.contains(vector_of({0.5, 1e12}), 0));
  const intersection strip(half_space(right, 0.0), half_space(left, 5.0));
  CHECK(strip.project_and_report(vector_of({2, 1e11}), y).converged);
  CHECK(y == vector_of({0, 1e11}));
  CHECK(projected(strip, vector_of({1e-3, 1e8})) == vector_of({0, 1e8}));
  // nor do entries that another set constrains
  const intersection quadrant(half_space(right, 0.0), half_space(vector_of({0, 1}), 1e12 - 1));
  CHECK_FALSE(quadrant.contains(vector_of({1.5, 1e12}), 0));
  CHECK(projected(quadrant, vector_of({1.5, 1e12})) == vector_of({0, 1e12 - 1}));
  // below its tolerance beside what moves, but not by the rounding of a set
  const intersection boxes(box(-1.0, 1.0), box(0.0, 5.0));
  CHECK(projected(boxes, vector_of({1 + 1e-12, 0.5})) == vector_of({1, 0.5}));
}

TEST_CASE("intersection: infinities in give NaN out", "[operators]") {
  const intersection both(box(0.0, 1.0), half_space(vec<>(vec<>::Ones(3)), 1.5));
  vec<> y(3);
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_FALSE(both.project_and_report(vector_of({infinity, -infinity, 1}), y).converged);
  CHECK(y.hasNaN());
}

TEST_CASE("half_space and affine: an entry on which a is 0 buys no slack", "[operators]") {
  const vec<float> x = vec<double>(vector_of({0.4, 1e6})).cast<float>(), a = vector_of({1, 0}).cast<float>();
  vec<float> y(2);
  half_space<float>(a, 0).project(x, y);
  CHECK((y[0] == 0 && y[1] == x[1]));
  CHECK_FALSE(half_space<float>(a, 0).contains(x, 0));
  hyperplane<float>(a, 0).project(x, y);
  CHECK((y[0] == 0 && y[1] == x[1]));
  affine<float>(mat<float>(a.transpose()), vec<float>::Zero(1)).project(x, y);
  CHECK((y[0] == 0 && y[1] == x[1]));
}
