/// \file
/// Linear minimisation over the ball of the sum of singular values.
#pragma once

#include <cleave/operators/atoms.hpp>
#include <cleave/operators/matrix_entries.hpp>
#include <cleave/operators/matrix_oracle.hpp>
#include <cleave/operators/top_eigenpair.hpp>

#include <algorithm>
#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>

namespace cleave::lmo {

/// argmin of <D, A> over { A : sigma_1 + sigma_2 + ... <= radius }, the trace-norm ball: -radius u v' with the first
/// singular pair of D, which is found by products with D and D' alone, up to a tolerance. The origin for D = 0; NaN
/// where D holds a NaN or an infinity. The vector d holds the entries of D that `Entries` lists.
///
/// Cost: one product with D and one with D' a step of Lanczos's method, about 5 to 15 steps along a run of Frank-Wolfe.
/// `warm` carries the singular vector of the shorter side from one answer to the next; all 0 is no memory.
template <class S = double, matrix_entries Entries = all_entries<S>>
class nuclear_norm_ball {
 public:
  using scalar = S;
  struct scratch {
    detail::lanczos_memory<S> lanczos;
    vec<S> left, right;
  };

  /// All entries of a rows x cols matrix, column by column.
  /// \param rows, cols >= 0
  /// \param radius     finite, >= 0
  /// \param tolerance  > 0: <D, A> reaches the smallest product but for this part of it
  /// \throws std::invalid_argument
  nuclear_norm_ball(index_t rows, index_t cols, S radius,
                    double tolerance = 1e-6) requires std::is_same_v<Entries, all_entries<S>>
      : nuclear_norm_ball(Entries(rows, cols), radius, tolerance) {}
  /// Some entries: x and d have one number for each, and the matrix is never formed.
  nuclear_norm_ball(Entries entries, S radius, double tolerance = 1e-6)
      : entries_(std::move(entries)), radius_(radius), tolerance_(tolerance) {
    check_not_negative(static_cast<double>(radius), "lmo::nuclear_norm_ball: radius");
    check_positive(tolerance, "lmo::nuclear_norm_ball: tolerance");
  }

  index_t dimension() const { return entries_.size(); }
  index_t memory() const { return (std::min)(entries_.rows(), entries_.cols()); }
  scratch prepare() const {
    return {detail::lanczos_memory<S>(memory()), vec<S>::Zero(entries_.rows()), vec<S>::Zero(entries_.cols())};
  }

  rank_one_atom<S, Entries> minimize(in<S> d, out<S> warm, scratch& m) const {
    check_size(d.size(), dimension(), "lmo::nuclear_norm_ball");
    const S scale = detail::largest_magnitude<S>(d);
    if (!(scale > 0 && scale <= (std::numeric_limits<S>::max)())) return {&entries_, &m.left, &m.right, S{0} * scale};
    const bool from_left = entries_.rows() <= entries_.cols();
    auto &near = from_left ? m.left : m.right, &far = from_left ? m.right : m.left;
    const auto go = [&](bool transposed, in<S> v, out<S> w) {
      transposed ? entries_.multiply_transposed(d, v, w) : entries_.multiply(d, v, w);
      w /= scale;
    };
    detail::start_lanczos<S>(warm, near);
    detail::top_eigenpair<S>(
        [&](in<S> v, out<S> w) {
          go(from_left, v, far);
          go(!from_left, far, w);
        },
        near, tolerance_, m.lanczos);
    warm = near;
    go(from_left, near, far);
    const S norm = far.norm();
    if (!(norm > 0)) return {&entries_, &m.left, &m.right, S{0}};
    far /= norm;
    return {&entries_, &m.left, &m.right, -radius_};
  }

 private:
  Entries entries_;
  S radius_;
  double tolerance_;
};

/// A radius in whole numbers means double.
template <std::integral T>
nuclear_norm_ball(index_t, index_t, T, double = 1e-6) -> nuclear_norm_ball<double>;
template <std::floating_point T>
nuclear_norm_ball(index_t, index_t, T, double = 1e-6) -> nuclear_norm_ball<T>;
template <matrix_entries Entries, class T>
nuclear_norm_ball(Entries, T, double = 1e-6) -> nuclear_norm_ball<typename Entries::scalar, Entries>;

}  // namespace cleave::lmo
