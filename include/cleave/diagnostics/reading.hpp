/// \file
/// What can be read off a run after a round: one row of every record.
#pragma once

#include <cleave/core/counters.hpp>

#include <cstdint>
#include <limits>

namespace cleave {

/// For records without an objective: NaN.
struct no_objective {
  double operator()(const auto&) const { return std::numeric_limits<double>::quiet_NaN(); }
};

/// One row of a record.
struct reading {
  std::uint64_t round;   ///< counted over resumed runs
  double objective;      ///< NaN without an objective
  double residual;       ///< the method's own
  std::uint64_t floats;  ///< numbers sent so far, either way, by all ranks
  double seconds;        ///< spent so far in steps and criteria
};

/// Reads them off; collective on several ranks.
reading reading_of(const auto& view, const auto& objective) {
  const counters cost = view.solver.cost(view.state);
  std::uint64_t sent = cost.floats_up + cost.floats_down;
  if constexpr (requires { view.solver.network(); }) sent = view.solver.network().carrier().total(sent);
  return {view.solver.rounds(view.state), static_cast<double>(objective(view.model())),
          static_cast<double>(view.residual()), sent, view.seconds};
}

}  // namespace cleave
