// Linear minimisation oracles, with independent answers.
#include "support/oracles.hpp"

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

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include "support/splitmix.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace cleave;
using wide = vec<double>;

namespace {

bool every_size(index_t) { return true; }
bool is_square(index_t n) { return n == 0 || n == 1 || n == 64; }
index_t side(index_t n) { return n == 64 ? 8 : n; }

double stable_lp(const wide& x, double p) {
  const double largest = x.size() == 0 ? 0 : x.cwiseAbs().maxCoeff();
  return largest == 0 ? 0 : largest * std::pow((x.array().abs() / largest).pow(p).sum(), 1 / p);
}
double sum_of_k_squares(wide x, index_t k) {
  std::sort(x.data(), x.data() + x.size(), [](double a, double b) { return std::abs(a) > std::abs(b); });
  return stable_lp(x.head(std::min(k, x.size())), 2);
}
wide singular_values(const wide& x, index_t rows, index_t cols) {
  if (x.size() == 0) return wide(0);
  return Eigen::JacobiSVD<mat<double>>(x.reshaped(rows, cols)).singularValues();
}
wide eigenvalues(const wide& x, index_t n) {
  if (n == 0) return wide(0);
  const mat<double> d = x.reshaped(n, n);
  return Eigen::SelfAdjointEigenSolver<mat<double>>(d / 2 + d.transpose() / 2, Eigen::EigenvaluesOnly).eigenvalues();
}
double simplex_excess(const wide& x, double total) {
  if (x.size() == 0) return 0;
  return std::max(std::abs(x.sum() - total), -x.minCoeff());
}

/// A quarter of the entries of a 16 x 8 matrix, in no order.
std::vector<std::pair<index_t, index_t>> scattered(index_t n) {
  std::vector<std::pair<index_t, index_t>> entries;
  for (index_t k = 0; k < n; ++k) entries.emplace_back((5 * k) % 16, (k / 16 + 2 * (k % 16)) % 8);
  return entries;
}
wide gathered(const wide& x) {
  wide full = wide::Zero(16 * 8);
  const auto entries = scattered(x.size());
  for (index_t k = 0; k < x.size(); ++k) {
    const auto [row, col] = entries[static_cast<std::size_t>(k)];
    full[row + 16 * col] = x[k];
  }
  return full;
}

mat<double> some_points(index_t n) { return support::nrm_matrix(n, 9, 71); }

}  // namespace

template <class S>
std::vector<support::oracle_entry<S>> support::make_oracles() {
  const auto first = [](const wide& x) { return x.size() == 0 ? 0.0 : x[0]; };
  const auto over = [](double value, double bound) { return std::max(value - bound, 0.0); };
  std::vector<oracle_entry<S>> list{
      {"lmo/l1_ball.hpp", "l1_ball(2)", every_size, [](index_t) { return lmo::l1_ball<S>(2); },
       [](const wide& d) { return d.size() == 0 ? 0 : -2 * d.cwiseAbs().maxCoeff(); },
       [=](const wide& x) { return over(x.cwiseAbs().sum(), 2); }, 2, 0},
      {"lmo/l1_ball.hpp", "l1_ball(0)", every_size, [](index_t) { return lmo::l1_ball<S>(0); },
       [](const wide&) { return 0.0; }, [](const wide& x) { return x.cwiseAbs().sum(); }, 0, 0},
      {"lmo/simplex.hpp", "simplex(3)", every_size, [](index_t) { return lmo::simplex<S>(3); },
       [](const wide& d) { return d.size() == 0 ? 0 : 3 * d.minCoeff(); },
       [](const wide& x) { return simplex_excess(x, 3); }, 3, 0},
      {"lmo/l2_ball.hpp", "l2_ball(2)", every_size, [](index_t) { return lmo::l2_ball<S>(2); },
       [](const wide& d) { return -2 * stable_lp(d, 2); }, [=](const wide& x) { return over(x.norm(), 2); }, 2, 0},
      {"lmo/linf_ball.hpp", "linf_ball(2)", every_size, [](index_t) { return lmo::linf_ball<S>(2); },
       [](const wide& d) { return -2 * stable_lp(d, 1); },
       [=](const wide& x) { return x.size() == 0 ? 0 : over(x.cwiseAbs().maxCoeff(), 2); }, 16, 0},
      {"lmo/box.hpp", "box(-1, 2)", every_size, [](index_t) { return lmo::box<S>(-1, 2); },
       [](const wide& d) { return (-d.array()).min(2 * d.array()).sum(); },
       [](const wide& x) { return (x - x.cwiseMax(-1).cwiseMin(2)).norm(); }, 16, 0},
      {"lmo/box.hpp", "box of vectors", every_size,
       [](index_t n) { return lmo::box<S>(vec<S>::LinSpaced(n, -1, 1), vec<S>::LinSpaced(n, -1, 1).array() + 1); },
       [](const wide& d) {
         const wide lower = wide::LinSpaced(d.size(), -1, 1);
         return (lower.array() * d.array()).min((lower.array() + 1) * d.array()).sum();
       },
       [](const wide& x) {
         const wide lower = wide::LinSpaced(x.size(), -1, 1);
         return (x - x.cwiseMax(lower).cwiseMin((lower.array() + 1).matrix())).norm();
       },
       16, 0},
      {"lmo/convex_hull.hpp", "convex_hull of 9 points", every_size,
       [](index_t n) { return lmo::convex_hull<S>(some_points(n).template cast<S>()); },
       [](const wide& d) { return (some_points(d.size()).transpose() * d).minCoeff(); },
       [](const wide& x) {  // an atom is one of the points
         return (some_points(x.size()).colwise() - x).colwise().norm().minCoeff();
       },
       16, 0},
      {"lmo/product.hpp", "product of an l2 ball and a simplex", [](index_t n) { return n >= 2; },
       [](index_t n) { return lmo::product(part(lmo::l2_ball<S>(2), n / 2), part(lmo::simplex<S>(3), n - n / 2)); },
       [](const wide& d) {
         const index_t half = d.size() / 2;
         return -2 * stable_lp(d.head(half), 2) + 3 * d.tail(d.size() - half).minCoeff();
       },
       [=](const wide& x) {
         const index_t half = x.size() / 2;
         return over(x.head(half).norm(), 2) + simplex_excess(x.tail(x.size() - half), 3);
       },
       4, 0},
      {"lmo/product.hpp", "product of an interval and a nuclear norm ball", [](index_t n) { return n == 7; },
       [](index_t) {
         return lmo::product(part(lmo::box<S>(-1, 1), 1), part(lmo::nuclear_norm_ball<S>(2, 3, 2, 1e-10)));
       },
       [=](const wide& d) { return -std::abs(first(d)) - 2 * singular_values(d.tail(6), 2, 3)[0]; },
       [=](const wide& x) { return over(std::abs(first(x)), 1) + over(singular_values(x.tail(6), 2, 3).sum(), 2); }, 3,
       1e-10},
      {"lmo/nuclear_norm_ball.hpp", "nuclear_norm_ball, one column", every_size,
       [](index_t n) { return lmo::nuclear_norm_ball<S>(n, 1, 2); }, [](const wide& d) { return -2 * stable_lp(d, 2); },
       [=](const wide& x) { return over(x.norm(), 2); }, 2, 1e-6},
      {"lmo/nuclear_norm_ball.hpp", "nuclear_norm_ball, square", is_square,
       [](index_t n) { return lmo::nuclear_norm_ball<S>(side(n), side(n), 2); },
       [=](const wide& d) { return -2 * first(singular_values(d, side(d.size()), side(d.size()))); },
       [=](const wide& x) { return over(singular_values(x, side(x.size()), side(x.size())).sum(), 2); }, 2, 1e-6},
      {"lmo/nuclear_norm_ball.hpp", "nuclear_norm_ball, 4 x 16, tight", [](index_t n) { return n == 64; },
       [](index_t) { return lmo::nuclear_norm_ball<S>(4, 16, 2, 1e-14); },
       [](const wide& d) { return -2 * singular_values(d, 4, 16)[0]; },
       [=](const wide& x) { return over(singular_values(x, 4, 16).sum(), 2); }, 2, 1e-14},
      {"lmo/nuclear_norm_ball.hpp", "nuclear_norm_ball, some entries", every_size,
       [](index_t n) { return lmo::nuclear_norm_ball(some_entries<S>(16, 8, scattered(n)), S(2)); },
       [](const wide& d) { return -2 * singular_values(gathered(d), 16, 8)[0]; },
       [=](const wide& x) { return over(x.norm(), 2); }, 2, 1e-6},
      {"lmo/spectrahedron.hpp", "spectrahedron(2)", is_square,
       [](index_t n) { return lmo::spectrahedron<S>(side(n), 2); },
       [=](const wide& d) { return 2 * first(eigenvalues(d, side(d.size()))); },
       [](const wide& x) {
         const index_t n = side(x.size());
         if (n == 0) return 0.0;
         const auto m = x.reshaped(n, n);
         return std::abs(m.trace() - 2) + (m - m.transpose()).norm() + std::max(-eigenvalues(x, n)[0], 0.0);
       },
       2, 1e-6}};
  for (const double p : {1.01, 1.5, 3.0, 80.0})
    list.push_back({"lmo/lp_ball.hpp", "lp_ball of radius 2, p " + std::to_string(p), every_size,
                    [p](index_t) { return lmo::lp_ball<S>(S(p), 2); },
                    [p](const wide& d) { return -2 * stable_lp(d, double(S(p)) / (double(S(p)) - 1)); },
                    [p, over](const wide& x) { return over(stable_lp(x, double(S(p))), 2); }, 16, 0});
  for (const index_t k : {0, 1, 3, 100})
    list.push_back({"lmo/k_support_ball.hpp", "k_support_ball of radius 2, k " + std::to_string(k), every_size,
                    [k](index_t) { return lmo::k_support_ball<S>(k, 2); },
                    [k](const wide& d) { return -2 * sum_of_k_squares(d, k); },
                    [k, over](const wide& x) {  // an atom is sparse itself
                      return (x.array() != 0).count() > k ? 1e300 : over(x.norm(), 2);
                    },
                    2, 0});
  return list;
}

template std::vector<support::oracle_entry<float>> support::make_oracles();
template std::vector<support::oracle_entry<double>> support::make_oracles();
