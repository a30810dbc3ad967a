/// \file
/// When to stop.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/clock.hpp>
#include <cleave/core/status.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <utility>

namespace cleave::stop {

/// Base of the criteria, so that `||` means either of them.
struct criterion {
  /// True where ranks could come to different verdicts, as by their clocks; run() then lets them agree.
  static constexpr bool differs_by_rank = false;
  /// Rounds that a run under this criterion will not exceed; observers tell from it how long a run may take.
  static constexpr std::uint64_t rounds_at_most() { return (std::numeric_limits<std::uint64_t>::max)(); }
};

/// Stops when one of two criteria does; the first one gives the status if both do.
template <class A, class B>
class either : public criterion {
 public:
  static constexpr bool differs_by_rank = A::differs_by_rank || B::differs_by_rank;

  either(A a, B b) : a_(std::move(a)), b_(std::move(b)) {}

  status operator()(const auto& view) {
    const status first = a_(view);
    const status second = b_(view);  // always asked: a verdict may need all ranks
    return first != status::running ? first : second;
  }
  std::uint64_t rounds_at_most() const { return (std::min)(a_.rounds_at_most(), b_.rounds_at_most()); }

 private:
  A a_;
  B b_;
};

template <std::derived_from<criterion> A, std::derived_from<criterion> B>
either<A, B> operator||(A a, B b) {
  return {std::move(a), std::move(b)};
}

/// rounds_spent after n rounds of this run.
class rounds : public criterion {
 public:
  /// \param n not negative
  /// \throws std::invalid_argument
  template <std::integral T>
  explicit rounds(T n) : n_(static_cast<std::uint64_t>(n)) {
    check(n >= 0, "stop::rounds: n", "not negative", n);
  }
  status operator()(const auto& view) const { return view.round >= n_ ? status::rounds_spent : status::running; }
  std::uint64_t rounds_at_most() const { return n_; }

 private:
  std::uint64_t n_;
};

/// solved when the method's own residual is at most the tolerance; a NaN is not. The residual is a distance between
/// models in the units of x, which grows with the step: in fedsplit and feddr, with an exact prox, residual / step
/// bounds the norm of sum_k w_k grad f_k(x_k) + a subgradient of g, at the clients' models x_k. So a tiny step, or
/// columns of data on a huge scale, make it small far from the solution: scale the columns, or choose the tolerance as
/// the step times the gradient that you accept.
class residual : public criterion {
 public:
  /// \param tolerance absolute, finite, >= 0
  /// \throws std::invalid_argument
  explicit residual(double tolerance) : tolerance_(tolerance) {
    check_not_negative(tolerance, "stop::residual: tolerance");
  }
  status operator()(const auto& view) const {
    return static_cast<double>(view.residual()) <= tolerance_ ? status::solved : status::running;
  }

 private:
  double tolerance_;
};

/// solved when the objective at the model is at most `tolerance` above `reference`; a NaN is not. For studies, in which
/// the optimum is known. On several ranks all call the objective together.
template <class Objective>
class objective_gap : public criterion {
 public:
  static constexpr bool differs_by_rank = true;  // a caller's function may add up in another order elsewhere

  /// \param objective called with the model in every round, pooled_objective() say
  /// \param reference finite
  /// \param tolerance absolute, finite, >= 0
  /// \throws std::invalid_argument
  objective_gap(Objective objective, double reference, double tolerance)
      : objective_(std::move(objective)), reference_(reference), tolerance_(tolerance) {
    check(std::isfinite(reference), "stop::objective_gap: reference", "finite", reference);
    check_not_negative(tolerance, "stop::objective_gap: tolerance");
  }
  status operator()(const auto& view) const {
    return static_cast<double>(objective_(view.model())) - reference_ <= tolerance_ ? status::solved : status::running;
  }

 private:
  Objective objective_;
  double reference_;
  double tolerance_;
};

/// time_spent once the run has taken this many seconds, the time in observers left out.
class seconds : public criterion {
 public:
  static constexpr bool differs_by_rank = true;

  /// \param limit >= 0
  /// \throws std::invalid_argument
  explicit seconds(double limit) : limit_(limit) { check_not_negative(limit, "stop::seconds: limit"); }
  status operator()(const auto& view) const { return view.seconds >= limit_ ? status::time_spent : status::running; }

 private:
  double limit_;
};

/// time_spent this many seconds after the run has begun, observers included: what a queue's time limit counts.
class wall_seconds : public criterion {
 public:
  static constexpr bool differs_by_rank = true;

  /// \param limit >= 0
  /// \throws std::invalid_argument
  explicit wall_seconds(double limit) : limit_(limit) { check_not_negative(limit, "stop::wall_seconds: limit"); }
  status operator()(const auto& view) {
    if (view.round == 0) start_ = seconds_now();
    return seconds_now() - start_ >= limit_ ? status::time_spent : status::running;
  }

 private:
  double limit_;
  double start_ = 0;
};

}  // namespace cleave::stop
