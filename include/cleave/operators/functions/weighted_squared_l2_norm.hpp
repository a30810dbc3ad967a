/// \file
/// The squared norm with a weight for each entry.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/entrywise.hpp>

#include <utility>

namespace cleave {

/// f(x) = (1/2) sum_i w_i x_i^2; prox_{s f}(x)_i = x_i / (1 + s w_i). A ridge that leaves some coefficients (w_i = 0)
/// alone.
template <class S = double>
class weighted_squared_l2_norm {
 public:
  using scalar = S;

  /// \param weights one an entry, each finite, >= 0
  /// \throws std::invalid_argument
  explicit weighted_squared_l2_norm(vec<S> weights) : weights_(std::move(weights)) {
    check_each_not_negative(weights_, "weighted_squared_l2_norm: weights");
  }

  index_t dimension() const { return weights_.size(); }
  S value(in<S> x) const {
    check_size(x.size(), dimension(), "weighted_squared_l2_norm");
    return detail::entrywise_value<S>(x.size(), [&](index_t i) { return term(i, x[i]); });
  }
  S gradient(in<S> x, out<S> g) const {
    const S at = value(x);
    for (index_t i = 0; i < x.size(); ++i) g[i] = weights_[i] * x[i];
    return at;
  }
  S prox(in<S> x, S step, out<S> y) const {
    check_size(x.size(), dimension(), "weighted_squared_l2_norm");
    return detail::entrywise_prox<S>(
        y, [&](index_t i) { return x[i] / (1 + step * weights_[i]); }, [&](index_t i, S t) { return term(i, t); });
  }
  S smoothness() const { return dimension() == 0 ? S{0} : weights_.maxCoeff(); }
  S strong_convexity() const { return dimension() == 0 ? S{0} : weights_.minCoeff(); }

 private:
  S term(index_t i, S t) const { return weights_[i] / 2 * t * t; }

  vec<S> weights_;
};

template <class V>
requires requires { typename V::Scalar; }
weighted_squared_l2_norm(V)->weighted_squared_l2_norm<typename V::Scalar>;

}  // namespace cleave
