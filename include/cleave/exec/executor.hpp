/// \file
/// Who does the local work of a round.
#pragma once

#include <cleave/core/types.hpp>

#include <concepts>

namespace cleave {

/// A way to do n independent pieces of work.
///
/// Requirements: (1) `slots()` is the number of scratch places, at least 1; (2) `for_each(n, f)` calls f(i, slot) once
/// for each i in [0, n), slot in [0, slots()), and no two calls with the same slot overlap; (3) it returns when all are
/// done; (4) of the exceptions thrown by f, the one with the lowest i reaches the caller, and the executor stays
/// usable. Law: the result of a round does not depend on the executor. Models: sequential, threads.
template <class E>
concept executor = std::copyable<E> && requires(const E& e, index_t n, void (*f)(index_t, index_t)) {
  { e.slots() } -> std::convertible_to<index_t>;
  e.for_each(n, f);
};

}  // namespace cleave
