/// \file
/// The thin singular value decomposition that the operators of matrices go by.
#pragma once

#include <cleave/core/types.hpp>

#include <Eigen/SVD>

#include <cmath>

namespace cleave::detail {

/// m = u diag(values) v', largest first. Allocates. Scaled by a power of two, so that no number is huge or tiny.
class singular_values {
 public:
  /// \param m finite, of at least one entry
  /// \param vectors whether u and v are wanted
  explicit singular_values(const mat<double>& m, bool vectors = true) {
    const double largest = m.cwiseAbs().maxCoeff();
    const double scale = largest > 0 ? std::ldexp(1.0, std::ilogb(largest)) : 1;
    svd_.compute(m / scale, vectors ? Eigen::ComputeThinU | Eigen::ComputeThinV : 0);
    values_ = svd_.singularValues() * scale;
  }

  const vec<double>& values() const { return values_; }
  /// The matrix with other singular values: u diag(values) v'. Zeros at the end cost nothing.
  mat<double> with(const vec<double>& values) const {
    index_t rank = values.size();
    while (rank > 0 && values[rank - 1] == 0) --rank;
    const mat<double> left = svd_.matrixU().leftCols(rank) * values.head(rank).asDiagonal();
    return left * svd_.matrixV().leftCols(rank).transpose();
  }

 private:
  Eigen::BDCSVD<mat<double>> svd_;
  vec<double> values_;
};

}  // namespace cleave::detail
