/// \file
/// Positive semidefinite matrices.
#pragma once

#include <cleave/operators/concepts.hpp>
#include <cleave/operators/keep.hpp>
#include <cleave/operators/matrix_size.hpp>
#include <cleave/operators/rounding.hpp>

#include <Eigen/Eigenvalues>

#include <cmath>
#include <limits>

namespace cleave {

/// Symmetric n x n matrices without negative eigenvalues, column-major. Projection makes the matrix symmetric,
/// (X + X') / 2, and its negative eigenvalues 0. Cost: an eigenvalue decomposition, about 9 n^3; it allocates.
template <class S = double>
class psd_cone {
 public:
  using scalar = S;

  /// \param n >= 0
  /// \throws std::invalid_argument
  explicit psd_cone(index_t n) : size_(n, n, "psd_cone") {}

  index_t dimension() const { return size_.size(); }

  void project(in<S> x, out<S> y) const {
    const split s(size_, x);
    if (!s.finite) return y.setConstant(std::numeric_limits<S>::quiet_NaN()), void();
    if (s.away <= s.slack) return detail::keep<S>(x, y);
    mat<double> positive = s.vectors * s.values.cwiseMax(0).asDiagonal() * s.vectors.transpose();
    positive.template triangularView<Eigen::StrictlyUpper>() = positive.transpose();
    size_.write<S>(positive, y);
  }
  /// Reads the distance off an eigenvalue decomposition.
  bool contains(in<S> x, S tolerance) const {
    const split s(size_, x);
    return s.finite && s.away <= s.slack + static_cast<double>(tolerance);
  }

 private:
  /// A matrix as its symmetric part, in eigenvalues, and how far it is from the cone.
  struct split {
    split(const detail::matrix_size& size, in<S> x) {
      mat<double> m = size.matrix<S>(x);
      finite = m.allFinite();
      if (!finite || m.size() == 0) return;
      const double largest = m.cwiseAbs().maxCoeff();
      if (largest == 0) {
        vectors = mat<double>::Identity(m.rows(), m.rows());
        values = vec<double>::Zero(m.rows());
        return;
      }
      m /= largest;
      const double skew = (m - m.transpose()).norm() / 2;
      slack = largest * m.norm() * detail::rounding<S>(m.rows());
      m = (m + mat<double>(m.transpose())) / 2;
      const Eigen::SelfAdjointEigenSolver<mat<double>> eigen(m);
      vectors = eigen.eigenvectors();
      values = largest * eigen.eigenvalues();
      away = largest * std::hypot(skew, eigen.eigenvalues().cwiseMin(0).norm());
    }

    mat<double> vectors;
    vec<double> values;
    double away = 0;
    double slack = 0;
    bool finite;
  };

  detail::matrix_size size_;
};

}  // namespace cleave
