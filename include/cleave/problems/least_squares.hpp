/// \file
/// Least squares with a ridge.
#pragma once

#include <cleave/operators/concepts.hpp>
#include <cleave/problems/design.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <limits>
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
/// prepared once for a step: with t = s / (1 + s ridge) and v' = v / (1 + s ridge),
///
///     prox_{s f}(v) = M v + c,   M = (I + t scale A'A)^-1 / (1 + s ridge),   c = t (I + t scale A'A)^-1 scale A'b
///
/// as one symmetric product (2 d^2 flops, half of two triangular solves), or, for fewer rows than columns, through the
/// smaller matrix I + t scale A A' (4 rows d flops). Preparing costs rows d min(rows, d) and min(rows, d)^3 flops.
/// Gradient: one pass over the rows, no allocation.
template <design_matrix Rows = dense_rows<>>
class least_squares {
 public:
  using scalar = typename Rows::Scalar;

  /// \param a rows x dimension, kept by value
  /// \param b size rows
  /// \throws std::invalid_argument on sizes that differ, a NaN or an infinity, a negative scale or ridge
  least_squares(std::type_identity_t<Rows> a, vec<scalar> b, least_squares_options o = {})
      : a_(detail::compressed(std::move(a))), b_(std::move(b)), scale_(scalar(o.scale)), ridge_(scalar(o.ridge)) {
    detail::check_design(a_, b_, "least_squares");
    check_not_negative(o.scale, "least_squares: scale");
    check_not_negative(o.ridge, "least_squares: ridge");
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

  /// L = scale lambda_max(A'A) + ridge. Cost: a power iteration, or the eigenvalues of the smaller Gram matrix.
  scalar smoothness() const {
    if (smaller() <= eigenvalue_limit) return scale_ * eigenvalues().maxCoeff() + ridge_;
    return scale_ * detail::largest_gram_eigenvalue(a_) + ridge_;
  }
  /// l = scale lambda_min(A'A) + ridge; ridge alone for fewer rows than columns, and as a lower bound above 500
  /// columns.
  scalar strong_convexity() const {
    if (a_.rows() < a_.cols() || a_.cols() > eigenvalue_limit || a_.cols() == 0) return ridge_;
    const vec<scalar> all = eigenvalues();
    const scalar rounding = static_cast<scalar>(all.size()) * std::numeric_limits<scalar>::epsilon() * all.maxCoeff();
    return (all.minCoeff() > rounding ? scale_ * all.minCoeff() : scalar{0}) + ridge_;
  }

  /// The prox for one step; see the class.
  class prepared {
   public:
    scalar step() const { return step_; }

    /// y = prox_{step f}(v); y is not v.
    void prox(in<scalar> v, out<scalar> y) const {
      if (!wide_) {
        y = shift_;
        y.noalias() += map_ * v;
        return;
      }
      // (I + t A'A)^-1 w = w - t A' (I + t A A')^-1 A w  with  w = shrink v + t A'b
      y = shrink_ * v + shift_;
      scratch_.noalias() = rows_ * y;
      inverse_.solveInPlace(scratch_);
      y.noalias() -= rows_.transpose() * scratch_;
    }

   private:
    friend least_squares;
    prepared(const least_squares& f, scalar step) : step_(step), wide_(f.a_.rows() < f.a_.cols()) {
      shrink_ = 1 / (1 + step * f.ridge_);
      const scalar t = step * shrink_ * f.scale_;
      const index_t d = f.a_.cols();
      vec<scalar> atb = f.a_.transpose() * f.b_;
      if (wide_) {
        rows_ = std::sqrt(t) * dense_rows<scalar>(f.a_);  // the root in both factors keeps the small matrix symmetric
        mat<scalar> gram = rows_ * rows_.transpose();
        gram.diagonal().array() += 1;
        inverse_.compute(gram);
        scratch_.resize(f.a_.rows());
        shift_ = t * atb;
      } else {
        mat<scalar> h = t * mat<scalar>(f.a_.transpose() * f.a_);
        h.diagonal().array() += 1;
        const Eigen::LLT<mat<scalar>> factor(h);
        shift_ = factor.solve(vec<scalar>(t * atb));
        map_ = shrink_ * factor.solve(mat<scalar>::Identity(d, d));
        map_ = (scalar{0.5} * (map_ + map_.transpose())).eval();
      }
    }

    scalar step_;
    scalar shrink_;
    bool wide_;
    mat<scalar> map_;
    vec<scalar> shift_;
    dense_rows<scalar> rows_;
    Eigen::LLT<mat<scalar>> inverse_{mat<scalar>::Identity(1, 1)};  // copying one not computed reads its status
    mutable vec<scalar> scratch_;                                   // one client is served by one thread at a time
  };

  /// \throws std::invalid_argument unless step is finite and >= 0
  prepared prepare(scalar step) const {
    check_not_negative(static_cast<double>(step), "least_squares: step");
    return {*this, step};
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
  vec<scalar> eigenvalues() const {
    if (smaller() == 0) return vec<scalar>::Zero(1);
    const mat<scalar> gram =
        a_.rows() < a_.cols() ? mat<scalar>(a_ * a_.transpose()) : mat<scalar>(a_.transpose() * a_);
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
