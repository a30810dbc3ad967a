/// \file
/// The l1 norm.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/separable.hpp>
#include <cleave/operators/soft_threshold.hpp>

#include <cmath>
#include <concepts>

namespace cleave {

/// f(x) = weight ||x||_1; prox_{s f} is soft thresholding, sign(x) max(|x| - s weight, 0).
template <class S = double>
class l1_norm : public separable<l1_norm<S>, S> {
 public:
  using separable<l1_norm, S>::value;
  using separable<l1_norm, S>::prox;

  /// \param weight finite, >= 0
  /// \throws std::invalid_argument
  explicit l1_norm(S weight = 1) : weight_(weight) {
    check_not_negative(static_cast<double>(weight), "l1_norm: weight");
  }

  S weight() const { return weight_; }
  S value(S x) const { return weight_ * std::abs(x); }
  S prox(S x, S step) const { return detail::soft_threshold(x, step * weight_); }

 private:
  S weight_;
};

/// A weight in whole numbers means double.
template <std::integral T>
l1_norm(T) -> l1_norm<double>;

}  // namespace cleave
