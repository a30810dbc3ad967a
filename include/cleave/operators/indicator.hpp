/// \file
/// A set seen as a function.
#pragma once

#include <cleave/operators/concepts.hpp>

#include <limits>
#include <utility>

namespace cleave {

/// f(x) = 0 on the set, infinite elsewhere; its prox is the projection, whatever the step. Derived for every set.
template <projector C>
class indicator {
 public:
  using scalar = scalar_of<C>;

  explicit indicator(C set) : set_(std::move(set)) {}

  const C& set() const { return set_; }
  scalar value(in<scalar> x) const { return set_.contains(x, 0) ? scalar{0} : std::numeric_limits<scalar>::infinity(); }
  scalar prox(in<scalar> x, scalar, out<scalar> y) const {
    set_.project(x, y);
    return 0;
  }
  /// What the set says: infinite where it is not convex.
  double weak_convexity() const { return weak_convexity_of(set_); }

 private:
  C set_;
};

/// A function as it is, a set as its indicator: what a solver does with the regulariser that it is given.
template <class G>
auto as_function(G g) {
  if constexpr (proximable<G>)
    return g;
  else
    return indicator<G>(std::move(g));
}

}  // namespace cleave
