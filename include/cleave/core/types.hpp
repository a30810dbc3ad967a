/// \file
/// The vocabulary of every header: vectors, the two argument types of operators, and a seat at the table of clients.
#pragma once

#include <cleave/version.hpp>

#include <Eigen/Core>

#include <cstdint>
#include <type_traits>

namespace cleave {

/// Sizes and positions. Signed, as in Eigen.
using index_t = Eigen::Index;

/// A column vector of parameters.
template <class S = double>
using vec = Eigen::Matrix<S, Eigen::Dynamic, 1>;

/// A column-major matrix; the iterates of all clients are the columns of one.
template <class S = double>
using mat = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

/// A vector that an operator reads. Vectors, columns and segments bind to it without a copy; S is never deduced from
/// it.
template <class S>
using in = const Eigen::Ref<const vec<std::type_identity_t<S>>>&;

/// A vector that an operator writes. Vectors, columns and segments bind to it; S is never deduced from it.
template <class S>
using out = Eigen::Ref<vec<std::type_identity_t<S>>>;

/// A square matrix that an operator writes, such as a Hessian.
template <class S>
using out_matrix = Eigen::Ref<mat<std::type_identity_t<S>>>;

namespace detail {
template <class S>
struct in_double {
  using type = double;
};
}  // namespace detail

/// double, for what is computed in double whatever S is. As it depends on S, Eigen's templates are instantiated in
/// programs that use them, and not wherever the header is included.
template <class S>
using double_for = typename detail::in_double<S>::type;

namespace detail {
template <class F>
struct scalar_of {
  using type = double;
};
template <class F>
requires requires { typename F::scalar; }
struct scalar_of<F> {
  using type = typename F::scalar;
};
}  // namespace detail

/// The scalar of an operator or a problem: its member type `scalar`, or double where it names none.
template <class F>
using scalar_of = typename detail::scalar_of<std::remove_cvref_t<F>>::type;

/// Where a piece of local work sits: client `id` of all clients (random streams, order of sums, error texts), column
/// `at` of this process, scratch `slot` of the thread that serves it.
struct seat {
  index_t id;
  index_t at;
  index_t slot;
};

/// The ids [first, last) that one process owns.
struct block {
  index_t first;
  index_t last;

  constexpr index_t count() const { return last - first; }
  constexpr bool has(index_t id) const { return first <= id && id < last; }
};

}  // namespace cleave
