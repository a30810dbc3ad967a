/// \file
/// The largest absolute value.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/simplex_threshold.hpp>

#include <cmath>
#include <concepts>

namespace cleave {

/// f(x) = weight max_i |x_i|, 0 without entries. prox_{s f} clips at the t with sum_i max(|x_i| - t, 0) = s weight, and
/// is 0 where that sum is smaller for t = 0. Cost: a few passes, no memory.
template <class S = double>
class linf_norm {
 public:
  using scalar = S;

  /// \param weight finite, >= 0
  /// \throws std::invalid_argument
  explicit linf_norm(S weight = 1) : weight_(weight) {
    check_not_negative(static_cast<double>(weight), "linf_norm: weight");
  }

  S value(in<S> x) const {
    return x.size() == 0 ? S{0}
                         : weight_ * detail::largest_entry<S>(x.size(), [&](index_t i) { return std::abs(x[i]); });
  }
  S prox(in<S> x, S step, out<S> y) const {
    const S a = step * weight_;
    if (x.size() == 0 || a == 0) {
      if (y.data() != x.data()) y = x;
      return value(x);
    }
    const auto t = detail::simplex_threshold<S>(
        x.size(), [&](index_t i) { return std::abs(x[i]); }, a);
    const S clip = t.top - t.depth;
    if (clip <= 0) {
      y.setZero();
      return 0;
    }
    for (index_t i = 0; i < x.size(); ++i) y[i] = std::abs(x[i]) <= clip ? x[i] : std::copysign(clip, x[i]) + 0 * x[i];
    return weight_ * clip;
  }

 private:
  S weight_;
};

/// A weight in whole numbers means double.
template <std::integral T>
linf_norm(T) -> linf_norm<double>;

}  // namespace cleave
