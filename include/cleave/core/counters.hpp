/// \file
/// What a run costs, in the units that the papers count.
#pragma once

#include <cstdint>

namespace cleave {

/// Work and traffic. Kept per thread slot, added up after every round; a count does not depend on threads or ranks.
struct counters {
  std::uint64_t prox = 0;              ///< local prox evaluations, exact or not
  std::uint64_t gradients = 0;         ///< gradients of local problems
  std::uint64_t hessians = 0;          ///< Hessians of local problems
  std::uint64_t inner_iterations = 0;  ///< iterations of local solvers
  std::uint64_t messages = 0;          ///< vectors sent, either way
  std::uint64_t floats_up = 0;         ///< numbers sent by clients to the server, or by nodes to neighbours
  std::uint64_t floats_down = 0;       ///< numbers sent by the server to clients
  std::uint64_t bytes = 0;             ///< bytes sent, either way

  constexpr counters& operator+=(const counters& other) {
    prox += other.prox;
    gradients += other.gradients;
    hessians += other.hessians;
    inner_iterations += other.inner_iterations;
    messages += other.messages;
    floats_up += other.floats_up;
    floats_down += other.floats_down;
    bytes += other.bytes;
    return *this;
  }
  bool operator==(const counters&) const = default;
};

/// The sum of two bills.
constexpr counters operator+(counters a, const counters& b) { return a += b; }

}  // namespace cleave
