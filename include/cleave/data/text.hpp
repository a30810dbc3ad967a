/// \file
/// What the readers of text files share: the whole file as a string, numbers without a locale, and tokens made
/// printable.
#pragma once

#include <cleave/data/parse_error.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

namespace cleave::detail {

/// The bytes of a file, or of a pipe up to its end.
/// \throws parse_error where it cannot be opened or read, a directory say
inline std::string read_text(const std::string& path) {
  const auto refused = [&path](int code) {
    return parse_error(path, "cannot be read: " + std::generic_category().message(code));
  };
  if (path.find('\0') != std::string::npos) throw refused(EINVAL);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) throw refused(errno);
  std::string text;
  std::size_t used = 0;
  do {
    text.resize(used + (used < (1u << 16) ? 1u << 16 : used));
    used += std::fread(text.data() + used, 1, text.size() - used, file.get());
  } while (used == text.size());
  if (std::ferror(file.get())) throw refused(errno);
  text.resize(used);
  return text;
}

/// The text without the mark of three bytes that some editors put before UTF-8.
inline std::string_view without_byte_order_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

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
  if (token.size() == 1 && token[0] >= '0' && token[0] <= '9') {  // most of the values in data of yes and no
    value = static_cast<S>(token[0] - '0');
    return numeral::good;
  }
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

}  // namespace cleave::detail
