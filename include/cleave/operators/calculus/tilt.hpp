/// \file
/// A function and a linear one.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>

#include <utility>

namespace cleave {

/// g(x) = f(x) + <a, x>; prox_{s g}(x) = prox_{s f}(x - s a). Smoothness and convexity are those of f. Cost: that of f
/// and two passes.
template <class F>
class tilt {
 public:
  static_assert(require_function<F>());
  using scalar = scalar_of<F>;
  using S = scalar;

  /// \param a finite
  /// \throws std::invalid_argument
  tilt(F f, vec<S> a) : f_(std::move(f)), a_(std::move(a)) { check_each_finite(a_, "tilt: a"); }

  index_t dimension() const { return a_.size(); }

  S value(in<S> x) const requires has_value<F> {
    check_size(x.size(), a_.size(), "tilt");
    return f_.value(x) + a_.dot(x);
  }
  S gradient(in<S> x, out<S> g) const requires differentiable<F> {
    check_size(x.size(), a_.size(), "tilt");
    const S along = a_.dot(x), at = f_.gradient(x, g);
    g += a_;
    return at + along;
  }
  S prox(in<S> x, S step, out<S> y) const {
    check_size(x.size(), a_.size(), "tilt");
    y = x - step * a_;
    const S at = f_.prox(y, step, y);
    return at + a_.dot(y);
  }

  double smoothness() const { return smoothness_of(f_); }
  double strong_convexity() const { return strong_convexity_of(f_); }
  double weak_convexity() const { return weak_convexity_of(f_); }

 private:
  F f_;
  vec<S> a_;
};

template <class F, class V>
tilt(F, V) -> tilt<F>;

}  // namespace cleave
