/// \file
/// The convex conjugate.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/step_zero.hpp>
#include <cleave/operators/unaliased.hpp>

#include <algorithm>
#include <cmath>
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
/// two passes; copies x where y is x, and y at step 0 outside the domain.
///
/// Step 0 is the limit of small steps, the projection onto the closure of the domain of f*. Where f is strongly convex
/// that is everything, and x is copied; so it is where f*(x) is known to be finite. No prox tells the domain otherwise:
/// the step then taken is ||x|| 2^-480 (float: 2^-60), not seen beside the rounding of x where f* has subgradients
/// below 2^420 (float: 2^30); so it is with steps for which x / s or 1 / s overflows. An f* that grows faster, as the
/// exponential of a large x, still holds x back.
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
    const detail::unaliased<S> kept(x, y);
    if (step > 0) return move(kept.get(), step, y);
    at = move(kept.get(), small_step(x), y);
    if (strong_convexity_of(f_) > 0) y = kept.get();
    if (has_conjugate_value<F> || y == kept.get()) return at;
    // x was outside: z is as long as x / step, and a difference of products with it is lost in their rounding
    vec<S> near(y.size());
    return move(y, std::numeric_limits<S>::epsilon(), near);
  }

  double smoothness() const { return 1 / strong_convexity_of(f_); }
  double strong_convexity() const { return 1 / smoothness_of(f_); }

 private:
  /// y = x - step z for a positive step, where y is not x; returns f*(y).
  S move(in<S> x, S step, out<S> y) const {
    constexpr S most = (std::numeric_limits<S>::max)();
    bool fits = 1 / step <= most;
    for (index_t i = 0; i < y.size(); ++i) {
      y[i] = x[i] / step;
      fits = fits && !(std::abs(y[i]) > most);
    }
    if (!fits) {
      const S more = small_step(x);
      if (more > step) return move(x, more, y);
    }
    const S at = f_.prox(y, 1 / step, y);
    S product{0};
    for (index_t i = 0; i < y.size(); ++i) {
      const S z = y[i];
      y[i] = x[i] - step * z;
      product += y[i] * z;
    }
    if constexpr (has_conjugate_value<F>)
      return value(y);
    else
      return product - at;
  }
  /// A power of 2 that is small beside x, and so large that neither squares of x / step nor multiples of 1 / step
  /// overflow.
  static S small_step(in<S> x) {
    constexpr int unit = std::numeric_limits<S>::max_exponent / 32;
    S largest{0};
    for (index_t i = 0; i < x.size(); ++i) largest = std::abs(x[i]) > largest ? std::abs(x[i]) : largest;
    const int exponent = largest > 0 && std::isfinite(largest) ? std::ilogb(largest) : 0;
    return std::ldexp(S{1}, (std::max)(exponent - 15 * unit, -30 * unit));
  }

  F f_;
};

/// Of a conjugate, too: the second one, not a copy of the first.
template <class F>
conjugate(conjugate<F>) -> conjugate<conjugate<F>>;

}  // namespace cleave
