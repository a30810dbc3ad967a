/// \file
/// The half-space.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/sets/hyperslab.hpp>

#include <limits>
#include <utility>

namespace cleave {

/// { x : a'x <= b }; everything where a = 0 and b >= 0. Projection subtracts max(a'x - b, 0) a / ||a||^2. Cost: four
/// passes, no memory.
template <class S = double>
class half_space : public hyperslab<S> {
 public:
  /// \param a finite
  /// \param b not NaN, above minus infinity; not negative where a = 0
  /// \throws std::invalid_argument
  half_space(vec<S> a, S b)
      : hyperslab<S>(std::move(a), -std::numeric_limits<S>::infinity(), checked(b), "half_space") {}

 private:
  static S checked(S b) {
    check(b > -std::numeric_limits<S>::infinity(), "half_space: b", "above minus infinity", b);
    return b;
  }
};

template <class V, class B>
half_space(V, B) -> half_space<typename V::Scalar>;

}  // namespace cleave
