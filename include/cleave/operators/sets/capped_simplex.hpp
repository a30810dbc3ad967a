/// \file
/// The simplex with caps.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/finite_entries.hpp>
#include <cleave/operators/keep.hpp>
#include <cleave/operators/rounding.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace cleave {

/// { x : 0 <= x_i <= cap_i, sum_i x_i = total }, as the multipliers of support vector machines. The projection is
/// min(max(x_i - t, 0), cap_i), whose sum falls with t: t is found by Newton's method kept between bounds, with a
/// halving wherever that does not shrink them enough; about 10 passes, at most some 200, whatever n. No memory.
template <class S = double>
class capped_simplex {
 public:
  using scalar = S;

  /// \param caps finite, >= 0; one for each entry
  /// \param total finite, from 0 to the sum of the caps
  /// \throws std::invalid_argument
  capped_simplex(vec<S> caps, S total) : caps_(std::move(caps)), total_(static_cast<double>(total)) {
    check_not_negative(total_, "capped_simplex: total");
    detail::check_entries(caps_, "capped_simplex: caps");
    for (index_t i = 0; i < caps_.size(); ++i) {
      check(caps_[i] >= 0, "capped_simplex: caps", "not negative", caps_[i]);
      all_ += static_cast<double>(caps_[i]);
    }
    check(total_ <= all_ * (1 + detail::rounding<S>(caps_.size())), "capped_simplex: total",
          ("at most the sum of the caps, " + detail::number(all_)).c_str(), total_);
  }
  /// The same cap for each of n entries.
  capped_simplex(index_t n, S cap, S total) : capped_simplex(vec<S>::Constant(n, cap), total) {}

  index_t dimension() const { return caps_.size(); }

  void project(in<S> x, out<S> y) const {
    if (contains(x, 0)) return detail::keep<S>(x, y);
    if (total_ == 0 || all_ - total_ <= detail::rounding<S>(x.size()) * total_) {                   // one point only
      for (index_t i = 0; i < x.size(); ++i) y[i] = (total_ == 0 ? S{0} : caps_[i]) + S{0} * x[i];  // a NaN stays one
      return;
    }
    double low = std::numeric_limits<double>::infinity(), high = -low;
    double sum = 0;
    bool nan = false;
    for (index_t i = 0; i < x.size(); ++i) {
      sum += wide(x[i]);
      nan = nan || x[i] != x[i];
      low = (std::min)(low, wide(x[i]) - wide(caps_[i]));
      high = (std::max)(high, wide(x[i]));
    }
    if (nan || !std::isfinite(low) || !std::isfinite(high))
      return y.setConstant(std::numeric_limits<S>::quiet_NaN()), void();
    // First roughly, then as a distance from the nearest entry, so that what is left of huge entries is exact.
    const double t = search(x, 0, low, high, (sum - total_) / static_cast<double>(x.size()));
    double anchor = t, nearest = std::numeric_limits<double>::infinity();
    for (index_t i = 0; i < x.size(); ++i)
      for (const double corner : {wide(x[i]), wide(x[i]) - wide(caps_[i])})
        if (std::abs(corner - t) < nearest) nearest = std::abs(corner - t), anchor = wide(x[i]);
    const double offset = search(x, anchor, low - anchor, high - anchor, t - anchor);
    for (index_t i = 0; i < x.size(); ++i) y[i] = static_cast<S>(clipped((wide(x[i]) - anchor) - offset, caps_[i]));
  }
  bool contains(in<S> x, S tolerance) const {
    check_size(x.size(), caps_.size(), "capped_simplex");
    double sum = 0;
    for (index_t i = 0; i < x.size(); ++i) {
      if (!(x[i] >= -tolerance && x[i] <= caps_[i] + tolerance)) return false;
      sum += wide(x[i]);
    }
    return std::abs(sum - total_) <=
           detail::rounding<S>(x.size()) * total_ + wide(tolerance) * static_cast<double>(x.size());
  }

 private:
  static double wide(S x) { return static_cast<double>(x); }
  static double clipped(double x, S cap) { return x <= 0 ? 0 : x >= wide(cap) ? wide(cap) : x; }

  /// From a first guess, the t from low to high with sum_i clipped(x_i - anchor - t, cap_i) = total.
  double search(in<S> x, double anchor, double low, double high, double start) const {
    for (double t = start;; t = middle(low, high)) {
      if (!(t > low && t < high)) t = middle(low, high);
      if (!(t > low && t < high)) return high;
      double count_before = -1, capped_before = -1;
      int outside = 0;
      for (int newton = 0; newton < 8; ++newton) {
        double inside = 0, capped = 0, count = 0, sum = 0;
        for (index_t i = 0; i < x.size(); ++i) {
          const double e = wide(x[i]) - anchor, over = e - t, cap = wide(caps_[i]);
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
  /// Half way, by size rather than by distance where the two are of different size.
  static double middle(double low, double high) {
    if (low < 0 && high > 0) return -low > 4 * high || high > -4 * low ? 0 : low / 2 + high / 2;
    const double large = (std::max)(std::abs(low), std::abs(high));
    const double small = (std::max)((std::min)(std::abs(low), std::abs(high)), (std::numeric_limits<double>::min)());
    if (large <= 4 * small) return low / 2 + high / 2;
    return std::copysign(std::sqrt(small) * std::sqrt(large), low + high);
  }

  vec<S> caps_;
  double total_;
  double all_ = 0;  // the sum of the caps
};

capped_simplex(index_t, double, double)->capped_simplex<double>;
template <class V, class T>
capped_simplex(V, T) -> capped_simplex<typename V::Scalar>;

}  // namespace cleave
