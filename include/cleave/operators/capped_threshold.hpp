/// \file
/// The number that projections onto capped simplices subtract.
#pragma once

#include <cleave/operators/simplex_threshold.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cleave::detail {

/// sum_i min(max(entry(i) - t, 0), cap) at one t, and what it is like on the side where it comes nearer to the wanted
/// value: its slope there, and how far it goes on like that.
struct capped_sum {
  double value = 0;
  double slope_left = 0, slope_right = 0;
  double left = std::numeric_limits<double>::infinity(), right = left;

  template <class Entry>
  capped_sum(index_t n, Entry&& entry, double cap, double t) {
    for (index_t i = 0; i < n; ++i) {
      const double over = static_cast<double>(entry(i)) - t;
      value += over >= cap ? cap : over > 0 ? over : 0;
      if (over > 0) right = (std::min)(right, over > cap ? over - cap : over);
      if (over < cap) left = (std::min)(left, over < 0 ? -over : cap - over);
      if (over > 0 && over <= cap) ++slope_right;
      if (over >= 0 && over < cap) ++slope_left;
    }
  }

  /// How far t must go, if all stays linear: to the next turn where the sum is level.
  double move(double want) const {
    if (value > want) return slope_right > 0 ? (value - want) / slope_right : right;
    if (value < want) return slope_left > 0 ? (value - want) / slope_left : -left;
    return 0;
  }
  /// Whether all stays linear for so long.
  bool reaches(double want) const {
    const double by = move(want);
    return by == 0 || (by > 0 ? slope_right > 0 && by <= right : slope_left > 0 && -by <= left);
  }
};

/// The t with sum_i min(max(entry(i) - t, 0), cap) = total, for 0 < total < n cap: Newton's method on this decreasing,
/// piecewise linear function of t, kept between bounds that shrink. A few passes, no memory. A NaN among the entries
/// makes the depth NaN.
template <class S, class Entry>
threshold<S> capped_threshold(index_t n, Entry&& entry, S cap, S total) {
  const double c = static_cast<double>(cap), want = static_cast<double>(total);
  double lo = std::numeric_limits<double>::infinity(), hi = -lo;
  for (index_t i = 0; i < n; ++i) {
    const double e = static_cast<double>(entry(i));
    if (e != e) return {S{0}, std::numeric_limits<S>::quiet_NaN()};
    if (std::isfinite(e)) lo = (std::min)(lo, e - c), hi = (std::max)(hi, e);
  }
  double t = lo + (hi - lo) / 2;
  while (lo < t && t < hi) {
    const capped_sum at(n, entry, c, t);
    const double newton = t + at.move(want), before = hi - lo;
    if (at.reaches(want)) {
      t = newton;
      break;
    }
    (at.value > want ? lo : hi) = t;
    t = newton > lo && newton < hi && hi - lo <= before / 2 ? newton : lo + (hi - lo) / 2;
  }
  // once more, seen from the nearest entry, where differences of huge entries near each other are exact
  double near = std::numeric_limits<double>::infinity();
  for (index_t i = 0; i < n; ++i) {
    const double e = static_cast<double>(entry(i));
    if (std::abs(e - t) < std::abs(near - t)) near = e;
  }
  const auto shifted = [&](index_t i) { return static_cast<double>(entry(i)) - near; };
  double seen = t - near;
  for (int k = 0; k < 3; ++k) {
    const capped_sum at(n, shifted, c, seen);
    seen += std::clamp(at.move(want), -at.left, at.right);
  }
  return {static_cast<S>(near), static_cast<S>(-seen)};
}

}  // namespace cleave::detail
