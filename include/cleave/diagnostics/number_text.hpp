/// \file
/// Numbers in files: the shortest text that reads back to the same bits, whatever the locale.
#pragma once

#include <cleave/core/check.hpp>

#include <cmath>
#include <concepts>
#include <string>

namespace cleave::detail {

/// A number as JSON has it; NaN and infinities, which it has not, are null.
template <class T>
std::string number_text(T value) {
  if constexpr (std::floating_point<T>)
    if (!std::isfinite(value)) return "null";
  return number(value);
}

}  // namespace cleave::detail
