/// \file
/// Benchmarks come in pairs, NAME/hand (a plain Eigen loop) and NAME/cleave, run in turns in one process; what counts
/// is the ratio of their medians.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace support {

class ratio_reporter : public benchmark::ConsoleReporter {
 public:
  ratio_reporter() : ConsoleReporter(OO_Tabular) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs)
      if (run.run_type == Run::RT_Iteration && !run.error_occurred)
        times_[run.run_name.function_name].push_back(run.GetAdjustedRealTime());
  }

  void Finalize() override {
    std::printf("\n%-48s %14s %14s %7s\n", "median of the repetitions", "hand", "cleave", "ratio");
    for (auto& [name, cleave] : times_) {
      const auto slash = name.rfind("/cleave");
      if (slash == std::string::npos || slash + 7 != name.size()) continue;
      const auto hand = times_.find(name.substr(0, slash) + "/hand");
      if (hand == times_.end()) continue;
      const double ours = median(cleave), theirs = median(hand->second);
      std::printf("%-48s %14.2f %14.2f %7.3f\n", name.substr(0, slash).c_str(), theirs, ours, ours / theirs);
    }
  }

 private:
  static double median(std::vector<double>& v) {
    std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
    return v[v.size() / 2];
  }

  std::map<std::string, std::vector<double>> times_;
};

/// main() of a benchmark program: pairs in random turns, so that a machine that changes its speed is fair to both.
inline int compare(int argc, char** argv) {
  std::vector<std::string> arguments{argv[0], "--benchmark_repetitions=15", "--benchmark_min_time=0.05",
                                     "--benchmark_enable_random_interleaving=true",
                                     "--benchmark_display_aggregates_only=false"};
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  std::vector<char*> raw;
  for (auto& a : arguments) raw.push_back(a.data());
  int count = static_cast<int>(raw.size());
  benchmark::Initialize(&count, raw.data());
  if (benchmark::ReportUnrecognizedArguments(count, raw.data())) return 2;
  ratio_reporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return 0;
}

}  // namespace support
