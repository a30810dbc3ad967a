#include <cleave/core/stream.hpp>

#include "support/catch.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <stdexcept>
#include <vector>

using namespace cleave;

namespace {
using words = std::array<std::uint32_t, 4>;

std::vector<std::uint64_t> first(stream s, int n = 8) {
  std::vector<std::uint64_t> v;
  for (int i = 0; i < n; ++i) v.push_back(s.next());
  return v;
}
}  // namespace

TEST_CASE("philox4x32: the known answers of Random123", "[core]") {
  CHECK(philox4x32({0, 0, 0, 0}, {0, 0}) == words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  constexpr std::uint32_t ones = 0xffffffff;
  CHECK(philox4x32({ones, ones, ones, ones}, {ones, ones}) == words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
  STATIC_REQUIRE(philox4x32({0, 0, 0, 0}, {0, 0})[0] == 0x6627e8d5);
}

TEST_CASE("stream: reads the blocks of consecutive counters, low word first", "[core]") {
  stream s(0x0123456789abcdefu, purpose::noise, 0x0a22222222u, 0x0b0c33333333u);
  for (std::uint32_t n = 0; n < 3; ++n) {
    const auto block = philox4x32({n, 0x22222222, 0x33333333, 0x040a0b0c}, {0x89abcdef, 0x01234567});
    CHECK(s.next() == ((std::uint64_t{block[1]} << 32) | block[0]));
    CHECK(s.next() == ((std::uint64_t{block[3]} << 32) | block[2]));
  }
}

TEST_CASE("stream: the same key gives the same numbers, also after a copy", "[core]") {
  stream a(5, purpose::data, 3, 2);
  CHECK(first(a) == first(stream(5, purpose::data, 3, 2)));
  (void)a.next();
  stream b = a;
  CHECK(first(a) == first(b));
}

TEST_CASE("stream: seed, purpose, client and round each make another stream", "[core]") {
  std::set<std::uint64_t> seen;
  std::size_t drawn = 0;
  const auto add = [&](const stream& s) {
    for (const std::uint64_t n : first(s)) seen.insert(n), ++drawn;
  };
  const std::uint64_t far = (std::uint64_t{1} << 32) + 1;
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, far})
    for (const purpose what : {purpose::user, purpose::partition, purpose::participation, purpose::activation,
                               purpose::noise, purpose::initial, purpose::data})
      for (const std::uint64_t client : {std::uint64_t{0}, std::uint64_t{1}, far, (std::uint64_t{1} << 40) - 1})
        for (const std::uint64_t round : {std::uint64_t{0}, std::uint64_t{1}, far, (std::uint64_t{1} << 48) - 1})
          add(stream(seed, what, client, round));
  CHECK(drawn == 3 * 7 * 4 * 4 * 8);
  CHECK(seen.size() == drawn);  // a chance collision of 64-bit words has probability 2e-13
}

TEST_CASE("stream: uniform lies from 0 to below 1, is the upper 53 bits, and fills ten bins evenly", "[core]") {
  stream a(11);
  stream b(11);
  std::array<int, 10> bins{};
  constexpr int n = 100000;
  for (int i = 0; i < n; ++i) {
    const double u = a.uniform();
    REQUIRE((u >= 0 && u < 1));
    REQUIRE(u * 0x1p53 == static_cast<double>(b.next() >> 11));
    ++bins[static_cast<std::size_t>(10 * u)];
  }
  double chi_squared = 0;
  for (const int count : bins) chi_squared += (count - n / 10.0) * (count - n / 10.0) / (n / 10.0);
  CHECK(chi_squared < 27.9);  // 9 degrees of freedom: exceeded with probability 0.001
}

TEST_CASE("stream: below(n) is in range and even", "[core]") {
  for (const std::int64_t n : {2, 3, 7, 10, 24}) {
    INFO("n = " << n);
    stream random(12, purpose::user, static_cast<std::uint64_t>(n));
    std::vector<int> counts(static_cast<std::size_t>(n));
    constexpr int trials = 60000;
    for (int i = 0; i < trials; ++i) {
      const std::int64_t k = random.below(n);
      REQUIRE((k >= 0 && k < n));
      ++counts[static_cast<std::size_t>(k)];
    }
    const double expected = trials / static_cast<double>(n);
    double chi_squared = 0;
    for (const int count : counts) chi_squared += (count - expected) * (count - expected) / expected;
    // mean n - 1, variance 2 (n - 1): four standard deviations and some for the skew
    CHECK(chi_squared < static_cast<double>(n - 1) + 4 * std::sqrt(2.0 * static_cast<double>(n - 1)) + 6);
  }
}

TEST_CASE("stream: below(n) has no bias where 2^32 is far from a multiple of n", "[core]") {
  // Without rejection, floor(u n / 2^32) with n = 3 * 2^30 hits every third value twice as often.
  const std::int64_t n = std::int64_t{3} << 30;
  stream random(13);
  std::array<int, 3> counts{};
  constexpr int trials = 90000;
  for (int i = 0; i < trials; ++i) ++counts[static_cast<std::size_t>(random.below(n) % 3)];
  for (const int count : counts) CHECK(std::abs(count - trials / 3) < 600);  // four standard deviations
}

TEST_CASE("stream: below(1) is 0, below(2^32) is the upper half", "[core]") {
  stream a(14);
  CHECK(a.below(1) == 0);
  stream b(15);
  stream c(15);
  for (int i = 0; i < 100; ++i) CHECK(b.below(std::int64_t{1} << 32) == static_cast<std::int64_t>(c.next() >> 32));
}

TEST_CASE("stream: below(n) for n above 2^32, known answers", "[core]") {
  const auto draws = [](std::int64_t n, std::size_t count) {
    stream random(2024, purpose::noise, 3, 5);
    std::vector<std::int64_t> values(count);
    for (std::int64_t& value : values) value = random.below(n);
    return values;
  };
  using numbers = std::vector<std::int64_t>;
  // By a product of arbitrary precision, from the same stream.
  CHECK(draws((std::int64_t{1} << 32) + 1, 4) == numbers{878311484, 2488704570, 1490630166, 2662827052});
  CHECK(draws(1000000000000000000, 4) ==
        numbers{204497828173180326, 579446686975834161, 347064381009891251, 619987736443675489});
  CHECK(draws(std::numeric_limits<std::int64_t>::max(), 4) ==
        numbers{1886159549970044186, 5344452369501051224, 3201103906794942646, 5718377551507485113});
  CHECK(draws(std::int64_t{3} << 61, 8) ==  // one number in four is rejected
        numbers{1414619662477533139, 4008339277125788418, 2400827930096206985, 4288783163630613835, 655906179127471170,
                3956684648425465633, 6215713868779335343, 426115268621242065});
  STATIC_REQUIRE(stream(1).below(std::int64_t{1} << 40) < std::int64_t{1} << 40);
}

TEST_CASE("stream: below(n) for n above 2^32 is in range, even and without bias", "[core]") {
  for (const std::int64_t n : {(std::int64_t{1} << 32) + 1, std::int64_t{3} << 40, std::int64_t{3} << 61,
                               std::numeric_limits<std::int64_t>::max()}) {
    INFO("n = " << n);
    stream random(16);
    std::array<int, 10> tenths{};
    std::array<int, 3> rests{};
    constexpr int trials = 90000;
    for (int i = 0; i < trials; ++i) {
      const std::int64_t k = random.below(n);
      REQUIRE((k >= 0 && k < n));
      ++tenths[static_cast<std::size_t>(static_cast<double>(k) / static_cast<double>(n) * 10)];
      ++rests[static_cast<std::size_t>(k % 3)];
    }
    double chi_squared = 0;
    for (const int count : tenths) chi_squared += (count - trials / 10.0) * (count - trials / 10.0) / (trials / 10.0);
    CHECK(chi_squared < 27.9);  // 9 degrees of freedom: exceeded with probability 0.001
    // Without rejection, n = 3 * 2^61 hits every third value twice as often.
    for (const int count : rests) CHECK(std::abs(count - trials / 3) < 600);  // four standard deviations
  }
}

TEST_CASE("stream: multiply gives all 128 bits", "[core]") {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const auto check = [](std::uint64_t a, std::uint64_t b, std::uint64_t high, std::uint64_t low) {
    CHECK(detail::multiply(a, b).high == high);
    CHECK(detail::multiply(a, b).low == low);
    CHECK(detail::multiply(b, a).high == high);
    CHECK(detail::multiply(b, a).low == low);
  };
  check(0, most, 0, 0);
  check(1, most, 0, most);
  check(most, most, most - 1, 1);
  check(0x0123456789abcdef, 0xfedcba9876543210, 0x0121fa00ad77d742, 0x2236d88fe5618cf0);
  check(0xffffffff, 0xffffffff, 0, 0xfffffffe00000001);
  check(0xffffffff00000000, 0x00000000ffffffff, 0xfffffffe, 0x0000000100000000);
}

TEST_CASE("stream: below(n) of nothing is refused", "[core]") {
  stream random(17);
  CHECK_THROWS_WITH(random.below(0), "stream::below: n must be at least 1, got 0");
  CHECK_THROWS_WITH(random.below(-3), "stream::below: n must be at least 1, got -3");
  CHECK_THROWS_AS(random.below(std::numeric_limits<std::int64_t>::min()), std::invalid_argument);
}

TEST_CASE("stream: a client or a round that would meet another one's stream is refused", "[core]") {
  constexpr std::uint64_t clients = std::uint64_t{1} << 40, rounds = std::uint64_t{1} << 48;
  CHECK_NOTHROW(stream(1, purpose::user, clients - 1, rounds - 1));
  CHECK_THROWS_WITH(stream(1, purpose::user, clients), "stream: client must be below 2^40, got 1099511627776");
  CHECK_THROWS_WITH(stream(1, purpose::user, 0, rounds), "stream: round must be below 2^48, got 281474976710656");
  CHECK_THROWS_AS(stream(1, purpose::user, static_cast<std::uint64_t>(-1)), std::invalid_argument);
}
