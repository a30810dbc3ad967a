#include <cleave/comm/star.hpp>
#include <cleave/exec/threads.hpp>

#include "support/catch.hpp"
#include "support/points.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

using namespace cleave;

static_assert(transport<in_process<>> && transport<in_process<threads>> && channel<lossless>);

namespace {

/// Takes part as it is told.
struct as_told {
  static constexpr bool all = false;
  std::vector<std::vector<index_t>> by_round;
  void sample(std::uint64_t round, index_t, std::vector<index_t>& who) const {
    who = by_round[static_cast<std::size_t>(round)];
  }
};

/// What client k says in round t.
vec<> word(index_t k, std::uint64_t t, index_t d = 3) {
  return support::point<double>(d, 1000 * t + static_cast<std::uint64_t>(k), 2);
}

template <class Net, class Wire>
bool speak(const Net& net, Wire& w, std::uint64_t t) {
  return net.round(w, t, [&](seat k, auto message) { message = word(k.id, t, w.mean.size()); });
}

const vec<> no_weights;

}  // namespace

TEST_CASE("star: weights are normalised, equal where none are given", "[comm]") {
  const auto net = star_of(4);
  CHECK(net.open<double>(vec<>::Zero(2), no_weights).weight == vec<>::Constant(4, 0.25));
  CHECK(net.open<double>(vec<>::Zero(2), vec<>(Eigen::Vector4d(1, 2, 0, 5))).weight ==
        vec<>(Eigen::Vector4d(0.125, 0.25, 0, 0.625)));
}

TEST_CASE("star: weights that are all zero, or overflow, are refused", "[comm]") {
  CHECK_THROWS_AS(star_of(3).open<double>(vec<>::Zero(2), vec<>(vec<>::Zero(3))), std::invalid_argument);
  CHECK_THROWS_WITH(star_of(3).open<double>(vec<>::Zero(2), vec<>(vec<>::Zero(3))),
                    "star: the sum of the weights must be positive and finite, got 0");
  CHECK_THROWS_WITH(star_of(3).open<double>(vec<>::Zero(2), vec<>(vec<>::Constant(3, 1e308))),
                    "star: the sum of the weights must be positive and finite, got inf");
  CHECK_THROWS_WITH(star_of(0), "in_process: the number of clients must be at least 1, got 0");
}

TEST_CASE("star: the mean is the sum from left to right of messages that were weighted before", "[comm]") {
  const auto net = star_of(9);
  vec<> weights(9);
  for (index_t k = 0; k < 9; ++k) weights[k] = 1.0 / static_cast<double>(k + 1);
  auto w = net.open<double>(vec<>::Ones(3), weights);
  CHECK(w.mean == vec<>::Ones(3));
  for (std::uint64_t t = 1; t < 4; ++t) {
    REQUIRE(speak(net, w, t));
    vec<> want = vec<>::Zero(3);
    for (index_t k = 0; k < 9; ++k) {
      const vec<> rounded = w.weight[k] * word(k, t);
      want += rounded;
    }
    CHECK(support::same_bits(w.mean, want));
  }
}

TEST_CASE("star: every client works once, at its own seat", "[comm]") {
  const auto net = star_of(5);
  auto w = net.open<double>(vec<>::Zero(1), no_weights);
  std::vector<index_t> ids;
  net.round(w, 1, [&](seat k, auto message) {
    CHECK(k.at == k.id);
    CHECK(k.slot == 0);
    ids.push_back(k.id);
    message.setZero();
  });
  CHECK(ids == std::vector<index_t>{0, 1, 2, 3, 4});
  ids.clear();
  net.for_each_client([&](seat k) { ids.push_back(k.id); });
  CHECK(ids == std::vector<index_t>{0, 1, 2, 3, 4});
}

TEST_CASE("star: who is silent keeps his last word", "[comm]") {
  const auto net = star_of(4).with(as_told{{{}, {0, 2}, {1}, {}, {0, 1, 2, 3}}});
  const vec<> start = word(77, 77);
  auto w = net.open<double>(start, vec<>(Eigen::Vector4d(1, 2, 3, 4)));
  std::vector<vec<>> last(4, start);
  for (std::uint64_t t = 1; t < 5; ++t) {
    INFO("round " << t);
    REQUIRE(speak(net, w, t));
    std::vector<index_t> who;
    as_told{{{}, {0, 2}, {1}, {}, {0, 1, 2, 3}}}.sample(t, 4, who);
    for (const index_t k : who) last[static_cast<std::size_t>(k)] = word(k, t);
    vec<> want = vec<>::Zero(3);
    for (index_t k = 0; k < 4; ++k) {
      CHECK(w.picture.col(k) == last[static_cast<std::size_t>(k)]);
      want += w.weight[k] * last[static_cast<std::size_t>(k)];
    }
    CHECK((w.mean - want).norm() <= 1e-14);
  }
}

TEST_CASE("star: an empty round leaves the mean bit for bit and costs nothing", "[comm]") {
  const auto net = star_of(4).with(as_told{{{}}});
  auto w = net.open<double>(word(1, 1), no_weights);
  const vec<> before = w.mean;
  CHECK(net.round(w, 0, [](seat, auto) { FAIL("nobody takes part"); }));
  CHECK(support::same_bits(w.mean, before));
  CHECK(w.cost == counters{});
}

TEST_CASE("star: a round of all hears everybody, whatever the policy", "[comm]") {
  const auto net = star_of(3).with(as_told{{{}, {1}}});
  auto w = net.open<double>(vec<>::Zero(3), no_weights);
  REQUIRE(net.round_of_all(w, [&](seat k, auto message) { message = word(k.id, 9); }));
  CHECK((w.mean - (word(0, 9) + word(1, 9) + word(2, 9)) / 3).norm() <= 1e-15);
  REQUIRE(speak(net, w, 1));
  CHECK((w.mean - (word(0, 9) + word(1, 1) + word(2, 9)) / 3).norm() <= 1e-15);
}

TEST_CASE("star: a message that is not finite leaves the mean untouched and is reported", "[comm]") {
  const auto try_it = [](const auto& net) {
    for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
      auto w = net.template open<double>(word(1, 1), no_weights);
      REQUIRE(net.round(w, 0, [](seat k, auto message) { message = word(k.id, 0); }));
      const vec<> before = w.mean;
      CHECK_FALSE(net.round(w, 1, [&](seat k, auto message) {
        message = word(k.id, 1);
        if (k.id == 1) message[2] = bad;
      }));
      CHECK(support::same_bits(w.mean, before));
    }
  };
  try_it(star_of(3));
  try_it(star_of(3).with(as_told{{{0, 1, 2}, {0, 1}}}));
  try_it(star_of(3, threads(2)));
}

TEST_CASE("star: a word that is returned has the bits of one that is written", "[comm]") {
  const auto try_it = [](const auto& net) {
    const vec<> weights(Eigen::Vector3d(1, 2, 4));
    auto written = net.template open<double>(word(1, 1), weights), returned = written;
    for (std::uint64_t t = 0; t < 2; ++t) {
      REQUIRE(speak(net, written, t));
      REQUIRE(net.round(returned, t, [&](seat k, auto) { return word(k.id, t); }));
      CHECK(support::same_bits(written.mean, returned.mean));
    }
  };
  try_it(star_of(3));
  try_it(star_of(3).with(as_told{{{0, 1, 2}, {0, 2}}}));
  try_it(star_of(3, threads(2)));
}

TEST_CASE("star: the first client whose message is not finite is blamed, and nobody for a sum that overflows",
          "[comm]") {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto try_it = [&](const auto& net, index_t d) {
    auto w = net.template open<double>(vec<>::Zero(d), no_weights);
    const auto say = [&](double of_two, double of_last) {
      return net.round(w, 0, [&](seat k, auto message) {
        message.setConstant(1);
        if (k.id == 2) message[d - 1] = of_two;
        if (k.id == net.size() - 1) message[0] = of_last;
      });
    };
    CHECK(say(1, 1));
    CHECK(w.blamed == -1);
    CHECK_FALSE(say(std::nan(""), infinity));
    CHECK(w.blamed == 2);
    CHECK_FALSE(say(1, infinity));
    CHECK(w.blamed == net.size() - 1);
    const double large = std::numeric_limits<double>::max();
    CHECK_FALSE(net.round(w, 0, [&](seat, auto message) { message.setConstant(large); }));
    CHECK(w.blamed == -1);
  };
  for (const index_t d : {1, 10, 700, 5000}) {
    try_it(star_of(500), d);
    try_it(star_of(500, threads(2)), d);
  }
}

TEST_CASE("star: opposite infinities do not cancel unseen", "[comm]") {
  const auto net = star_of(2);
  auto w = net.open<double>(vec<>::Zero(1), no_weights);
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_FALSE(net.round(w, 1, [&](seat k, auto m) { m[0] = k.id == 0 ? infinity : -infinity; }));
  CHECK(w.mean[0] == 0);
}

TEST_CASE("star: clients read the old mean while the new one is made", "[comm]") {
  const auto net = star_of(200);
  auto w = net.open<double>(vec<>::Ones(2), no_weights);
  bool old = true;
  net.round(w, 1, [&](seat, auto message) {
    old = old && w.mean == vec<>::Ones(2);
    message.setConstant(5);
  });
  CHECK(old);
  CHECK(w.mean[0] == Approx(5));
}

TEST_CASE("star: sequential and threads give the same bits", "[comm][threads]") {
  for (const index_t n : {1, 3, 200, 500}) {
    const auto one = star_of(n).with(sample_uniformly(std::max<index_t>(1, n / 3), 4));
    auto w = one.open<double>(word(1, 1, 17), no_weights);
    for (std::uint64_t t = 1; t < 6; ++t) REQUIRE(speak(one, w, t));
    for (const index_t slots : {2, 4}) {
      const auto several = star_of(n, threads(slots)).with(sample_uniformly(std::max<index_t>(1, n / 3), 4));
      auto v = several.open<double>(word(1, 1, 17), no_weights);
      for (std::uint64_t t = 1; t < 6; ++t) REQUIRE(speak(several, v, t));
      CHECK(same_bits(w, v));
    }
    auto all_w = star_of(n).open<double>(word(1, 1, 17), no_weights);
    const auto several = star_of(n, threads(3));
    auto all_v = several.open<double>(word(1, 1, 17), no_weights);
    REQUIRE(speak(star_of(n), all_w, 1));
    REQUIRE(speak(several, all_v, 1));
    CHECK(same_bits(all_w, all_v));
  }
}

TEST_CASE("star: traffic is counted for those who take part", "[comm]") {
  const auto net = star_of(4).with(as_told{{{0, 1, 2, 3}, {2}}});
  auto w = net.open<double>(vec<>::Zero(3), no_weights);
  CHECK(w.cost == counters{});
  REQUIRE(speak(net, w, 0));
  CHECK(w.cost == counters{.messages = 8, .floats_up = 12, .floats_down = 12, .bytes = 192});
  REQUIRE(speak(net, w, 1));
  CHECK(w.cost == counters{.messages = 10, .floats_up = 15, .floats_down = 15, .bytes = 240});
  const auto floats = star_of(2);
  auto f = floats.open<float>(vec<float>::Zero(3), vec<float>());
  REQUIRE(floats.round(f, 0, [](seat, auto m) { m.setZero(); }));
  CHECK(f.cost.bytes == 48);
}

TEST_CASE("star: an exception of a client reaches the caller and leaves the mean", "[comm][threads]") {
  const auto net = star_of(5, threads(2));
  auto w = net.open<double>(vec<>::Ones(2), no_weights);
  CHECK_THROWS_WITH(net.round(w, 1,
                              [](seat k, auto m) {
                                m.setZero();
                                if (k.id >= 2) throw std::runtime_error("client " + std::to_string(k.id));
                              }),
                    "client 2");
  CHECK(w.mean == vec<>::Ones(2));
}
