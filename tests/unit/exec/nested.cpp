#include <cleave/exec/threads.hpp>

#include "support/catch.hpp"

#include <stdexcept>

using namespace cleave;

TEST_CASE("threads: a round that starts a round on its own pool is refused, on another pool it may",
          "[exec][threads]") {
  const threads pool(2), other(2);
  const auto nothing = [](index_t, index_t) {};
  CHECK_THROWS_AS(pool.for_each(2, [&](index_t, index_t) { pool.for_each(2, nothing); }), std::logic_error);
  CHECK_NOTHROW(pool.for_each(2, [&](index_t, index_t) { other.for_each(2, nothing); }));
  CHECK_NOTHROW(pool.for_each(2, nothing));
}
