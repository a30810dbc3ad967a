/// \file
/// The prox in closed form.
#pragma once

#include <cleave/problems/local/local_solver.hpp>

#include <cmath>
#include <optional>
#include <utility>

namespace cleave {

/// Closed form, or a factor kept for each client and renewed only when the step changes.
struct exact {
  static constexpr bool is_exact = true;
  template <class F>
  static constexpr bool warm_started = false;

  template <class F>
  struct memory {};
  template <preparable F>
  struct memory<F> {
    std::optional<decltype(std::declval<const F&>().prepare(scalar_of<F>{}))> factor;
  };
  template <class S>
  struct scratch {
    explicit scratch(index_t) {}
  };

  template <class F>
  memory<F> prepare(const F&) const {
    static_assert(preparable<F> || proximable<F>,
                  "cleave: the local solver `exact` needs `prepare(step)` or `prox(x, step, y)`; "
                  "use automatic{}, newton{} or gradient_steps{} for this problem");
    return {};
  }

  template <class F, class S>
  counters prox(const F& f, memory<F>& m, scratch<S>&, S step, in<S> v, out<S> x) const {
    if constexpr (preparable<F>) {
      if (!m.factor || m.factor->step() != step) m.factor.emplace(f.prepare(step));
      m.factor->prox(v, x);
    } else {
      const S value = f.prox(v, step, x);
      if (std::isnan(value)) x.setConstant(value);
    }
    return {.prox = 1};
  }
};

}  // namespace cleave
