/// \file
/// The options of a program, declared once: parsed, listed by --help and written to the JSON.
#pragma once

#include <cleave/core/check.hpp>

#include "support/report.hpp"
#include <CLI/CLI.hpp>

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace example {

/// Adds options to a command line and remembers where their values are.
class option_list {
 public:
  /// \param app outlives the list, and so do the values
  explicit option_list(CLI::App& app) : app_(app) { app_.option_defaults()->always_capture_default(); }

  /// `--name VALUE`; a std::optional stays empty, and null in the JSON, until somebody says otherwise.
  template <class T>
  CLI::Option* add(const std::string& name, T& value, const std::string& help) {
    remember(name, value);
    CLI::Option* const option = app_.add_option("--" + name, value, help);
    if constexpr (is_number<T>)  // the parser would take nothing for 0
      option->check([](const std::string& text) { return text.empty() ? "expected a number, got ''" : ""; });
    return option;
  }
  /// `--name a,b,...`
  template <class T>
  CLI::Option* add_list(const std::string& name, std::vector<T>& values, const std::string& help) {
    return add(name, values, help)->delimiter(',');
  }
  /// `--name` alone.
  CLI::Option* flag(const std::string& name, bool& value, const std::string& help) {
    remember(name, value);
    return app_.add_flag("--" + name, value, help);
  }

  /// Every option with the value that it has now.
  json values() const {
    json all = json::object();
    for (const auto& [name, value] : values_) all[name] = value();
    return all;
  }

 private:
  template <class T>
  static constexpr bool is_number = std::is_arithmetic_v<T> || std::is_same_v<T, std::optional<double>>;

  template <class T>
  void remember(const std::string& name, const T& value) {
    values_.emplace_back(name, [&value] { return json_of(value); });
  }

  CLI::App& app_;
  std::vector<std::pair<std::string, std::function<json()>>> values_;
};

/// Refuses what is not a whole number from 0 on; one that is too large for its type is read as the largest there is.
/// \throws std::invalid_argument
inline void check_whole(long long value, const char* name) {
  constexpr long long most = std::numeric_limits<long long>::max();
  cleave::check(value >= 0 && value < most, name, "from 0 to 2^63 - 2", value);
}

/// What every program takes.
struct common_options {
  long long rounds = 200;
  double tol = 1e-8;
  long long threads = 1, seed = 1;
  output_files files;

  void declare_stop(option_list& list) {
    list.add("rounds", rounds, "rounds at the most");
    list.add("tol", tol, "stop when the method's own residual is at most this; 0 runs all rounds");
  }
  void declare_rest(option_list& list, const std::string& use_of_seed) {
    list.add("threads", threads, "threads; 0: all processors");
    list.add("seed", seed, use_of_seed);
    list.add("json", files.json, "write the results to this file");
    list.add("csv", files.csv, "write the history of all runs to this file");
    list.add("plot", files.plot, "write a picture, .svg or .png, with gnuplot");
  }
  /// \throws std::invalid_argument on a value outside its range
  void check() const {
    check_whole(rounds, "--rounds");
    check_whole(seed, "--seed");
    cleave::check_not_negative(tol, "--tol");
  }
};

}  // namespace example
