/// \file
/// The sum of the k largest entries.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/capped_threshold.hpp>
#include <cleave/operators/concepts.hpp>

#include <algorithm>
#include <limits>

namespace cleave {

/// f(x) = sum of the k largest entries: the sum of all where there are no more than k, max_entry for k = 1. prox_{s f}
/// lowers each entry by min(max(x_i - t, 0), s) with the t for which this adds up to s k. Cost: a few passes without
/// memory; value, and prox at step 0, select in a copy.
template <class S = double>
class sum_of_largest {
 public:
  using scalar = S;

  /// \param k >= 0
  /// \throws std::invalid_argument
  explicit sum_of_largest(index_t k) : k_(k) { check(k >= 0, "sum_of_largest: k", "not negative", k); }

  S value(in<S> x) const {
    const index_t k = (std::min)(k_, x.size());
    for (index_t i = 0; i < x.size(); ++i)
      if (x[i] != x[i]) return x[i];
    if (k == 0) return 0;
    vec<S> sorted = x;
    std::nth_element(sorted.data(), sorted.data() + (k - 1), sorted.data() + sorted.size(),
                     [](S a, S b) { return a > b; });
    const S last = sorted[k - 1];
    sum larger;
    for (index_t i = 0; i < x.size(); ++i)
      if (x[i] > last) larger.add(x[i]);
    return larger.filled_up(k, last);
  }
  S prox(in<S> x, S step, out<S> y) const {
    const index_t n = x.size(), k = (std::min)(k_, n);
    if (k == 0 || !(step > 0)) {
      if (y.data() != x.data()) y = x;
      return value(x);
    }
    // all entries go down by the whole step where all are among the largest
    S t = -std::numeric_limits<S>::infinity();
    if (k < n) {
      const double cap = static_cast<double>(step);
      const auto found = detail::capped_threshold(
          n, [&](index_t i) { return static_cast<double>(x[i]); }, [cap](index_t) { return cap; },
          cap * static_cast<double>(k));
      t = static_cast<S>(found.top - found.depth);
    }
    sum larger;
    for (index_t i = 0; i < n; ++i) {
      const S lowered = x[i] - step;
      if (lowered > t) larger.add(lowered);
      y[i] = x[i] <= t ? x[i] : lowered <= t ? t : lowered;
    }
    return larger.filled_up(k, t);
  }

 private:
  /// A sum of some of the k largest entries.
  struct sum {
    double total = 0;
    index_t count = 0;
    void add(S x) { total += static_cast<double>(x), ++count; }
    /// The others equal the last of them.
    S filled_up(index_t k, S last) const {
      const index_t equal = k - count;
      return static_cast<S>(equal == 0 ? total : total + static_cast<double>(equal) * static_cast<double>(last));
    }
  };

  index_t k_;
};

}  // namespace cleave
