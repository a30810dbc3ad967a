/// \file
/// Graphs that have a name.
#pragma once

#include <cleave/graphs/graph.hpp>

namespace cleave {

/// Nodes 0, 1, ..., n - 1 on a ring; two nodes share one edge.
/// \param n at least 1
inline graph cycle(index_t n) {
  std::vector<edge> edges;
  for (index_t i = 0; i + 1 < n; ++i) edges.push_back({i, i + 1});
  if (n > 2) edges.push_back({0, n - 1});
  return {n, edges};
}

/// Every node beside every other.
/// \param n at least 1
inline graph complete(index_t n) {
  std::vector<edge> edges;
  for (index_t i = 0; i < n; ++i)
    for (index_t j = i + 1; j < n; ++j) edges.push_back({i, j});
  return {n, edges};
}

/// rows x columns nodes, numbered row by row, each beside its right and its lower neighbour. Both at least 1.
inline graph grid(index_t rows, index_t columns) {
  check(rows >= 1, "grid: rows", "at least 1", rows);
  check(columns >= 1, "grid: columns", "at least 1", columns);
  std::vector<edge> edges;
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j) {
      const index_t node = i * columns + j;
      if (j + 1 < columns) edges.push_back({node, node + 1});
      if (i + 1 < rows) edges.push_back({node, node + columns});
    }
  return {rows * columns, edges};
}

}  // namespace cleave
