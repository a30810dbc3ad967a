/// \file
/// The hyperplane.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/sets/hyperslab.hpp>

#include <cmath>
#include <utility>

namespace cleave {

/// { x : a'x = b }; everything where a = 0 and b = 0. Projection subtracts (a'x - b) a / ||a||^2. Cost: four passes, no
/// memory. Several equations at once are affine.
template <class S = double>
class hyperplane : public hyperslab<S> {
 public:
  /// \param a finite
  /// \param b finite; 0 where a = 0
  /// \throws std::invalid_argument
  hyperplane(vec<S> a, S b) : hyperslab<S>(std::move(a), checked(b), b, "hyperplane") {}

 private:
  static S checked(S b) {
    check(std::isfinite(b), "hyperplane: b", "finite", b);
    return b;
  }
};

template <class V, class B>
hyperplane(V, B) -> hyperplane<typename V::Scalar>;

}  // namespace cleave
