/// \file
/// The elastic net.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/scalar_from.hpp>
#include <cleave/operators/separable.hpp>

#include <cmath>

namespace cleave {

/// f(x) = l1 ||x||_1 + (l2 / 2) ||x||^2; prox_{s f} is soft thresholding at s l1, then division by 1 + s l2.
/// Zou and Hastie (2005), DOI 10.1111/j.1467-9868.2005.00503.x.
template <class S = double>
class elastic_net : public separable<elastic_net<S>, S> {
 public:
  using separable<elastic_net, S>::value;
  using separable<elastic_net, S>::prox;

  /// \param l1, l2 finite, >= 0
  /// \throws std::invalid_argument
  elastic_net(S l1, S l2) : l1_(l1), l2_(l2) { check_not_negative(static_cast<double>(l2), "elastic_net: l2"); }

  S value(S x) const { return l1_.value(x) + l2_ / 2 * x * x; }
  S prox(S x, S step) const { return l1_.prox(x, step) / (1 + step * l2_); }
  S strong_convexity() const { return l2_; }

 private:
  l1_norm<S> l1_;
  S l2_;
};

/// Weights in whole numbers mean double.
template <class T>
elastic_net(T, T) -> elastic_net<scalar_from<T>>;
template <class A, class B>
elastic_net(A, B) -> elastic_net<scalar_from<A, B>>;

}  // namespace cleave
