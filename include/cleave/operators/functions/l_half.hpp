/// \file
/// The l_{1/2} quasi-norm.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/separable.hpp>

#include <cmath>
#include <concepts>
#include <limits>

namespace cleave {

/// f(x) = weight sum_i |x_i|^(1/2). With c = s weight the prox is 0 up to (3 / 2) c^(2/3), a tie included, and
/// (2 / 3) t (1 + cos(2 (pi - phi) / 3)), cos phi = (c / 4) (|t| / 3)^(-3/2), beyond: half thresholding.
/// Xu, Chang, Xu and Zhang (2012), DOI 10.1109/TNNLS.2012.2197412.
template <class S = double>
class l_half : public separable<l_half<S>, S> {
 public:
  using separable<l_half, S>::value;
  using separable<l_half, S>::prox;

  /// \param weight finite, >= 0
  /// \throws std::invalid_argument
  explicit l_half(S weight = 1) : weight_(weight) { check_not_negative(static_cast<double>(weight), "l_half: weight"); }

  S value(S x) const { return weight_ * std::sqrt(std::abs(x)); }
  S prox(S x, S step) const {
    const S r = std::abs(x), c = std::cbrt(step) * std::cbrt(weight_);  // c^(1/3), which does not overflow
    if (c == 0) return x;
    if (r <= S(1.5) * c * c) return 0;
    const S ratio = c / std::sqrt(r / 3);
    const S cosine = ratio * ratio * ratio / 4;
    if (cosine < std::numeric_limits<S>::epsilon() / 4) return x;  // moves by less than its rounding
    const S phi = std::acos(cosine);
    constexpr S pi = S(3.14159265358979323846);
    return S{2} / 3 * x * (1 + std::cos(S{2} / 3 * (pi - phi)));
  }
  S weak_convexity() const { return weight_ > 0 ? std::numeric_limits<S>::infinity() : S{0}; }

 private:
  S weight_;
};

/// A weight in whole numbers means double.
template <std::integral T>
l_half(T) -> l_half<double>;

}  // namespace cleave
