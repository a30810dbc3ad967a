/// \file
/// The absolute deviation from given numbers, whose minimisers are medians.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>

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
    S total{0};
    for (index_t i = 0; i < x.size(); ++i) total += std::abs(x[i] - b_[i]);
    return total;
  }
  S prox(in<S> x, S step, out<S> y) const {
    check_size(x.size(), dimension(), "absolute_loss");
    for (index_t i = 0; i < x.size(); ++i) {
      const S over = x[i] - b_[i];
      y[i] = over > step ? x[i] - step : over < -step ? x[i] + step : over == over ? b_[i] : over;
    }
    return value(y);
  }

 private:
  vec<S> b_;
};

}  // namespace cleave
