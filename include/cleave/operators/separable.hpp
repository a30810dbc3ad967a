/// \file
/// The vector form of a function that acts on each coordinate alone.
#pragma once

#include <cleave/operators/concepts.hpp>

namespace cleave {

/// Base of separable functions: a class F that has `S value(S) const` and `S prox(S, S step) const` derives from
/// separable<F, S>, says `using separable<F, S>::value; using separable<F, S>::prox;`, and is proximable. With
/// `S derivative(S) const` it is differentiable as well.
/// Cost: one scalar prox and one scalar value a coordinate.
template <class F, class S>
class separable {
 public:
  using scalar = S;

  /// sum_i f(x_i), added from left to right.
  S value(in<S> x) const {
    S total{0};
    for (index_t i = 0; i < x.size(); ++i) total += self().value(x[i]);
    return total;
  }

  /// y_i = prox_{step f}(x_i); returns f(y). y may be x.
  S prox(in<S> x, S step, out<S> y) const {
    S total{0};
    for (index_t i = 0; i < x.size(); ++i) {
      y[i] = self().prox(x[i], step);
      total += self().value(y[i]);
    }
    return total;
  }

  /// g_i = f'(x_i); returns f(x). g may be x. A template, since clang 14 asks for derivative before F is complete.
  template <class G = F>
  S gradient(in<S> x, out<S> g) const requires requires(const G& f, S t) {
    f.derivative(t);
  }
  {
    const S at = value(x);
    for (index_t i = 0; i < x.size(); ++i) g[i] = self().derivative(x[i]);
    return at;
  }

 private:
  friend F;
  separable() = default;
  const F& self() const { return static_cast<const F&>(*this); }
};

}  // namespace cleave
