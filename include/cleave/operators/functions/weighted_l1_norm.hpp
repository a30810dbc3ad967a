/// \file
/// The l1 norm with a weight for each entry.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/entrywise.hpp>
#include <cleave/operators/soft_threshold.hpp>

#include <cmath>
#include <utility>

namespace cleave {

/// f(x) = sum_i w_i |x_i|; prox_{s f} thresholds entry i at s w_i. The adaptive lasso, or a lasso that leaves some
/// coefficients (w_i = 0) alone. Zou (2006), DOI 10.1198/016214506000000735.
template <class S = double>
class weighted_l1_norm {
 public:
  using scalar = S;

  /// \param weights one an entry, each finite, >= 0
  /// \throws std::invalid_argument
  explicit weighted_l1_norm(vec<S> weights) : weights_(std::move(weights)) {
    check_each_not_negative(weights_, "weighted_l1_norm: weights");
  }

  index_t dimension() const { return weights_.size(); }
  S value(in<S> x) const {
    check_size(x.size(), dimension(), "weighted_l1_norm");
    return detail::entrywise_value<S>(x.size(), [&](index_t i) { return term(i, x[i]); });
  }
  S prox(in<S> x, S step, out<S> y) const {
    check_size(x.size(), dimension(), "weighted_l1_norm");
    return detail::entrywise_prox<S>(
        y, [&](index_t i) { return detail::soft_threshold(x[i], step * weights_[i]); },
        [&](index_t i, S t) { return term(i, t); });
  }

 private:
  S term(index_t i, S t) const { return weights_[i] * std::abs(t); }

  vec<S> weights_;
};

template <class V>
requires requires { typename V::Scalar; }
weighted_l1_norm(V)->weighted_l1_norm<typename V::Scalar>;

}  // namespace cleave
