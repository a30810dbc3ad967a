/// \file
/// The scalar of an operator that is made from numbers of several types.
#pragma once

#include <type_traits>

namespace cleave {

namespace detail {
// What a parameter says about the scalar: a vector or a matrix that of its entries, a whole number nothing.
template <class T>
struct said_by : std::conditional<std::is_floating_point_v<T>, T, void> {};
template <class T>
requires requires { typename T::Scalar; }
struct said_by<T> : said_by<typename T::Scalar> {};

template <class... S>
struct widest : std::common_type<std::conditional_t<std::is_void_v<S>, float, S>...> {};
template <class... S>
requires(std::is_void_v<S>&&...) struct widest<S...> {
  using type = double;
};
}  // namespace detail

/// The scalar of an operator that is made from these parameters, numbers or vectors: the wider one of float and double,
/// and double where all are whole numbers.
template <class... T>
using scalar_from = typename detail::widest<typename detail::said_by<T>::type...>::type;

}  // namespace cleave
