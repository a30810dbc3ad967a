/// \file
/// The absolute deviation from given numbers, whose minimisers are medians.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/entrywise.hpp>

#include <cmath>
#include <utility>

namespace cleave {

/// f(x) = sum_i |x_i - b_i|. sum_k f_k with numbers b_k of each client is least at their median. prox_{s f} moves x_i
/// towards b_i by s, and not beyond. Other quantiles: pinball.
template <class S = double>
class absolute_loss {
 public:
  using scalar = S;

  /// \param b finite numbers
  /// \throws std::invalid_argument
  explicit absolute_loss(vec<S> b) : b_(std::move(b)) {
    for (index_t i = 0; i < b_.size(); ++i)
      if (!std::isfinite(b_[i])) check(false, ("absolute_loss: b[" + detail::number(i) + "]").c_str(), "finite", b_[i]);
  }

  index_t dimension() const { return b_.size(); }
  S value(in<S> x) const {
    check_size(x.size(), dimension(), "absolute_loss");
    return detail::entrywise_value<S>(x.size(), [&](index_t i) { return std::abs(x[i] - b_[i]); });
  }
  S prox(in<S> x, S step, out<S> y) const {
    check_size(x.size(), dimension(), "absolute_loss");
    return detail::entrywise_prox<S>(
        y,
        [&](index_t i) {
          const S over = x[i] - b_[i];
          return over > step ? x[i] - step : over < -step ? x[i] + step : over == over ? b_[i] : over;
        },
        [&](index_t i, S t) { return std::abs(t - b_[i]); });
  }

 private:
  vec<S> b_;
};

template <class V>
requires requires { typename V::Scalar; }
absolute_loss(V)->absolute_loss<typename V::Scalar>;

}  // namespace cleave
