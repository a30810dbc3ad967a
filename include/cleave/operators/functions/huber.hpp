/// \file
/// The Huber function of each entry.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/separable.hpp>

#include <cmath>
#include <concepts>

namespace cleave {

/// f(x) = sum_i h(x_i), h(t) = t^2 / 2 for |t| <= delta, delta (|t| - delta / 2) beyond: smooth, and linear far out.
/// prox_{s f}(t) = t / (1 + s) for |t| <= delta (1 + s), t - s delta sign(t) beyond. The Huber function of the norm is
/// huber_norm. Huber (1964), DOI 10.1214/aoms/1177703732.
template <class S = double>
class huber : public separable<huber<S>, S> {
 public:
  using separable<huber, S>::value;
  using separable<huber, S>::prox;

  /// \param delta positive and finite
  /// \throws std::invalid_argument
  explicit huber(S delta = 1) : delta_(delta) { check_positive(static_cast<double>(delta), "huber: delta"); }

  S value(S x) const {
    const S r = std::abs(x), slope = r < delta_ ? r : delta_;
    return slope * (r - slope / 2);
  }
  S derivative(S x) const { return x > delta_ ? delta_ : x < -delta_ ? -delta_ : x; }
  S prox(S x, S step) const {
    if (std::abs(x) <= delta_ + delta_ * step) return x / (1 + step);
    return x > 0 ? x - step * delta_ : x + step * delta_;
  }
  static constexpr S smoothness() { return 1; }

 private:
  S delta_;
};

/// A delta in whole numbers means double.
template <std::integral T>
huber(T) -> huber<double>;

}  // namespace cleave
