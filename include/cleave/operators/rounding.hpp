/// \file
/// What rounding alone may have done to a projection, and norms that round little.
#pragma once

#include <cleave/operators/stable_norm.hpp>

#include <limits>
#include <type_traits>

namespace cleave::detail {

/// The relative error of a sum or norm of n numbers that are themselves rounded to S and added in double.
template <class S>
double rounding(index_t n) {
  return 8 * static_cast<double>(std::numeric_limits<S>::epsilon()) +
         static_cast<double>(n) * std::numeric_limits<double>::epsilon();
}

/// ||x|| in double, without overflow or underflow.
template <class X>
double wide_norm(const Eigen::MatrixBase<X>& x) {
  if constexpr (std::is_same_v<typename X::Scalar, double>)
    return stable_norm(x);
  else
    return x.template cast<double>().norm();
}

}  // namespace cleave::detail
