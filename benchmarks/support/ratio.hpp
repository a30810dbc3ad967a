/// \file
/// Benchmarks come in groups, NAME/hand (a plain Eigen loop) and NAME/cleave or more ways of doing the same, run in
/// turns in one process; what counts is the ratio of their medians.
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
    for (const Run& run : runs) {
      const std::string& name = run.run_name.function_name;
      if (run.error_occurred) std::printf("%s: %s\n", name.c_str(), run.error_message.c_str());
      if (run.error_occurred || run.run_type != Run::RT_Iteration) continue;
      const auto bytes = run.counters.find("bytes_per_second");
      if (bytes != run.counters.end()) speeds_[name].push_back(bytes->second.value / 1e9);
      times_[name].push_back(run.GetAdjustedCPUTime());  // other programs may want the processor too
      unit_ = benchmark::GetTimeUnitString(run.time_unit);
    }
  }

  void Finalize() override {
    std::printf("\n%-56s %12s %12s %7s%s\n", ("median of the repetitions, " + unit_).c_str(), "hand", "this", "ratio",
                speeds_.empty() ? "" : "    GB/s");
    for (auto& [name, times] : times_) {
      const auto hand = times_.find(name.substr(0, name.rfind('/')) + "/hand");
      if (hand == times_.end() || hand->first == name) continue;
      const double ours = median(times), theirs = median(hand->second);
      std::printf("%-56s %12.3f %12.3f %7.3f", name.c_str(), theirs, ours, ours / theirs);
      const auto speed = speeds_.find(name);
      if (speed != speeds_.end()) std::printf(" %7.2f", median(speed->second));
      std::printf("\n");
    }
  }

 private:
  static double median(std::vector<double>& v) {
    std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
    return v[v.size() / 2];
  }

  /// 30 before 100, which the alphabet has the other way round.
  struct by_number {
    bool operator()(const std::string& a, const std::string& b) const { return padded(a) < padded(b); }

    static std::string padded(const std::string& name) {
      std::string out, digits;
      for (const char c : name + '\0') {
        if (c >= '0' && c <= '9') {
          digits += c;
          continue;
        }
        if (!digits.empty()) out += std::string(20 - std::min<std::size_t>(20, digits.size()), '0') + digits;
        digits.clear();
        out += c;
      }
      return out;
    }
  };

  std::map<std::string, std::vector<double>, by_number> times_;
  std::map<std::string, std::vector<double>> speeds_;  // where the benchmark sets its bytes
  std::string unit_;
};

/// main() of a benchmark program: all in random turns, so that a machine that changes its speed is fair to both.
inline int compare(int argc, char** argv) {
  std::vector<std::string> arguments{argv[0], "--benchmark_repetitions=15", "--benchmark_min_time=0.05",
                                     "--benchmark_enable_random_interleaving=true"};
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
