/// \file
/// The prox by Nesterov's method.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/problems/local/local_solver.hpp>

namespace cleave {

/// Nesterov's method on phi(x) = f(x) + ||x - v||^2 / (2 step), from the warm start, with the smoothness found by
/// backtracking and a restart where the momentum points uphill, until ||x - prox|| <= tolerance max(1, ||x||) is
/// certain for convex f, rounding stops all progress, or `limit` iterations are done. It asks for value and gradient
/// only, and takes in the order of sqrt(L step) log(1 / tolerance) iterations. Nesterov (2004), section 2.2; restart:
/// O'Donoghue and Candes (2015), DOI 10.1007/s10208-013-9150-3.
class accelerated_gradient {
 public:
  static constexpr bool is_exact = true;
  template <class F>
  static constexpr bool warm_started = true;

  /// \param tolerance finite, >= 0
  /// \param limit     iterations at the most, at least 1
  /// \throws std::invalid_argument
  explicit accelerated_gradient(double tolerance = 1e-11, int limit = 10000) : tolerance_(tolerance), limit_(limit) {
    check_not_negative(tolerance, "accelerated_gradient: tolerance");
    check(limit >= 1, "accelerated_gradient: limit", "at least 1", limit);
  }

  template <class F>
  using memory = detail::no_memory;

  template <class S>
  struct scratch {
    explicit scratch(index_t d) : y(d), g(d), next(d), ahead(d) {}
    vec<S> y, g, next, ahead;
  };

  template <class F>
  memory<F> prepare(const F&) const {
    static_assert(differentiable<F>,
                  "cleave: the local solver `accelerated_gradient` needs `S gradient(in<S> x, out<S> g) const`");
    return {};
  }

  template <class F, class S>
  counters prox(const F& f, memory<F>&, scratch<S>& w, S step, in<S> v, out<S> x) const {
    const detail::prox_objective<F, S> phi(f, v, step);
    counters cost{.prox = 1};
    S smoothness = phi.weight() > 0 ? phi.weight() : S{1};  // a first guess, doubled until the descent lemma holds
    S best = std::numeric_limits<S>::infinity(), lowest = best;
    int stale = 0;
    bool at_x = true;  // y is x, not a point ahead of it
    w.y = x;
    for (int k = 0; k < limit_; ++k) {
      const S value = phi.gradient(w.y, w.g);
      const S norm = w.g.norm();
      ++cost.gradients;
      if (!std::isfinite(value) || !std::isfinite(norm)) {
        if (at_x) {
          x.setConstant(std::numeric_limits<S>::quiet_NaN());
          return cost;
        }
        w.y = x;  // the momentum left the domain of f
        at_x = true;
        continue;
      }
      const bool lower = value < lowest - rounding(value);  // with momentum the gradient may grow while values fall
      stale = norm < best || lower ? 0 : stale + 1;
      best = (std::min)(best, norm);
      if (lower) lowest = value;
      if (norm <= phi.enough(S(tolerance_), w.y) || stale >= patience(smoothness / phi.weight())) {
        x = w.y;
        return cost;
      }
      ++cost.inner_iterations;
      for (int doubling = 0; doubling < 200; ++doubling, smoothness *= 2) {
        w.next = w.y - w.g / smoothness;
        if (descends(phi, w, value, norm, smoothness, cost)) break;
      }
      const S root = std::sqrt(phi.weight() / smoothness);
      at_x = w.g.dot(w.next - x) > 0;  // uphill: restart
      const S momentum = at_x ? S{0} : (1 - root) / (1 + root);
      w.y = w.next + momentum * (w.next - x);
      x = w.next;
    }
    return cost;
  }

 private:
  /// phi(next) <= phi(y) - ||g||^2 / (2 smoothness); where that decrease drowns in rounding, the same by curvature
  /// along the step, which comes down to g(next)'g >= 0.
  template <class Phi, class S>
  static bool descends(const Phi& phi, scratch<S>& w, S value, S norm, S smoothness, counters& cost) {
    const S decrease = norm * norm / (2 * smoothness);
    if (decrease > S{100} * rounding(value)) return phi.value(w.next) <= value - decrease + rounding(value);
    ++cost.gradients;
    return std::isfinite(phi.gradient(w.next, w.ahead)) && w.ahead.dot(w.g) >= 0;
  }

  /// What rounding may do to a value.
  template <class S>
  static S rounding(S value) {
    return S{16} * std::numeric_limits<S>::epsilon() * std::abs(value);
  }

  /// So many iterations without a smaller gradient or value mean that rounding has won. The momentum of a problem with
  /// this condition swings in about its root.
  template <class S>
  static int patience(S condition) {
    return static_cast<int>((std::min)(S{1000}, 200 + std::sqrt(condition)));
  }

  double tolerance_;
  int limit_;
};

}  // namespace cleave
