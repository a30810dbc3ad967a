/// \file
/// The distance to a set.
#pragma once

#include <cleave/operators/concepts.hpp>
#include <cleave/operators/stable_norm.hpp>
#include <cleave/operators/unaliased.hpp>

#include <utility>

namespace cleave {

/// f(x) = min { ||x - z|| : z in the set }. prox_{s f}(x) goes s towards the projection of x, and no further than
/// there. Cost: one projection and two passes; value keeps the projection in a vector of its own; prox copies x where y
/// is x. Half its square is squared_distance.
template <projector C>
class distance {
 public:
  using scalar = scalar_of<C>;
  using S = scalar;

  explicit distance(C set) : set_(std::move(set)) {}

  const C& set_of() const { return set_; }

  S value(in<S> x) const {
    vec<S> p(x.size());
    set_.project(x, p);
    return detail::stable_norm(x - p);
  }
  S prox(in<S> x, S step, out<S> y) const {
    const detail::unaliased<S> kept(x, y);
    set_.project(kept.get(), y);
    const S far = detail::stable_norm(kept.get() - y);
    if (far <= step) return 0;
    y = kept.get() + step / far * (y - kept.get());
    return far - step;
  }

  /// That of the set, whose distance is convex where it is.
  double weak_convexity() const { return weak_convexity_of(set_); }

 private:
  C set_;
};

}  // namespace cleave
