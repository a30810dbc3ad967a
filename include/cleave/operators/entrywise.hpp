/// \file
/// The loops of functions that are a sum over entries.
#pragma once

#include <cleave/core/types.hpp>

namespace cleave::detail {

/// sum_i terms: block(first, t) writes the terms of entries first to first + 31 to t, one(i) gives that of an entry at
/// the end. In 8 running sums, of entries i, i + 8, i + 16, ..., so that a processor adds up several at once; and
/// always the same 8, so that the bits depend on the terms alone.
template <class S, class Block, class One>
S sum_in_blocks(index_t n, Block&& block, One&& one) {
  S sums[8]{}, terms[32];
  index_t i = 0;
  for (; i + 32 <= n; i += 32) {
    block(i, terms);
    for (index_t k = 0; k < 32; k += 8)
      for (index_t j = 0; j < 8; ++j) sums[j] += terms[k + j];
  }
  for (; i < n; ++i) sums[i % 8] += one(i);
  for (index_t half = 4; half > 0; half /= 2)  // a loop, which GCC leaves in the order of the others
    for (index_t j = 0; j < half; ++j) sums[j] += sums[j + half];
  return sums[0];
}

/// sum_i value(i)
template <class S, class Value>
S entrywise_value(index_t n, Value&& value) {
  return sum_in_blocks<S>(
      n,
      [&](index_t first, S* t) {
        for (index_t k = 0; k < 32; ++k) t[k] = value(first + k);
      },
      value);
}

/// y_i = prox(i), which may read x where x is y; returns sum_i value(i, y_i). Loops of one purpose: a compiler then
/// turns the branches of prox and value into selections, and several entries are done at once.
template <class S, class Prox, class Value>
S entrywise_prox(out<S> y, Prox&& prox, Value&& value) {
  return sum_in_blocks<S>(
      y.size(),
      [&](index_t first, S* t) {
        for (index_t k = 0; k < 32; ++k) t[k] = prox(first + k);
        for (index_t k = 0; k < 32; ++k) y[first + k] = t[k];
        for (index_t k = 0; k < 32; ++k) t[k] = value(first + k, t[k]);
      },
      [&](index_t i) { return value(i, y[i] = prox(i)); });
}

}  // namespace cleave::detail
