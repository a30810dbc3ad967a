/// \file
/// The logarithmic barrier.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/positive_root.hpp>
#include <cleave/operators/separable.hpp>

#include <cmath>
#include <limits>

namespace cleave {

/// f(x) = -sum_i log x_i for positive x_i, infinite elsewhere. prox_{s f}(t) = (t + sqrt(t^2 + 4 s)) / 2, computed
/// without cancellation for negative t. For step 0 it is the projection onto the closure of the domain.
template <class S = double>
class negative_log : public separable<negative_log<S>, S> {
 public:
  using separable<negative_log, S>::value;
  using separable<negative_log, S>::prox;

  S value(S x) const { return x > 0 ? -std::log(x) : x == x ? std::numeric_limits<S>::infinity() : x; }
  S prox(S x, S step) const { return detail::positive_root(x, step, S{1}); }
};

}  // namespace cleave
