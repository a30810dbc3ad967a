/// \file
/// How a client evaluates its prox.
#pragma once

#include <cleave/core/counters.hpp>
#include <cleave/operators/concepts.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cleave {

/// A policy that evaluates x ~= prox_{step f}(v) = argmin_x f(x) + ||x - v||^2 / (2 step).
///
/// Requirements: (1) `memory<F>` is what is kept for one client between rounds, a pure function of the problem and the
/// step (a factor, say), made by `prepare(f)`; (2) `scratch<S>` is made from the dimension, one a thread, and carries
/// nothing from call to call; (3) `counters prox(f, memory, scratch, step, in<S> v, out<S> x)` reads x as a warm start
/// and writes the answer to it, x is not v, and allocates at most at its first call; (4) step > 0, and
/// finite unless the solver says more; (5) a problem that returns NaN makes x NaN; (6) `is_exact`: the answer is the
/// prox to a stated tolerance; (7) `warm_started<F>`: the answer depends on x. Models: exact, newton,
/// accelerated_gradient, gradient_steps, stochastic_gradient, automatic.
template <class L, class F>
concept local_solver = std::copyable<L> && requires(const L& l, const F& f, typename L::template memory<F>& memory,
                                                    typename L::template scratch<scalar_of<F>>& scratch,
                                                    scalar_of<F> step, in<scalar_of<F>> v, out<scalar_of<F>> x) {
  { L::is_exact } -> std::convertible_to<bool>;
  { L::template warm_started<F> } -> std::convertible_to<bool>;
  { l.prepare(f) } -> std::same_as<typename L::template memory<F>>;
  { l.prox(f, memory, scratch, step, v, x) } -> std::same_as<counters>;
};

namespace detail {

/// What a local solver keeps for a client when it keeps nothing.
struct no_memory {};

/// The scratch of a local solver that needs a gradient and nothing else.
template <class S>
struct one_gradient {
  explicit one_gradient(index_t d) : g(d) {}
  vec<S> g;
};

/// phi(x) = f(x) + ||x - v||^2 / (2 step) with the weight 1 / step, which is 0 for an infinite step.
template <class F, class S>
class prox_objective {
 public:
  prox_objective(const F& f, in<S> v, S step) : f_(f), v_(v), weight_(1 / step) {}

  S weight() const { return weight_; }
  S value(in<S> x) const { return f_.value(x) + weight_ / 2 * (x - v_).squaredNorm(); }
  S gradient(in<S> x, out<S> g) const {
    const S at = f_.gradient(x, g);
    g += weight_ * (x - v_);
    return at + weight_ / 2 * (x - v_).squaredNorm();
  }
  /// ||grad phi|| below this proves ||x - prox|| <= tolerance max(1, ||x||), since phi is 1/step-strongly convex. For
  /// an infinite step nothing is proved: then it is a bound on the gradient alone.
  S enough(S tolerance, in<S> x) const {
    return tolerance * (std::max)(S{1}, x.norm()) * (weight_ > 0 ? weight_ : S{1});
  }

 private:
  const F& f_;
  in<S> v_;
  S weight_;
};

}  // namespace detail
}  // namespace cleave
