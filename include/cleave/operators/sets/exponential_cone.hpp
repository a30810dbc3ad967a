/// \file
/// The exponential cone.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/keep.hpp>
#include <cleave/operators/rounding.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cleave {

/// The closure of { (r, s, t) : s > 0, s e^{r/s} <= t }. Outside the cone, its polar and one face, the projection is
/// a multiple of (rho, 1, e^rho), rho the root of a monotone function of one variable; logarithms of both sides and
/// the distance from an end of rho's interval keep it accurate for ratios of any size. Cost: 10 to 80 evaluations of
/// that function, no memory. Friberg (2023), DOI 10.1080/10556788.2021.2022147.
template <class S = double>
class exponential_cone {
 public:
  using scalar = S;

  index_t dimension() const { return 3; }

  /// \throws std::invalid_argument if x has not three entries
  void project(in<S> x, out<S> y) const {
    if (contains(x, 0)) return detail::keep<S>(x, y);
    if (!std::isfinite(x[0]) || !std::isfinite(x[1]) || !std::isfinite(x[2]))
      return y.setConstant(std::numeric_limits<S>::quiet_NaN()), void();
    // at size 1, from 1/2 to 1
    const int exponent = std::ilogb(x.cwiseAbs().maxCoeff()) + 1;
    const auto scaled = [&](index_t i, int by) { return std::ldexp(static_cast<double>(x[i]), by); };
    const point p = outside({scaled(0, -exponent), scaled(1, -exponent), scaled(2, -exponent)});
    y[0] = static_cast<S>(std::ldexp(p.r, exponent));
    y[1] = static_cast<S>(std::ldexp(p.s, exponent));
    y[2] = static_cast<S>(std::ldexp(p.t, exponent));
    if (y[1] < least_normal || p.s < 1e-300) {  // r / s has lost its digits: the nearest point of the face s = 0
      y[1] = 0;
      if (y[0] > 0) y[0] = 0;
    }
  }
  bool contains(in<S> x, S tolerance) const {
    check_size(x.size(), 3, "exponential_cone");
    const double r = static_cast<double>(x[0]), s = static_cast<double>(x[1]), t = static_cast<double>(x[2]);
    const double slack = static_cast<double>(tolerance), rounding = detail::rounding<S>(3);
    if (!(s >= -slack && t >= -slack && r == r)) return false;
    // Moved to where s e^{r/s} - t is less by the rounding of each number, s down where r < s, and so far
    // inwards that every point nearer than the tolerance comes inside: (-a, b, c) is in the cone for all a >= 2,
    // b from 0 to 2, c >= 1.
    const double least = r - rounding * std::abs(r) - 3 * slack;
    const double wide = s + (r < s ? -rounding : rounding) * std::abs(s) + slack;
    const double high = t + rounding * std::abs(t) + static_cast<double>(least_normal) + 2 * slack;
    return wide > 0 ? wide * std::exp(least / wide) <= high : least <= 0;
  }

 private:
  static constexpr S least_normal = (std::numeric_limits<S>::min)();

  struct point {
    double r, s, t;
  };

  /// (a b) / (rho^2 - rho + 1) without overflow.
  static double over_quadratic(double a, double rho) {
    return std::abs(rho) < 1e100 ? a / (rho * (rho - 1) + 1) : a / rho / rho;
  }

  /// The projection v_p = alpha (rho, 1, e^rho) of v = v_p + v_d, v_d = beta (1, 1 - rho, -e^-rho).
  struct split {
    point v;
    double rho;
    double alpha;
    double beta;

    /// Grows with rho: log(t_p / (t + |t_d|)), or log((t_p + |t|) / |t_d|) where t < 0.
    double balance() const {
      const double primal = rho + std::log(alpha), dual = std::log(beta) - rho;
      return v.t >= 0 ? primal - log_sum(std::log(v.t), dual) : log_sum(primal, std::log(-v.t)) - dual;
    }
    static double log_sum(double a, double b) {
      const double top = (std::max)(a, b);
      return top == -std::numeric_limits<double>::infinity() ? top : top + std::log1p(std::exp((std::min)(a, b) - top));
    }
    point projection() const {
      // what does not cancel
      const double t = v.t >= 0 ? v.t + std::exp(std::log(beta) - rho) : std::exp(rho + std::log(alpha));
      return {alpha * rho, alpha, t};
    }
  };

  static point outside(const point& v) {
    if (v.r <= 0 && v.s <= 0) return {v.r, 0, v.t > 0 ? v.t : 0};
    if (v.r > 0 && v.t < 0 && std::log(v.r) + v.s / v.r <= 1 + std::log(-v.t)) return {0, 0, 0};  // the polar cone
    if (v.r <= 0) {
      // rho below r / s by d; beta falls to 0 with d
      const double end = v.r / v.s;
      const auto at = [&](double d) {
        const double rho = end - d;
        return split{v, rho, over_quadratic((rho - 1) * v.r + v.s, rho), over_quadratic(v.s * d, rho)};
      };
      return root([&](double d) { return -at(d).balance(); }, at, tiny, huge).projection();
    }
    // rho above 1 - s / r by d; alpha falls to 0 with d
    const double start = 1 - v.s / v.r;
    const auto above = [&](double d) {
      const double rho = start + d;
      return split{v, rho, over_quadratic(v.r * d, rho), over_quadratic(v.r - rho * v.s, rho)};
    };
    const auto balance = [](const split& s) { return s.balance(); };
    if (v.s <= 0) return root([&](double d) { return balance(above(d)); }, above, tiny, huge).projection();
    const double end = v.r / v.s, half = (std::max)(0.5, -start / 2);
    if (balance(above(half)) >= 0)
      return root([&](double d) { return balance(above(d)); }, above, tiny, half).projection();
    const auto at = [&](double rho) {
      const double beta = v.r - rho * v.s;
      return split{v, rho, over_quadratic((rho - 1) * v.r + v.s, rho), over_quadratic(beta > 0 ? beta : 0, rho)};
    };
    return root([&](double rho) { return balance(at(rho)); }, at, start + half, end).projection();
  }

  static constexpr double tiny = (std::numeric_limits<double>::min)();
  static constexpr double huge = 1e300;

  /// at(the root of the growing function f between low and high): regula falsi, Illinois variant, with a halving by
  /// size wherever three of its steps have not shortened the bracket to a half.
  template <class F, class At>
  static split root(F f, At at, double low, double high) {
    double f_low = f(low), f_high = f(high);
    if (!(f_low < 0)) return at(low);
    if (!(f_high > 0)) return at(high);
    double length = high - low;
    for (int turn = 0, side = 0; turn < 300; ++turn) {
      double next = low + (high - low) * (f_low / (f_low - f_high));
      if (turn % 3 == 0) {
        if (high - low > length / 2 || turn == 0) next = middle(low, high), side = 0;
        length = high - low;
      }
      if (!(next > low && next < high)) next = middle(low, high);
      if (!(next > low && next < high)) break;
      const double f_next = f(next);
      if (f_next == 0) return at(next);
      if (f_next < 0) {
        low = next, f_low = f_next;
        if (side == -1) f_high /= 2;
        side = -1;
      } else {
        high = next, f_high = f_next;
        if (side == 1) f_low /= 2;
        side = 1;
      }
    }
    return at(low);
  }
  static double middle(double low, double high) {
    if (low > 0 && high > 4 * low) return std::sqrt(low) * std::sqrt(high);
    if (high < 0 && low < 4 * high) return -std::sqrt(-low) * std::sqrt(-high);
    if (low < 0 && high > 0 && high - low > 4) return 0;
    return low + (high - low) / 2;
  }
};

}  // namespace cleave
