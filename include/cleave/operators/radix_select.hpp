/// \file
/// The k-th largest magnitude without sorting.
#pragma once

#include <cleave/core/types.hpp>

#include <bit>
#include <cstdint>
#include <type_traits>

namespace cleave::detail {

/// Where the k largest magnitudes end: those above `bits` are all among them, and `ties` of those equal to it.
template <class S>
struct magnitude_cut {
  using word = std::conditional_t<sizeof(S) == 4, std::uint32_t, std::uint64_t>;

  /// Magnitudes as whole numbers of the same order; a NaN is above all.
  static word of(S x) { return std::bit_cast<word>(x) & static_cast<word>(~word{0} >> 1); }

  word bits;
  index_t ties;
};

/// Radix selection, 11 bits a pass: at most 3 passes in float and 6 in double, whatever the numbers; 16 kB of stack.
/// \param k from 1 to n
template <class S, class Entry>
magnitude_cut<S> radix_select(index_t n, Entry&& entry, index_t k) {
  using cut = magnitude_cut<S>;
  using word = typename cut::word;
  constexpr int digits = 8 * static_cast<int>(sizeof(word)), width = 11;
  word prefix = 0, known = 0;
  for (int shift = digits - width;; shift = shift > width ? shift - width : 0) {
    index_t counts[1 << width] = {};
    for (index_t i = 0; i < n; ++i) {
      const word w = cut::of(entry(i));
      if ((w & known) == prefix) ++counts[(w >> shift) & ((word{1} << width) - 1)];
    }
    word digit = (word{1} << width) - 1;
    for (; counts[digit] < k; --digit) k -= counts[digit];
    known |= static_cast<word>(((word{1} << width) - 1) << shift);
    prefix |= static_cast<word>(digit << shift);
    if (counts[digit] == k && prefix > 0) return {prefix - 1, 0};  // all that are left
    if (shift == 0) return {prefix, k};
  }
}

}  // namespace cleave::detail
