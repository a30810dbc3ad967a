/// \file
/// The sum of exponentials.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/separable.hpp>
#include <cleave/operators/wright_omega.hpp>

#include <cmath>

namespace cleave {

/// f(x) = sum_i exp(x_i). prox_{s f}(t) = t - omega(t + log s) with the Wright omega function.
template <class S = double>
class exponential_sum : public separable<exponential_sum<S>, S> {
 public:
  using separable<exponential_sum, S>::value;
  using separable<exponential_sum, S>::prox;

  S value(S x) const { return std::exp(x); }
  S prox(S x, S step) const {
    if (step == 0) return x;
    const S w = detail::wright_omega(x + std::log(step));  // s exp(y)
    return w > 1 ? std::log(w) - std::log(step) : x - w;   // the same, without cancellation
  }
};

}  // namespace cleave
