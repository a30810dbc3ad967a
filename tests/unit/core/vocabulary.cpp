#include <cleave/core/check.hpp>
#include <cleave/core/counters.hpp>
#include <cleave/core/status.hpp>
#include <cleave/core/types.hpp>

#include "support/catch.hpp"

#include <limits>
#include <stdexcept>
#include <string>

using namespace cleave;

namespace {
const double infinity = std::numeric_limits<double>::infinity();
const double nan_value = std::numeric_limits<double>::quiet_NaN();

struct of_floats {
  using scalar = float;
};
struct of_nothing {};
}  // namespace

static_assert(std::is_same_v<scalar_of<of_floats>, float> && std::is_same_v<scalar_of<const of_floats&>, float>);
static_assert(std::is_same_v<scalar_of<of_nothing>, double>);

TEST_CASE("check: names the parameter, the bound and the value as written", "[core]") {
  CHECK_NOTHROW(check(true, "p", "in (0, 1]", 7));
  CHECK_THROWS_AS(check(false, "p", "in (0, 1]", 7), std::invalid_argument);
  CHECK_THROWS_WITH(check(false, "p", "in (0, 1]", 1.1), "p must be in (0, 1], got 1.1");
  CHECK_THROWS_WITH(check(false, "m", "at least 1", -3), "m must be at least 1, got -3");
  CHECK_THROWS_WITH(check(false, "p", "small", 0.1f), "p must be small, got 0.1");
}

TEST_CASE("check_positive: refuses zero, negative, infinite and NaN", "[core]") {
  CHECK_NOTHROW(check_positive(5e-324, "s"));
  CHECK_NOTHROW(check_positive(1e308, "s"));
  CHECK_THROWS_WITH(check_positive(0, "s"), "s must be positive and finite, got 0");
  CHECK_THROWS_WITH(check_positive(-2.5, "s"), "s must be positive and finite, got -2.5");
  CHECK_THROWS_WITH(check_positive(infinity, "s"), "s must be positive and finite, got inf");
  CHECK_THROWS_WITH(check_positive(nan_value, "s"), support::contains("s must be positive and finite, got"));
  CHECK_THROWS_AS(check_positive(nan_value, "s"), std::invalid_argument);
}

TEST_CASE("check_not_negative: takes zero, refuses negative, infinite and NaN", "[core]") {
  CHECK_NOTHROW(check_not_negative(0, "w"));
  CHECK_THROWS_WITH(check_not_negative(-1e-300, "w"), "w must be finite and not negative, got -1e-300");
  CHECK_THROWS_WITH(check_not_negative(infinity, "w"), "w must be finite and not negative, got inf");
  CHECK_THROWS_AS(check_not_negative(nan_value, "w"), std::invalid_argument);
}

TEST_CASE("check_same: both names and both sizes", "[core]") {
  CHECK_NOTHROW(check_same(4, "a", 4, "b"));
  CHECK_THROWS_AS(check_same(12, "x", 10, "y"), std::invalid_argument);
  CHECK_THROWS_WITH(check_same(12, "fedsplit: x0 has size", 10, "client 3 has dimension"),
                    "fedsplit: x0 has size 12, client 3 has dimension 10");
}

TEST_CASE("status: every name", "[core]") {
  CHECK(std::string(to_string(status::running)) == "running");
  CHECK(std::string(to_string(status::solved)) == "solved");
  CHECK(std::string(to_string(status::rounds_spent)) == "rounds_spent");
  CHECK(std::string(to_string(status::time_spent)) == "time_spent");
  CHECK(std::string(to_string(status::privacy_budget_spent)) == "privacy_budget_spent");
  CHECK(std::string(to_string(status::interrupted)) == "interrupted");
  CHECK(std::string(to_string(status::client_lost)) == "client_lost");
  CHECK(std::string(to_string(status::diverged)) == "diverged");
  CHECK(std::string(to_string(status::not_finite)) == "not_finite");
  CHECK(std::string(to_string(static_cast<status>(99))) == "unknown");
}

TEST_CASE("status: a breakdown is not an answer", "[core]") {
  for (const status s : {status::running, status::solved, status::rounds_spent, status::time_spent,
                         status::privacy_budget_spent, status::interrupted})
    CHECK_FALSE(broke_down(s));
  for (const status s : {status::client_lost, status::diverged, status::not_finite}) CHECK(broke_down(s));
}

TEST_CASE("status: where ranks disagree, the worse ending wins", "[core]") {
  CHECK(status::running < status::solved);
  CHECK(status::solved < status::interrupted);
  CHECK(status::interrupted < status::not_finite);
}

TEST_CASE("counters: every count is added", "[core]") {
  const counters a{1, 2, 3, 4, 5, 6, 7, 8};
  const counters b{10, 20, 30, 40, 50, 60, 70, 80};
  CHECK(a + b == counters{11, 22, 33, 44, 55, 66, 77, 88});
  CHECK(a + counters{} == a);
  counters c = a;
  c += a;
  c += b;
  CHECK(c == a + a + b);
  CHECK_FALSE(a == b);
}

TEST_CASE("block: count and membership of a half-open range", "[core]") {
  const block b{3, 5};
  CHECK(b.count() == 2);
  CHECK_FALSE(b.has(2));
  CHECK(b.has(3));
  CHECK(b.has(4));
  CHECK_FALSE(b.has(5));
  CHECK(block{4, 4}.count() == 0);
}
