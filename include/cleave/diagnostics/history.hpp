/// \file
/// The record of a run.
#pragma once

#include <cleave/core/counters.hpp>
#include <cleave/core/types.hpp>

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace cleave {

namespace detail {
struct no_objective {
  double operator()(const auto&) const { return std::numeric_limits<double>::quiet_NaN(); }
};
}  // namespace detail

/// An observer that writes down every round: give it to run() as an lvalue and read its columns afterwards. Its work is
/// not counted as the solver's time.
/// \tparam Objective called with the model; on several ranks all call it together
template <class Objective = detail::no_objective>
class history {
 public:
  history() = default;
  explicit history(Objective of_model) : objective_(std::move(of_model)) {}

  std::vector<std::uint64_t> round;   ///< counted over resumed runs
  std::vector<double> objective;      ///< NaN without an objective
  std::vector<double> residual;       ///< the method's own
  std::vector<std::uint64_t> floats;  ///< numbers sent so far, either way, by all ranks
  std::vector<double> seconds;        ///< spent so far in steps and criteria

  void operator()(const auto& view) {
    round.push_back(view.solver.rounds(view.state));
    objective.push_back(static_cast<double>(objective_(view.model())));
    residual.push_back(static_cast<double>(view.residual()));
    const counters cost = view.solver.cost(view.state);
    std::uint64_t sent = cost.floats_up + cost.floats_down;
    if constexpr (requires { view.solver.network(); }) sent = view.solver.network().carrier().total(sent);
    floats.push_back(sent);
    seconds.push_back(view.seconds);
  }

 private:
  [[no_unique_address]] Objective objective_{};
};

}  // namespace cleave
