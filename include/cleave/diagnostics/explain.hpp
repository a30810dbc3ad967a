/// \file
/// How a run ended, in one sentence.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/result.hpp>

#include <charconv>
#include <string>

namespace cleave {

namespace detail {

/// Three digits are enough for a person.
inline std::string roughly(double value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, 2).ptr);
}

/// "3 rounds", "1 round".
inline std::string counted_rounds(std::uint64_t n) { return number(n) + (n == 1 ? " round" : " rounds"); }

/// What a status means for the caller.
inline std::string meaning(const result& r) {
  const std::string residual = "the residual is " + roughly(r.residual);
  switch (r.status) {
    case status::running:
      return "the run has not ended";
    case status::solved:
      return "the accuracy asked for is reached, " + residual;
    case status::rounds_spent:
      return "all rounds asked for are done, " + residual;
    case status::time_spent:
      return "the time asked for is used up, " + residual;
    case status::privacy_budget_spent:
      return "one more release would exceed the privacy budget, " + residual;
    case status::interrupted:
      return "an observer or a signal asked to stop, " + residual;
    case status::client_lost:
      return "a client or a rank went away; the model is the last complete one";
    case status::diverged:
      return "the iterates grow without bound: the step is too large or the assumptions do not hold";
    case status::not_finite:
      return (r.client >= 0 ? "client " + number(r.client) + " sent a NaN or an infinity"
                            : std::string("a NaN or an infinity turned up that no single client sent")) +
             "; the model is the last finite one";
  }
  return "unknown status";
}

}  // namespace detail

/// One sentence for a person: "solved after 57 rounds: the accuracy asked for is reached, the residual is 9.12e-09".
inline std::string explain(const result& r) {
  return std::string(to_string(r.status)) + " after " + detail::counted_rounds(r.rounds) + ": " + detail::meaning(r);
}

}  // namespace cleave
