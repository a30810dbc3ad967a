/// \file
/// When to stop.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/status.hpp>

#include <concepts>
#include <cstdint>

namespace cleave::stop {

/// Base of the criteria, so that `||` means either of them.
struct criterion {
  /// True where ranks could come to different verdicts, as by their clocks; run() then lets them agree.
  static constexpr bool differs_by_rank = false;
};

/// Stops when one of two criteria does; the first one gives the status if both do.
template <class A, class B>
class either : public criterion {
 public:
  static constexpr bool differs_by_rank = A::differs_by_rank || B::differs_by_rank;

  either(A a, B b) : a_(a), b_(b) {}

  status operator()(const auto& view) const {
    const status first = a_(view);
    const status second = b_(view);  // always asked: a verdict may need all ranks
    return first != status::running ? first : second;
  }

 private:
  A a_;
  B b_;
};

template <std::derived_from<criterion> A, std::derived_from<criterion> B>
either<A, B> operator||(A a, B b) {
  return {a, b};
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

 private:
  std::uint64_t n_;
};

/// solved when the method's own residual is at most the tolerance; a NaN is not.
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

}  // namespace cleave::stop
