/// \file
/// A point that stays.
#pragma once

#include <cleave/core/types.hpp>

namespace cleave::detail {

/// Copies x to y where they are two.
template <class S>
void keep(in<S> x, out<S> y) {
  if (y.data() != x.data()) y = x;
}

}  // namespace cleave::detail
