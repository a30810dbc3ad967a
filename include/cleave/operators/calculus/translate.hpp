/// \file
/// A function moved to another centre.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/step_zero.hpp>

#include <utility>

namespace cleave {

/// g(x) = f(x - c); prox_{s g}(x) = c + prox_{s f}(x - c). Smoothness and convexity are those of f. Cost: that of f and
/// two passes; value copies x. The value that prox returns is that of f before c is added, which rounds.
template <class F>
class translate {
 public:
  static_assert(require_function<F>());
  using scalar = scalar_of<F>;
  using S = scalar;

  /// \param c finite
  /// \throws std::invalid_argument
  translate(F f, vec<S> c) : f_(std::move(f)), c_(std::move(c)) { check_each_finite(c_, "translate: c"); }

  index_t dimension() const { return c_.size(); }

  S value(in<S> x) const requires has_value<F> {
    check_size(x.size(), c_.size(), "translate");
    const vec<S> moved = x - c_;
    return f_.value(moved);
  }
  S gradient(in<S> x, out<S> g) const requires differentiable<F> {
    check_size(x.size(), c_.size(), "translate");
    g = x - c_;
    return f_.gradient(g, g);
  }
  S prox(in<S> x, S step, out<S> y) const {
    check_size(x.size(), c_.size(), "translate");
    S at{0};
    if (detail::stays(*this, x, step, y, at)) return at;
    y = x - c_;
    at = f_.prox(y, step, y);
    y += c_;
    return at;
  }

  double smoothness() const { return smoothness_of(f_); }
  double strong_convexity() const { return strong_convexity_of(f_); }
  double weak_convexity() const { return weak_convexity_of(f_); }

 private:
  F f_;
  vec<S> c_;
};

template <class F, class V>
translate(F, V) -> translate<F>;

}  // namespace cleave
