/// \file
/// The common core of every splitting method: resolvent, reflected resolvent (Cayley operator), relaxed splitting step.
/// Bauschke and Combettes, Convex Analysis and Monotone Operator Theory in Hilbert Spaces, chapters 23 and 26,
/// DOI 10.1007/978-3-319-48311-5.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>

#include <utility>

namespace cleave {

/// R_{sT} = (I + s T)^-1 with T the subdifferential of f (the normal cone of a set): v -> prox_{step f}(v).
/// For a preparable problem the factor is made once, here.
template <class F>
requires proximable<F> || projector<F> || preparable<F>
class resolvent {
 public:
  using scalar = scalar_of<F>;

  /// \param step s >= 0, finite
  /// \throws std::invalid_argument
  resolvent(F f, scalar step) : f_(make(std::move(f), step)), step_(step) {}

  void operator()(in<scalar> v, out<scalar> y) const {
    if constexpr (preparable<F>)
      f_.prox(v, y);
    else if constexpr (proximable<F>)
      f_.prox(v, step_, y);
    else
      f_.project(v, y);
  }

 private:
  static auto make(F f, scalar step) {
    check_not_negative(static_cast<double>(step), "resolvent: step");
    if constexpr (preparable<F>)
      return f.prepare(step);
    else
      return f;
  }

  decltype(make(std::declval<F>(), scalar{})) f_;
  scalar step_;
};

/// The Cayley operator C = 2 R - I of a resolvent R: y = 2 R(v) - v. Nonexpansive; y is not v.
template <class R>
class reflected_resolvent {
 public:
  using scalar = scalar_of<R>;

  explicit reflected_resolvent(R r) : r_(std::move(r)) {}

  void operator()(in<scalar> v, out<scalar> y) const {
    r_(v, y);
    y = scalar{2} * y - v;
  }

 private:
  R r_;
};

/// One relaxed step of z -> (1 - tau) z + tau C(2 x - z) seen from x: the line that Peaceman-Rachford,
/// Douglas-Rachford, FedSplit and their kin share.
///
///     p  = R(2 x - z)
///     z += 2 tau (p - x)
///
/// \param r    a callable r(v, p): a resolvent; p may carry a warm start in
/// \param tau  relaxation, 1 Peaceman-Rachford, 1/2 Douglas-Rachford
/// \param v    scratch of the same size
/// Always inline: a call costs as much as the step does at ten parameters.
template <class S, class R>
[[gnu::always_inline]] inline void splitting_step(R&& r, in<S> x, S tau, out<S> z, out<S> v, out<S> p) {
  v = S{2} * x - z;
  r(v, p);
  z += S{2} * tau * (p - x);
}

}  // namespace cleave
