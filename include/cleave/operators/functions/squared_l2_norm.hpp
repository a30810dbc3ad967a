/// \file
/// The squared Euclidean norm.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/separable.hpp>

#include <concepts>

namespace cleave {

/// f(x) = (weight / 2) ||x||^2; prox_{s f}(x) = x / (1 + s weight). The ridge.
template <class S = double>
class squared_l2_norm : public separable<squared_l2_norm<S>, S> {
 public:
  using separable<squared_l2_norm, S>::value;
  using separable<squared_l2_norm, S>::prox;

  /// \param weight finite, >= 0
  /// \throws std::invalid_argument
  explicit squared_l2_norm(S weight = 1) : weight_(weight) {
    check_not_negative(static_cast<double>(weight), "squared_l2_norm: weight");
  }

  S weight() const { return weight_; }
  S value(S x) const { return weight_ / 2 * x * x; }
  S prox(S x, S step) const { return x / (1 + step * weight_); }
  S derivative(S x) const { return weight_ * x; }
  S smoothness() const { return weight_; }
  S strong_convexity() const { return weight_; }

 private:
  S weight_;
};

/// A weight in whole numbers means double.
template <std::integral T>
squared_l2_norm(T) -> squared_l2_norm<double>;

}  // namespace cleave
