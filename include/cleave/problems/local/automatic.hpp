/// \file
/// The best local solver that a problem allows.
#pragma once

#include <cleave/problems/local/accelerated_gradient.hpp>
#include <cleave/problems/local/exact.hpp>
#include <cleave/problems/local/newton.hpp>

#include <type_traits>

namespace cleave {

/// `exact` where the problem has a prox, else `newton` where it has a Hessian, else `accelerated_gradient`: a problem
/// with value and gradient alone just works.
struct automatic {
  static constexpr bool is_exact = true;

  template <class F>
  using choice = std::conditional_t<preparable<F> || proximable<F>, exact,
                                    std::conditional_t<has_hessian<F>, newton, accelerated_gradient>>;
  template <class F>
  static constexpr bool warm_started = choice<F>::template warm_started<F>;
  template <class F>
  using memory = typename choice<F>::template memory<F>;
  template <class S>
  struct scratch : exact::scratch<S>, newton::scratch<S>, accelerated_gradient::scratch<S> {
    explicit scratch(index_t d) : exact::scratch<S>(d), newton::scratch<S>(d), accelerated_gradient::scratch<S>(d) {}
  };

  template <class F>
  memory<F> prepare(const F& f) const {
    return choice<F>().prepare(f);
  }
  template <class F, class S>
  counters prox(const F& f, memory<F>& m, scratch<S>& w, S step, in<S> v, out<S> x) const {
    using solver = choice<F>;
    return solver().prox(f, m, static_cast<typename solver::template scratch<S>&>(w), step, v, x);
  }
};

}  // namespace cleave
