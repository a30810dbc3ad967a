/// \file
/// A quadratic function.
#pragma once

#include <cleave/operators/concepts.hpp>
#include <cleave/problems/design.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace cleave {

/// f(x) = x'Q x / 2 + q'x + c,  Q symmetric, dense or sparse
///
/// Q may be singular. It may be indefinite: f is then weakly convex, and has a prox for steps below
/// 1 / weak_convexity(). The prox is a constant affine map, prepared once for a step:
///
///     prox_{s f}(v) = (I + s Q)^-1 (v - s q)
///
/// For a dense Q it is one product with the inverse (2 d^2 flops, prepared in d^3), for a sparse one two triangular
/// solves with a Cholesky factor in an order that keeps it sparse. Value and gradient read Q once, without allocation.
template <design_matrix Matrix = dense_rows<>>
class quadratic {
 public:
  using scalar = typename Matrix::Scalar;

  /// \param curvature Q, d x d, kept by value; where it is symmetric up to rounding only, (Q + Q') / 2
  /// \param slope     q, size d
  /// \param constant  c
  /// \throws std::invalid_argument on sizes that differ, a NaN or an infinity, a Q that is not symmetric
  quadratic(std::type_identity_t<Matrix> curvature, vec<scalar> slope, double constant = 0)
      : curvature_(detail::compressed(std::move(curvature))), slope_(std::move(slope)), constant_(scalar(constant)) {
    check_same(curvature_.cols(), "quadratic: Q has columns", curvature_.rows(), "rows");
    check_same(slope_.size(), "quadratic: q has size", curvature_.rows(), "Q has rows");
    detail::check_finite(curvature_, slope_, "quadratic");
    check(std::isfinite(constant), "quadratic: the constant", "finite", constant);
    const Matrix mirrored = curvature_.transpose();
    const scalar off = largest_entry(Matrix(curvature_ - mirrored));
    if (off == 0) return;
    check(off <= std::sqrt(std::numeric_limits<scalar>::epsilon()) * largest_entry(curvature_),
          "quadratic: the largest entry of Q - Q'", "0 up to rounding", off);
    curvature_ = scalar{0.5} * curvature_ + scalar{0.5} * mirrored;
  }

  index_t dimension() const { return curvature_.rows(); }

  scalar value(in<scalar> x) const {
    scalar bend{0};
    products(x, [&](index_t first, const auto& p) { bend += p.dot(x.segment(first, p.size())); });
    return objective(bend, x);
  }

  scalar gradient(in<scalar> x, out<scalar> g) const {
    scalar bend{0};
    products(x, [&](index_t first, const auto& p) {
      bend += p.dot(x.segment(first, p.size()));
      g.segment(first, p.size()) = p + slope_.segment(first, p.size());
    });
    return objective(bend, x);
  }

  /// Q, wherever x is.
  void hessian(in<scalar>, out_matrix<scalar> h) const { h = curvature_; }

  /// L: the largest magnitude of an eigenvalue of Q; above dimension 500 by Lanczos's method.
  scalar smoothness() const {
    if (small()) return dimension() == 0 ? scalar{0} : eigenvalues().cwiseAbs().maxCoeff();
    return detail::largest_eigenvalue<scalar>(
        dimension(), [&](const vec<scalar>& v, vec<scalar>& w) { w.noalias() = curvature_ * v; });
  }
  /// l: the smallest eigenvalue of Q, or 0 where it is negative or rounding. Above dimension 500 a lower bound, by
  /// Gershgorin's discs.
  scalar strong_convexity() const { return (std::max)(lowest(), scalar{0}); }
  /// The least r >= 0 for which f + (r / 2) ||x||^2 is convex. Above dimension 500, and unless a Cholesky factor shows
  /// that it is 0, an upper bound, by Gershgorin's discs.
  scalar weak_convexity() const {
    const scalar least = lowest();
    if (least >= 0 || (!small() && positive_definite(1 / rounding(smoothness())))) return 0;
    return -least;
  }

  /// The prox for one step; see the class.
  class prepared {
   public:
    scalar step() const { return step_; }

    /// y = prox_{step f}(v); y is not v.
    void prox(in<scalar> v, out<scalar> y) const {
      if constexpr (sparse) {
        y = v + shift_;
        scratch_.noalias() = map_.order * y;
        map_.factor.template triangularView<Eigen::Lower>().solveInPlace(scratch_);
        map_.factor.transpose().template triangularView<Eigen::Upper>().solveInPlace(scratch_);
        y.noalias() = map_.order.inverse() * scratch_;
      } else {
        y = shift_;
        y.noalias() += map_ * v;
      }
    }

   private:
    friend quadratic;
    static constexpr bool sparse = detail::is_sparse<Matrix>;
    /// What Eigen's factor consists of; the factor itself cannot be copied.
    struct ordered_factor {
      Eigen::SparseMatrix<scalar> factor;
      Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
    };

    prepared(const quadratic& f, scalar step) : step_(step), shift_(-step * f.slope_) {
      const auto factor = f.factorise(step);
      check(factor.info() == Eigen::Success, "quadratic: step",
            "so small that I + step Q is positive definite, below 1 / weak_convexity()", step);
      if constexpr (sparse) {
        map_ = {factor.matrixL(), factor.permutationP()};
        scratch_.resize(f.dimension());
      } else {
        map_ = factor.solve(mat<scalar>::Identity(f.dimension(), f.dimension()));
        map_ = (scalar{0.5} * (map_ + map_.transpose())).eval();
        shift_ = factor.solve(shift_).eval();
      }
    }

    scalar step_;
    vec<scalar> shift_;
    std::conditional_t<sparse, ordered_factor, mat<scalar>> map_;
    mutable vec<scalar> scratch_;  // one client is served by one thread at a time
  };

  /// \throws std::invalid_argument unless step is finite and >= 0, and I + step Q positive definite
  prepared prepare(scalar step) const {
    check_not_negative(static_cast<double>(step), "quadratic: step");
    return {*this, step};
  }

 private:
  bool small() const { return dimension() <= 500; }

  static scalar largest_entry(const Matrix& m) {
    if constexpr (detail::is_sparse<Matrix>)
      return m.nonZeros() == 0 ? scalar{0} : m.coeffs().abs().maxCoeff();
    else
      return m.size() == 0 ? scalar{0} : m.cwiseAbs().maxCoeff();
  }
  scalar objective(scalar bend, in<scalar> x) const { return bend / 2 + slope_.dot(x) + constant_; }

  /// Calls visit(first, p) for block after block of entries p of Q x.
  template <class Visit>
  void products(in<scalar> x, Visit&& visit) const {
    detail::for_each_block<Matrix, scalar>(curvature_, x, [&](index_t first, index_t n, const scalar* p) {
      visit(first, Eigen::Map<const vec<scalar>>(p, n));
    });
  }

  /// The Cholesky factor of I + step Q.
  auto factorise(scalar step) const {
    if constexpr (detail::is_sparse<Matrix>) {
      Eigen::SparseMatrix<scalar> h(dimension(), dimension());
      h.setIdentity();
      h += Eigen::SparseMatrix<scalar>(step * curvature_);
      return Eigen::SimplicialLLT<Eigen::SparseMatrix<scalar>>(h);
    } else {
      mat<scalar> h = step * curvature_;
      h.diagonal().array() += 1;
      return Eigen::LLT<mat<scalar>>(h);
    }
  }
  bool positive_definite(scalar step) const { return factorise(step).info() == Eigen::Success; }

  vec<scalar> eigenvalues() const {
    return Eigen::SelfAdjointEigenSolver<mat<scalar>>(mat<scalar>(curvature_), Eigen::EigenvaluesOnly).eigenvalues();
  }
  /// What rounding may make of an eigenvalue 0, for the largest magnitude of the others.
  scalar rounding(scalar largest) const {
    return static_cast<scalar>(dimension()) * std::numeric_limits<scalar>::epsilon() * largest;
  }
  /// The smallest eigenvalue, or a lower bound.
  scalar lowest() const {
    if (dimension() == 0) return 0;
    if (!small()) {
      const vec<scalar> diagonal = curvature_.diagonal();
      const vec<scalar> sums = curvature_.cwiseAbs() * vec<scalar>::Ones(dimension());
      return (diagonal + diagonal.cwiseAbs() - sums).minCoeff();
    }
    const vec<scalar> all = eigenvalues();
    const scalar least = all.minCoeff();
    return std::abs(least) <= rounding(all.cwiseAbs().maxCoeff()) ? scalar{0} : least;
  }

  Matrix curvature_;
  vec<scalar> slope_;
  scalar constant_;
};

template <class A, class B>
quadratic(const A&, const B&, double = 0) -> quadratic<detail::rows_like<A>>;

}  // namespace cleave
