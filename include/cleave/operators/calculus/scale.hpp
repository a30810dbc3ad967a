/// \file
/// A multiple of a function.
#pragma once

#include <cleave/operators/calculus/postcompose.hpp>

#include <utility>

namespace cleave {

/// g(x) = a f(x): postcompose without a constant.
/// \param a finite, >= 0
/// \throws std::invalid_argument
template <class F>
postcompose<F> scale(scalar_of<F> a, F f) {
  return {std::move(f), a, scalar_of<F>{0}, "scale: a"};
}

}  // namespace cleave
