/// \file
/// The manner that all example programs share: bad input is one line on standard error and exit code 2.
#pragma once

#include <CLI/CLI.hpp>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace example {

enum exit_code { as_asked = 0, broke_down = 1, bad_input = 2 };

/// A text as one line.
inline std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

/// Sends out what was printed. A reader that has gone away (`| head -1`) is no fault: what else was asked for is still
/// to be done.
/// \throws std::runtime_error where it cannot be written, as on a full disk
inline void flush_output() {
  if (std::fflush(stdout) != 0 && errno != EPIPE)
    throw std::runtime_error(std::string("cannot write to standard output: ") + std::strerror(errno));
}

/// Parses the command line and runs body(), which returns an exit code.
/// \param talks false on the ranks that leave talking to the first one
template <class Body>
int run_program(CLI::App& app, int argc, char** argv, bool talks, Body&& body) {
#if defined(SIGPIPE)
  std::signal(SIGPIPE, SIG_IGN);
#endif
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    if (talks) std::fputs(app.help().c_str(), stdout);
    return as_asked;
  } catch (const CLI::ParseError& e) {
    if (talks) std::fprintf(stderr, "%s: %s\n", app.get_name().c_str(), one_line(e.what()).c_str());
    return bad_input;
  }
  try {
    const int code = body();
    flush_output();
    return code;
  } catch (const std::bad_alloc&) {
    if (talks) std::fprintf(stderr, "%s: the data need more memory than there is\n", app.get_name().c_str());
    return bad_input;
  } catch (const std::exception& e) {
    if (talks) std::fprintf(stderr, "%s: %s\n", app.get_name().c_str(), one_line(e.what()).c_str());
    return bad_input;
  }
}

/// The methods asked for: those named, or every one that the other options allow.
/// \param refusal says why a method cannot honour the options, or is empty if it can
/// \throws std::invalid_argument on a name that is not known, a method that cannot do what is asked, or none that can
template <class Refusal>
std::vector<std::string> choose_methods(const std::vector<std::string>& asked, const std::vector<std::string>& known,
                                        Refusal&& refusal) {
  std::vector<std::string> chosen;
  std::string names;
  for (const auto& name : known) names += (names.empty() ? "" : ", ") + name;
  for (const auto& name : asked) {
    if (name == "all") {
      std::string last;
      for (const auto& method : known)
        if (const std::string why = refusal(method); why.empty())
          chosen.push_back(method);
        else
          last = why;
      if (chosen.empty()) throw std::invalid_argument("no method can honour these options: " + last);
      continue;
    }
    bool found = false;
    for (const auto& method : known) found = found || method == name;
    if (!found) throw std::invalid_argument("unknown method '" + name + "': expected " + names + " or all");
    if (const std::string why = refusal(name); !why.empty()) throw std::invalid_argument(why);
    chosen.push_back(name);
  }
  std::vector<std::string> once;
  for (const auto& method : chosen) {
    bool seen = false;
    for (const auto& other : once) seen = seen || other == method;
    if (!seen) once.push_back(method);
  }
  return once;
}

}  // namespace example
