/// \file
/// A run of one method, written down.
#pragma once

#include <cleave/comm/transport.hpp>
#include <cleave/diagnostics/explain.hpp>
#include <cleave/diagnostics/history.hpp>
#include <cleave/diagnostics/progress.hpp>
#include <cleave/diagnostics/stop.hpp>
#include <cleave/solvers/run.hpp>

#include "support/options.hpp"
#include "support/report.hpp"

#include <string>
#include <vector>

namespace example {

/// Runs a solver from zero until its residual is at most --tol or --rounds are spent.
/// \param objective called with a model; on several ranks all call it together
/// \param reference the smallest value of the objective
/// \param observers see every round as well
template <class Solver, class Objective, class... Observers>
run_record measure(const common_options& o, const std::string& name, const Solver& solver, cleave::index_t dimension,
                   const Objective& objective, double reference, Observers&&... observers) {
  using namespace cleave;
  auto state = solver.init(vec<>::Zero(dimension));
  history record(objective);
  const stop::rounds all_rounds(static_cast<std::uint64_t>(o.rounds));
  const auto run_until = [&](auto criterion) {
    return run(solver, state, criterion, progress(name), record, observers...);
  };
  const result ended = o.tol > 0 ? run_until(stop::residual(o.tol) || all_rounds) : run_until(all_rounds);

  run_record out;
  out.solver = name;
  out.status = ended.status;
  out.end = explain(ended);
  out.rounds = ended.rounds;
  out.seconds = ended.seconds;
  out.model = solver.model(state);
  out.objective = objective(out.model);
  out.gap = out.objective - reference;
  out.residual = ended.residual;
  out.counters = total_over_ranks(solver.network().carrier(), solver.cost(state));
  std::vector<double> gaps;
  for (const double value : record.objective) gaps.push_back(value - reference);
  out.history = {{"round", {record.round.begin(), record.round.end()}},
                 {"objective", record.objective},
                 {"gap", gaps},
                 {"residual", record.residual},
                 {"floats", {record.floats.begin(), record.floats.end()}},
                 {"seconds", record.seconds}};
  return out;
}

}  // namespace example
