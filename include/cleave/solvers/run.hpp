/// \file
/// The loop around a solver's step.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/clock.hpp>
#include <cleave/core/counters.hpp>
#include <cleave/core/fields.hpp>
#include <cleave/core/result.hpp>
#include <cleave/core/status.hpp>
#include <cleave/core/types.hpp>

#include <concepts>
#include <cstdint>
#include <limits>

namespace cleave {

/// A method as a value: it never changes, all that moves is in a state.
///
/// Requirements: (1) `state` has fields (core/fields.hpp) and the state law holds; (2) `init(x0)` makes one, throws
/// std::invalid_argument where x0 does not fit; (3) `step(state)` does one round, allocates nothing after the first and
/// returns `running` or why it cannot go on; after `not_finite` the model is the last finite one; (4) `model(state)`;
/// (5) `residual(state)`, the method's own certificate, zero at a solution only; (6) `cost(state)`, the bill of this
/// rank. Optional: `network()`; `ready(state)`, asked before each step; `restore(state)`, called after fields were
/// loaded; `blamed(state)`, the first client whose message was not finite, or -1.
template <class A>
concept solver = requires(const A& a, typename A::state& s, const vec<typename A::scalar>& x0) {
  { a.init(x0) } -> std::same_as<typename A::state>;
  { a.step(s) } -> std::same_as<status>;
  a.model(s);
  { a.residual(s) } -> std::same_as<typename A::scalar>;
  { a.cost(s) } -> std::same_as<counters>;
};

/// What criteria and observers see.
template <class Solver>
struct view {
  const Solver& solver;
  const typename Solver::state& state;
  std::uint64_t round;  ///< rounds done in this run
  double seconds;       ///< spent in steps and criteria, not in observers
  status now;           ///< running, or how the run ended
  std::uint64_t most;   ///< rounds that this run will not exceed; the largest number where nobody knows

  decltype(auto) model() const { return solver.model(state); }
  auto residual() const { return solver.residual(state); }
};

namespace detail {
template <class T>
concept differs_by_rank = T::differs_by_rank;
template <class O, class V>
concept may_interrupt = std::same_as < std::invoke_result_t<O&, const V&>,
bool > ;

template <class O, class V>
concept observer_result =
    !std::is_invocable_v<O&, const V&> || may_interrupt<O, V> || std::is_void_v<std::invoke_result_t<O&, const V&>>;

template <class Solver>
int agree(const Solver& solver, int verdict) {
  if constexpr (requires { solver.network(); })
    return solver.network().agree(verdict);
  else
    return verdict;
}

/// What a criterion knows of the number of rounds.
template <class Criterion>
std::uint64_t rounds_at_most(const Criterion& criterion) {
  if constexpr (requires { criterion.rounds_at_most(); })
    return criterion.rounds_at_most();
  else
    return (std::numeric_limits<std::uint64_t>::max)();
}

template <class Solver>
result ended(const Solver& solver, const typename Solver::state& state, status now, std::uint64_t round,
             double seconds) {
  result r{now, round, seconds, static_cast<double>(solver.residual(state))};
  if constexpr (requires { solver.blamed(state); })
    if (now == status::not_finite) r.client = solver.blamed(state);
  return r;
}

/// Refuses a state that init() of this solver did not make, as far as the number of clients tells.
template <class Solver>
void check_state(const Solver& solver, const typename Solver::state& state) {
  if constexpr (with_fields<typename Solver::state> && requires { solver.network().owned(); })
    for_each_field(state, [&](auto f) {
      if constexpr (f.where == spread::columns)
        if (const index_t clients = solver.network().owned().count(); f.value.cols() != clients)
          check_same(f.value.cols(),
                     "run: the state is not one of this solver: its field " + f.full_name() + " has columns", clients,
                     "the solver has clients here");
    });
}

/// Tells the observers; true if one of them asks to stop.
template <class V, class... O>
bool show(const V& v, O&... observers) {
  bool stop = false;
  [[maybe_unused]] const auto tell = [&](auto& observer) {
    if constexpr (may_interrupt<decltype(observer), V>)
      stop = observer(v) || stop;
    else
      observer(v);
  };
  (tell(observers), ...);
  return stop;
}
}  // namespace detail

/// Steps until the criterion says stop, the solver cannot go on, or an observer returns true. The criterion is asked
/// before the first step too, so a solved state costs nothing; observers see every round, the last one with its status.
/// Whether iterates are finite is always checked. All ranks end in the same round with the same status.
///
/// \param criterion e.g. `stop::residual(1e-8) || stop::rounds(500)`
/// \throws std::invalid_argument for a state of a solver with another number of clients, or one that init() did not
/// make; what the solver, the criterion or an observer throws
/// \param observers callables with a `const view<Solver>&`, returning nothing, or true to stop
template <class Solver, class Criterion, class... Observers>
[[nodiscard]] result run(const Solver& solver, typename Solver::state& state, Criterion criterion,
                         Observers&&... observers) {
  using seen = view<Solver>;
  static_assert(std::is_invocable_r_v<status, Criterion&, const seen&>,
                "cleave: a stop criterion is called as criterion(const view<Solver>&) and returns a status, "
                "like stop::rounds(100)");
  static_assert((std::is_invocable_v<Observers&, const seen&> && ...),
                "cleave: an observer is called as observer(const view<Solver>&); this one cannot be");
  static_assert((detail::observer_result<Observers, seen> && ...),
                "cleave: an observer returns nothing, or bool: true stops the run");
  constexpr bool ranks_may_differ =
      detail::differs_by_rank<Criterion> || (detail::may_interrupt<Observers, seen> || ...);

  detail::check_state(solver, state);
  const std::uint64_t most = detail::rounds_at_most(criterion);
  double busy = 0, since = seconds_now();
  const auto elapsed = [&] { return busy + seconds_now() - since; };
  status now = status::running;
  for (std::uint64_t round = 0;; ++round) {
    if constexpr (requires { solver.ready(state); })
      if (now == status::running) now = solver.ready(state);
    if (now == status::running) now = criterion(seen{solver, state, round, elapsed(), now, most});
    if constexpr (detail::differs_by_rank<Criterion>) now = status(detail::agree(solver, static_cast<int>(now)));
    busy = elapsed();
    const bool asked = detail::show(seen{solver, state, round, busy, now, most}, observers...);
    if (asked && now == status::running) now = status::interrupted;
    if constexpr (ranks_may_differ) now = status(detail::agree(solver, static_cast<int>(now)));
    if (now != status::running) return detail::ended(solver, state, now, round, busy);
    since = seconds_now();
    now = solver.step(state);
  }
}

}  // namespace cleave
