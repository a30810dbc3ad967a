/// \file
/// A cheap test for NaN and infinities.
#pragma once

#include <cleave/core/types.hpp>

namespace cleave {

/// True if x holds no NaN and no infinity. Zero times a finite number is zero, times anything else NaN: one vectorised
/// sum, where Eigen's allFinite() goes entry by entry.
template <class X>
bool all_finite(const Eigen::DenseBase<X>& x) {
  using S = typename X::Scalar;
  return (S{0} * x.derived().array()).sum() == S{0};
}

}  // namespace cleave
