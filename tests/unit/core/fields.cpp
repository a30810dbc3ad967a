#include <cleave/core/counters.hpp>
#include <cleave/core/fields.hpp>

#include "support/catch.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace cleave;

namespace {

struct part {
  vec<> mean = vec<>::Zero(2);
  counters cost;
  static auto fields(auto& s) { return std::tuple{shared("mean", s.mean), tally("cost", s.cost)}; }
};

struct whole {
  std::uint64_t round = 0;
  mat<> z = mat<>::Zero(2, 3);
  mat<> warm = mat<>::Zero(2, 3);
  part wire;
  vec<> scratch;  // not a field
  static auto fields(auto& s) {
    return std::tuple_cat(std::tuple{kept("round", s.round), columns("z", s.z), kept_columns("warm", s.warm)},
                          within("wire", s.wire));
  }
};

/// The same fields in another type, as a solver on another executor has.
struct twin : whole {};

struct residual {
  double moved = 0;
  static auto fields(auto& s) { return std::tuple{kept("moved", s.moved)}; }
};

struct not_a_state {
  int x = 0;
};

const double nan_value = std::numeric_limits<double>::quiet_NaN();

}  // namespace

static_assert(with_fields<whole> && with_fields<part>);
static_assert(!with_fields<not_a_state> && !with_fields<int>);

TEST_CASE("fields: visited in the order in which the state lists them, under their full names", "[core]") {
  whole s;
  std::vector<std::string> names;
  std::vector<spread> where;
  std::vector<role> as;
  for_each_field(s, [&](auto f) {
    names.push_back(f.full_name());
    where.push_back(f.where);
    as.push_back(f.as);
  });
  CHECK(names == std::vector<std::string>{"round", "z", "warm", "wire.mean", "wire.cost"});
  CHECK(where == std::vector<spread>{spread::shared, spread::columns, spread::columns, spread::shared, spread::tally});
  CHECK(as == std::vector<role>{role::memory, role::iterate, role::memory, role::iterate, role::memory});
}

TEST_CASE("fields: references to the members, read-only for a const state", "[core]") {
  whole s;
  for_each_field(s, [](auto f) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(f.value)>, std::uint64_t>) f.value = 7;
  });
  CHECK(s.round == 7);
  const whole& constant = s;
  for_each_field(constant, [](auto f) { STATIC_REQUIRE(std::is_const_v<std::remove_reference_t<decltype(f.value)>>); });
}

TEST_CASE("same_bits: every field counts, what is not a field does not", "[core]") {
  whole a;
  whole b;
  CHECK(same_bits(a, b));
  b.scratch = vec<>::Ones(5);
  CHECK(same_bits(a, b));
  SECTION("a number") { b.round = 1; }
  SECTION("a matrix, last entry by one bit") { b.z(1, 2) = std::numeric_limits<double>::denorm_min(); }
  SECTION("a warm start") { b.warm(0, 0) = 1; }
  SECTION("a part's vector") { b.wire.mean[1] = 1; }
  SECTION("a part's counters") { b.wire.cost.bytes = 1; }
  SECTION("a size") { b.z.resize(3, 2), b.z.setZero(); }
  CHECK_FALSE(same_bits(a, b));
  CHECK_FALSE(same_bits(b, a));
}

TEST_CASE("same_bits: a NaN equals itself, -0 differs from 0", "[core]") {
  whole a;
  whole b;
  a.z(0, 0) = b.z(0, 0) = nan_value;
  CHECK(same_bits(a, b));
  b.z(1, 1) = -0.0;
  CHECK_FALSE(same_bits(a, b));
}

TEST_CASE("same_bits: empty matrices are alike if their shapes are", "[core]") {
  whole a;
  whole b;
  a.warm.resize(0, 3), b.warm.resize(0, 3);
  CHECK(same_bits(a, b));
  b.warm.resize(0, 2);
  CHECK_FALSE(same_bits(a, b));
}

TEST_CASE("copy_fields: makes the bits the same and leaves the rest alone", "[core]") {
  whole from;
  from.round = 9;
  from.z.setConstant(-0.0);
  from.warm.setConstant(nan_value);
  from.wire.mean << 1, 2;
  from.wire.cost.messages = 3;
  from.scratch = vec<>::Ones(4);
  twin to;
  to.z.resize(0, 0);
  copy_fields(from, to);
  CHECK(same_bits(from, to));
  CHECK(to.scratch.size() == 0);
  CHECK(std::signbit(to.z(0, 0)));
}

TEST_CASE("same_bits: a number is compared bit for bit too", "[core]") {
  CHECK(same_bits(residual{nan_value}, residual{nan_value}));
  CHECK_FALSE(same_bits(residual{0.0}, residual{-0.0}));
  CHECK_FALSE(same_bits(residual{1}, residual{2}));
}
