/// \file
/// Refusals: one sentence with the name, the bound and the value that was given. They stay in with NDEBUG.
#pragma once

#include <cleave/core/types.hpp>

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>

namespace cleave {

namespace detail {
/// A number as a person wrote it: "0.1", not "0.100000".
template <class T>
std::string number(T value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return std::string(text, end);
}
}  // namespace detail

/// Throws std::invalid_argument("`name` must be `bound`, got `value`") unless `good`.
template <class T>
void check(bool good, const char* name, const char* bound, T value) {
  if (!good) throw std::invalid_argument(std::string(name) + " must be " + bound + ", got " + detail::number(value));
}

/// Refuses everything but a finite number above zero.
/// \throws std::invalid_argument
inline void check_positive(double value, const char* name) {
  check(value > 0 && std::isfinite(value), name, "positive and finite", value);
}

/// Refuses everything but a finite number from zero on.
/// \throws std::invalid_argument
inline void check_not_negative(double value, const char* name) {
  check(value >= 0 && std::isfinite(value), name, "finite and not negative", value);
}

/// The number as an S; refused where it was positive and finite and is no longer, as 1e-60 is 0 in float.
/// \throws std::invalid_argument
template <class S>
S check_positive_as(double value, const char* name) {
  check_positive(value, name);
  const S rounded = static_cast<S>(value);
  check(rounded > 0 && std::isfinite(rounded), name, "positive and finite in the precision of the iterates", value);
  return rounded;
}

/// The number as an S; refused where it overflows.
/// \throws std::invalid_argument
template <class S>
S check_not_negative_as(double value, const char* name) {
  check_not_negative(value, name);
  const S rounded = static_cast<S>(value);
  check(std::isfinite(rounded), name, "finite and not negative in the precision of the iterates", value);
  return rounded;
}

/// Refuses two sizes that should be one: "fedsplit: x0 has size 12, client 3 has dimension 10".
/// \throws std::invalid_argument
inline void check_same(index_t got, const std::string& what, index_t want, const std::string& other) {
  if (got != want)
    throw std::invalid_argument(what + " " + detail::number(got) + ", " + other + " " + detail::number(want));
}

/// Refuses a vector whose size is not the dimension of an operator; costs one comparison where it is.
/// \throws std::invalid_argument
inline void check_size(index_t got, index_t dimension, const char* name) {
  if (got != dimension) check_same(got, std::string(name) + ": x has size", dimension, "the operator dimension");
}

/// Refuses a vector of parameters unless each is finite and not negative: "slope: weights[3] must be ...".
/// \throws std::invalid_argument
template <class S>
void check_each_not_negative(const vec<S>& values, const char* name) {
  for (index_t i = 0; i < values.size(); ++i)
    if (!(values[i] >= 0 && std::isfinite(values[i])))
      check_not_negative(static_cast<double>(values[i]), (std::string(name) + "[" + detail::number(i) + "]").c_str());
}

/// Refuses a vector of parameters unless each is finite: "tilt: a[3] must be finite, got nan".
/// \throws std::invalid_argument
template <class S>
void check_each_finite(const vec<S>& values, const char* name) {
  for (index_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      check(false, (std::string(name) + "[" + detail::number(i) + "]").c_str(), "finite", values[i]);
}

}  // namespace cleave
