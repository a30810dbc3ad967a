#include <cleave/graphs/generators.hpp>
#include <cleave/graphs/graph.hpp>
#include <cleave/graphs/mixing.hpp>

#include "support/catch.hpp"

#include <exception>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

using namespace cleave;

static_assert(mixing<metropolis>);

namespace {
std::vector<index_t> neighbours(const graph& g, index_t i) { return {g.neighbours(i).begin(), g.neighbours(i).end()}; }
using list = std::vector<index_t>;
}  // namespace

TEST_CASE("graph: neighbours ascend whatever the order of the edges", "[graphs]") {
  const graph g(5, {{4, 1}, {1, 0}, {3, 1}, {2, 4}});
  CHECK(g.size() == 5);
  CHECK(g.edges() == 4);
  CHECK(neighbours(g, 0) == list{1});
  CHECK(neighbours(g, 1) == list{0, 3, 4});
  CHECK(neighbours(g, 2) == list{4});
  CHECK(neighbours(g, 3) == list{1});
  CHECK(neighbours(g, 4) == list{1, 2});
  CHECK(g.degree(1) == 3);
}

TEST_CASE("graph: copies share the adjacency", "[graphs]") {
  const graph g = cycle(5);
  const graph copy = g;
  CHECK(copy.neighbours(0).data() == g.neighbours(0).data());
}

TEST_CASE("graph: loops, double edges and nodes out of range are refused", "[graphs]") {
  using edges = std::vector<edge>;
  CHECK_THROWS_AS(graph(3, edges{{1, 1}}), std::invalid_argument);
  CHECK_THROWS_WITH(graph(3, edges{{1, 1}}), "graph: the edge 1-1 is a loop");
  CHECK_THROWS_WITH(graph(3, edges{{0, 1}, {1, 2}, {0, 1}}), "graph: the edge 0-1 is given twice");
  CHECK_THROWS_WITH(graph(3, edges{{0, 1}, {1, 2}, {2, 1}}), "graph: the edge 1-2 is given twice");
  CHECK_THROWS_WITH(graph(3, edges{{0, 3}}), "graph: the edge 0-3 has a node outside 0 to 2");
  CHECK_THROWS_WITH(graph(3, edges{{-1, 2}}), "graph: the edge -1-2 has a node outside 0 to 2");
  CHECK_THROWS_WITH(graph(3, edges{{7, 7}}), "graph: the edge 7-7 has a node outside 0 to 2");
  CHECK_THROWS_WITH(graph(0, edges{}), "graph: the number of nodes must be from 1 to 2^31 - 1, got 0");
  CHECK_THROWS_WITH(graph(-4, edges{}), "graph: the number of nodes must be from 1 to 2^31 - 1, got -4");
  CHECK_THROWS_WITH(graph(index_t{1} << 31, edges{}),
                    "graph: the number of nodes must be from 1 to 2^31 - 1, got 2147483648");
}

TEST_CASE("graph: connectivity", "[graphs]") {
  CHECK(graph(1, {}).connected());
  CHECK_FALSE(graph(2, {}).connected());
  CHECK(graph(2, {{0, 1}}).connected());
  CHECK_FALSE(graph(4, {{0, 1}, {2, 3}}).connected());
  CHECK_FALSE(graph(4, {{1, 2}, {2, 3}, {3, 1}}).connected());  // node 0 alone
  CHECK_FALSE(graph(4, {{0, 1}, {1, 2}, {2, 0}}).connected());  // node 3 alone
  CHECK(graph(4, {{3, 0}, {2, 3}, {1, 2}}).connected());
  CHECK(cycle(10000).connected());
}

TEST_CASE("cycle: 1 to 4 nodes and a long one", "[graphs]") {
  CHECK(cycle(1).edges() == 0);
  CHECK(cycle(2).edges() == 1);
  CHECK(neighbours(cycle(2), 0) == list{1});
  CHECK(cycle(3).edges() == 3);
  CHECK(neighbours(cycle(3), 0) == list{1, 2});
  CHECK(cycle(4).edges() == 4);
  CHECK(neighbours(cycle(4), 0) == list{1, 3});
  CHECK(neighbours(cycle(4), 3) == list{0, 2});
  const graph g = cycle(101);
  CHECK(g.edges() == 101);
  for (index_t i = 0; i < 101; ++i) CHECK(g.degree(i) == 2);
  CHECK_THROWS_AS(cycle(0), std::invalid_argument);
}

TEST_CASE("complete: everybody beside everybody", "[graphs]") {
  CHECK(complete(1).edges() == 0);
  for (const index_t n : {2, 3, 5, 10}) {
    const graph g = complete(n);
    CHECK(g.edges() == n * (n - 1) / 2);
    for (index_t i = 0; i < n; ++i) CHECK(g.degree(i) == n - 1);
    CHECK(g.connected());
  }
  CHECK(neighbours(complete(4), 2) == list{0, 1, 3});
  CHECK_THROWS_AS(complete(0), std::invalid_argument);
}

TEST_CASE("grid: numbered row by row", "[graphs]") {
  const graph g = grid(3, 4);
  CHECK(g.size() == 12);
  CHECK(g.edges() == 17);
  CHECK(neighbours(g, 0) == list{1, 4});
  CHECK(neighbours(g, 3) == list{2, 7});
  CHECK(neighbours(g, 5) == list{1, 4, 6, 9});
  CHECK(neighbours(g, 11) == list{7, 10});
  CHECK(g.connected());
  CHECK(grid(10, 10).edges() == 180);
  CHECK(grid(1, 5).edges() == 4);
  CHECK(grid(5, 1).edges() == 4);
  CHECK(grid(1, 1).edges() == 0);
  CHECK_THROWS_WITH(grid(0, 3), "grid: rows must be at least 1, got 0");
  CHECK_THROWS_WITH(grid(3, -1), "grid: columns must be at least 1, got -1");
}

TEST_CASE("metropolis: one over one more than the larger degree", "[graphs]") {
  const graph star(4, {{0, 1}, {0, 2}, {0, 3}});
  CHECK(metropolis{}.weight(star, 0, 1) == 0.25);
  CHECK(metropolis{}.weight(star, 1, 0) == 0.25);
  CHECK(metropolis{}.weight(cycle(5), 0, 1) == Approx(1.0 / 3));
}

TEST_CASE("generators: more nodes than a graph can have are refused before anything is made for them", "[graphs]") {
  const std::string why = "graph: the number of nodes must be from 1 to 2^31 - 1, got ";
  for (const index_t n : {index_t{1} << 31, index_t{1} << 40, std::numeric_limits<index_t>::max()}) {
    CHECK_THROWS_WITH(cycle(n), why + std::to_string(n));
    CHECK_THROWS_WITH(complete(n), why + std::to_string(n));
    CHECK_THROWS_WITH(grid(n, 1), "grid: " + std::to_string(n) + " x 1 nodes, at most 2^31 - 1 are possible");
    CHECK_THROWS_AS(grid(1, n), std::invalid_argument);
    CHECK_THROWS_AS(grid(n, n), std::invalid_argument);
  }
  CHECK_THROWS_WITH(grid(65536, 32768), "grid: 65536 x 32768 nodes, at most 2^31 - 1 are possible");
  CHECK_THROWS_AS(complete((index_t{1} << 31) - 1), std::exception);  // a legal number of nodes, but 2^61 edges
}
