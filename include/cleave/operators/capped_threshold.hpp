/// \file
/// The number that projections onto capped simplices subtract.
#pragma once

#include <cleave/operators/simplex_threshold.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cleave::detail {

/// Finds t in sum_i min(max(entry(i) - t, 0), cap(i)) = total, which falls with t, by Newton's method kept between
/// bounds, with a halving wherever that does not shrink them enough.
template <class Entry, class Cap>
class capped_search {
 public:
  capped_search(index_t n, Entry& entry, Cap& cap, double total) : n_(n), entry_(entry), cap_(cap), total_(total) {}

  /// From a first guess, the t from low to high for the entries less the anchor.
  double operator()(double anchor, double low, double high, double start) const {
    for (double t = start;; t = middle(low, high)) {
      if (!(t > low && t < high)) t = middle(low, high);
      if (!(t > low && t < high)) return high;
      double count_before = -1, capped_before = -1;
      int outside = 0;
      for (int newton = 0; newton < 8; ++newton) {
        double inside = 0, capped = 0, count = 0, sum = 0;
        for (index_t i = 0; i < n_; ++i) {
          const double e = entry_(i) - anchor, over = e - t, cap = cap_(i);
          if (over >= cap)
            capped += cap;
          else if (over > 0)
            inside += e, sum += over, ++count;
        }
        const double excess = sum + capped - total_;
        // from who is inside alone, so that the way here leaves no trace
        const double next = (inside + (capped - total_)) / count;
        if (count > 0 && count == count_before && capped == capped_before) return next;  // the same are inside again
        if (std::abs(excess) <= std::numeric_limits<double>::epsilon() * total_) return count > 0 ? next : t;
        count_before = count, capped_before = capped;
        if (excess > 0)
          low = (std::max)(low, t);
        else
          high = (std::min)(high, t);
        if (next == t) return t;
        // rounding may put the last step on the far side of a bound: one look there
        if (!(next > low && next < high) && outside++ > 0) break;
        if (!std::isfinite(next)) break;
        t = next;
      }
    }
  }

 private:
  /// Half way, by size rather than by distance where the two are of different size.
  static double middle(double low, double high) {
    if (low < 0 && high > 0) return -low > 4 * high || high > -4 * low ? 0 : low / 2 + high / 2;
    const double large = (std::max)(std::abs(low), std::abs(high));
    const double small = (std::max)((std::min)(std::abs(low), std::abs(high)), (std::numeric_limits<double>::min)());
    if (large <= 4 * small) return low / 2 + high / 2;
    return std::copysign(std::sqrt(small) * std::sqrt(large), low + high);
  }

  index_t n_;
  Entry& entry_;
  Cap& cap_;
  double total_;
};

/// The t with sum_i min(max(entry(i) - t, 0), cap(i)) = total, for 0 < total < the sum of the caps. About 10 passes, at
/// most some 200, whatever n; no memory. The depth is NaN where an entry is, or where none is finite.
template <class Entry, class Cap>
threshold<double> capped_threshold(index_t n, Entry&& entry, Cap&& cap, double total) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  double low = std::numeric_limits<double>::infinity(), high = -low, sum = 0;
  for (index_t i = 0; i < n; ++i) {
    const double e = entry(i);
    if (e != e) return {0, nan};
    if (!std::isfinite(e)) continue;
    sum += e;
    low = (std::min)(low, e - cap(i));
    high = (std::max)(high, e);
  }
  if (!std::isfinite(low) || !std::isfinite(high)) return {0, nan};
  const capped_search search(n, entry, cap, total);
  // First roughly, then as a distance from the nearest entry, so that what is left of huge entries is exact.
  const double t = search(0, low, high, (sum - total) / static_cast<double>(n));
  double anchor = t, nearest = std::numeric_limits<double>::infinity();
  for (index_t i = 0; i < n; ++i)
    for (const double corner : {entry(i), entry(i) - cap(i)})
      if (std::abs(corner - t) < nearest) nearest = std::abs(corner - t), anchor = entry(i);
  return {anchor, -search(anchor, low - anchor, high - anchor, t - anchor)};
}

}  // namespace cleave::detail
