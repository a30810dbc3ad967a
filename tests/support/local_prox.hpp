/// \file
/// One prox by a local solver, from nothing kept.
#pragma once

#include <cleave/problems/local/local_solver.hpp>

#include "support/catch.hpp"

namespace support {

/// x ~= prox_{step f}(v) from the warm start x; the bill goes to `bill`.
template <class Local, class F>
cleave::vec<> prox(const Local& local, const F& f, double step, const cleave::vec<>& v, cleave::vec<> x,
                   cleave::counters* bill = nullptr) {
  STATIC_REQUIRE(cleave::local_solver<Local, F>);
  auto memory = local.prepare(f);
  typename Local::template scratch<double> scratch(v.size());
  const cleave::counters cost = local.prox(f, memory, scratch, step, v, x);
  if (bill != nullptr) *bill = cost;
  return x;
}

}  // namespace support
