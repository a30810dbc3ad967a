/// \file
/// The Euclidean norm of any finite vector.
#pragma once

#include <cleave/core/types.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cleave::detail {

/// ||x|| where its square would overflow or underflow, too. Eigen's stableNorm() depends on where x lies in memory;
/// this does not.
template <class X>
typename X::Scalar stable_norm(const Eigen::MatrixBase<X>& x) {
  using S = typename X::Scalar;
  using limits = std::numeric_limits<S>;
  const S plain = x.norm();
  // squares of what matters beside the largest entry are normal numbers
  const S square = plain * plain;
  if (square > (limits::min)() / limits::epsilon() && square < (limits::max)()) return plain;
  if (plain != plain || x.size() == 0) return plain;
  const S largest = x.cwiseAbs().maxCoeff();
  if (!(largest > 0) || !(largest < limits::infinity())) return largest;
  return largest * (x / largest).norm();
}

/// The same of the n numbers entry(i) that do not lie side by side, added from first to last.
template <class S, class Entry>
S stable_norm(index_t n, Entry&& entry) {
  using limits = std::numeric_limits<double>;
  const auto scaled = [&](double scale) {
    double sum = 0;
    for (index_t i = 0; i < n; ++i) {
      const double e = static_cast<double>(entry(i)) / scale;
      sum += e * e;
    }
    return sum;
  };
  const double square = scaled(1);
  if ((square > (limits::min)() / limits::epsilon() && square < (limits::max)()) || square != square)
    return static_cast<S>(std::sqrt(square));
  double largest = 0;
  for (index_t i = 0; i < n; ++i) largest = (std::max)(largest, std::abs(static_cast<double>(entry(i))));
  if (!(largest > 0) || !(largest < limits::infinity())) return static_cast<S>(largest);
  return static_cast<S>(largest * std::sqrt(scaled(largest)));
}

/// What x is to be multiplied with before it is divided by its norm: 1, and a power of 2 where the norm of finite
/// entries is beyond the largest number, or so small that it has few digits.
template <class S>
S norm_scale(S norm) {
  using limits = std::numeric_limits<S>;
  if (norm > (limits::max)()) return S(0x1p-60);
  return norm > 0 && norm < (limits::min)() / limits::epsilon() ? S(0x1p60) : S{1};
}

}  // namespace cleave::detail
