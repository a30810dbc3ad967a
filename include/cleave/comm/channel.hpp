/// \file
/// The place that every vector passes when it leaves a node.
#pragma once

#include <cleave/core/counters.hpp>
#include <cleave/core/types.hpp>

#include <concepts>

namespace cleave {

/// How a vector crosses the wire. The receiver keeps a picture h of each sender; sending m moves it,
///
///     h <- h + C(m - h),
///
/// with C the identity where the channel is exact, so that h <- m. `exact` says so at compile time;
/// `bytes<S>(d)` is what a vector of d numbers costs. Model: lossless.
template <class C>
concept channel = std::copyable<C> && requires(const C& c, index_t d) {
  { C::exact } -> std::convertible_to<bool>;
  { c.template bytes<double>(d) } -> std::same_as<std::uint64_t>;
};

/// What was said is what is heard: h <- m.
struct lossless {
  static constexpr bool exact = true;

  template <class S>
  static constexpr std::uint64_t bytes(index_t d) {
    return static_cast<std::uint64_t>(d) * sizeof(S);
  }
};

}  // namespace cleave
