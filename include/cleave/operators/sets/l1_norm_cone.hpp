/// \file
/// The epigraph of the sum of absolute values.
#pragma once

#include <cleave/operators/concepts.hpp>
#include <cleave/operators/keep.hpp>
#include <cleave/operators/rounding.hpp>
#include <cleave/operators/simplex_threshold.hpp>

#include <cmath>

namespace cleave {

/// { (t, x) : sum_i |x_i| <= t }, the first entry is t. Projection: itself there, 0 where max_i |x_i| <= -t, else
/// (t + s, x soft-thresholded by s) with the s that makes the sum equal. Cost: a few passes, no memory.
template <class S = double>
class l1_norm_cone {
 public:
  using scalar = S;

  void project(in<S> x, out<S> y) const {
    if (x.size() == 0 || contains(x, 0)) return detail::keep<S>(x, y);
    const index_t n = x.size() - 1;
    const auto size = [&](index_t i) { return static_cast<double>(std::abs(x[i + 1])); };
    const double t = static_cast<double>(x[0]), top = n == 0 ? 0 : detail::largest_entry<double>(n, size);
    if (top <= -t) {
      y.setZero();
      return;
    }
    // sum_i max(|x_i| - s, 0) = t + s, where t + s = (t + top) - (top - s)
    const auto s = detail::threshold_below<double>(top, n, size, t + top, 1);
    const double given = (t + top) - s.depth;
    double sum = 0;
    for (index_t i = 0; i < n; ++i) {
      const S xi = x[i + 1];
      y[i + 1] = std::copysign(static_cast<S>(s.excess(size(i))), xi);
      sum += static_cast<double>(std::abs(y[i + 1]));
    }
    y[0] = static_cast<S>(sum > given ? sum : given);
  }
  bool contains(in<S> x, S tolerance) const {
    if (x.size() == 0) return true;
    double sum = 0;
    for (index_t i = 1; i < x.size(); ++i) sum += static_cast<double>(std::abs(x[i]));
    const double slack = static_cast<double>(tolerance) * std::sqrt(static_cast<double>(x.size()));
    return sum <= static_cast<double>(x[0]) * (1 + detail::rounding<S>(x.size())) + slack;
  }
};

}  // namespace cleave
