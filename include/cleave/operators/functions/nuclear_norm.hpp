/// \file
/// The sum of the singular values of a matrix.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/keep.hpp>
#include <cleave/operators/matrix_size.hpp>
#include <cleave/operators/singular_values.hpp>

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
  nuclear_norm(index_t rows, index_t cols, S weight = 1) : size_(rows, cols, "nuclear_norm"), weight_(weight) {
    check_not_negative(static_cast<double>(weight), "nuclear_norm: weight");
  }

  index_t rows() const { return size_.rows(); }
  index_t cols() const { return size_.cols(); }
  index_t dimension() const { return size_.size(); }

  S value(in<S> x) const {
    const mat<double> m = size_.matrix<S>(x);
    if (m.size() == 0) return 0;
    if (!m.allFinite()) return std::numeric_limits<S>::quiet_NaN();
    return weighted(detail::singular_values(m, false).values());
  }
  S prox(in<S> x, S step, out<S> y) const {
    const mat<double> m = size_.matrix<S>(x);
    if (m.size() == 0) return 0;
    if (!m.allFinite()) {
      y.setConstant(std::numeric_limits<S>::quiet_NaN());
      return y[0];
    }
    const double t = static_cast<double>(step) * static_cast<double>(weight_);
    const detail::singular_values svd(m, t > 0);
    if (!(t > 0)) return detail::keep<S>(x, y), weighted(svd.values());
    const vec<double> values = (svd.values().array() - t).matrix().cwiseMax(0);
    size_.write<S>(svd.with(values), y);
    return weighted(values);
  }

 private:
  S weighted(const vec<double>& values) const {
    double sum = 0;
    for (index_t i = 0; i < values.size(); ++i) sum += values[i];
    return static_cast<S>(static_cast<double>(weight_) * sum);
  }

  detail::matrix_size size_;
  S weight_;
};

/// A weight in whole numbers, or none, means double.
nuclear_norm(index_t, index_t)->nuclear_norm<double>;
template <std::integral T>
nuclear_norm(index_t, index_t, T) -> nuclear_norm<double>;

}  // namespace cleave
