/// \file
/// The rotated second-order cone.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/keep.hpp>
#include <cleave/operators/rounding.hpp>

#include <cmath>

namespace cleave {

/// { (p, q, x) : 2 p q >= ||x||^2, p >= 0, q >= 0 }, of two entries or more: the second-order cone in the coordinates
/// (p + q) / sqrt(2) and (p - q) / sqrt(2), where its projection is. Cost: two passes, no memory.
template <class S = double>
class rotated_second_order_cone {
 public:
  using scalar = S;

  /// \throws std::invalid_argument if x has one entry only
  void project(in<S> x, out<S> y) const {
    if (contains(x, 0)) return detail::keep<S>(x, y);
    double p = static_cast<double>(x[0]), q = static_cast<double>(x[1]), rest = detail::wide_norm(x.tail(x.size() - 2));
    // a norm beyond the largest number is seen from nearer
    const double scale = detail::norm_scale(std::hypot(sqrt_half * p - sqrt_half * q, rest));
    if (scale != 1) {
      p *= scale, q *= scale;
      rest = detail::wide_norm(scale * x.tail(x.size() - 2).template cast<double>());
    }
    const double t = sqrt_half * p + sqrt_half * q, d = sqrt_half * p - sqrt_half * q, norm = std::hypot(d, rest);
    if (norm <= -t) {
      y.setZero();
      return;
    }
    const double half = t / 2 + norm / 2, along = half * (d / norm);
    const auto positive = [](double e) { return static_cast<S>(e < 0 ? 0 : e); };
    y[0] = positive(sqrt_half * (half + along) / scale);
    y[1] = positive(sqrt_half * (half - along) / scale);
    for (index_t i = 2; i < x.size(); ++i)
      y[i] = static_cast<S>(half * (scale * static_cast<double>(x[i]) / norm) / scale);
  }
  bool contains(in<S> x, S tolerance) const {
    if (x.size() == 0) return true;
    check(x.size() != 1, "rotated_second_order_cone: size", "0, or 2 or more", x.size());
    if (!(x[0] >= -tolerance && x[1] >= -tolerance)) return false;
    const double p = static_cast<double>(x[0]), q = static_cast<double>(x[1]);
    const double norm = std::hypot(sqrt_half * p - sqrt_half * q, detail::wide_norm(x.tail(x.size() - 2)));
    const double t = sqrt_half * p + sqrt_half * q + std::sqrt(2.0) * static_cast<double>(tolerance);
    return norm <= t * (1 + detail::rounding<S>(x.size()));
  }

 private:
  static constexpr double sqrt_half = 0.70710678118654752440;
};

}  // namespace cleave
