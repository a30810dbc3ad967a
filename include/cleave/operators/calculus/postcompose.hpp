/// \file
/// A multiple of a function, and a constant.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>

#include <cmath>
#include <limits>
#include <utility>

namespace cleave {

/// g(x) = a f(x) + b, a >= 0; prox_{s g} = prox_{s a f}. Smoothness and convexity are a times those of f. For a = 0 the
/// domain of f is kept: g is b there, infinite elsewhere. Cost: that of f. Without b it is scale(a, f).
template <class F>
class postcompose {
 public:
  static_assert(require_function<F>());
  using scalar = scalar_of<F>;
  using S = scalar;

  /// \param a finite, >= 0
  /// \param b finite
  /// \throws std::invalid_argument
  postcompose(F f, S a, S b) : postcompose(std::move(f), a, b, "postcompose: a") {}

  S value(in<S> x) const requires has_value<F> { return times(f_.value(x)); }
  S gradient(in<S> x, out<S> g) const requires differentiable<F> {
    const S at = f_.gradient(x, g);
    g *= a_;
    return times(at);
  }
  S prox(in<S> x, S step, out<S> y) const { return times(f_.prox(x, a_ * step, y)); }

  double smoothness() const { return a_ > 0 ? static_cast<double>(a_) * smoothness_of(f_) : smooth_at_zero(); }
  double strong_convexity() const { return a_ > 0 ? static_cast<double>(a_) * strong_convexity_of(f_) : 0; }
  double weak_convexity() const { return a_ > 0 ? static_cast<double>(a_) * weak_convexity_of(f_) : 0; }

 private:
  template <class G>
  friend postcompose<G> scale(scalar_of<G> a, G f);

  postcompose(F f, S a, S b, const char* name) : f_(std::move(f)), a_(a), b_(b) {
    check_not_negative(static_cast<double>(a), name);
    check(std::isfinite(b), "postcompose: b", "finite", b);
  }

  S times(S value) const { return a_ == 0 && value > (std::numeric_limits<S>::max)() ? value : a_ * value + b_; }
  /// 0 times a function that is smooth everywhere.
  double smooth_at_zero() const {
    return smoothness_of(f_) < std::numeric_limits<double>::infinity() ? 0 : smoothness_of(f_);
  }

  F f_;
  S a_;
  S b_;
};

template <class F, class A, class B>
postcompose(F, A, B) -> postcompose<F>;

}  // namespace cleave
