/// \file
/// The total variation of a signal.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>

#include <cmath>
#include <concepts>

namespace cleave {

/// f(x) = weight sum_i |x_{i+1} - x_i|; its prox makes a signal piecewise constant. Cost: a few passes as a rule, n^2
/// at worst; no memory. Where the pieces begin is found by Condat, A direct algorithm for 1-D total variation denoising
/// (2013), DOI 10.1109/LSP.2013.2278339; the height of a piece is then computed from its own entries, so that rounding
/// does not accumulate along the signal.
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

  /// Condat's algorithm, in his names: a piece that starts at k0 has a height between vmin and vmax, reached by the
  /// dual variables umin and umax; kminus and kplus are the last places where a jump down or up may end it.
  static void pieces(in<S> x, double lambda, out<S> y) {
    const auto at = [&](index_t i) { return static_cast<double>(x[i]); };
    const index_t last = x.size() - 1;
    index_t k = 0, k0 = 0, kminus = 0, kplus = 0;
    double vmin = at(0) - lambda, vmax = at(0) + lambda, umin = lambda, umax = -lambda;
    int arrived = 0;
    for (;;) {
      // beyond the end nothing pulls: there the dual variable must be 0
      if (k == last ? umin < 0 : at(k + 1) + umin < vmin - lambda) {
        piece(x, k0, kminus, lambda, arrived, -1, y);
        arrived = -1;
        k = k0 = kminus = kplus = kminus + 1;
        vmin = at(k), vmax = at(k) + 2 * lambda, umin = lambda, umax = -lambda;
      } else if (k == last ? umax > 0 : at(k + 1) + umax > vmax + lambda) {
        piece(x, k0, kplus, lambda, arrived, 1, y);
        arrived = 1;
        k = k0 = kminus = kplus = kplus + 1;
        vmin = at(k) - 2 * lambda, vmax = at(k), umin = lambda, umax = -lambda;
      } else if (k == last) {
        piece(x, k0, last, lambda, arrived, 0, y);
        return;
      } else {
        ++k;
        umin += at(k) - vmin, umax += at(k) - vmax;
        const double count = static_cast<double>(k - k0 + 1);
        if (umin >= lambda) vmin += (umin - lambda) / count, umin = lambda, kminus = k;
        if (umax <= -lambda) vmax += (umax + lambda) / count, umax = -lambda, kplus = k;
      }
    }
  }

  S weight_;
};

/// A weight in whole numbers means double.
template <std::integral T>
total_variation(T) -> total_variation<double>;

}  // namespace cleave
