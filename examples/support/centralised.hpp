/// \file
/// The optimum that a program with all the data in one place would find: what the federated methods are measured
/// against.
#pragma once

#include <cleave/core/types.hpp>

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include <cmath>

namespace example {

/// min_x f(x) + l1 ||x||_1 by (proximal) Newton: the quadratic model plus l1 is minimised by coordinate descent, or by
/// a factor where l1 = 0. Lee, Sun and Saunders (2014), DOI 10.1137/130921428.
template <class Problem>
cleave::vec<> centralised_optimum(const Problem& f, double l1) {
  const cleave::index_t d = f.dimension();
  cleave::vec<> x = cleave::vec<>::Zero(d), g(d), step(d), candidate(d);
  cleave::mat<> h(d, d);
  double value = f.value(x) + l1 * x.lpNorm<1>();
  for (int iteration = 0; iteration < 100; ++iteration) {
    f.gradient(x, g);
    f.hessian(x, h);
    h.diagonal().array() += 1e-10 * (1e-30 + h.diagonal().maxCoeff());  // dependent columns make h singular
    step.setZero();
    if (l1 == 0) {
      step = -h.llt().solve(g);
    } else {
      cleave::vec<> slope = g;  // of the quadratic model at x + step
      for (int sweep = 0; sweep < 20000; ++sweep) {
        double moved = 0;
        for (cleave::index_t j = 0; j < d; ++j) {
          const double centre = x[j] + step[j] - slope[j] / h(j, j), t = l1 / h(j, j);
          const double target = centre > t ? centre - t : centre < -t ? centre + t : 0.0;
          const double by = target - (x[j] + step[j]);
          if (by == 0) continue;
          step[j] += by;
          slope += by * h.col(j);
          moved = std::max(moved, std::abs(by) * std::sqrt(h(j, j)));
        }
        if (moved <= 1e-14 * (1 + x.norm())) break;
      }
    }
    bool better = false;
    double next = value;
    for (double a = 1; a > 1e-8 && !better; a /= 2) {
      candidate = x + a * step;
      next = f.value(candidate) + l1 * candidate.lpNorm<1>();
      better = next < value;
    }
    if (!better) break;  // as good as this arithmetic gets
    x = candidate;
    value = next;
  }
  return x;
}

/// argmin_x ||a x - b||, the one of least norm where there are several, by a pivoted QR factorisation.
template <class A>
cleave::vec<> least_squares_optimum(const A& a, const cleave::vec<>& b) {
  return Eigen::CompleteOrthogonalDecomposition<cleave::mat<>>(a).solve(b);
}

}  // namespace example
