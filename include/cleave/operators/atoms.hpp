/// \file
/// What linear minimisation oracles answer: points that are short to write down.
#pragma once

#include <cleave/core/types.hpp>

#include <vector>

namespace cleave {

/// value times a unit vector; without entries, nothing.
template <class S>
struct coordinate_atom {
  index_t position;
  S value;

  /// x += c a
  void add_to(S c, out<S> x) const {
    if (x.size() > 0) x[position] += c * value;
  }
  /// <d, a>
  S dot(in<S> d) const { return d.size() > 0 ? d[position] * value : S{0}; }
};

/// All entries, which lie in the oracle's scratch or in the oracle: the atom is good until the next answer.
template <class S>
struct dense_atom {
  const S* entries;
  index_t size;

  Eigen::Map<const vec<S>> point() const { return {entries, size}; }
  /// x += c a
  void add_to(S c, out<S> x) const { x += c * point(); }
  /// <d, a>
  S dot(in<S> d) const { return point().dot(d); }
};

/// Some entries, at ascending positions, which lie in the oracle's scratch: the atom is good until the next answer.
template <class S>
struct sparse_atom {
  const index_t* positions;
  const S* values;
  index_t count;

  /// x += c a
  void add_to(S c, out<S> x) const {
    for (index_t i = 0; i < count; ++i) x[positions[i]] += c * values[i];
  }
  /// <d, a>
  S dot(in<S> d) const {
    S sum{0};
    for (index_t i = 0; i < count; ++i) sum += values[i] * d[positions[i]];
    return sum;
  }
};

/// The matrix value * left * right', seen through `entries`. All but the value lies in the oracle or its scratch: the
/// atom is good until the next answer.
template <class S, class Entries>
struct rank_one_atom {
  const Entries* entries;
  const vec<S>* left;
  const vec<S>* right;
  S value;

  /// x += c a
  void add_to(S c, out<S> x) const {
    if (value != 0) entries->add_product(c * value, *left, *right, x);
  }
  /// <d, a>
  S dot(in<S> d) const { return value != 0 ? value * entries->form(d, *left, *right) : S{0}; }
};

/// What oracles in closed form share: no warm start.
template <class S, class Scratch>
struct oracle_in_closed_form {
  using scalar = S;
  using scratch = Scratch;

  static index_t memory() { return 0; }
  static scratch prepare() { return {}; }
};

/// The scratch of an oracle that needs none.
struct no_scratch {};

/// The scratch of an oracle whose atoms have all entries. Sized by the first answer.
template <class S>
struct dense_scratch {
  vec<S> point;

  dense_atom<S> atom() const { return {point.data(), point.size()}; }
};

}  // namespace cleave
