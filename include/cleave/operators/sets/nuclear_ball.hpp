/// \file
/// The ball of the nuclear norm.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/keep.hpp>
#include <cleave/operators/matrix_size.hpp>
#include <cleave/operators/rounding.hpp>
#include <cleave/operators/sets/unit_simplex.hpp>
#include <cleave/operators/singular_values.hpp>

#include <cmath>
#include <limits>
#include <type_traits>

namespace cleave {

/// Matrices, rows x cols, column-major, whose singular values add up to at most the radius. Projection is that of the
/// singular values onto the simplex. Cost: a singular value decomposition; it allocates.
template <class S = double>
class nuclear_ball {
 public:
  using scalar = S;

  /// \param rows, cols >= 0
  /// \param radius finite, >= 0; 0 is the set of the zero matrix
  /// \throws std::invalid_argument
  nuclear_ball(index_t rows, index_t cols, S radius = 1)
      : size_(rows, cols, "nuclear_ball"), radius_(check_not_negative_as<S>(radius, "nuclear_ball: radius")) {}

  index_t dimension() const { return size_.size(); }

  void project(in<S> x, out<S> y) const {
    const mat<double> m = size_.matrix<S>(x);
    if (m.size() == 0) return;
    if (!m.allFinite()) return y.setConstant(std::numeric_limits<S>::quiet_NaN()), void();
    const detail::singular_values svd(m);
    vec<double> values = svd.values();
    if (values.sum() <= reach()) return detail::keep<S>(x, y);
    unit_simplex<double>(static_cast<double>(radius_)).project(values, values);
    size_.write<S>(svd.with(values), y);
  }
  /// By the singular values.
  bool contains(in<S> x, S tolerance) const {
    const mat<double> m = size_.matrix<S>(x);
    if (m.size() == 0) return true;
    if (!m.allFinite()) return false;
    const double slack = std::sqrt(static_cast<double>(size_.shorter())) * static_cast<double>(tolerance);
    return detail::singular_values(m, false).values().sum() <= reach() + slack;
  }

 private:
  double reach() const { return static_cast<double>(radius_) * (1 + detail::rounding<S>(size_.size())); }

  detail::matrix_size size_;
  S radius_;
};

template <class R>
nuclear_ball(index_t, index_t, R) -> nuclear_ball<std::conditional_t<std::is_integral_v<R>, double, R>>;

}  // namespace cleave
