/// \file
/// Weights with which neighbours average.
#pragma once

#include <cleave/graphs/graph.hpp>

#include <algorithm>
#include <concepts>

namespace cleave {

/// A symmetric doubly stochastic matrix W on a graph, given by its entries on the edges: `weight(graph, i, j)` = W_ij
/// for neighbours; the diagonal is what is left of 1. Model: metropolis.
template <class W>
concept mixing = std::copyable<W> && requires(const W& w, const graph& g, index_t i) {
  { w.weight(g, i, i) } -> std::same_as<double>;
};

/// W_ij = min(1 / (d_i + 1), 1 / (d_j + 1)). Xiao, Boyd and Kim (2007), DOI 10.1016/j.jpdc.2006.08.010.
struct metropolis {
  double weight(const graph& g, index_t i, index_t j) const {
    return 1.0 / static_cast<double>((std::max)(g.degree(i), g.degree(j)) + 1);
  }
};

}  // namespace cleave
