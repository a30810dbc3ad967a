/// \file
/// The prox of a least-squares problem: a constant affine map.
#pragma once

#include <cleave/problems/gram.hpp>
#include <cleave/problems/packed_rows.hpp>

#include <cmath>

namespace cleave::detail {

/// v -> factor M v + c with M = (I + t A'A)^-1 and c = t M A'b, through a matrix P that is made once:
///
///     P = L^-1            M = P'P        L L' = I + t A'A    where A has no more than twice as many columns as rows
///     P = L^-1 sqrt(t) A  M = I - P'P    L L' = I + t A A'   where it has more
///
/// A product reads d^2 / 2 or rows d numbers once and costs 2 d^2 or 4 rows d flops; it is as accurate as two solves
/// with L. Making P costs rows d^2 + 4/3 d^3 or 4 rows^2 d flops, up to three times that where t A'A is so large that a
/// Cholesky factor would lose more than half of the digits.
template <class S>
class affine_prox {
 public:
  /// \param t      weight of the squared residuals, >= 0
  /// \param factor in [0, 1]
  template <class Rows>
  affine_prox(const Rows& a, const vec<S>& b, S t, S factor) : wide_(2 * a.rows() < a.cols()), factor_(factor) {
    if (wide_)
      make_wide(a, b, std::sqrt(t));
    else
      make_tall(a, b, t);
  }

  /// y = factor M v + c; y is not v.
  void operator()(in<S> v, out<S> y) const {
    y = c_;
    if (wide_) y += factor_ * v;
    p_.add_gram_product(wide_ ? -factor_ : factor_, v, y);
  }

 private:
  template <class Rows>
  void make_tall(const Rows& a, const vec<S>& b, S t) {
    const index_t d = a.cols();
    vec<S> z;  // L^-1 t A'b
    mat<S> l = t * gram_of_columns(a);
    if (loses_few_digits(l)) {
      l.diagonal().array() += 1;
      factorise(l);
      z = t * (a.transpose() * b);
      lower(l).solveInPlace(z);
    } else {  // b goes along as one more column
      const S root = std::sqrt(t);
      mat<S> rows(a.rows(), d + 1);
      rows.leftCols(d) = root * mat<S>(a);
      rows.col(d) = root * b;
      const mat<S> both = factor_by_reflections(rows);
      l = both.topLeftCorner(d, d);
      z = both.row(d).head(d);
    }
    mat<S> p = mat<S>::Identity(d, d);
    lower(l).solveInPlace(p);
    c_ = p.transpose() * z;
    p_ = packed_rows<S>(p, stored::lower);
  }

  /// With X = L^-1 the rows of [P X] are orthonormal; that is done twice, since once leaves them as far from it as L
  /// loses digits. Yamamoto, Nakatsukasa, Yanagisawa and Fukaya (2015), CholeskyQR2, ETNA 44, 306-326.
  template <class Rows>
  void make_wide(const Rows& a, const vec<S>& b, S root) {
    const index_t n = a.rows();
    mat<S> p = root * mat<S>(a), x = mat<S>::Identity(n, n), l = p * p.transpose();
    if (loses_few_digits(l)) {
      l.diagonal().array() += 1;
      factorise(l);
    } else {
      l = factor_by_reflections<S>(p.transpose());
    }
    for (int again = 0;; ++again) {
      lower(l).solveInPlace(p);
      lower(l).solveInPlace(x);
      if (again == 1) break;
      l = p * p.transpose();
      l += x * x.transpose();
      factorise(l);
    }
    const vec<S> scaled = root * b, y = x * scaled;  // by name: nested, g++ 12 warns inside of Eigen at -O2
    c_ = p.transpose() * y;
    p_ = packed_rows<S>(p, stored::all);
  }

  static auto lower(const mat<S>& l) { return l.template triangularView<Eigen::Lower>(); }

  bool wide_;
  S factor_;
  vec<S> c_;
  packed_rows<S> p_;
};

}  // namespace cleave::detail
