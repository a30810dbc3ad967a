/// \file
/// The prox by Newton's method.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/problems/local/local_solver.hpp>

#include <Eigen/Cholesky>

namespace cleave {

/// Newton's method with a line search on phi(x) = f(x) + ||x - v||^2 / (2 step), from the warm start, until
/// ||x - prox|| <= tolerance max(1, ||x||) is certain for convex f, or rounding stops all progress.
/// Cost an iteration: a gradient, a Hessian, a Cholesky factor (d^3 / 3 flops). Nocedal and Wright (2006), chapter 3.
class newton {
 public:
  static constexpr bool is_exact = true;
  template <class F>
  static constexpr bool warm_started = true;

  /// \param tolerance finite, >= 0
  /// \param limit     iterations at the most, at least 1
  /// \throws std::invalid_argument
  explicit newton(double tolerance = 1e-12, int limit = 100) : tolerance_(tolerance), limit_(limit) {
    check_not_negative(tolerance, "newton: tolerance");
    check(limit >= 1, "newton: limit", "at least 1", limit);
  }

  template <class F>
  using memory = detail::no_memory;

  /// Sized at the first call, so that clients who never need it do not pay for a matrix.
  template <class S>
  struct scratch {
    explicit scratch(index_t) {}
    vec<S> g, p, y, trial;
    mat<S> h;
    Eigen::LLT<mat<S>> factor{mat<S>::Identity(1, 1)};  // computed: copying one that is not reads its status
  };

  template <class F>
  memory<F> prepare(const F&) const {
    static_assert(has_hessian<F>,
                  "cleave: the local solver `newton` needs `void hessian(in<S> x, out_matrix<S> h) const`");
    return {};
  }

  template <class F, class S>
  counters prox(const F& f, memory<F>&, scratch<S>& w, S step, in<S> v, out<S> x) const {
    const detail::prox_objective<F, S> phi(f, v, step);
    counters cost{.prox = 1};
    reserve(w, x.size());
    S value = phi.gradient(x, w.g);
    S norm = w.g.norm();
    ++cost.gradients;
    for (int k = 0; k < limit_ && norm > phi.enough(S(tolerance_), x); ++k) {
      f.hessian(x, w.h);
      w.h.diagonal().array() += phi.weight();
      factorise(w);
      w.p = w.g;
      w.factor.solveInPlace(w.p);  // the step is -p
      ++cost.hessians;
      ++cost.inner_iterations;
      if (!w.p.allFinite()) {  // the Hessian holds a NaN or an infinity
        norm = std::numeric_limits<S>::quiet_NaN();
        break;
      }

      const S slope = w.g.dot(w.p);
      const S rounding = S{16} * std::numeric_limits<S>::epsilon() * std::abs(value);
      S next = value, next_norm = norm;
      bool better = false;
      for (S a = 1; a > S(1e-12); a /= 2) {
        w.y = x - a * w.p;
        next = phi.gradient(w.y, w.trial);
        next_norm = w.trial.norm();
        ++cost.gradients;
        // decrease by Armijo, or, once values differ by rounding only, a smaller gradient
        better =
            (next < value && next <= value - S(1e-4) * a * slope) || (next <= value + rounding && next_norm < norm);
        if (better || std::abs(next - value) <= rounding) break;  // a shorter step would differ by less than rounding
      }
      if (!better) break;  // as good as this arithmetic gets
      x = w.y;
      w.g.swap(w.trial);
      value = next;
      norm = next_norm;
    }
    if (!std::isfinite(norm) || !std::isfinite(value)) x.setConstant(std::numeric_limits<S>::quiet_NaN());
    return cost;
  }

 private:
  template <class S>
  static void reserve(scratch<S>& w, index_t d) {
    if (w.h.rows() == d) return;
    w.g.resize(d), w.p.resize(d), w.y.resize(d), w.trial.resize(d);
    w.h.resize(d, d);
    w.factor.compute(mat<S>::Identity(d, d));
  }

  /// H or, where H is not positive definite, H + shift I with the first shift that is enough.
  template <class S>
  static void factorise(scratch<S>& w) {
    w.factor.compute(w.h);
    S shift = std::numeric_limits<S>::epsilon() * (std::max)(S(1e-30), w.h.diagonal().cwiseAbs().maxCoeff());
    for (S added = 0; w.factor.info() != Eigen::Success && std::isfinite(shift); shift *= 10) {
      w.h.diagonal().array() += shift - added;
      added = shift;
      w.factor.compute(w.h);
    }
  }

  double tolerance_;
  int limit_;
};

}  // namespace cleave
