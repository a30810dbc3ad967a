/// \file
/// What a prox of step 0 does in rules that go to another point and back.
#pragma once

#include <cleave/operators/concepts.hpp>

#include <limits>

namespace cleave::detail {

/// At step 0 a point of the domain stays, to its last bit: copies x to y, sets `at` to g(x), and says so. Never true
/// for a g without value, and outside the domain, where the prox projects.
template <class G, class S = scalar_of<G>>
bool stays(const G& g, in<S> x, S step, out<S> y, S& at) {
  if constexpr (has_value<G>) {
    if (step != 0) return false;
    at = g.value(x);
    if (!(at <= (std::numeric_limits<S>::max)())) return false;
    if (y.data() != x.data()) y = x;
    return true;
  }
  return false;
}

}  // namespace cleave::detail
