/// \file
/// The record of a run.
#pragma once

#include <cleave/diagnostics/reading.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace cleave {

/// An observer that writes down every round: give it to run() as an lvalue and read its columns afterwards. Its work is
/// not counted as the solver's time.
/// \tparam Objective called with the model, such as pooled_objective(); on several ranks all call it together
template <class Objective = no_objective>
class history {
 public:
  history() = default;
  explicit history(Objective of_model) : objective_(std::move(of_model)) {}

  // the columns of reading, all of one length
  std::vector<std::uint64_t> round;
  std::vector<double> objective;
  std::vector<double> residual;
  std::vector<std::uint64_t> floats;
  std::vector<double> seconds;

  void operator()(const auto& view) {
    const reading now = reading_of(view, objective_);
    round.push_back(now.round);
    objective.push_back(now.objective);
    residual.push_back(now.residual);
    floats.push_back(now.floats);
    seconds.push_back(now.seconds);
  }

 private:
  [[no_unique_address]] Objective objective_{};
};

}  // namespace cleave
