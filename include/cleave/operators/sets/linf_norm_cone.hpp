/// \file
/// The epigraph of the largest absolute value.
#pragma once

#include <cleave/operators/concepts.hpp>
#include <cleave/operators/keep.hpp>
#include <cleave/operators/simplex_threshold.hpp>

#include <cmath>

namespace cleave {

/// { (t, x) : max_i |x_i| <= t }, the first entry is t. Projection: itself there, 0 where sum_i |x_i| <= -t, else x
/// clipped at the t' with t' - t = sum_i max(|x_i| - t', 0). Cost: a few passes, no memory.
template <class S = double>
class linf_norm_cone {
 public:
  using scalar = S;

  void project(in<S> x, out<S> y) const {
    if (x.size() == 0 || contains(x, 0)) return detail::keep<S>(x, y);
    const index_t n = x.size() - 1;
    const auto size = [&](index_t i) { return static_cast<double>(std::abs(x[i + 1])); };
    const double t = static_cast<double>(x[0]), top = n == 0 ? 0 : detail::largest_entry<double>(n, size);
    // sum_i max(|x_i| - t', 0) + t - t' = 0, where t - t' = (t - top) + (top - t')
    const auto cut = detail::threshold_below<double>(top, n, size, top - t, 1);
    const S clip = static_cast<S>(cut.top - cut.depth);
    if (clip <= 0) {
      y.setZero();
      return;
    }
    y[0] = clip;
    for (index_t i = 1; i <= n; ++i) y[i] = x[i] > clip ? clip : x[i] < -clip ? -clip : x[i];
  }
  bool contains(in<S> x, S tolerance) const {
    if (x.size() == 0) return true;
    if (!(x[0] >= -tolerance)) return false;
    const S reach = x[0] + 2 * tolerance;  // at a distance d, |x_i| - t is up to sqrt(2) d
    for (index_t i = 1; i < x.size(); ++i)
      if (!(std::abs(x[i]) <= reach)) return false;
    return true;
  }
};

}  // namespace cleave
