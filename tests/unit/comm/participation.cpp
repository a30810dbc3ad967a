#include <cleave/comm/participation.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <vector>

using namespace cleave;

static_assert(participation<everyone> && participation<sample_uniformly> && participation<bernoulli>);
static_assert(everyone::all && !sample_uniformly::all && !bernoulli::all);

namespace {

using ids = std::vector<index_t>;

template <class P>
ids draw(const P& p, std::uint64_t round, index_t n) {
  ids who{99, 98};  // what was in there does not matter
  p.sample(round, n, who);
  return who;
}

bool ascending_within(const ids& who, index_t n) {
  return std::adjacent_find(who.begin(), who.end(), std::greater_equal<>()) == who.end() &&
         (who.empty() || (who.front() >= 0 && who.back() < n));
}

}  // namespace

TEST_CASE("everyone: all ids, every round", "[comm]") {
  CHECK(draw(everyone{}, 1, 4) == ids{0, 1, 2, 3});
  CHECK(draw(everyone{}, 9, 0).empty());
  ids who;
  everyone{}.sample(1, 3, who);
  everyone{}.sample(2, 3, who);
  CHECK(who == ids{0, 1, 2});
  everyone{}.sample(3, 2, who);
  CHECK(who == ids{0, 1});
}

TEST_CASE("sample_uniformly: m distinct ids, ascending", "[comm]") {
  for (const index_t n : {1, 2, 5, 30, 1000})
    for (const index_t m : {1, 2, 10})
      for (std::uint64_t round = 0; round < 50; ++round) {
        const ids who = draw(sample_uniformly(m, 3), round, n);
        REQUIRE(static_cast<index_t>(who.size()) == std::min(m, n));
        REQUIRE(ascending_within(who, n));
      }
}

TEST_CASE("sample_uniformly: everybody where m is n or more", "[comm]") {
  CHECK(draw(sample_uniformly(4), 1, 4) == ids{0, 1, 2, 3});
  CHECK(draw(sample_uniformly(1000), 1, 4) == ids{0, 1, 2, 3});
}

TEST_CASE("sample_uniformly: every set is equally likely", "[comm]") {
  for (const index_t m : {1, 2, 3, 4}) {
    std::map<ids, int> counts;
    constexpr int trials = 30000;
    for (std::uint64_t round = 0; round < trials; ++round) ++counts[draw(sample_uniformly(m, 17), round, 5)];
    const int sets = m == 1 || m == 4 ? 5 : 10;
    CHECK(static_cast<int>(counts.size()) == sets);
    const double expected = trials / static_cast<double>(sets);
    double chi_squared = 0;
    for (const auto& [who, count] : counts) chi_squared += (count - expected) * (count - expected) / expected;
    INFO("m = " << m);
    CHECK(chi_squared < (sets == 5 ? 18.5 : 27.9));  // 4 and 9 degrees of freedom: probability 0.001
  }
}

TEST_CASE("sample_uniformly and bernoulli: pure functions of seed and round", "[comm]") {
  for (std::uint64_t round = 0; round < 20; ++round) {
    CHECK(draw(sample_uniformly(5, 1), round, 50) == draw(sample_uniformly(5, 1), round, 50));
    CHECK(draw(bernoulli(0.3, 1), round, 50) == draw(bernoulli(0.3, 1), round, 50));
    CHECK(draw(sample_uniformly(5, 1), round, 50) != draw(sample_uniformly(5, 2), round, 50));
    CHECK(draw(bernoulli(0.3, 1), round, 50) != draw(bernoulli(0.3, 2), round, 50));
    CHECK(draw(sample_uniformly(5, 1), round, 50) != draw(sample_uniformly(5, 1), round + 1, 50));
    CHECK(draw(bernoulli(0.3, 1), round, 50) != draw(bernoulli(0.3, 1), round + 1, 50));
  }
}

TEST_CASE("bernoulli: each client on its own, at the rate asked for", "[comm]") {
  constexpr index_t n = 20;
  constexpr int rounds = 5000;
  for (const double p : {0.05, 0.5, 0.9}) {
    INFO("p = " << p);
    std::vector<int> counts(n);
    int together = 0;
    for (std::uint64_t round = 0; round < rounds; ++round) {
      const ids who = draw(bernoulli(p, 5), round, n);
      REQUIRE(ascending_within(who, n));
      for (const index_t k : who) ++counts[static_cast<std::size_t>(k)];
      together += std::binary_search(who.begin(), who.end(), 3) && std::binary_search(who.begin(), who.end(), 4);
    }
    const double deviation = std::sqrt(rounds * p * (1 - p));
    for (const int count : counts) CHECK(std::abs(count - rounds * p) < 4.5 * deviation);
    CHECK(std::abs(together - rounds * p * p) < 4.5 * std::sqrt(rounds * p * p));
  }
}

TEST_CASE("bernoulli: a round may be empty, p = 1 takes everybody", "[comm]") {
  int empty = 0;
  for (std::uint64_t round = 0; round < 200; ++round) empty += draw(bernoulli(0.05, 5), round, 3).empty();
  CHECK(empty > 100);
  CHECK(empty < 200);
  for (std::uint64_t round = 0; round < 200; ++round) REQUIRE(draw(bernoulli(1), round, 3) == ids{0, 1, 2});
}

TEST_CASE("participation: impossible numbers are refused", "[comm]") {
  CHECK_THROWS_AS(sample_uniformly(0), std::invalid_argument);
  CHECK_THROWS_WITH(sample_uniformly(0), "sample_uniformly: m must be at least 1, got 0");
  CHECK_THROWS_WITH(sample_uniformly(-2), "sample_uniformly: m must be at least 1, got -2");
  CHECK_THROWS_WITH(bernoulli(0), "bernoulli: p must be in (0, 1], got 0");
  CHECK_THROWS_WITH(bernoulli(1.5), "bernoulli: p must be in (0, 1], got 1.5");
  CHECK_THROWS_AS(bernoulli(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
}
