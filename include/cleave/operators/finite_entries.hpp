/// \file
/// A check of the vectors and matrices that sets are made of.
#pragma once

#include <cleave/core/check.hpp>

#include <string>

namespace cleave::detail {

/// Refuses NaN and infinities: "half_space: normal[2] must be finite, got nan".
/// \throws std::invalid_argument
template <class X>
void check_entries(const Eigen::MatrixBase<X>& x, const char* name) {
  for (index_t j = 0; j < x.cols(); ++j)
    for (index_t i = 0; i < x.rows(); ++i) {
      if (std::isfinite(x(i, j))) continue;
      const std::string at = number(i) + (X::ColsAtCompileTime == 1 ? "" : ", " + number(j));
      check(false, (std::string(name) + "[" + at + "]").c_str(), "finite", x(i, j));
    }
}

}  // namespace cleave::detail
