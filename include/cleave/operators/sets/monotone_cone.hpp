/// \file
/// Monotone sequences.
#pragma once

#include <cleave/operators/concepts.hpp>
#include <cleave/operators/keep.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace cleave {

/// { x : x_1 <= x_2 <= ... <= x_n }. Projection is isotonic regression by pooling adjacent violators: neighbours in the
/// wrong order become a block at its mean. Cost: three passes, no memory: while it runs, the inside of a block of y
/// holds the block's length. Best and Chakravarti (1990), DOI 10.1007/BF01580873.
template <class S = double>
class monotone_cone {
 public:
  using scalar = S;

  void project(in<S> x, out<S> y) const {
    if (contains(x, 0)) return detail::keep<S>(x, y);
    for (index_t i = 0; i < x.size(); ++i)
      if (!std::isfinite(x[i])) return y.setConstant(std::numeric_limits<S>::quiet_NaN()), void();
    for (index_t i = 0; i < x.size(); ++i) {
      double mean = static_cast<double>(x[i]);
      index_t first = i;
      while (first > 0) {
        const auto before = block_ending(y, first - 1);
        if (static_cast<S>(before.mean) < static_cast<S>(mean)) break;  // equal ones are one block
        first = before.first;
        const double length = static_cast<double>(i + 1 - first);
        // a mean of means, so that nothing overflows
        mean = std::lerp(before.mean, mean, static_cast<double>(i - before.last) / length);
      }
      write(y, first, i, mean);
    }
    for (index_t last = x.size() - 1; last >= 0;) {
      const index_t first = block_ending(y, last).first;
      y.segment(first, last + 1 - first).setConstant(S(y[last]));
      last = first - 1;
    }
  }
  bool contains(in<S> x, S tolerance) const {
    S highest = -std::numeric_limits<S>::infinity();
    for (index_t i = 0; i < x.size(); ++i) {
      // at a distance d, a fall is up to sqrt(2) d
      if (!(x[i] >= highest - 2 * tolerance)) return false;
      if (x[i] > highest) highest = x[i];
    }
    return true;
  }

 private:
  // A block [first, last] of y: the mean at both ends, what S rounds off it at first + 1 (four entries or more), the
  // length in the bits of last - 2 (likewise), and at last - 1 a NaN as a mark (three entries or more).
  struct pooled {
    index_t first;
    index_t last;
    double mean;
  };
  using word = std::conditional_t<sizeof(S) == 4, std::uint32_t, std::uint64_t>;

  static pooled block_ending(in<S> y, index_t last) {
    const double mean = static_cast<double>(y[last]);
    if (last == 0) return {last, last, mean};
    if (y[last - 1] == y[last]) return {last - 1, last, mean};
    if (y[last - 1] == y[last - 1]) return {last, last, mean};
    if (std::signbit(y[last - 1])) return {last - 2, last, mean};
    const index_t first = last + 1 - static_cast<index_t>(std::bit_cast<word>(S(y[last - 2])));
    return {first, last, first + 1 == last - 2 ? mean : mean + static_cast<double>(y[first + 1])};
  }
  static void write(out<S> y, index_t first, index_t last, double mean) {
    const S rounded = static_cast<S>(mean);
    y[first] = y[last] = rounded;
    const index_t length = last + 1 - first;
    if (length < 3) return;
    y[last - 1] = std::copysign(std::numeric_limits<S>::quiet_NaN(), length == 3 ? S{-1} : S{1});
    if (length == 3) return;
    y[first + 1] = static_cast<S>(mean - static_cast<double>(rounded));
    y[last - 2] = std::bit_cast<S>(static_cast<word>(length));
  }
};

}  // namespace cleave
