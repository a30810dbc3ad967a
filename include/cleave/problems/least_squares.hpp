/// \file
/// Least squares with a ridge.
#pragma once

#include <cleave/operators/concepts.hpp>
#include <cleave/problems/affine_prox.hpp>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace cleave {

/// scale: factor of the squared residuals, >= 0; 1 / rows makes them a mean. ridge: >= 0.
struct least_squares_options {
  double scale = 1;
  double ridge = 0;
};

/// f(x) = (scale / 2) ||A x - b||^2 + (ridge / 2) ||x||^2
///
/// A is rows x dimension, dense or sparse; any shape and rank, zero rows included. The prox is a constant affine map,
/// prepared once for a step: with t = s scale / (1 + s ridge),
///
///     prox_{s f}(v) = (I + t A'A)^-1 (v / (1 + s ridge) + t A'b)
///
/// as one pass over d^2 / 2 numbers, or over rows d of them where A has more than twice as many columns as rows.
/// detail::affine_prox says how, and what preparing costs. Gradient: one pass over the rows, no allocation.
template <design_matrix Rows = dense_rows<>>
class least_squares {
 public:
  using scalar = typename Rows::Scalar;

  /// \param a rows x dimension, kept by value
  /// \param b size rows
  /// \throws std::invalid_argument on sizes that differ, a NaN or an infinity, a negative scale or ridge
  least_squares(std::type_identity_t<Rows> a, vec<scalar> b, least_squares_options o = {})
      : a_(detail::compressed(std::move(a))), b_(std::move(b)) {
    detail::check_design(a_, b_, "least_squares");
    scale_ = check_not_negative_as<scalar>(o.scale, "least_squares: scale");
    ridge_ = check_not_negative_as<scalar>(o.ridge, "least_squares: ridge");
  }

  index_t dimension() const { return a_.cols(); }
  index_t rows() const { return a_.rows(); }

  scalar value(in<scalar> x) const {
    scalar sum{0};
    residuals(x, [&](index_t, index_t n, const scalar* r) { sum += squared(r, n); });
    return objective(sum, x);
  }

  scalar gradient(in<scalar> x, out<scalar> g) const {
    scalar sum{0};
    g.setZero();
    residuals(x, [&](index_t first, index_t n, const scalar* r) {
      sum += squared(r, n);
      detail::add_transposed_rows<Rows, scalar>(a_, first, n, r, g);
    });
    g = scale_ * g + ridge_ * x;
    return objective(sum, x);
  }

  /// g = an estimate of the gradient from some rows, as if all others were like them: their sum, times rows() over
  /// their number, with the whole ridge. Over parts of the same size that make up all rows, its mean is the gradient.
  void gradient_of_rows(std::span<const index_t> which, in<scalar> x, out<scalar> g) const {
    const scalar weight = which.empty() ? scalar{0} : scale_ * scalar(rows()) / scalar(which.size());
    g.setZero();
    for (const index_t i : which)
      detail::add_row<Rows, scalar>(a_, i, weight * (detail::multiply_row<Rows, scalar>(a_, i, x) - b_[i]), g);
    g += ridge_ * x;
  }

  /// L = scale lambda_max(A'A) + ridge. Cost: the smaller Gram matrix and its eigenvalues, or Lanczos's method where
  /// that is above 500 x 500.
  scalar smoothness() const {
    if (smaller() <= eigenvalue_limit) return scale_ * eigenvalues().maxCoeff() + ridge_;
    return scale_ * detail::largest_gram_eigenvalue(a_) + ridge_;
  }
  /// L of the longest row, as if all rows were like it; cost: a pass over the rows.
  scalar row_smoothness() const {
    scalar largest{0};
    for (index_t i = 0; i < rows(); ++i) largest = (std::max)(largest, detail::squared_norm_of_row(a_, i));
    return scale_ * scalar(rows()) * largest + ridge_;
  }
  /// l = scale lambda_min(A'A) + ridge; ridge alone where A'A is singular up to rounding, and as a lower bound above
  /// 500 columns.
  scalar strong_convexity() const {
    if (a_.rows() < a_.cols() || a_.cols() > eigenvalue_limit) return ridge_;
    const vec<scalar> all = eigenvalues();
    const scalar least = all.minCoeff(), largest = all.maxCoeff();
    const scalar rounding = static_cast<scalar>(a_.cols()) * std::numeric_limits<scalar>::epsilon() * largest;
    return (least > rounding ? scale_ * least : scalar{0}) + ridge_;
  }

  /// The prox for one step; see the class.
  class prepared {
   public:
    scalar step() const { return step_; }

    /// y = prox_{step f}(v); y is not v.
    void prox(in<scalar> v, out<scalar> y) const { map_(v, y); }

   private:
    friend least_squares;
    prepared(const least_squares& f, scalar step, scalar shrink)
        : step_(step), map_(f.a_, f.b_, step * shrink * f.scale_, shrink) {}

    scalar step_;
    detail::affine_prox<scalar> map_;
  };

  /// \throws std::invalid_argument unless step is finite and >= 0
  prepared prepare(scalar step) const {
    check_not_negative(static_cast<double>(step), "least_squares: step");
    return {*this, step, 1 / (1 + step * ridge_)};
  }

 private:
  static constexpr index_t eigenvalue_limit = 500;

  static scalar squared(const scalar* r, index_t n) { return Eigen::Map<const vec<scalar>>(r, n).squaredNorm(); }
  scalar objective(scalar sum, in<scalar> x) const { return scale_ / 2 * sum + ridge_ / 2 * x.squaredNorm(); }
  template <class Visit>
  void residuals(in<scalar> x, Visit&& visit) const {
    detail::for_each_block<Rows, scalar>(a_, x, [&](index_t first, index_t n, scalar* r) {
      for (index_t i = 0; i < n; ++i) r[i] -= b_[first + i];
      visit(first, n, r);
    });
  }
  index_t smaller() const { return (std::min)(a_.rows(), a_.cols()); }
  /// Of the smaller Gram matrix, ascending; a zero where it is empty.
  vec<scalar> eigenvalues() const {
    if (smaller() == 0) return vec<scalar>::Zero(1);
    const mat<scalar> gram = a_.rows() < a_.cols() ? mat<scalar>(a_ * a_.transpose()) : detail::gram_of_columns(a_);
    return Eigen::SelfAdjointEigenSolver<mat<scalar>>(gram, Eigen::EigenvaluesOnly).eigenvalues();
  }

  Rows a_;
  vec<scalar> b_;
  scalar scale_;
  scalar ridge_;
};

template <class A, class B>
least_squares(const A&, const B&, least_squares_options = {}) -> least_squares<detail::rows_like<A>>;

}  // namespace cleave
