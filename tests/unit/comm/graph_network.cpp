#include <cleave/comm/graph_network.hpp>
#include <cleave/exec/threads.hpp>
#include <cleave/graphs/generators.hpp>

#include "support/catch.hpp"
#include "support/points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

using namespace cleave;

namespace {

graph star_graph(index_t n) {
  std::vector<edge> edges;
  for (index_t i = 1; i < n; ++i) edges.push_back({0, i});
  return {n, edges};
}

std::vector<graph> several() {
  return {graph(1, {}), cycle(2),   cycle(3),      cycle(7),
          complete(6),  grid(3, 4), star_graph(9), graph(5, {{0, 3}, {3, 1}, {1, 4}, {4, 2}, {0, 1}})};
}

auto network(const graph& g) { return graph_network<>(in_process<>(g.size()), g); }

/// The mixing matrix W, read off from what mix() does to unit vectors.
mat<> mixing_matrix(const graph& g) {
  const auto net = network(g);
  const index_t n = g.size();
  auto b = net.open<double>(vec<>::Zero(n));
  net.publish(b, 0, free_of_charge{}, [&](seat i, auto m) { m = vec<>::Unit(n, i.id); });
  mat<> w(n, n);
  vec<> row(n);
  for (index_t i = 0; i < n; ++i) {
    net.mix<double>(i, b.known, row);
    w.row(i) = row;
  }
  return w;
}

struct twice_own_plus_neighbours {
  template <class S>
  static void apply(index_t at, std::span<const neighbour> near, const published<S>& now, const published<S>& before,
                    auto message, double shift) {
    message = S(2) * now[at] + before[at];
    for (const auto& j : near) message += now[j.column];
    message.array() += S(shift);
  }
};

vec<> word(index_t i, std::uint64_t t) { return support::point<double>(3, 100 * t + static_cast<std::uint64_t>(i), 2); }

}  // namespace

namespace {
/// Metropolis weights but for one edge.
struct odd_edge : metropolis {
  double odd;
  double weight(const graph& g, index_t i, index_t j) const {
    return std::min(i, j) == 1 && std::max(i, j) == 2 ? odd : metropolis::weight(g, i, j);
  }
};
}  // namespace

TEST_CASE("graph_network: a mixing weight that is not finite is refused", "[comm]") {
  const auto with = [](double odd) { return graph_network<>(in_process<>(4), cycle(4), odd_edge{{}, odd}); };
  CHECK_NOTHROW(with(0.25));
  CHECK_THROWS_WITH(with(std::numeric_limits<double>::quiet_NaN()),
                    "graph_network: every mixing weight must be finite, got nan");
  CHECK_THROWS_AS(with(std::numeric_limits<double>::infinity()), std::invalid_argument);
}

TEST_CASE("graph_network: mixing is symmetric, doubly stochastic and lives on the edges", "[comm]") {
  for (const graph& g : several()) {
    const mat<> w = mixing_matrix(g);
    const index_t n = g.size();
    INFO(n << " nodes, " << g.edges() << " edges");
    CHECK((w - w.transpose()).cwiseAbs().maxCoeff() == 0);
    CHECK((w * vec<>::Ones(n) - vec<>::Ones(n)).cwiseAbs().maxCoeff() <= 1e-15);
    CHECK((w.transpose() * vec<>::Ones(n) - vec<>::Ones(n)).cwiseAbs().maxCoeff() <= 1e-15);
    CHECK(w.minCoeff() >= 0);
    mat<> allowed = mat<>::Identity(n, n);
    for (index_t i = 0; i < n; ++i) {
      CHECK(w(i, i) > 0);
      for (const index_t j : g.neighbours(i)) {
        allowed(i, j) = 1;
        CHECK(w(i, j) == 1.0 / static_cast<double>(std::max(g.degree(i), g.degree(j)) + 1));
      }
    }
    CHECK(w.cwiseProduct(allowed) == w);
  }
}

TEST_CASE("graph_network: neighbours ascend, with their weights", "[comm]") {
  for (const graph& g : several()) {
    const auto net = network(g);
    for (index_t i = 0; i < g.size(); ++i) {
      CHECK(net.degree(i) == g.degree(i));
      const auto near = net.neighbours(i);
      REQUIRE(static_cast<index_t>(near.size()) == g.degree(i));
      for (std::size_t j = 0; j < near.size(); ++j) {
        CHECK(near[j].column == g.neighbours(i)[j]);
        if (j > 0) CHECK(near[j - 1].column < near[j].column);
      }
    }
  }
}

TEST_CASE("graph_network: a board starts with what every node is known to hold", "[comm]") {
  const auto net = network(cycle(4));
  const auto b = net.open<double>(word(0, 0));
  for (index_t i = 0; i < 4; ++i) CHECK(b.known[i] == word(0, 0));
  CHECK(b.cost == counters{});
}

TEST_CASE("graph_network: publish shows everybody's word, charges first and counts the messages", "[comm]") {
  const auto net = network(grid(2, 3));
  auto b = net.open<double>(vec<>::Zero(3));
  std::vector<std::uint64_t> charged;
  REQUIRE(net.publish(
      b, 5, [&](std::uint64_t t) { charged.push_back(t); },
      [&](seat i, auto m) {
        CHECK(charged == std::vector<std::uint64_t>{5});  // nobody worked before the charge
        CHECK(b.known[i.at] == vec<>::Zero(3));           // the old words stand until all have spoken
        m = word(i.id, 5);
      }));
  for (index_t i = 0; i < 6; ++i) CHECK(b.known[i] == word(i, 5));
  CHECK(b.cost == counters{.messages = 14, .floats_up = 42, .bytes = 336});
}

TEST_CASE("graph_network: a release that throws keeps everything in the house", "[comm]") {
  const auto net = network(cycle(3));
  auto b = net.open<double>(vec<>::Zero(3));
  CHECK_THROWS_AS(net.publish(
                      b, 1, [](std::uint64_t) { throw std::runtime_error("budget"); },
                      [](seat, auto) { FAIL("no work before the charge"); }),
                  std::runtime_error);
  CHECK(b.known.own() == mat<>::Zero(3, 3));
  CHECK(b.cost == counters{});
}

TEST_CASE("graph_network: relay is a function of what is and was published, and numbers", "[comm]") {
  const auto net = network(cycle(4));
  auto now = net.open<double>(vec<>::Zero(3));
  auto before = net.open<double>(vec<>::Zero(3));
  const auto say = [&](auto& board, std::uint64_t t) {
    REQUIRE(net.publish(board, t, free_of_charge{}, [&](seat i, auto m) { m = word(i.id, t); }));
  };
  say(now, 2);
  say(before, 1);
  REQUIRE(net.relay(now, before.known, twice_own_plus_neighbours{}, 0.5));
  for (index_t i = 0; i < 4; ++i) {
    const vec<> want = 2 * word(i, 2) + word(i, 1) + word((i + 1) % 4, 2) + word((i + 3) % 4, 2);
    CHECK((now.known[i] - (want.array() + 0.5).matrix()).norm() <= 1e-14);
    CHECK(before.known[i] == word(i, 1));
  }
  CHECK(now.cost.messages == 16);
}

TEST_CASE("graph_network: a word that is not finite leaves the board untouched and is reported", "[comm]") {
  const auto net = network(cycle(4));
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    auto b = net.open<double>(vec<>::Zero(3));
    REQUIRE(net.publish(b, 0, free_of_charge{}, [](seat i, auto m) { m = word(i.id, 0); }));
    const mat<> before = b.known.own();
    const counters cost = b.cost;
    CHECK_FALSE(net.publish(b, 1, free_of_charge{}, [&](seat i, auto m) {
      m = word(i.id, 1);
      if (i.id == 2) m[1] = bad;
    }));
    CHECK(b.known.own() == before);
    CHECK(b.cost == cost);
    CHECK_FALSE(net.relay(b, b.known, twice_own_plus_neighbours{}, bad));
    CHECK(b.known.own() == before);
    REQUIRE(net.publish(b, 2, free_of_charge{}, [](seat i, auto m) { m = word(i.id, 2); }));
    CHECK(b.known[2] == word(2, 2));
  }
}

TEST_CASE("graph_network: threads and sequential give the same bits", "[comm][threads]") {
  const graph g = grid(4, 5);
  const graph_network<in_process<threads>> several_threads(in_process<threads>(20, threads(3)), g);
  const auto one = network(g);
  auto a = one.open<double>(vec<>::Zero(3));
  auto b = several_threads.open<double>(vec<>::Zero(3));
  for (std::uint64_t t = 1; t < 5; ++t) {
    one.publish(a, t, free_of_charge{}, [&](seat i, auto m) { m = word(i.id, t); });
    several_threads.publish(b, t, free_of_charge{}, [&](seat i, auto m) { m = word(i.id, t); });
    one.relay(a, a.known, twice_own_plus_neighbours{}, 0.1);
    several_threads.relay(b, b.known, twice_own_plus_neighbours{}, 0.1);
    CHECK(same_bits(a, b));
  }
}

TEST_CASE("graph_network: repeated mixing brings everybody to the mean", "[comm]") {
  const auto net = network(grid(3, 3));
  auto b = net.open<double>(vec<>::Zero(3));
  net.publish(b, 0, free_of_charge{}, [](seat i, auto m) { m = word(i.id, 0); });
  const vec<> mean = net.mean<double>(b.known.own());
  for (std::uint64_t t = 1; t < 300; ++t)
    net.publish(b, t, free_of_charge{}, [&](seat i, auto m) { net.mix<double>(i.at, b.known, m); });
  for (index_t i = 0; i < 9; ++i) CHECK((b.known[i] - mean).norm() <= 1e-13);
}

TEST_CASE("graph_network: another size and a graph in pieces are refused", "[comm]") {
  CHECK_THROWS_WITH(graph_network<>(in_process<>(4), cycle(5)),
                    "graph_network: the transport has clients 4, the graph has nodes 5");
  CHECK_THROWS_AS(graph_network<>(in_process<>(4), cycle(5)), std::invalid_argument);
  CHECK_THROWS_WITH(graph_network<>(in_process<>(4), graph(4, {{0, 1}, {2, 3}})),
                    "graph_network: the graph is not connected");
}
