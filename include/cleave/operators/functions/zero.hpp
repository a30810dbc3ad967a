/// \file
/// The function that is zero everywhere.
#pragma once

#include <cleave/operators/concepts.hpp>

namespace cleave {

/// f(x) = 0; prox_{s f}(x) = x. The regulariser of a problem that has none.
template <class S = double>
struct zero {
  using scalar = S;

  S value(in<S>) const { return 0; }
  S gradient(in<S>, out<S> g) const {
    g.setZero();
    return 0;
  }
  S prox(in<S> x, S, out<S> y) const {
    if (y.data() != x.data()) y = x;
    return 0;
  }
  static constexpr S smoothness() { return 0; }
  static constexpr S strong_convexity() { return 0; }
};

template <class G>
inline constexpr bool is_zero = false;
template <class S>
inline constexpr bool is_zero<zero<S>> = true;

}  // namespace cleave
