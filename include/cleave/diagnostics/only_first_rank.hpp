/// \file
/// Work of an observer that one rank does for all.
#pragma once

#include <cleave/comm/transport.hpp>

namespace cleave::detail {

/// Runs work on the first rank, and on a solver without a network. Where it throws, every rank throws, so that none
/// waits for another in the next round.
template <class Solver, class Work>
void only_first_rank(const Solver& solver, const char* who, Work&& work) {
  if constexpr (requires { solver.network(); })
    all_or_none(solver.network(), who, [&] {
      if (solver.network().carrier().rank() == 0) work();
    });
  else
    work();
}

}  // namespace cleave::detail
