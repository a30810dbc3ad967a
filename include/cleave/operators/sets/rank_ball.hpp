/// \file
/// Matrices of low rank.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/keep.hpp>
#include <cleave/operators/matrix_size.hpp>
#include <cleave/operators/rounding.hpp>
#include <cleave/operators/singular_values.hpp>

#include <limits>

namespace cleave {

/// Matrices, rows x cols, column-major, of rank at most r. Projection keeps the r largest singular values. Not convex.
/// Cost: a singular value decomposition; it allocates. Eckart and Young (1936), DOI 10.1007/BF02288367.
template <class S = double>
class rank_ball {
 public:
  using scalar = S;

  /// \param rows, cols >= 0
  /// \param r >= 0; the shorter side or more is no constraint
  /// \throws std::invalid_argument
  rank_ball(index_t rows, index_t cols, index_t r) : size_(rows, cols, "rank_ball"), r_(r) {
    check(r >= 0, "rank_ball: r", "not negative", r);
  }

  index_t dimension() const { return size_.size(); }

  void project(in<S> x, out<S> y) const {
    const mat<double> m = size_.matrix<S>(x);
    if (!m.allFinite()) return y.setConstant(std::numeric_limits<S>::quiet_NaN()), void();
    if (r_ >= size_.shorter()) return detail::keep<S>(x, y);
    const detail::singular_values svd(m);
    if (excess(svd.values()) <= slack(svd.values())) return detail::keep<S>(x, y);
    vec<double> kept = svd.values();
    kept.tail(kept.size() - r_).setZero();
    size_.write<S>(svd.with(kept), y);
  }
  /// Reads the distance off a singular value decomposition.
  bool contains(in<S> x, S tolerance) const {
    const mat<double> m = size_.matrix<S>(x);
    if (!m.allFinite()) return false;
    if (r_ >= size_.shorter()) return true;
    const detail::singular_values svd(m, false);
    return excess(svd.values()) <= slack(svd.values()) + static_cast<double>(tolerance);
  }
  S weak_convexity() const { return r_ < size_.shorter() && r_ > 0 ? std::numeric_limits<S>::infinity() : S{0}; }

 private:
  double excess(const vec<double>& values) const { return detail::stable_norm(values.tail(values.size() - r_)); }
  double slack(const vec<double>& values) const {
    return r_ == 0 ? 0 : detail::rounding<S>(size_.size()) * detail::stable_norm(values);
  }

  detail::matrix_size size_;
  index_t r_;
};

}  // namespace cleave
