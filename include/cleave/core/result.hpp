/// \file
/// What a run leaves behind beside its state.
#pragma once

#include <cleave/core/status.hpp>
#include <cleave/core/types.hpp>

#include <cstdint>

namespace cleave {

/// How a run ended; explain() (diagnostics/explain.hpp) puts it into a sentence.
struct result {
  cleave::status status;
  std::uint64_t rounds;  ///< done in this run
  double seconds;        ///< spent in steps and criteria, not in observers
  double residual;       ///< of the method, at the end
  index_t client = -1;   ///< the first client that sent a NaN or an infinity, if the run ended so; else -1
};

}  // namespace cleave
