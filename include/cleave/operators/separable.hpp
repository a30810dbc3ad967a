/// \file
/// The vector form of a function that acts on each coordinate alone.
#pragma once

#include <cleave/operators/concepts.hpp>
#include <cleave/operators/entrywise.hpp>

#include <type_traits>

namespace cleave {

/// Base of separable functions: a class F that has `S value(S) const` and `S prox(S, S step) const` derives from
/// separable<F, S>, says `using separable<F, S>::value; using separable<F, S>::prox;`, and is proximable. With
/// `S derivative(S) const` it is differentiable as well.
/// Cost: one scalar prox and one scalar value a coordinate.
template <class F, class S>
class separable {
 public:
  static_assert(std::is_floating_point_v<S>, "cleave: the scalar of an operator is float or double");
  using scalar = S;

  /// sum_i f(x_i)
  S value(in<S> x) const {
    return detail::entrywise_value<S>(x.size(), [&](index_t i) { return self().value(x[i]); });
  }

  /// y_i = prox_{step f}(x_i); returns f(y). y may be x.
  S prox(in<S> x, S step, out<S> y) const {
    return detail::entrywise_prox<S>(
        y, [&](index_t i) { return self().prox(x[i], step); }, [&](index_t, S t) { return self().value(t); });
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
