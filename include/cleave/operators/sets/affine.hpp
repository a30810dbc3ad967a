/// \file
/// The solutions of linear equations.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/finite_entries.hpp>
#include <cleave/operators/keep.hpp>
#include <cleave/operators/rounding.hpp>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cleave {

/// { x : A x = b }, A dense and of any rank: construction finds an orthonormal basis Q of A's rows by a complete
/// orthogonal decomposition, O(m n min(m, n)), and projection is y = x - Q'(Q x - Q x0), x0 a solution. Cost: 6 rank n
/// operations; twice where rounding of huge numbers asks for it. No memory.
template <class S = double>
class affine {
 public:
  using scalar = S;

  /// \param a m x n, finite; rows may depend on each other, m may be 0
  /// \param b m, finite
  /// \throws std::invalid_argument if the sizes differ, or if there is no solution, with the residual of the best x:
  /// the largest |a_i'x - b_i| / ||a_i||
  affine(const Eigen::Ref<const mat<S>>& a, in<S> b) {
    check_same(b.size(), "affine: b has size", a.rows(), "a has rows");
    detail::check_entries(a, "affine: a");
    detail::check_entries(b, "affine: b");
    // rows of length 1, so that the units of an equation do not decide the rank
    mat<double> rows = a.template cast<double>();
    vec<double> right = b.template cast<double>();
    for (index_t i = 0; i < a.rows() && a.cols() > 0; ++i) {
      const double length = detail::wide_norm(a.row(i));
      if (length > 0) rows.row(i) /= length, right[i] /= length;
    }
    const double epsilon = static_cast<double>(std::numeric_limits<S>::epsilon());
    const double least = epsilon * static_cast<double>((std::max)(a.rows(), a.cols()));
    const index_t shorter = (std::min)(a.rows(), a.cols());
    mat<double> basis(0, a.cols());
    if (shorter > 0) {
      Eigen::ColPivHouseholderQR<mat<double>> of_rows(a.cols(), a.rows());
      of_rows.setThreshold(least);
      of_rows.compute(rows.transpose());
      basis = (of_rows.householderQ() * mat<double>::Identity(a.cols(), of_rows.rank())).transpose();
    }
    at_ = vec<double>::Zero(basis.rows());
    if (basis.rows() > 0) at_ = mat<double>(rows * basis.transpose()).colPivHouseholderQr().solve(right);
    double residual = 0;
    if (a.rows() > 0) residual = (rows * (basis.transpose() * at_) - right).cwiseAbs().maxCoeff();
    const double size = (std::max)(at_.norm(), a.rows() > 0 ? right.cwiseAbs().maxCoeff() : 0);
    if (!(residual <= 16 * least * size))
      throw std::invalid_argument("affine: a x = b has no solution, the residual of the best x is " +
                                  detail::number(residual));
    basis_ = basis.template cast<S>();
  }

  index_t dimension() const { return basis_.cols(); }
  /// How many of the equations are independent.
  index_t rank() const { return basis_.rows(); }

  void project(in<S> x, out<S> y) const {
    detail::keep<S>(x, y);
    for (int turn = 0; turn < 4 && !contains(y, 0); ++turn)
      for (index_t i = 0; i < rank(); ++i) {
        const double step = along(i, y) - at_[i];
        for (index_t j = 0; j < y.size(); ++j)
          y[j] = static_cast<S>(static_cast<double>(y[j]) - step * static_cast<double>(basis_(i, j)));
      }
  }
  bool contains(in<S> x, S tolerance) const {
    check_size(x.size(), dimension(), "affine");
    if (std::isnan(detail::wide_norm(x))) return false;
    // no entry of Q x - Q x0 is above the distance; its rounding is that of its own terms
    const double rounding = detail::rounding<S>(x.size() + rank());
    for (index_t i = 0; i < rank(); ++i) {
      double terms = std::abs(at_[i]);
      for (index_t j = 0; j < x.size(); ++j)
        terms += std::abs(static_cast<double>(basis_(i, j)) * static_cast<double>(x[j]));
      if (!(std::abs(along(i, x) - at_[i]) <= rounding * terms + static_cast<double>(tolerance))) return false;
    }
    return true;
  }

 private:
  using rows_of = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  double along(index_t i, in<S> x) const {
    return basis_.row(i).transpose().template cast<double>().dot(x.template cast<double>());
  }

  rows_of basis_;   // Q, orthonormal rows
  vec<double> at_;  // Q x0
};

template <class M, class V>
affine(const M&, const V&) -> affine<typename V::Scalar>;

}  // namespace cleave
