/// \file
/// The options of a program, declared once: parsed, listed by --help and written to the JSON.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/data/text.hpp>

#include "support/report.hpp"
#include <CLI/CLI.hpp>

#include <charconv>
#include <cstdio>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace example {

/// What one value of an option is: of a list an element, of a std::optional its content.
template <class T>
struct element {
  using type = T;
};
template <class T>
struct element<std::vector<T>> : element<T> {};
template <class T>
struct element<std::optional<T>> : element<T> {};

/// Reads a number exactly as it is typed, in decimal; one that a T does not hold is refused, where the parser would
/// take the nearest, and octal numbers for 010.
template <class T>
CLI::Validator number_as_typed() {
  const auto read = [](std::string& text) -> std::string {
    const std::string got = ", got " + cleave::detail::shown(text);
    T value{};
    if constexpr (std::is_integral_v<T>) {
      const char* const end = text.data() + text.size();
      const auto [stop, error] = std::from_chars(text.data() + (text.starts_with('+') ? 1 : 0), end, value);
      if (stop != end || error == std::errc::invalid_argument) return "expected a whole number" + got;
      if (error != std::errc())
        return "expected a whole number up to " + std::to_string(std::numeric_limits<T>::max()) + got;
      text = std::to_string(value);
    } else {
      const auto kind = cleave::detail::to_number(text, value);
      if (kind == cleave::detail::numeral::malformed) return "expected a number" + got;
      if (kind == cleave::detail::numeral::not_finite) return "expected a finite number" + got;
      if (value == 0 && text.substr(0, text.find_first_of("eE")).find_first_of("123456789") != std::string::npos)
        return "expected a number that is not too small for double precision" + got;
      char exact[40];
      std::snprintf(exact, sizeof exact, "%a", value);  // the parser's detour over long double is exact then
      text = exact;
    }
    return "";
  };
  return CLI::Validator(read, "");
}

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
    using V = typename element<T>::type;
    if constexpr (std::is_arithmetic_v<V>) option->transform(number_as_typed<V>());
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
  void remember(const std::string& name, const T& value) {
    values_.emplace_back(name, [&value] { return json_of(value); });
  }

  CLI::App& app_;
  std::vector<std::pair<std::string, std::function<json()>>> values_;
};

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
    list.add("json", files.json,
             "write the results to this file; -: to standard output, and what is printed goes to standard error");
    list.add("csv", files.csv, "write the history of all runs to this file; - as above");
    list.add("plot", files.plot, "write a picture, .svg or .png, with gnuplot");
  }
  /// \throws std::invalid_argument on a value outside its range
  void check() const {
    cleave::check(rounds >= 0, "--rounds", "not negative", rounds);
    cleave::check(seed >= 0, "--seed", "not negative", seed);
    cleave::check_not_negative(tol, "--tol");
  }
};

}  // namespace example
