/// \file
/// The Euclidean norm.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/stable_norm.hpp>

#include <concepts>

namespace cleave {

/// f(x) = weight ||x||. prox_{s f}(x) = (1 - s weight / ||x||) x, 0 where ||x|| <= s weight. Cost: two passes. Its
/// squared sibling is squared_l2_norm; norms of groups of entries are group_l2_norm.
template <class S = double>
class l2_norm {
 public:
  using scalar = S;

  /// \param weight finite, >= 0
  /// \throws std::invalid_argument
  explicit l2_norm(S weight = 1) : weight_(weight) {
    check_not_negative(static_cast<double>(weight), "l2_norm: weight");
  }

  S value(in<S> x) const { return weight_ * detail::stable_norm(x); }
  S prox(in<S> x, S step, out<S> y) const {
    const S norm = detail::stable_norm(x), t = step * weight_;
    if (norm <= t && t > 0) {
      y.setZero();
      return 0;
    }
    y = (t > 0 ? 1 - t / norm : S{1}) * x;
    return weight_ * (norm - t);
  }

 private:
  S weight_;
};

/// A weight in whole numbers means double.
template <std::integral T>
l2_norm(T) -> l2_norm<double>;

}  // namespace cleave
