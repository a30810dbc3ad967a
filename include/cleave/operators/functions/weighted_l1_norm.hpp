/// \file
/// The l1 norm with a weight for each entry.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
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
    S total{0};
    for (index_t i = 0; i < x.size(); ++i) total += weights_[i] * std::abs(x[i]);
    return total;
  }
  S prox(in<S> x, S step, out<S> y) const {
    check_size(x.size(), dimension(), "weighted_l1_norm");
    S total{0};
    for (index_t i = 0; i < x.size(); ++i) {
      y[i] = detail::soft_threshold(x[i], step * weights_[i]);
      total += weights_[i] * std::abs(y[i]);
    }
    return total;
  }

 private:
  vec<S> weights_;
};

}  // namespace cleave
