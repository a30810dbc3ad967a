/// \file
/// A function of a stretched and moved argument.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/step_zero.hpp>

#include <cmath>
#include <utility>

namespace cleave {

/// g(x) = f(a x + b), a a number that is not 0; prox_{s g}(x) = (prox_{s a^2 f}(a x + b) - b) / a. Smoothness and
/// convexity are a^2 times those of f. Cost: that of f and two passes; value copies x. The value that prox returns is
/// that of f before the way back, which rounds.
template <class F>
class precompose {
 public:
  static_assert(require_function<F>());
  using scalar = scalar_of<F>;
  using S = scalar;

  /// f(a x), in any dimension.
  /// \param a finite, not 0
  /// \throws std::invalid_argument
  precompose(F f, S a) : f_(std::move(f)), a_(a) {
    check(a != 0 && std::isfinite(a), "precompose: a", "finite and not 0", a);
  }
  /// f(a x + b)
  /// \param b finite
  precompose(F f, S a, vec<S> b) : precompose(std::move(f), a) {
    b_ = std::move(b);
    moved_ = true;
    check_each_finite(b_, "precompose: b");
  }

  S value(in<S> x) const requires has_value<F> {
    vec<S> inner(x.size());
    go(x, inner);
    return f_.value(inner);
  }
  S gradient(in<S> x, out<S> g) const requires differentiable<F> {
    go(x, g);
    const S at = f_.gradient(g, g);
    g *= a_;
    return at;
  }
  S prox(in<S> x, S step, out<S> y) const {
    S at{0};
    if (detail::stays(*this, x, step, y, at)) return at;
    go(x, y);
    at = f_.prox(y, step * a_ * a_, y);
    for (index_t i = 0; i < y.size(); ++i) y[i] = (y[i] - (moved_ ? b_[i] : S{0})) / a_;
    return at;
  }

  double smoothness() const { return square() * smoothness_of(f_); }
  double strong_convexity() const { return square() * strong_convexity_of(f_); }
  double weak_convexity() const { return square() * weak_convexity_of(f_); }

 private:
  double square() const { return static_cast<double>(a_) * static_cast<double>(a_); }
  void go(in<S> x, out<S> inner) const {
    if (moved_) check_size(x.size(), b_.size(), "precompose");
    for (index_t i = 0; i < x.size(); ++i) inner[i] = a_ * x[i] + (moved_ ? b_[i] : S{0});
  }

  F f_;
  S a_;
  vec<S> b_;
  bool moved_ = false;
};

template <class F, class A>
precompose(F, A) -> precompose<F>;
template <class F, class A, class V>
precompose(F, A, V) -> precompose<F>;

}  // namespace cleave
