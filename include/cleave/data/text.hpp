/// \file
/// What the readers of text files share: numbers without a locale, and tokens made printable.
#pragma once

#include <algorithm>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

namespace cleave::detail {

/// A token between quotes for a message of one line: bytes outside printable ASCII as \xNN, at most 40 of them.
inline std::string shown(std::string_view token) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text = "'";
  for (const char c : token.substr(0, 40)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F)
      text += c;
    else
      text += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
  }
  return text + (token.size() > 40 ? "...'" : "'");
}

/// What a token turned out to be.
enum class numeral { good, malformed, not_finite };

/// True where a decimal number that fits no floating-point type is too small for it rather than too large.
inline bool too_small(std::string_view token) {
  const std::size_t e = (std::min)(token.find_first_of("eE"), token.size());
  const std::string_view digits = token.substr(0, e);
  const std::size_t leading = (std::min)(digits.find_first_of("123456789"), digits.size());
  const std::size_t point = (std::min)(digits.find('.'), digits.size());
  token.remove_prefix((std::min)(e + 1, token.size()));
  if (token.starts_with('+')) token.remove_prefix(1);
  long exponent = 0;
  const auto error = std::from_chars(token.data(), token.data() + token.size(), exponent).ec;
  if (error == std::errc::result_out_of_range) return token.starts_with('-');
  return static_cast<double>(point) - static_cast<double>(leading) + static_cast<double>(exponent) < 0;
}

/// Reads a whole token as a decimal number, with a leading '+' if need be. NaN, infinities and what is too large for S
/// are not_finite, what is too small for S is 0. `value` is meaningful only where the answer is good.
template <class S>
numeral to_number(std::string_view token, S& value) {
  if (token.starts_with('+')) {
    token.remove_prefix(1);
    if (token.starts_with('-')) return numeral::malformed;
  }
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (end != token.data() + token.size() || error == std::errc::invalid_argument) return numeral::malformed;
  if (error == std::errc::result_out_of_range) {
    if (!too_small(token)) return numeral::not_finite;
    value = 0;
  }
  return std::isfinite(value) ? numeral::good : numeral::not_finite;
}

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

inline const char* skip_blanks(const char* at, const char* end) {
  while (at != end && is_blank(*at)) ++at;
  return at;
}
/// True where a token between blanks may end. Null, where none could be read, is no such place.
inline bool is_token_end(const char* at, const char* end) { return at != nullptr && (at == end || is_blank(*at)); }
/// What stands from `at` up to the next blank.
inline std::string_view token_at(const char* at, const char* end) {
  return {at, static_cast<std::size_t>(std::find_if(at, end, is_blank) - at)};
}

/// Powers of ten that are exact in double, and the first eleven in float too.
inline constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                           1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Reads a number like 1, -0.25 or .5 whose digits and power of ten S holds exactly, so that one division rounds it
/// right (Clinger 1990, DOI 10.1145/93542.93557). Returns its end, or null where it is none of these.
template <class S>
const char* read_short_number(const char* at, const char* end, S& value) {
  constexpr int powers = std::numeric_limits<S>::digits == 53 ? 22 : 10;
  const bool negative = at != end && *at == '-';
  at += negative ? 1 : 0;
  const char* const first = at;
  std::uint64_t digits = 0;
  for (; at != end && is_digit(*at); ++at) digits = 10 * digits + static_cast<std::uint64_t>(*at - '0');
  std::ptrdiff_t count = at - first;
  std::ptrdiff_t decimals = 0;
  if (at != end && *at == '.') {
    const char* const point = ++at;
    for (; at != end && is_digit(*at); ++at) digits = 10 * digits + static_cast<std::uint64_t>(*at - '0');
    decimals = at - point;
    count += decimals;
  }
  if (count == 0 || count > 19 || decimals > powers || digits > (std::uint64_t{1} << std::numeric_limits<S>::digits))
    return nullptr;
  if (at != end && (*at == 'e' || *at == 'E')) return nullptr;
  value = static_cast<S>(digits) / static_cast<S>(powers_of_ten[decimals]);
  if (negative) value = -value;
  return at;
}

/// Reads the finite decimal number that begins at `at` and returns its end. Null where there is none, or one with
/// a '+' before it or beyond the range of S: to_number() knows more, and takes longer.
template <class S>
const char* read_number(const char* at, const char* end, S& value) {
  constexpr bool exact =
      FLT_EVAL_METHOD == 0 && (std::numeric_limits<S>::digits == 53 || std::numeric_limits<S>::digits == 24);
  if constexpr (exact)
    if (const char* const stop = read_short_number(at, end, value)) return stop;
  const auto [stop, error] = std::from_chars(at, end, value);
  return error == std::errc() && std::isfinite(value) ? stop : nullptr;
}

}  // namespace cleave::detail
