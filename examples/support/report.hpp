/// \file
/// What an example program reports: a table, a JSON file, a CSV file with the history.
#pragma once

#include <cleave/core/counters.hpp>
#include <cleave/core/status.hpp>
#include <cleave/core/types.hpp>

#include "support/output.hpp"
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace example {

using json = nlohmann::ordered_json;  // prints doubles so that they read back to the same bits, and NaN as null

template <class T>
json json_of(const T& value) {
  return value;
}
template <class T>
json json_of(const std::optional<T>& value) {
  return value ? json(*value) : json();
}
inline json json_of(const cleave::vec<>& x) { return std::vector<double>(x.begin(), x.end()); }

/// One method's run.
struct run_record {
  std::string solver;
  json settings = json::object();  // what only this run was given
  cleave::status status = cleave::status::running;
  std::uint64_t rounds = 0;
  std::string end;  // in a sentence
  double seconds = 0;
  double objective = 0;
  double gap = 0;
  double residual = 0;
  cleave::vec<> model;
  std::optional<double> accuracy;
  std::optional<double> test_accuracy;
  cleave::counters counters;
  /// Columns of equal length: round, objective, gap, residual, floats, seconds.
  std::vector<std::pair<std::string, std::vector<double>>> history;

  /// The solver and what only this run was given: "fedprox mu=0.1".
  std::string label() const {
    std::string text = solver;
    for (const auto& [name, value] : settings.items()) {
      std::string number = value.dump();
      if (number.ends_with(".0")) number.resize(number.size() - 2);
      text.append(" ").append(name).append("=").append(number);
    }
    return text;
  }
  const std::vector<double>& column(const std::string& name) const {
    return std::find_if(history.begin(), history.end(), [&](const auto& c) { return c.first == name; })->second;
  }
};

/// A value of a history's column; some columns count.
inline json cell_of(const std::string& column, double value) {
  if (column == "round" || column == "floats") return static_cast<std::uint64_t>(value);
  return value;
}

inline json json_of(const run_record& run) {
  json out{{"solver", run.solver}};
  if (!run.settings.empty()) out["settings"] = run.settings;
  out["status"] = cleave::to_string(run.status);
  out["rounds"] = run.rounds;
  out["seconds"] = run.seconds;
  out["objective"] = run.objective;
  out["gap"] = run.gap;
  out["residual"] = run.residual;
  out["model"] = json_of(run.model);
  if (run.accuracy) out["accuracy"] = *run.accuracy;
  if (run.test_accuracy) out["test_accuracy"] = *run.test_accuracy;
  const auto& c = run.counters;
  out["counters"] = {{"prox", c.prox},
                     {"gradients", c.gradients},
                     {"hessians", c.hessians},
                     {"inner_iterations", c.inner_iterations},
                     {"messages", c.messages},
                     {"floats_up", c.floats_up},
                     {"floats_down", c.floats_down},
                     {"bytes", c.bytes}};
  json history = json::object();
  for (const auto& [name, column] : run.history) {
    history[name] = json::array();
    for (const double value : column) history[name].push_back(cell_of(name, value));
  }
  out["history"] = history;
  return out;
}

/// The text of a JSON file; bytes that are not UTF-8, as a file's name may have, are replaced.
inline std::string text_of(const json& value) {
  return value.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

/// One row a round and run, numbers so that they read back to the same bits.
inline std::string history_of(const std::vector<run_record>& runs) {
  std::string text = "solver";
  if (!runs.empty())
    for (const auto& column : runs.front().history) text.append(",").append(column.first);
  text += "\n";
  for (const auto& run : runs) {
    const std::size_t rows = run.history.empty() ? 0 : run.history.front().second.size();
    for (std::size_t row = 0; row < rows; ++row) {
      text += run.label();
      for (const auto& [name, column] : run.history) text.append(",").append(cell_of(name, column[row]).dump());
      text += "\n";
    }
  }
  return text;
}

inline void print_table(const std::vector<run_record>& runs) {
  const bool scored = std::any_of(runs.begin(), runs.end(), [](const auto& run) { return run.accuracy.has_value(); });
  std::printf("%-10s %-13s %7s  %-19s %-10s %s%9s %12s\n", "solver", "status", "rounds", "objective", "gap",
              scored ? " accuracy " : "", "seconds", "floats sent");
  for (const auto& run : runs) {
    std::printf("%-10s %-13s %7llu  %-19.16g %-10.2e ", run.solver.c_str(), cleave::to_string(run.status),
                static_cast<unsigned long long>(run.rounds), run.objective, run.gap);
    if (scored) std::printf("%8.2f%% ", 100 * run.accuracy.value_or(0));
    std::printf("%9.2f %12llu\n", run.seconds,
                static_cast<unsigned long long>(run.counters.floats_up + run.counters.floats_down));
  }
}

}  // namespace example
