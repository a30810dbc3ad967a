/// \file
/// Graphs that have a name.
#pragma once

#include <cleave/graphs/graph.hpp>

namespace cleave {

namespace detail {
/// Room for so many edges; too many fail here, not once the machine is out of memory.
inline std::vector<edge> room_for(index_t edges) {
  std::vector<edge> list;
  list.reserve(static_cast<std::size_t>(edges));
  return list;
}
}  // namespace detail

/// Nodes 0, 1, ..., n - 1 on a ring; two nodes share one edge.
/// \param n from 1 to 2^31 - 1
/// \throws std::invalid_argument
inline graph cycle(index_t n) {
  detail::check_nodes(n);
  std::vector<edge> edges = detail::room_for(n);
  for (index_t i = 0; i + 1 < n; ++i) edges.push_back({i, i + 1});
  if (n > 2) edges.push_back({0, n - 1});
  return {n, edges};
}

/// Every node beside every other.
/// \param n from 1 to 2^31 - 1
/// \throws std::invalid_argument
inline graph complete(index_t n) {
  detail::check_nodes(n);
  std::vector<edge> edges = detail::room_for(n * (n - 1) / 2);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = i + 1; j < n; ++j) edges.push_back({i, j});
  return {n, edges};
}

/// rows x columns nodes, numbered row by row, each beside its right and its lower neighbour. Both at least 1, their
/// product below 2^31.
/// \throws std::invalid_argument
inline graph grid(index_t rows, index_t columns) {
  check(rows >= 1, "grid: rows", "at least 1", rows);
  check(columns >= 1, "grid: columns", "at least 1", columns);
  if (rows > detail::most_nodes / columns)
    throw std::invalid_argument("grid: " + detail::number(rows) + " x " + detail::number(columns) +
                                " nodes, at most 2^31 - 1 are possible");
  std::vector<edge> edges = detail::room_for(2 * rows * columns);
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j) {
      const index_t node = i * columns + j;
      if (j + 1 < columns) edges.push_back({node, node + 1});
      if (i + 1 < rows) edges.push_back({node, node + columns});
    }
  return {rows * columns, edges};
}

}  // namespace cleave
