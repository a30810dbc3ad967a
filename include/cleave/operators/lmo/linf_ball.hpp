/// \file
/// Linear minimisation over the ball of the largest absolute value.
#pragma once

#include <cleave/operators/lmo/box.hpp>

#include <concepts>

namespace cleave::lmo {

/// argmin of <d, a> over { a : |a_i| <= radius }: the box between -radius and radius, so -radius where d_i = 0.
template <class S = double>
class linf_ball : public box<S> {
 public:
  /// \param radius finite, >= 0
  /// \throws std::invalid_argument
  explicit linf_ball(S radius = 1) : box<S>(-checked(radius), radius) {}

 private:
  static S checked(S radius) {
    check_not_negative(static_cast<double>(radius), "lmo::linf_ball: radius");
    return radius;
  }
};

/// A radius in whole numbers means double.
template <std::integral T>
linf_ball(T) -> linf_ball<double>;

}  // namespace cleave::lmo
