/// \file
/// The loss of support vector regression.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/separable.hpp>

#include <cmath>
#include <concepts>

namespace cleave {

/// f(x) = sum_i max(|x_i| - epsilon, 0). prox_{s f} leaves |t| <= epsilon, shrinks beyond epsilon + s by s, and gives
/// +-epsilon between.
template <class S = double>
class epsilon_insensitive : public separable<epsilon_insensitive<S>, S> {
 public:
  using separable<epsilon_insensitive, S>::value;
  using separable<epsilon_insensitive, S>::prox;

  /// \param epsilon finite, >= 0
  /// \throws std::invalid_argument
  explicit epsilon_insensitive(S epsilon) : epsilon_(epsilon) {
    check_not_negative(static_cast<double>(epsilon), "epsilon_insensitive: epsilon");
  }

  S value(S x) const {
    const S r = std::abs(x);
    return r <= epsilon_ ? S{0} : r - epsilon_;
  }
  S prox(S x, S step) const {
    const S r = std::abs(x);
    if (r <= epsilon_) return x;
    return std::copysign(r <= epsilon_ + step ? epsilon_ : r - step, x);
  }

 private:
  S epsilon_;
};

/// An epsilon in whole numbers means double.
template <std::integral T>
epsilon_insensitive(T) -> epsilon_insensitive<double>;

}  // namespace cleave
