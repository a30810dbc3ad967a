#include <cleave/core/stream.hpp>

#include "support/catch.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <set>
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
