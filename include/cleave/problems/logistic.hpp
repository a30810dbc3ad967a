/// \file
/// Logistic regression with a ridge.
#pragma once

#include <cleave/operators/concepts.hpp>
#include <cleave/problems/largest_eigenvalue.hpp>
#include <cleave/problems/logistic_loss.hpp>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace cleave {

/// ridge: >= 0. scale: factor of the mean loss, >= 0. intercept: the last entry of x is added to every a_i'x, and has
/// no ridge. weights: of the rows, >= 0 and finite, in any scale; empty: equal.
struct logistic_options {
  double ridge = 0;
  double scale = 1;
  bool intercept = false;
  vec<> weights = {};
};

/// f(x) = scale sum_i w_i log(1 + exp(-y_i a_i'x)) / sum_i w_i + (ridge / 2) ||x||^2,  y_i = -1 or +1
///
/// With an intercept b, x = (coefficients, b): the margins are y_i (a_i'coefficients + b), and the ridge leaves b out.
/// Safe at any margin: the loss of margin m is max(-m, 0) + log(1 + exp(-|m|)). A weight of 2 is a row given twice, one
/// of 0 a row left out. Without rows, or where all weights are 0, the mean is 0.
/// Value and gradient read the rows once and allocate nothing; the Hessian costs nnz(a_i)^2 / 2 multiply-adds a row.
template <design_matrix Rows = dense_rows<>>
class logistic {
 public:
  using scalar = typename Rows::Scalar;

  /// \param a      rows x columns, kept by value
  /// \param labels size rows, each -1 or +1
  /// \throws std::invalid_argument on sizes that differ, a NaN or an infinity, other labels, a negative scale, ridge or
  /// weight
  logistic(std::type_identity_t<Rows> a, vec<scalar> labels, logistic_options o = {})
      : a_(detail::compressed(std::move(a))), y_(std::move(labels)), intercept_(o.intercept) {
    detail::check_design(a_, y_, "logistic");
    for (index_t i = 0; i < y_.size(); ++i)
      check(y_[i] == 1 || y_[i] == -1, "logistic: every label", "-1 or +1", y_[i]);
    check_not_negative_as<scalar>(o.scale, "logistic: scale");
    ridge_ = check_not_negative_as<scalar>(o.ridge, "logistic: ridge");
    weight_ = a_.rows() == 0 ? 0 : o.scale / static_cast<double>(a_.rows());
    if (o.weights.size() != 0) weights_ = with_mean_one(o.weights);
  }

  index_t dimension() const { return a_.cols() + (intercept_ ? 1 : 0); }
  index_t rows() const { return a_.rows(); }

  scalar value(in<scalar> x) const {
    double sum = 0;
    margins(x, [&](index_t first, index_t n, const block& m) {
      sum += total(first, n, detail::logistic_losses(m, detail::exp_of_minus_magnitudes(m)));
    });
    return objective(sum, x);
  }

  scalar gradient(in<scalar> x, out<scalar> g) const {
    double sum = 0;
    g.setZero();
    margins(x, [&](index_t first, index_t n, const block& m) {
      const block e = detail::exp_of_minus_magnitudes(m);
      sum += total(first, n, detail::logistic_losses(m, e));
      scalars r = (weight_ * detail::logistic_slopes(m, e)).template cast<scalar>();
      r.head(n) *= y_.segment(first, n).array();
      weigh(first, n, r);
      add_rows(first, n, r.data(), g);
    });
    coefficients(g) += ridge_ * coefficients(x);
    return objective(sum, x);
  }

  /// g = an estimate of the gradient from some rows, as if all others were like them: their sum, times rows() over
  /// their number, with the whole ridge. Over parts of the same size that make up all rows, its mean is the gradient.
  void gradient_of_rows(std::span<const index_t> which, in<scalar> x, out<scalar> g) const {
    const auto count = static_cast<index_t>(which.size());
    const double weight = count > 0 ? weight_ * static_cast<double>(rows()) / static_cast<double>(count) : 0;
    g.setZero();
    for (index_t first = 0; first < count; first += detail::rows_in_flight) {
      const index_t n = (std::min)(detail::rows_in_flight, count - first);
      const index_t* row = which.data() + first;
      block m = nothing_to_lose();
      for (index_t i = 0; i < n; ++i)
        m[i] = static_cast<double>(y_[row[i]] *
                                   (detail::multiply_row<Rows, scalar>(a_, row[i], coefficients(x)) + intercept(x)));
      scalars r = (weight * detail::logistic_slopes(m, detail::exp_of_minus_magnitudes(m))).template cast<scalar>();
      for (index_t i = 0; i < n; ++i) {
        r[i] *= y_[row[i]];
        if (weighted()) r[i] *= weights_[row[i]];
        detail::add_row<Rows, scalar>(a_, row[i], r[i], coefficients(g));
        if (intercept_) g[a_.cols()] += r[i];
      }
    }
    coefficients(g) += ridge_ * coefficients(x);
  }

  /// The full symmetric matrix.
  void hessian(in<scalar> x, out_matrix<scalar> h) const {
    const index_t d = a_.cols();
    h.setZero();
    margins(x, [&](index_t first, index_t n, const block& m) {
      scalars c = (weight_ * detail::logistic_curvatures(detail::exp_of_minus_magnitudes(m))).template cast<scalar>();
      weigh(first, n, c);
      detail::add_weighted_gram<Rows, scalar>(a_, first, n, c.data(), h.topLeftCorner(d, d));
      if (intercept_) add_rows(first, n, c.data(), h.col(d));
    });
    if (intercept_) h.row(d).head(d) = h.col(d).head(d).transpose();
    h.diagonal().head(d).array() += ridge_;
    h.template triangularView<Eigen::StrictlyUpper>() = h.transpose();
  }

  /// L = scale lambda_max(A' diag(w) A) / (4 sum w) + ridge, by Lanczos's method; with an intercept A has one more
  /// column, of ones, and L is at most the ridge above the best constant.
  scalar smoothness() const {
    const auto gram = [&](const vec<scalar>& v, vec<scalar>& w) {
      w.setZero();
      products(v, [&](index_t first, index_t n, auto& p) {
        weigh(first, n, p);
        add_rows(first, n, p.data(), w);
      });
    };
    return scalar(weight_ / 4) * detail::largest_eigenvalue<scalar>(dimension(), gram) + ridge_;
  }
  /// L of the row whose loss bends most, as if all rows were like it; cost: a pass over the rows.
  scalar row_smoothness() const {
    scalar largest{0};
    for (index_t i = 0; i < rows(); ++i) {
      const scalar squared = detail::squared_norm_of_row(a_, i) + (intercept_ ? scalar{1} : scalar{0});
      largest = (std::max)(largest, weighted() ? weights_[i] * squared : squared);
    }
    return scalar(weight_ * static_cast<double>(rows()) / 4) * largest + ridge_;
  }
  /// l = ridge: the loss flattens out at infinity. With an intercept, which has no ridge, 0.
  scalar strong_convexity() const { return intercept_ ? scalar{0} : ridge_; }

  /// The number of rows whose label is the sign of a_i'x, intercept included; a zero counts as -1. A row counts as its
  /// share of the mean weight, so that correct(x) / rows() is the share of the weight that is right.
  double correct(in<scalar> x) const {
    double sum = 0;
    products(x, [&](index_t first, index_t n, const auto& p) {
      for (index_t i = 0; i < n; ++i)
        if ((p[i] > 0) == (y_[first + i] > 0)) sum += weighted() ? static_cast<double>(weights_[first + i]) : 1;
    });
    return sum;
  }

 private:
  using block = detail::block_of_rows<scalar>;
  using scalars = Eigen::Array<scalar, detail::rows_in_flight, 1>;

  static block nothing_to_lose() { return block::Constant(std::numeric_limits<double>::infinity()); }

  /// x without the intercept.
  auto coefficients(in<scalar> x) const { return x.head(a_.cols()); }
  auto coefficients(out<scalar>& x) const { return x.head(a_.cols()); }
  scalar intercept(in<scalar> x) const { return intercept_ ? x[a_.cols()] : scalar{0}; }
  bool weighted() const { return weights_.size() != 0; }

  /// The weights over their mean; all 0 stay so. No scale of theirs over- or underflows on the way.
  vec<scalar> with_mean_one(vec<> w) const {
    check_same(w.size(), "logistic: number of weights", a_.rows(), "the design matrix has rows");
    for (const double one : w) check_not_negative(one, "logistic: every weight");
    const double largest = w.maxCoeff();
    if (largest > 0) w /= largest;
    if (largest > 0) w *= static_cast<double>(w.size()) / w.sum();
    return w.template cast<scalar>();
  }

  scalar objective(double sum, in<scalar> x) const {
    return scalar(weight_ * sum) + ridge_ / 2 * coefficients(x).squaredNorm();
  }

  /// Calls visit(first, n, p) with the products p_i = a_i'x + intercept of a block of rows, then zeros.
  template <class Visit>
  void products(in<scalar> x, Visit&& visit) const {
    detail::for_each_block<Rows, scalar>(a_, coefficients(x), [&](index_t first, index_t n, scalar* products) {
      Eigen::Map<scalars> p(products);
      if (intercept_) p.head(n) += intercept(x);
      visit(first, n, p);
    });
  }
  /// The same with their margins, then infinity, where nothing is lost.
  template <class Visit>
  void margins(in<scalar> x, Visit&& visit) const {
    products(x, [&](index_t first, index_t n, auto& p) {
      block m = nothing_to_lose();
      m.head(n) = (p.head(n) * y_.segment(first, n).array()).template cast<double>();
      visit(first, n, m);
    });
  }
  /// r of a block of rows, times their weights.
  template <class R>
  void weigh(index_t first, index_t n, R& r) const {
    if (weighted()) r.head(n) *= weights_.segment(first, n).array().template cast<typename R::Scalar>();
  }
  double total(index_t first, index_t n, block loss) const {
    weigh(first, n, loss);
    return loss.sum();
  }
  /// g += r_i (a_i, 1 if there is an intercept), where r is a block, with zeros beyond the n rows.
  void add_rows(index_t first, index_t n, const scalar* r, out<scalar> g) const {
    detail::add_transposed_rows<Rows, scalar>(a_, first, n, r, coefficients(g));
    if (intercept_) g[a_.cols()] += Eigen::Map<const scalars, Eigen::AlignedMax>(r).sum();
  }

  Rows a_;
  vec<scalar> y_;
  vec<scalar> weights_;
  scalar ridge_;
  bool intercept_;
  double weight_;
};

template <class A, class Labels>
logistic(const A&, const Labels&, logistic_options = {}) -> logistic<detail::rows_like<A>>;

}  // namespace cleave
