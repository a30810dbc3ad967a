/// \file
/// The prox by a fixed number of gradient steps.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/problems/local/local_solver.hpp>

namespace cleave {

/// `steps` times x -= eta [grad f(x) + (x - v) / step], from the warm start. eta = 0 takes 1 / (L + 1/step), for which
/// the problem must know its smoothness L. Inexact; the methods that reach the exact optimum all the same say so.
class gradient_steps {
 public:
  static constexpr bool is_exact = false;
  template <class F>
  static constexpr bool warm_started = true;

  /// \param steps at least 1
  /// \param eta   finite, >= 0; 0 chooses it
  /// \throws std::invalid_argument
  explicit gradient_steps(int steps = 5, double eta = 0) : steps_(steps), eta_(eta) {
    check(steps >= 1, "gradient_steps: steps", "at least 1", steps);
    check_not_negative(eta, "gradient_steps: eta");
  }

  template <class F>
  struct memory {
    double smoothness = 0;
  };
  template <class S>
  using scratch = detail::one_gradient<S>;

  /// \throws std::invalid_argument if eta is to be chosen and the problem does not know its smoothness
  template <class F>
  memory<F> prepare(const F& f) const {
    static_assert(differentiable<F>,
                  "cleave: the local solver `gradient_steps` needs `S gradient(in<S> x, out<S> g) const`");
    if (eta_ > 0) return {};
    const double smoothness = smoothness_of(f);
    check(std::isfinite(smoothness) && smoothness >= 0, "gradient_steps: eta",
          "given when the problem does not know its smoothness()", eta_);
    return {smoothness};
  }

  template <class F, class S>
  counters prox(const F& f, memory<F>& m, scratch<S>& w, S step, in<S> v, out<S> x) const {
    const detail::prox_objective<F, S> phi(f, v, step);
    const S curvature = S(m.smoothness) + phi.weight();  // 0: a client without data, which stays where it is
    const S eta = eta_ > 0 ? S(eta_) : curvature > 0 ? 1 / curvature : S{0};
    for (int l = 0; l < steps_; ++l) {
      phi.gradient(x, w.g);
      x -= eta * w.g;
    }
    const auto n = static_cast<std::uint64_t>(steps_);
    return {.prox = 1, .gradients = n, .inner_iterations = n};
  }

 private:
  int steps_;
  double eta_;
};

}  // namespace cleave
