/// \file
/// Undirected graphs.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/types.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cleave {

/// An undirected edge.
struct edge {
  index_t i;
  index_t j;
};

namespace detail {
inline constexpr index_t most_nodes = (index_t{1} << 31) - 1;

/// Refuses a number of nodes that no graph has; before anything is made for so many.
inline void check_nodes(index_t nodes) {
  check(nodes >= 1 && nodes <= most_nodes, "graph: the number of nodes", "from 1 to 2^31 - 1", nodes);
}
}  // namespace detail

/// An undirected graph without loops and double edges, as compressed adjacency: 4 bytes a directed edge. Nodes are
/// numbered from 0, neighbours ascend. Immutable and shared: copies cost nothing.
class graph {
 public:
  /// \param nodes at least 1, below 2^31
  /// \throws std::invalid_argument on a node out of range, a loop, an edge given twice (in either direction)
  graph(index_t nodes, const std::vector<edge>& edges) : adjacency_(std::make_shared<const adjacency>(nodes, edges)) {}

  index_t size() const { return static_cast<index_t>(adjacency_->first.size()) - 1; }
  index_t edges() const { return static_cast<index_t>(adjacency_->to.size()) / 2; }
  index_t degree(index_t i) const { return first(i + 1) - first(i); }
  std::span<const std::int32_t> neighbours(index_t i) const {
    return {adjacency_->to.data() + first(i), static_cast<std::size_t>(degree(i))};
  }

  /// True if every node reaches every other. Cost: one search.
  bool connected() const {
    std::vector<bool> seen(static_cast<std::size_t>(size()), false);
    std::vector<index_t> open{0};
    seen[0] = true;
    index_t reached = 1;
    while (!open.empty()) {
      const index_t i = open.back();
      open.pop_back();
      for (const index_t j : neighbours(i)) {
        if (seen[static_cast<std::size_t>(j)]) continue;
        seen[static_cast<std::size_t>(j)] = true;
        ++reached;
        open.push_back(j);
      }
    }
    return reached == size();
  }

 private:
  struct adjacency {
    std::vector<index_t> first;
    std::vector<std::int32_t> to;

    adjacency(index_t nodes, const std::vector<edge>& edges) {
      detail::check_nodes(nodes);
      first.assign(static_cast<std::size_t>(nodes) + 1, 0);
      for (const auto [i, j] : edges) {
        const auto inside = [&](index_t k) { return 0 <= k && k < nodes; };
        if (!inside(i) || !inside(j)) refuse(i, j, "has a node outside 0 to " + detail::number(nodes - 1));
        if (i == j) refuse(i, j, "is a loop");
        ++first[static_cast<std::size_t>(i) + 1];
        ++first[static_cast<std::size_t>(j) + 1];
      }
      for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
      to.resize(2 * edges.size());
      std::vector<index_t> at(first.begin(), first.end() - 1);
      const auto add = [&](index_t i, index_t j) {
        to[static_cast<std::size_t>(at[static_cast<std::size_t>(i)]++)] = static_cast<std::int32_t>(j);
      };
      for (const auto [i, j] : edges) add(i, j), add(j, i);
      for (index_t i = 0; i < nodes; ++i) {
        const auto begin = to.begin() + first[static_cast<std::size_t>(i)];
        const auto end = to.begin() + first[static_cast<std::size_t>(i) + 1];
        std::sort(begin, end);
        const auto twice = std::adjacent_find(begin, end);
        if (twice != end) refuse(i, *twice, "is given twice");
      }
    }

    [[noreturn]] static void refuse(index_t i, index_t j, const std::string& why) {
      throw std::invalid_argument("graph: the edge " + detail::number(i) + "-" + detail::number(j) + " " + why);
    }
  };

  index_t first(index_t i) const { return adjacency_->first[static_cast<std::size_t>(i)]; }

  std::shared_ptr<const adjacency> adjacency_;
};

}  // namespace cleave
