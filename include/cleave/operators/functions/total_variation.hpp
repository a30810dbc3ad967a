/// \file
/// The total variation of a signal.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <vector>

namespace cleave {

/// f(x) = weight sum_i |x_{i+1} - x_i|; its prox makes a signal piecewise constant. The taut string: the sums of y are
/// the shortest path through a tube of half-width s weight around the sums of x, found from left to right between two
/// chains, in time and memory proportional to n whatever the signal (Condat's direct algorithm needs no memory, but n^2
/// steps for a smooth signal). Allocates the chains. Heights are computed from the entries of a piece alone, so that
/// rounding does not accumulate along the signal. Davies and Kovac (2001), DOI 10.1214/aos/996986501; Condat (2013),
/// DOI 10.1109/LSP.2013.2278339.
template <class S = double>
class total_variation {
 public:
  using scalar = S;

  /// \param weight finite, >= 0
  /// \throws std::invalid_argument
  explicit total_variation(S weight = 1) : weight_(weight) {
    check_not_negative(static_cast<double>(weight), "total_variation: weight");
  }

  S value(in<S> x) const {
    S total{0};
    for (index_t i = 1; i < x.size(); ++i) total += std::abs(x[i] - x[i - 1]);
    return x.size() == 1 ? S{0} * x[0] : weight_ * total;  // a NaN stays one
  }
  S prox(in<S> x, S step, out<S> y) const {
    const double lambda = static_cast<double>(step) * static_cast<double>(weight_);
    if (x.size() < 2 || !(lambda > 0)) {
      if (y.data() != x.data()) y = x;
    } else if (!x.allFinite()) {
      y.setConstant(std::numeric_limits<S>::quiet_NaN());  // the string has no slopes there
    } else {
      pieces(x, lambda, y);
    }
    return value(y);
  }

 private:
  /// Writes the piece [first, last]; arrived and left are the signs of the jumps at its ends, 0 at an end of the
  /// signal.
  static void piece(in<S> x, index_t first, index_t last, double lambda, int arrived, int left, out<S> y) {
    double sum = 0;
    for (index_t i = first; i <= last; ++i) sum += static_cast<double>(x[i]);
    const S height = static_cast<S>((sum + lambda * (left - arrived)) / static_cast<double>(last - first + 1));
    for (index_t i = first; i <= last; ++i) y[i] = height;
  }

  /// A side of the tube, straightened from the apex to the newest entry: the greatest convex function below its upper
  /// side (side 1), the least concave one above its lower side (side -1). Between two turns lies a stretch.
  struct chain {
    struct stretch {
      index_t end;
      double sum;  // of the entries
    };
    std::vector<stretch> stretches;
    std::size_t front = 0;
    double side;

    chain(index_t n, double which) : side(which) { stretches.reserve(static_cast<std::size_t>(n)); }
    std::size_t count() const { return stretches.size() - front; }
    const stretch& first() const { return stretches[front]; }
  };

  static void pieces(in<S> x, double lambda, out<S> y) {
    const index_t n = x.size();
    chain upper(n, 1), lower(n, -1);
    index_t apex = 0;  // entries before it are done
    int arrived = 0;   // the apex lies on this side of the tube, or where the string is tied
    // the slope of stretch k of a chain whose end is `slack` away from its side
    const auto slope = [&](const chain& c, std::size_t k, double slack) {
      const bool at_apex = k == c.front;
      const index_t begin = at_apex ? apex : c.stretches[k - 1].end;
      const double pull = at_apex ? c.side - arrived : 0.0;
      return (c.stretches[k].sum + lambda * (pull - slack)) / static_cast<double>(c.stretches[k].end - begin);
    };
    const auto extend = [&](chain& c, chain& other, index_t k) {
      // the far end of the string is tied to the middle of the tube
      const double slack = k == n - 1 ? c.side : 0.0;
      c.stretches.push_back({k + 1, static_cast<double>(x[k])});
      for (std::size_t last = c.stretches.size() - 1; last > c.front; --last) {
        if (c.side * (slope(c, last, slack) - slope(c, last - 1, 0)) > 0) break;
        c.stretches[last - 1] = {k + 1, c.stretches[last - 1].sum + c.stretches[last].sum};
        c.stretches.pop_back();
      }
      // a straight line to the new end that leaves the tube on the other side: the string bends there
      while (c.count() == 1 && other.count() > 0 && other.first().end <= k &&
             c.side * (slope(c, c.front, slack) - slope(other, other.front, 0)) < 0) {
        const auto bend = other.first();
        const int left = static_cast<int>(other.side);
        piece(x, apex, bend.end - 1, lambda, arrived, left, y);
        c.stretches.back().sum -= bend.sum;
        apex = bend.end;
        arrived = left;
        ++other.front;
      }
    };
    for (index_t k = 0; k < n; ++k) {
      extend(upper, lower, k);
      extend(lower, upper, k);
    }
    piece(x, apex, n - 1, lambda, arrived, 0, y);
  }

  S weight_;
};

/// A weight in whole numbers means double.
template <std::integral T>
total_variation(T) -> total_variation<double>;

}  // namespace cleave
