/// \file
/// The coordinates that methods work in, where those of the file are badly scaled.
#pragma once

#include <cleave/core/types.hpp>
#include <cleave/problems/design.hpp>

#include <cmath>
#include <limits>

namespace example {

/// A linear model y = x'w (+ b, an intercept) in other coordinates v, in which it is the same model:
///
///     w_j = t_j v_j,   b = v_d - sum_j m_j w_j,   the row x becomes ((x_j - m_j) t_j)_j, followed by a 1
///
/// As they are: t = 1, m = 0. By columns: t_j = 1 / sqrt(mean (x_j - m_j)^2), with m the mean of the column where there
/// is an intercept and 0 otherwise. A column that is 0, or constant beside an intercept, gets t = 0: its coefficient
/// stays 0.
class coordinates {
 public:
  coordinates() = default;
  coordinates(const cleave::dense_rows<>& x, bool intercept, bool by_columns)
      : t_(cleave::vec<>::Ones(x.cols())), m_(cleave::vec<>::Zero(x.cols())), intercept_(intercept) {
    if (!by_columns) return;
    for (cleave::index_t j = 0; j < x.cols(); ++j) {
      const double size = x.col(j).lpNorm<Eigen::Infinity>();
      if (intercept && size > 0) m_[j] = size * (x.col(j) / size).mean();
      const double spread = root_mean_square(x, j, m_[j]);
      const double rounding = 8 * std::numeric_limits<double>::epsilon() * size;
      t_[j] = spread > (intercept ? rounding : 0) && std::isfinite(1 / spread) ? 1 / spread : 0;
    }
  }

  /// The rows as the methods see them.
  cleave::dense_rows<> rows(const cleave::dense_rows<>& x) const {
    cleave::dense_rows<> out(x.rows(), dimension());
    for (cleave::index_t j = 0; j < x.cols(); ++j) out.col(j) = t_[j] * (x.col(j).array() - m_[j]);
    if (intercept_) out.col(x.cols()).setOnes();
    return out;
  }
  /// w, and b after it.
  cleave::vec<> model(const cleave::vec<>& v) const {
    cleave::vec<> w = v;
    w.head(t_.size()).array() *= t_.array();
    if (intercept_) w[t_.size()] -= m_.dot(w.head(t_.size()));
    return w;
  }
  cleave::index_t dimension() const { return t_.size() + (intercept_ ? 1 : 0); }
  /// t, and 0 for the intercept: ||w||^2 without it is the sum of the squares of weight_j v_j.
  cleave::vec<> weight() const {
    cleave::vec<> all = cleave::vec<>::Zero(dimension());
    all.head(t_.size()) = t_;
    return all;
  }

  /// sqrt(mean (x_j - m)^2), safe at any scale.
  static double root_mean_square(const cleave::dense_rows<>& x, cleave::index_t j, double m) {
    return (x.col(j).array() - m).matrix().stableNorm() / std::sqrt(static_cast<double>(x.rows()));
  }

 private:
  cleave::vec<> t_, m_;
  bool intercept_ = false;
};

/// Whether columns, and the ones of an intercept, differ in root mean square by more than ten.
inline bool badly_scaled(const cleave::dense_rows<>& x, bool intercept) {
  double least = intercept ? 1 : std::numeric_limits<double>::infinity(), most = intercept ? 1 : 0;
  for (cleave::index_t j = 0; j < x.cols(); ++j) {
    const double size = coordinates::root_mean_square(x, j, 0);
    if (size == 0) continue;
    least = std::min(least, size);
    most = std::max(most, size);
  }
  return most > 10 * least;
}

}  // namespace example
