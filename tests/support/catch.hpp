// Catch2 in its two shapes: version 2 (Debian 12) is one header, version 3 (Ubuntu 24.04 and later) many. Tests use
// only what both have: TEST_CASE, TEMPLATE_TEST_CASE, SECTION, GENERATE, REQUIRE, CHECK and their relatives, Approx,
// and support::contains where a message is matched.
#pragma once

#include <string>

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif

namespace support {
/// Set by CLEAVE_SKIP; main then ends with 77, which ctest reports as skipped. A failure always wins over a skip.
inline bool skipped = false;

/// The matcher for a part of a string, as in CHECK_THROWS_WITH(f(), support::contains("client 3")).
inline auto contains(const std::string& part) {
#if __has_include(<catch2/catch_all.hpp>)
  return Catch::Matchers::ContainsSubstring(part);
#else
  return Catch::Matchers::Contains(part);
#endif
}
}  // namespace support

/// Leaves a test case that cannot run here, for example because optional data is absent; says why.
#define CLEAVE_SKIP(reason)      \
  do {                           \
    WARN("skipped: " << reason); \
    support::skipped = true;     \
    return;                      \
  } while (false)
