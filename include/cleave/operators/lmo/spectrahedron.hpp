/// \file
/// Linear minimisation over the spectrahedron.
#pragma once

#include <cleave/operators/atoms.hpp>
#include <cleave/operators/matrix_entries.hpp>
#include <cleave/operators/matrix_oracle.hpp>
#include <cleave/operators/top_eigenpair.hpp>

#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>

namespace cleave::lmo {

/// argmin of <D, A> over { A symmetric, positive semidefinite, trace A = total }: total v v' with a unit eigenvector v
/// of the smallest eigenvalue of (D + D') / 2, which is found by products with D and D' alone, up to a tolerance. For
/// D = 0 the first diagonal entry; NaN where D holds a NaN or an infinity. The vector d holds the entries of D that
/// `Entries` lists. Cost and `warm` as for nuclear_norm_ball.
template <class S = double, matrix_entries Entries = all_entries<S>>
class spectrahedron {
 public:
  using scalar = S;
  struct scratch {
    detail::lanczos_memory<S> lanczos;
    vec<S> v, other;
  };

  /// All entries of an n x n matrix, column by column.
  /// \param n         >= 0
  /// \param total     finite, >= 0
  /// \param tolerance > 0: of <D, A>, as a part of total times the norm of (D + D') / 2
  /// \throws std::invalid_argument
  explicit spectrahedron(index_t n, S total = 1,
                         double tolerance = 1e-6) requires std::is_same_v<Entries, all_entries<S>>
      : spectrahedron(Entries(n, n), total, tolerance) {}
  /// Some entries of a square matrix: x and d have one number for each, and the matrix is never formed.
  explicit spectrahedron(Entries entries, S total = 1, double tolerance = 1e-6)
      : entries_(std::move(entries)), total_(total), tolerance_(tolerance) {
    check_same(entries_.cols(), "lmo::spectrahedron: the matrix has columns", entries_.rows(), "rows");
    check_not_negative(static_cast<double>(total), "lmo::spectrahedron: total");
    check_positive(tolerance, "lmo::spectrahedron: tolerance");
  }

  index_t dimension() const { return entries_.size(); }
  index_t memory() const { return entries_.rows(); }
  scratch prepare() const {
    return {detail::lanczos_memory<S>(memory()), vec<S>::Zero(memory()), vec<S>::Zero(memory())};
  }

  rank_one_atom<S, Entries> minimize(in<S> d, out<S> warm, scratch& m) const {
    check_size(d.size(), dimension(), "lmo::spectrahedron");
    const S scale = detail::largest_magnitude<S>(d);
    if (!(scale <= (std::numeric_limits<S>::max)())) return {&entries_, &m.v, &m.v, S{0} * scale};
    if (scale > 0) {
      detail::start_lanczos<S>(warm, m.v);
      detail::top_eigenpair<S>(
          [&](in<S> v, out<S> w) {
            entries_.multiply(d, v, w);
            entries_.multiply_transposed(d, v, m.other);
            w = (w + m.other) / (-2 * scale);
          },
          m.v, tolerance_, m.lanczos);
      warm = m.v;
    } else if (memory() > 0) {
      m.v.setZero();
      m.v[0] = 1;
    }
    return {&entries_, &m.v, &m.v, total_};
  }

 private:
  Entries entries_;
  S total_;
  double tolerance_;
};

/// A total in whole numbers, or none, means double.
spectrahedron(index_t)->spectrahedron<double>;
template <std::integral T>
spectrahedron(index_t, T, double = 1e-6) -> spectrahedron<double>;
template <std::floating_point T>
spectrahedron(index_t, T, double = 1e-6) -> spectrahedron<T>;
template <matrix_entries Entries, class T>
spectrahedron(Entries, T, double = 1e-6) -> spectrahedron<typename Entries::scalar, Entries>;

}  // namespace cleave::lmo
