/// \file
/// Operators applied to a few numbers, as the edge cases state them.
#pragma once

#include <cleave/core/types.hpp>
#include <cleave/operators/indicator.hpp>

#include "support/points.hpp"

#include <cmath>
#include <initializer_list>
#include <type_traits>

namespace support {

template <class S = double>
cleave::vec<S> vector_of(std::initializer_list<std::type_identity_t<S>> numbers) {
  cleave::vec<S> v(static_cast<cleave::index_t>(numbers.size()));
  cleave::index_t i = 0;
  for (const S x : numbers) v[i++] = x;
  return v;
}

/// prox_{step f}(x), written into a vector of NaN.
template <class F, class S = cleave::scalar_of<F>>
cleave::vec<S> prox(const F& f, double step, const cleave::vec<S>& x) {
  cleave::vec<S> y = all_nan<S>(x.size());
  f.prox(x, static_cast<S>(step), y);
  return y;
}
template <class F>
auto prox(const F& f, double step, std::initializer_list<cleave::scalar_of<F>> numbers) {
  return prox(f, step, vector_of<cleave::scalar_of<F>>(numbers));
}

template <class C>
auto project(const C& c, std::initializer_list<cleave::scalar_of<C>> numbers) {
  return prox(cleave::indicator<C>(c), 1, numbers);
}

/// Whether all entries of a differ from those of b by no more than the tolerance.
template <class S>
bool close(const cleave::vec<S>& a, const cleave::vec<S>& b, double tolerance) {
  if (a.size() != b.size()) return false;
  for (cleave::index_t i = 0; i < a.size(); ++i)
    if (!(std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])) <= tolerance)) return false;
  return true;
}

}  // namespace support
