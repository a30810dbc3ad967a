/// \file
/// The minimax concave penalty.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/scalar_from.hpp>
#include <cleave/operators/separable.hpp>

#include <cmath>

namespace cleave {

/// f(x) = sum_i p(|x_i|), p(t) = lambda t - t^2 / (2 gamma) up to gamma lambda, gamma lambda^2 / 2 beyond: an l1 norm
/// that lets large entries go free. For s < gamma the prox is 0 up to s lambda, (t - s lambda) / (1 - s / gamma) up to
/// gamma lambda, t beyond; for larger steps it jumps from 0 to t at lambda sqrt(s gamma). Zhang (2010),
/// DOI 10.1214/09-AOS729.
template <class S = double>
class mcp : public separable<mcp<S>, S> {
 public:
  using separable<mcp, S>::value;
  using separable<mcp, S>::prox;

  /// \param lambda finite, >= 0
  /// \param gamma  positive and finite; 1 / gamma is the weak convexity
  /// \throws std::invalid_argument
  mcp(S lambda, S gamma) : lambda_(lambda), gamma_(gamma) {
    check_not_negative(static_cast<double>(lambda), "mcp: lambda");
    check_positive(static_cast<double>(gamma), "mcp: gamma");
  }

  S value(S x) const {
    const S r = std::abs(x);
    return r <= gamma_ * lambda_ ? lambda_ * r - r * r / (2 * gamma_) : x == x ? gamma_ * lambda_ * lambda_ / 2 : x;
  }
  S prox(S x, S step) const {
    const S r = std::abs(x);
    if (step >= gamma_) return r <= lambda_ * std::sqrt(step) * std::sqrt(gamma_) ? S{0} : x;
    if (r <= step * lambda_) return 0;
    return r <= gamma_ * lambda_ ? std::copysign((r - step * lambda_) / (1 - step / gamma_), x) : x;
  }
  S weak_convexity() const { return lambda_ > 0 ? 1 / gamma_ : S{0}; }

 private:
  S lambda_;
  S gamma_;
};

/// Parameters in whole numbers mean double.
template <class T>
mcp(T, T) -> mcp<scalar_from<T>>;
template <class A, class B>
mcp(A, B) -> mcp<scalar_from<A, B>>;

}  // namespace cleave
