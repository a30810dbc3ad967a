/// \file
/// The sum of the singular values of a matrix.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>

#include <Eigen/SVD>

#include <concepts>
#include <limits>

namespace cleave {

/// f(X) = weight (sigma_1 + sigma_2 + ...), the trace norm; X is a vector of rows * cols numbers, column by column.
/// prox_{s f} softens the singular values by s weight. Cost: one singular value decomposition, which allocates. An
/// entry that is infinite or NaN makes every entry NaN. Cai, Candes and Shen (2010), DOI 10.1137/080738970.
template <class S = double>
class nuclear_norm {
 public:
  using scalar = S;

  /// \param rows, cols >= 0
  /// \param weight     finite, >= 0
  /// \throws std::invalid_argument
  nuclear_norm(index_t rows, index_t cols, S weight = 1) : rows_(rows), cols_(cols), weight_(weight) {
    check(rows >= 0, "nuclear_norm: rows", "not negative", rows);
    check(cols >= 0, "nuclear_norm: cols", "not negative", cols);
    check_not_negative(static_cast<double>(weight), "nuclear_norm: weight");
  }

  index_t rows() const { return rows_; }
  index_t cols() const { return cols_; }
  index_t dimension() const { return rows_ * cols_; }

  S value(in<S> x) const {
    check_size(x.size(), dimension(), "nuclear_norm");
    if (x.size() == 0) return 0;
    if (!x.allFinite()) return std::numeric_limits<S>::quiet_NaN();
    return weight_ * total(Eigen::BDCSVD<mat<S>>(matrix(x)).singularValues(), 0);
  }
  S prox(in<S> x, S step, out<S> y) const {
    check_size(x.size(), dimension(), "nuclear_norm");
    if (x.size() == 0) return 0;
    if (!x.allFinite()) {
      y.setConstant(std::numeric_limits<S>::quiet_NaN());
      return y[0];
    }
    const S t = step * weight_;
    const Eigen::BDCSVD<mat<S>> svd(matrix(x), Eigen::ComputeThinU | Eigen::ComputeThinV);
    const vec<S>& sigma = svd.singularValues();
    if (!(t > 0)) {
      if (y.data() != x.data()) y = x;
      return weight_ * total(sigma, 0);
    }
    index_t rank = 0;
    while (rank < sigma.size() && sigma[rank] > t) ++rank;
    const mat<S> left = svd.matrixU().leftCols(rank) * (sigma.head(rank).array() - t).matrix().asDiagonal();
    const mat<S> product = left * svd.matrixV().leftCols(rank).transpose();
    y = product.reshaped();
    return weight_ * total(sigma, t);
  }

 private:
  /// A copy, so that the decomposition does not depend on where x lies in memory.
  mat<S> matrix(in<S> x) const { return x.reshaped(rows_, cols_); }

  static S total(const vec<S>& sigma, S t) {
    S sum{0};
    for (index_t i = 0; i < sigma.size() && sigma[i] > t; ++i) sum += sigma[i] - t;
    return sum;
  }

  index_t rows_;
  index_t cols_;
  S weight_;
};

/// A weight in whole numbers, or none, means double.
nuclear_norm(index_t, index_t)->nuclear_norm<double>;
template <std::integral T>
nuclear_norm(index_t, index_t, T) -> nuclear_norm<double>;

}  // namespace cleave
