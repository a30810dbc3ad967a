/// \file
/// A function of A x, where the rows of A are orthogonal and equally long.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>

#include <limits>
#include <utility>

namespace cleave {

/// g(x) = f(A x) with A A' = nu I, nu > 0: a tight frame, such as some rows of an orthogonal matrix, sums of segments,
/// or a copy of one entry. prox_{s g}(x) = x + A' (prox_{nu s f}(A x) - A x) / nu. Smoothness and weak convexity are nu
/// times those of f, strong convexity too where A is square, else 0. Cost: that of f and two products; each call
/// allocates two vectors of the size of A x, so that threads share one operator. The value that prox returns is that
/// of f before the way back, which rounds. Combettes and Pesquet (2007), DOI 10.1109/JSTSP.2007.910264, proposition 11.
template <class F>
class tight_frame {
 public:
  static_assert(require_function<F>());
  using scalar = scalar_of<F>;
  using S = scalar;

  /// \param a finite; nu is the mean of the squared lengths of its rows, 1 if there are none
  /// \throws std::invalid_argument unless A A' is a positive multiple of the identity, up to rounding
  tight_frame(F f, mat<S> a) : f_(std::move(f)), a_(std::move(a)) {
    for (index_t i = 0; i < a_.size(); ++i)
      check(std::isfinite(a_.data()[i]), "tight_frame: each entry of A", "finite", a_.data()[i]);
    if (a_.rows() == 0) return;
    const mat<S> gram = a_ * a_.transpose();
    nu_ = gram.trace() / static_cast<S>(a_.rows());
    check(nu_ > 0 && std::isfinite(nu_), "tight_frame: nu, the mean squared length of a row of A,",
          "positive and finite", nu_);
    const S off = (gram / nu_ - mat<S>::Identity(a_.rows(), a_.rows())).cwiseAbs().maxCoeff();
    check(off <= 8 * std::numeric_limits<S>::epsilon() * static_cast<S>(8 + a_.cols()),
          "tight_frame: the largest entry of A A' / nu - I", "0 up to rounding", off);
  }

  index_t dimension() const { return a_.cols(); }
  S nu() const { return nu_; }

  S value(in<S> x) const requires has_value<F> {
    check_size(x.size(), dimension(), "tight_frame");
    const vec<S> image = a_ * x;
    return f_.value(image);
  }
  S gradient(in<S> x, out<S> g) const requires differentiable<F> {
    check_size(x.size(), dimension(), "tight_frame");
    vec<S> image = a_ * x;
    const S at = f_.gradient(image, image);
    g.noalias() = a_.transpose() * image;
    return at;
  }
  S prox(in<S> x, S step, out<S> y) const {
    check_size(x.size(), dimension(), "tight_frame");
    const vec<S> image = a_ * x;
    vec<S> moved(image.size());
    const S at = f_.prox(image, nu_ * step, moved);
    moved = (moved - image) / nu_;
    if (y.data() != x.data()) y = x;
    y.noalias() += a_.transpose() * moved;
    return at;
  }

  double smoothness() const { return static_cast<double>(nu_) * smoothness_of(f_); }
  double strong_convexity() const {
    return a_.rows() == a_.cols() ? static_cast<double>(nu_) * strong_convexity_of(f_) : 0;
  }
  double weak_convexity() const { return static_cast<double>(nu_) * weak_convexity_of(f_); }

 private:
  F f_;
  mat<S> a_;
  S nu_ = 1;
};

template <class F, class M>
tight_frame(F, const M&) -> tight_frame<F>;

}  // namespace cleave
