/// \file
/// The number of entries that are not zero.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/separable.hpp>

#include <cmath>
#include <concepts>
#include <limits>

namespace cleave {

/// f(x) = weight #{i : x_i != 0}; prox_{s f} keeps x_i where |x_i| > sqrt(2 s weight) and makes it 0 elsewhere, a tie
/// included. Not convex: the prox is a global minimiser, and never unique at a tie.
template <class S = double>
class l0_norm : public separable<l0_norm<S>, S> {
 public:
  using separable<l0_norm, S>::value;

  /// \param weight finite, >= 0
  /// \throws std::invalid_argument
  explicit l0_norm(S weight = 1) : weight_(weight) {
    check_not_negative(static_cast<double>(weight), "l0_norm: weight");
  }

  S value(S x) const { return weight_ * static_cast<S>(x != 0); }
  S prox(S x, S step) const { return kept(x, threshold(step)); }
  S prox(in<S> x, S step, out<S> y) const {
    const S least = threshold(step);  // once, since compilers do not move roots out of loops
    return detail::entrywise_prox<S>(
        y, [&](index_t i) { return kept(x[i], least); }, [&](index_t, S t) { return value(t); });
  }
  S weak_convexity() const { return weight_ > 0 ? std::numeric_limits<S>::infinity() : S{0}; }

 private:
  S threshold(S step) const { return std::sqrt(S{2}) * std::sqrt(step) * std::sqrt(weight_); }
  static S kept(S x, S least) { return std::abs(x) <= least ? S{0} : x; }  // a NaN stays one

  S weight_;
};

/// A weight in whole numbers means double.
template <std::integral T>
l0_norm(T) -> l0_norm<double>;

}  // namespace cleave
