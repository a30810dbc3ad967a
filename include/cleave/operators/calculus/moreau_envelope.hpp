/// \file
/// The Moreau envelope: a function smoothed by its own prox.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/unaliased.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace cleave {

/// M(x) = min_z f(z) + ||x - z||^2 / (2 lambda), with z = p = prox_{lambda f}(x): gradient (x - p) / lambda, and
///
///     prox_{s M}(x) = p + lambda / (s + lambda) (x - p),   p = prox_{(s + lambda) f}(x)
///
/// For convex f the gradient is 1 / lambda-Lipschitz, L / (1 + lambda L) where f is L-smooth, and M is l / (1 + lambda
/// l)-strongly convex. f may be w-weakly convex with lambda w < 1; M then is w / (1 - lambda w)-weakly convex. Cost:
/// that of f and one pass; value keeps p in a vector of its own; gradient and prox copy x where the result is x.
template <class F>
class moreau_envelope {
 public:
  static_assert(require_function<F>());
  using scalar = scalar_of<F>;
  using S = scalar;

  /// \param lambda positive, finite, and below 1 / weak_convexity of f
  /// \throws std::invalid_argument
  explicit moreau_envelope(F f, S lambda = 1) : f_(std::move(f)), lambda_(lambda) {
    check_positive(static_cast<double>(lambda), "moreau_envelope: lambda");
    const double weak = weak_convexity_of(f_);
    if (!(static_cast<double>(lambda) * weak < 1))
      throw std::invalid_argument("moreau_envelope: lambda must be below 1 / weak convexity of f, " +
                                  detail::number(1 / weak) + ", got " + detail::number(lambda));
  }

  S value(in<S> x) const {
    vec<S> p(x.size());
    const S at = f_.prox(x, lambda_, p);
    return at + distance(x, p, lambda_);
  }
  S gradient(in<S> x, out<S> g) const {
    const detail::unaliased<S> kept(x, g);
    const S at = f_.prox(kept.get(), lambda_, g), whole = at + distance(kept.get(), g, lambda_);
    g = (kept.get() - g) / lambda_;
    return whole;
  }
  S prox(in<S> x, S step, out<S> y) const {
    if (!(step > 0)) {
      const S at = value(x);
      if (y.data() != x.data()) y = x;
      return at;
    }
    const detail::unaliased<S> kept(x, y);
    const S both = step + lambda_, share = lambda_ / both;
    const S at = f_.prox(kept.get(), both, y);
    const S whole = at + share * distance(kept.get(), y, both);
    if (share < S(0.5))
      y += share * (kept.get() - y);
    else
      y = kept.get() + step / both * (y - kept.get());
    return whole;
  }

  double smoothness() const {
    const double lambda = static_cast<double>(lambda_), own = smoothness_of(f_), weak = weak_convexity();
    const double convex = own < std::numeric_limits<double>::infinity() ? own / (1 + lambda * own) : 1 / lambda;
    return weak > 0 ? (std::max)(1 / lambda, weak) : convex;
  }
  double strong_convexity() const {
    const double own = strong_convexity_of(f_), lambda = static_cast<double>(lambda_);
    return own < std::numeric_limits<double>::infinity() ? own / (1 + lambda * own) : 1 / lambda;
  }
  double weak_convexity() const {
    const double own = weak_convexity_of(f_);
    return own / (1 - static_cast<double>(lambda_) * own);
  }

 private:
  /// ||x - p||^2 / (2 step)
  static S distance(in<S> x, in<S> p, S step) {
    S sum{0};
    for (index_t i = 0; i < x.size(); ++i) sum += (x[i] - p[i]) * ((x[i] - p[i]) / (2 * step));
    return sum;
  }

  F f_;
  S lambda_;
};

template <class F>
moreau_envelope(F) -> moreau_envelope<F>;
/// Of an envelope, too: the second one, not a copy of the first.
template <class F>
moreau_envelope(moreau_envelope<F>) -> moreau_envelope<moreau_envelope<F>>;
template <class F, class L>
moreau_envelope(F, L) -> moreau_envelope<F>;

}  // namespace cleave
