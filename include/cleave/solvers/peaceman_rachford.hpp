/// \file
/// Peaceman-Rachford and Douglas-Rachford splitting from two resolvents.
#pragma once

#include <cleave/core/counters.hpp>
#include <cleave/core/fields.hpp>
#include <cleave/core/status.hpp>
#include <cleave/operators/splitting.hpp>

#include <limits>
#include <stdexcept>
#include <utility>

namespace cleave {

/// Find x with 0 in A(x) + B(x), A and B maximal monotone, given by their resolvents with one common step.
///
///     x  = R_B(z)
///     p  = R_A(2 x - z)
///     z += 2 tau (p - x)
///
/// tau = 1 is Peaceman-Rachford, which wants one of the two strongly monotone and Lipschitz; tau = 1/2 is
/// Douglas-Rachford, which converges for any pair that has a solution. Cost of a round: two resolvents.
/// Lions and Mercier (1979), DOI 10.1137/0716071; Bauschke and Combettes (2017), section 26.3.
template <class A, class B, class Scalar>
class splitting_solver {
 public:
  using scalar = Scalar;
  using S = scalar;

  struct state {
    std::uint64_t round = 0;
    vec<S> z, x;
    S moved = std::numeric_limits<S>::infinity();
    std::uint64_t resolvents = 0;

    static auto fields(auto& s) {
      return std::tuple{kept("round", s.round), shared("z", s.z), kept("x", s.x), kept("moved", s.moved),
                        kept("resolvents", s.resolvents)};
    }

    vec<S> next, half, v, p;
  };

  /// \throws std::invalid_argument unless 0 < tau <= 1
  splitting_solver(A a, B b, double tau) : a_(std::move(a)), b_(std::move(b)), tau_(S(tau)) {
    check(tau > 0 && tau <= 1, "splitting: tau", "in (0, 1]", tau);
  }

  /// Starts from z = x = z0.
  /// \throws std::invalid_argument if z0 holds a NaN or an infinity
  state init(in<S> z0) const {
    if (!z0.allFinite()) throw std::invalid_argument("splitting: z0 holds a NaN or an infinity");
    state s;
    s.z = s.x = s.next = s.half = s.v = s.p = z0;
    return s;
  }

  status step(state& s) const {
    ++s.round;
    s.next = s.z;
    b_(s.next, s.half);                                     // x  = R_B(z)
    splitting_step<S>(a_, s.half, tau_, s.next, s.v, s.p);  // p  = R_A(2 x - z);  z += 2 tau (p - x)
    s.resolvents += 2;
    if (!s.next.allFinite() || !s.half.allFinite()) return status::not_finite;
    s.moved = (s.p - s.half).norm();
    s.z.swap(s.next);
    s.x.swap(s.half);
    return status::running;
  }

  const vec<S>& model(const state& s) const { return s.x; }
  /// ||p - x||: zero at a solution only.
  S residual(const state& s) const { return s.moved; }
  std::uint64_t rounds(const state& s) const { return s.round; }
  counters cost(const state& s) const { return {.prox = s.resolvents}; }

 private:
  A a_;
  B b_;
  S tau_;
};

/// tau = 1: z <- C_A C_B z with the Cayley operators C = 2 R - I.
template <class S = double, class A, class B>
requires resolvent_map<A, S> && resolvent_map<B, S>
auto peaceman_rachford(A a, B b) { return splitting_solver<A, B, S>(std::move(a), std::move(b), 1); }

/// tau = 1/2: z <- (z + C_A C_B z) / 2.
template <class S = double, class A, class B>
requires resolvent_map<A, S> && resolvent_map<B, S>
auto douglas_rachford(A a, B b) { return splitting_solver<A, B, S>(std::move(a), std::move(b), 0.5); }

}  // namespace cleave
