/// \file
/// How a run ended.
#pragma once

namespace cleave {

/// What a solver's step, a stop criterion or a run reports. A larger value wins where ranks disagree.
enum class status {
  running,               ///< not ended
  solved,                ///< a stop criterion on accuracy holds
  rounds_spent,          ///< the number of rounds asked for is done
  time_spent,            ///< the time asked for is used up
  privacy_budget_spent,  ///< one more release would exceed the budget
  interrupted,           ///< an observer asked to stop
  client_lost,           ///< a client or a rank went away unexpectedly
  diverged,              ///< the iterates grow without bound
  not_finite,            ///< a NaN or an infinity turned up; the model is the last finite one
};

/// The name of a status, as the programs print it.
constexpr const char* to_string(status s) {
  switch (s) {
    case status::running:
      return "running";
    case status::solved:
      return "solved";
    case status::rounds_spent:
      return "rounds_spent";
    case status::time_spent:
      return "time_spent";
    case status::privacy_budget_spent:
      return "privacy_budget_spent";
    case status::interrupted:
      return "interrupted";
    case status::client_lost:
      return "client_lost";
    case status::diverged:
      return "diverged";
    case status::not_finite:
      return "not_finite";
  }
  return "unknown";
}

/// True for the endings that mean a breakdown rather than an answer.
constexpr bool broke_down(status s) { return s >= status::client_lost; }

}  // namespace cleave
