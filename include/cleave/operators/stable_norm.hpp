/// \file
/// The Euclidean norm of any finite vector.
#pragma once

#include <cleave/core/types.hpp>

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
  if (square > limits::min() / limits::epsilon() && square < limits::max()) return plain;
  if (plain != plain || x.size() == 0) return plain;
  const S largest = x.cwiseAbs().maxCoeff();
  if (!(largest > 0) || !(largest < limits::infinity())) return largest;
  return largest * (x / largest).norm();
}

}  // namespace cleave::detail
