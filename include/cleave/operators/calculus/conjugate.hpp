/// \file
/// The convex conjugate.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/step_zero.hpp>
#include <cleave/operators/unaliased.hpp>

#include <concepts>
#include <limits>
#include <utility>

namespace cleave {

/// f can tell its conjugate's value: `S conjugate_value(in<S> x) const`.
template <class F>
concept has_conjugate_value = requires(const F& f, in<scalar_of<F>> x) {
  { f.conjugate_value(x) } -> std::same_as<scalar_of<F>>;
};

/// f*(x) = sup_z <x, z> - f(z) of a convex f. Moreau's identity: prox_{s f*}(x) = x - s z with z = prox_{f / s}(x / s),
/// and Fenchel and Young's: the value there is <y, z> - f(z), so prox returns it for every f. It is honest up to the
/// rounding of a difference. `value` elsewhere is a supremum that no prox gives: it is there if f has
/// `S conjugate_value(in<S> x) const`. Smoothness 1 / l and strong convexity 1 / L of those of f. Cost: that of f and
/// two passes; copies x where y is x. Step 0 projects onto the domain of f*, up to rounding.
template <class F>
class conjugate {
 public:
  static_assert(require_function<F>());
  using scalar = scalar_of<F>;
  using S = scalar;

  /// \throws std::invalid_argument if f says that it is not convex
  explicit conjugate(F f) : f_(std::move(f)) {
    check(!(weak_convexity_of(f_) > 0), "conjugate: f", "convex, with weak convexity 0", weak_convexity_of(f_));
  }

  const F& of() const { return f_; }

  S value(in<S> x) const requires has_conjugate_value<F> { return f_.conjugate_value(x); }
  S prox(in<S> x, S step, out<S> y) const {
    S at{0};
    if (detail::stays(*this, x, step, y, at)) return at;
    if (!(step > 0)) step = std::numeric_limits<S>::epsilon();  // the limit of small steps is the projection
    const detail::unaliased<S> kept(x, y);
    y = x / step;
    at = f_.prox(y, 1 / step, y);
    S product{0};
    for (index_t i = 0; i < y.size(); ++i) {
      const S z = y[i];
      y[i] = kept.get()[i] - step * z;
      product += y[i] * z;
    }
    if constexpr (has_conjugate_value<F>)
      return value(y);
    else
      return product - at;
  }

  double smoothness() const { return 1 / strong_convexity_of(f_); }
  double strong_convexity() const { return 1 / smoothness_of(f_); }

 private:
  F f_;
};

/// Of a conjugate, too: the second one, not a copy of the first.
template <class F>
conjugate(conjugate<F>) -> conjugate<conjugate<F>>;

}  // namespace cleave
