/// \file
/// The number that projections onto simplices, l1 balls and capped simplices subtract.
#pragma once

#include <cleave/core/types.hpp>

#include <limits>

namespace cleave::detail {

/// The entries' largest one, NaN if there is a NaN among them, minus infinity if there are none.
template <class S, class Entry>
S largest_entry(index_t n, Entry&& entry) {
  S largest = -std::numeric_limits<S>::infinity();
  for (index_t i = 0; i < n; ++i) {
    const S e = entry(i);
    largest = e > largest || e != e ? e : largest;
  }
  return largest;
}

/// A threshold in two parts, top - depth: entries are compared with the top first, so that what is left of huge entries
/// near each other is exact.
template <class S>
struct threshold {
  S top;
  S depth;

  /// max(e - (top - depth), 0)
  S excess(S e) const {
    const S over = (e - top) + depth;
    return over > 0 || over != over ? over : S{0};
  }
};

/// The t with sum_i max(entry(i) - t, 0) + weight (top - t) = a > 0, weight >= 0, for a given top of the entries.
/// Newton's method on this decreasing, convex, piecewise linear function of t, from the left, which ends after finitely
/// many passes; 5 to 10 for numbers drawn at random, whatever n. Michelot (1986), DOI 10.1007/BF00938486; Condat
/// (2016), DOI 10.1007/s10107-015-0946-6.
/// \param n at least 1
template <class S, class Entry>
threshold<S> threshold_below(S top, index_t n, Entry&& entry, S a, double weight) {
  // the largest entry alone gives this, and every other set of entries no less
  threshold<S> t{top, static_cast<S>(static_cast<double>(a) / (1 + weight))};
  for (index_t active = 0;;) {
    double sum = 0;  // wide enough for a million floats
    index_t count = 0;
    for (index_t i = 0; i < n; ++i) {
      const S e = entry(i) - top;
      if (e + t.depth > 0) sum += static_cast<double>(e), ++count;
    }
    if (count == 0 || (active != 0 && count >= active)) return t;  // none: NaN or infinities
    active = count;
    t.depth = static_cast<S>((static_cast<double>(a) - sum) / (static_cast<double>(count) + weight));
  }
}

/// The t with sum_i max(entry(i) - t, 0) = a > 0.
/// \param n at least 1
template <class S, class Entry>
threshold<S> simplex_threshold(index_t n, Entry&& entry, S a) {
  return threshold_below<S>(largest_entry<S>(n, entry), n, entry, a, 0);
}

}  // namespace cleave::detail
