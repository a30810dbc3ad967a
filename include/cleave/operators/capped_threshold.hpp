/// \file
/// The number that projections onto capped simplices subtract.
#pragma once

#include <cleave/operators/simplex_threshold.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cleave::detail {

/// sum_i min(max(entry(i) - t, 0), cap) near one t: its value, how many entries lie strictly between, and the ends of
/// the interval around t on which it is linear.
struct capped_sum {
  double value = 0;
  double slope = 0;
  double left = -std::numeric_limits<double>::infinity();
  double right = std::numeric_limits<double>::infinity();

  template <class Entry>
  capped_sum(index_t n, Entry&& entry, double cap, double t) {
    const auto turn = [&](double at) {
      if (at <= t) left = (std::max)(left, at);
      if (at > t) right = (std::min)(right, at);
    };
    for (index_t i = 0; i < n; ++i) {
      const double e = static_cast<double>(entry(i)), over = e - t;
      if (over >= cap)
        value += cap;
      else if (over > 0)
        value += over, ++slope;
      turn(e), turn(e - cap);
    }
  }
};

/// The t with sum_i min(max(entry(i) - t, 0), cap) = total, for 0 < total < n cap: Newton's method on this decreasing,
/// piecewise linear function of t, kept between bounds that shrink. A few passes, no memory. A NaN among
/// the entries makes the depth NaN.
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
    const double newton = at.slope > 0 ? t + (at.value - want) / at.slope : t;
    if (newton >= at.left && newton <= at.right && (at.slope > 0 || at.value == want)) {
      t = newton;
      break;
    }
    const double before = hi - lo;
    (at.value > want ? lo : hi) = t;
    t = newton > lo && newton < hi && hi - lo <= before / 2 ? newton : lo + (hi - lo) / 2;
  }
  // once more, seen from the nearest entry, where differences of huge entries near each other are exact
  double near = std::numeric_limits<double>::infinity();
  for (index_t i = 0; i < n; ++i) {
    const double e = static_cast<double>(entry(i));
    if (std::abs(e - t) < std::abs(near - t)) near = e;
  }
  const capped_sum at(
      n, [&](index_t i) { return static_cast<double>(entry(i)) - near; }, c, t - near);
  const double depth = near - t - (at.slope > 0 ? (at.value - want) / at.slope : 0.0);
  return {static_cast<S>(near), static_cast<S>(depth)};
}

}  // namespace cleave::detail
