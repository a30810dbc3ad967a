/// \file
/// A function and the square of a distance.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/unaliased.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace cleave {

/// g(x) = f(x) + (rho / 2) ||x - c||^2, rho >= 0. prox_{s g}(x) = prox_{t f}((x + s rho c) / (1 + s rho)) with t = s /
/// (1 + s rho). Adds rho to smoothness and strong convexity, and takes it from weak convexity: with rho above the weak
/// convexity of f, g is strongly convex. Cost: that of f and two passes; gradient copies x where g is x.
template <class F>
class regularise {
 public:
  static_assert(require_function<F>());
  using scalar = scalar_of<F>;
  using S = scalar;

  /// Around the origin, in any dimension.
  /// \param rho finite, >= 0
  /// \throws std::invalid_argument
  regularise(F f, S rho) : f_(std::move(f)), rho_(rho) {
    check_not_negative(static_cast<double>(rho), "regularise: rho");
  }
  /// \param c finite
  regularise(F f, S rho, vec<S> c) : regularise(std::move(f), rho) {
    c_ = std::move(c);
    moved_ = true;
    check_each_finite(c_, "regularise: c");
  }

  S value(in<S> x) const requires has_value<F> { return f_.value(x) + square(x); }
  S gradient(in<S> x, out<S> g) const requires differentiable<F> {
    const detail::unaliased<S> kept(x, g);
    const S added = square(x), at = f_.gradient(x, g);
    for (index_t i = 0; i < g.size(); ++i) g[i] += rho_ * (kept.get()[i] - centre(i));
    return at + added;
  }
  S prox(in<S> x, S step, out<S> y) const {
    if (moved_) check_size(x.size(), c_.size(), "regularise");
    const S pull = step * rho_, more = 1 + pull;
    const bool all = pull > (std::numeric_limits<S>::max)();  // of the pull: x is lost beside it
    const S share = all ? S{1} : pull / more;
    for (index_t i = 0; i < x.size(); ++i) y[i] = x[i] / more + share * centre(i);
    const S at = f_.prox(y, all ? 1 / rho_ : step / more, y);
    return at + square(y);
  }

  double smoothness() const { return smoothness_of(f_) + static_cast<double>(rho_); }
  double strong_convexity() const {
    const double weak = weak_convexity_of(f_), rho = static_cast<double>(rho_);
    return weak > 0 ? (std::max)(rho - weak, 0.0) : strong_convexity_of(f_) + rho;
  }
  double weak_convexity() const { return (std::max)(weak_convexity_of(f_) - static_cast<double>(rho_), 0.0); }

 private:
  S centre(index_t i) const { return moved_ ? c_[i] : S{0}; }
  S square(in<S> x) const {
    if (moved_) check_size(x.size(), c_.size(), "regularise");
    S sum{0};
    for (index_t i = 0; i < x.size(); ++i) sum += (x[i] - centre(i)) * (x[i] - centre(i));
    return rho_ / 2 * sum;
  }

  F f_;
  S rho_;
  vec<S> c_;
  bool moved_ = false;
};

template <class F, class R>
regularise(F, R) -> regularise<F>;
template <class F, class R, class V>
regularise(F, R, V) -> regularise<F>;

}  // namespace cleave
