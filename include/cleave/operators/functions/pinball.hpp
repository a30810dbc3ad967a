/// \file
/// The pinball loss, whose minimisers are quantiles.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/separable.hpp>

#include <cmath>
#include <concepts>

namespace cleave {

/// f(u) = sum_i tau max(u_i, 0) + (1 - tau) max(-u_i, 0). sum_i f(a_i - x) is least at the tau-quantile of the a_i.
/// prox_{s f}(u) = u - s tau for u > s tau, u + s (1 - tau) for u < -s (1 - tau), 0 between.
/// Koenker and Bassett (1978), DOI 10.2307/1913643.
template <class S = double>
class pinball : public separable<pinball<S>, S> {
 public:
  using separable<pinball, S>::value;
  using separable<pinball, S>::prox;

  /// \param tau from 0 to 1, both included
  /// \throws std::invalid_argument
  explicit pinball(S tau) : tau_(tau) { check(tau >= 0 && tau <= 1, "pinball: tau", "in [0, 1]", tau); }

  S tau() const { return tau_; }
  S value(S u) const { return u > 0 ? tau_ * u : (tau_ - 1) * u; }
  S prox(S u, S step) const {
    const S above = step * tau_, below = step * (1 - tau_);
    if (u > above) return u - above;
    if (u < -below) return u + below;
    return u == u ? S{0} : u;  // a NaN stays one
  }

 private:
  S tau_;
};

/// A tau in whole numbers means double.
template <std::integral T>
pinball(T) -> pinball<double>;

}  // namespace cleave
