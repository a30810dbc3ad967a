/// \file
/// The calling thread does the work.
#pragma once

#include <cleave/exec/executor.hpp>

namespace cleave {

/// One piece after the other, in order, in the calling thread.
struct sequential {
  static constexpr index_t slots() { return 1; }

  template <class F>
  void for_each(index_t n, F&& f) const {
    for (index_t i = 0; i < n; ++i) f(i, index_t{0});
  }
};

}  // namespace cleave
