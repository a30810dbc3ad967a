/// \file
/// Logistic regression with a ridge.
#pragma once

#include <cleave/operators/concepts.hpp>
#include <cleave/problems/design.hpp>

#include <cmath>
#include <utility>

namespace cleave {

/// ridge: >= 0. scale: factor of the mean loss, >= 0.
struct logistic_options {
  double ridge = 0;
  double scale = 1;
};

/// f(x) = (scale / rows) sum_i log(1 + exp(-y_i a_i'x)) + (ridge / 2) ||x||^2,  y_i = -1 or +1
///
/// Safe at any margin: the loss of margin m is max(-m, 0) + log(1 + exp(-|m|)). Without rows the mean is 0.
/// Value and gradient read the rows once and allocate nothing; the Hessian costs nnz(a_i)^2 / 2 flops a row.
template <design_matrix Rows = dense_rows<>>
class logistic {
 public:
  using scalar = typename Rows::Scalar;

  /// \param a      rows x dimension, kept by value
  /// \param labels size rows, each -1 or +1
  /// \throws std::invalid_argument on sizes that differ, a NaN or an infinity, other labels, a negative scale or ridge
  logistic(std::type_identity_t<Rows> a, vec<scalar> labels, logistic_options o = {})
      : a_(detail::compressed(std::move(a))), y_(std::move(labels)), ridge_(scalar(o.ridge)), scale_(scalar(o.scale)) {
    detail::check_design(a_, y_, "logistic");
    for (index_t i = 0; i < y_.size(); ++i)
      check(y_[i] == 1 || y_[i] == -1, "logistic: every label", "-1 or +1", y_[i]);
    check_not_negative(o.scale, "logistic: scale");
    check_not_negative(o.ridge, "logistic: ridge");
  }

  index_t dimension() const { return a_.cols(); }
  index_t rows() const { return a_.rows(); }

  scalar value(in<scalar> x) const {
    scalar sum{0};
    margins(x, [&](index_t, index_t n, const scalar* m) {
      for (index_t i = 0; i < n; ++i) sum += loss(m[i]);
    });
    return objective(sum, x);
  }

  scalar gradient(in<scalar> x, out<scalar> g) const {
    scalar sum{0};
    g.setZero();
    margins(x, [&](index_t first, index_t n, scalar* m) {
      for (index_t i = 0; i < n; ++i) {
        const scalar e = std::exp(-std::abs(m[i]));
        sum += positive_part(-m[i]) + std::log1p(e);
        m[i] = -y_[first + i] * weight() * (m[i] > 0 ? e : scalar{1}) / (1 + e);  // -y sigma(-m)
      }
      detail::add_transposed_rows<Rows, scalar>(a_, first, n, m, g);
    });
    g += ridge_ * x;
    return objective(sum, x);
  }

  /// The full symmetric matrix.
  void hessian(in<scalar> x, out_matrix<scalar> h) const {
    h.setZero();
    margins(x, [&](index_t first, index_t n, scalar* m) {
      for (index_t i = 0; i < n; ++i) {
        const scalar e = std::exp(-std::abs(m[i]));
        m[i] = weight() * e / ((1 + e) * (1 + e));  // sigma (1 - sigma)
      }
      detail::add_weighted_gram<Rows, scalar>(a_, first, n, m, h);
    });
    h.diagonal().array() += ridge_;
    h.template triangularView<Eigen::StrictlyUpper>() = h.transpose();
  }

  /// L = (scale / rows) lambda_max(A'A) / 4 + ridge, by power iteration.
  scalar smoothness() const { return weight() / 4 * detail::largest_gram_eigenvalue(a_) + ridge_; }
  /// l = ridge: the loss flattens out at infinity.
  scalar strong_convexity() const { return ridge_; }

  /// The number of rows whose label is the sign of a_i'x; a zero counts as -1.
  index_t correct(in<scalar> x) const {
    index_t count = 0;
    detail::for_each_block<Rows, scalar>(a_, x, [&](index_t first, index_t n, const scalar* p) {
      for (index_t i = 0; i < n; ++i) count += (p[i] > 0) == (y_[first + i] > 0) ? 1 : 0;
    });
    return count;
  }

 private:
  static scalar positive_part(scalar t) { return (t + std::abs(t)) / 2; }  // keeps a NaN, which max(t, 0) may drop
  static scalar loss(scalar margin) { return positive_part(-margin) + std::log1p(std::exp(-std::abs(margin))); }
  scalar weight() const { return a_.rows() == 0 ? scalar{0} : scale_ / static_cast<scalar>(a_.rows()); }
  scalar objective(scalar sum, in<scalar> x) const { return weight() * sum + ridge_ / 2 * x.squaredNorm(); }
  template <class Visit>
  void margins(in<scalar> x, Visit&& visit) const {
    detail::for_each_block<Rows, scalar>(a_, x, [&](index_t first, index_t n, scalar* m) {
      for (index_t i = 0; i < n; ++i) m[i] *= y_[first + i];
      visit(first, n, m);
    });
  }

  Rows a_;
  vec<scalar> y_;
  scalar ridge_;
  scalar scale_;
};

template <class A, class Labels>
logistic(const A&, const Labels&, logistic_options = {}) -> logistic<detail::rows_like<A>>;

}  // namespace cleave
