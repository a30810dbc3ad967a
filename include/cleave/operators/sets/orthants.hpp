/// \file
/// The orthants by name: they are boxes with one infinite bound.
#pragma once

#include <cleave/operators/sets/box.hpp>

namespace cleave {

/// { x : x_i >= 0 for all i }.
template <class S = double>
box<S> nonnegative_orthant() {
  return box<S>(0, std::numeric_limits<S>::infinity());
}

/// { x : x_i <= 0 for all i }.
template <class S = double>
box<S> nonpositive_orthant() {
  return box<S>(-std::numeric_limits<S>::infinity(), 0);
}

}  // namespace cleave
