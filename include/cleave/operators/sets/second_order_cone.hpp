/// \file
/// The second-order cone.
#pragma once

#include <cleave/operators/concepts.hpp>
#include <cleave/operators/keep.hpp>
#include <cleave/operators/rounding.hpp>

#include <cmath>

namespace cleave {

/// { (t, x) : ||x|| <= t }, the first entry is t. Projection: itself where ||x|| <= t, 0 where ||x|| <= -t, else
/// (t + ||x||) / 2 (1, x / ||x||). Cost: two passes, no memory.
template <class S = double>
class second_order_cone {
 public:
  using scalar = S;

  void project(in<S> x, out<S> y) const {
    if (x.size() == 0) return;
    const double t = static_cast<double>(x[0]), norm = detail::wide_norm(x.tail(x.size() - 1));
    if (inside(t, norm, x.size())) return detail::keep<S>(x, y);
    if (norm <= -t) {
      y.setZero();
      return;
    }
    // a norm beyond the largest number is seen from nearer
    const double scale = detail::norm_scale(norm);
    const double length = scale == 1 ? norm : detail::wide_norm(scale * x.tail(x.size() - 1).template cast<double>());
    const double half = scale * t / 2 + length / 2;
    y[0] = static_cast<S>(half / scale);
    for (index_t i = 1; i < x.size(); ++i)
      y[i] = static_cast<S>(half * (scale * static_cast<double>(x[i]) / length) / scale);
  }
  bool contains(in<S> x, S tolerance) const {
    if (x.size() == 0) return true;
    // at a distance d, ||x|| - t is up to sqrt(2) d
    const double t = static_cast<double>(x[0]) + std::sqrt(2.0) * static_cast<double>(tolerance);
    return inside(t, detail::wide_norm(x.tail(x.size() - 1)), x.size());
  }

 private:
  static bool inside(double t, double norm, index_t n) { return norm <= t * (1 + detail::rounding<S>(n)); }
};

}  // namespace cleave
