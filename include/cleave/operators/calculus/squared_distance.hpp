/// \file
/// Half the square of the distance to a set.
#pragma once

#include <cleave/operators/calculus/moreau_envelope.hpp>
#include <cleave/operators/indicator.hpp>

#include <utility>

namespace cleave {

/// f(x) = min { ||x - z||^2 / 2 : z in the set }, of a convex set: the Moreau envelope of its indicator. Gradient x
/// minus the projection of x, smoothness 1; prox_{s f}(x) goes the part s / (1 + s) of the way to the projection.
/// \throws std::invalid_argument if the set says that it is not convex
template <projector C>
moreau_envelope<indicator<C>> squared_distance(C set) {
  check(!(weak_convexity_of(set) > 0), "squared_distance: the set", "convex, with weak convexity 0",
        weak_convexity_of(set));
  return moreau_envelope(indicator<C>(std::move(set)));
}

}  // namespace cleave
