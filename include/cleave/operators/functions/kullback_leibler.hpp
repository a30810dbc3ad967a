/// \file
/// The Kullback-Leibler divergence to given counts: the Poisson loss.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/positive_root.hpp>
#include <cleave/operators/separable.hpp>

#include <cmath>
#include <concepts>
#include <limits>

namespace cleave {

/// f(x) = sum_i b log(b / x_i) - b + x_i for x_i > 0 (for b = 0: x_i from 0 on), infinite elsewhere; up to a constant
/// the negative log-likelihood of a count b with mean x_i. prox_{s f}(t) is the positive root of y^2 - (t - s) y - s b
/// = 0. Entries with counts of their own: a sliced_sum over groups of one entry each.
template <class S = double>
class kullback_leibler : public separable<kullback_leibler<S>, S> {
 public:
  using separable<kullback_leibler, S>::value;
  using separable<kullback_leibler, S>::prox;

  /// \param b finite, >= 0
  /// \throws std::invalid_argument
  explicit kullback_leibler(S b) : b_(b) { check_not_negative(static_cast<double>(b), "kullback_leibler: b"); }

  S value(S x) const {
    if (b_ == 0 && x >= 0) return x;
    if (!(x > 0)) return x == x ? std::numeric_limits<S>::infinity() : x;
    if (x > (std::numeric_limits<S>::max)()) return x;
    const S u = (x - b_) / b_;  // b (u - log(1 + u)): accurate near x = b too
    return std::abs(u) < S(0.5) ? b_ * (u - std::log1p(u)) : x - b_ + b_ * (std::log(b_) - std::log(x));
  }
  S prox(S x, S step) const { return detail::positive_root(x - step, step, b_); }

 private:
  S b_;
};

/// A count in whole numbers means double.
template <std::integral T>
kullback_leibler(T) -> kullback_leibler<double>;

}  // namespace cleave
