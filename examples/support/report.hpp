/// \file
/// What an example program reports: a table, a JSON file, a CSV file with the history.
#pragma once

#include <cleave/core/counters.hpp>
#include <cleave/core/status.hpp>
#include <cleave/core/types.hpp>

#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace example {

using json = nlohmann::ordered_json;  // prints doubles so that they read back to the same bits, and NaN as null

/// One method's run.
struct run_record {
  std::string solver;
  cleave::status status = cleave::status::running;
  std::uint64_t rounds = 0;
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
};

inline json to_json(const run_record& run) {
  json out{{"solver", run.solver},       {"status", cleave::to_string(run.status)},
           {"rounds", run.rounds},       {"seconds", run.seconds},
           {"objective", run.objective}, {"gap", run.gap},
           {"residual", run.residual}};
  out["model"] = std::vector<double>(run.model.begin(), run.model.end());
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
    if (name == "round" || name == "floats")
      history[name] = std::vector<std::uint64_t>(column.begin(), column.end());
    else
      history[name] = column;
  }
  out["history"] = history;
  return out;
}

/// Refuses a file that cannot be written; leaves one that is there as it is. \throws std::runtime_error
inline void check_writable(const std::string& path) {
  if (path.empty()) return;
  const bool there = std::ifstream(path).good();
  if (!std::ofstream(path, std::ios::app)) throw std::runtime_error("cannot write " + path);
  if (!there) std::remove(path.c_str());
}

/// \throws std::runtime_error if the file cannot be written
inline void write_text(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

/// One row a round and method, numbers so that they read back to the same bits.
inline void write_history(const std::string& path, const std::vector<run_record>& runs) {
  std::string text = "solver";
  if (!runs.empty())
    for (const auto& column : runs.front().history) text.append(",").append(column.first);
  text += "\n";
  for (const auto& run : runs) {
    const std::size_t rows = run.history.empty() ? 0 : run.history.front().second.size();
    for (std::size_t row = 0; row < rows; ++row) {
      text += run.solver;
      for (const auto& [name, column] : run.history) text.append(",").append(json(column[row]).dump());
      text += "\n";
    }
  }
  write_text(path, text);
}

inline void print_table(const std::vector<run_record>& runs, const char* gap_to) {
  std::printf("%-10s %-13s %7s  %-19s %-10s %9s %9s %12s\n", "solver", "status", "rounds", "objective", gap_to,
              "accuracy", "seconds", "floats sent");
  for (const auto& run : runs)
    std::printf("%-10s %-13s %7llu  %-19.16g %-10.2e %8.2f%% %9.2f %12llu\n", run.solver.c_str(),
                cleave::to_string(run.status), static_cast<unsigned long long>(run.rounds), run.objective, run.gap,
                100 * run.accuracy.value_or(0), run.seconds,
                static_cast<unsigned long long>(run.counters.floats_up + run.counters.floats_down));
}

}  // namespace example
