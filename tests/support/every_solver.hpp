/// \file
/// Every solver of cleave on one federation, over any transport: what must hold for each of them is written once.
#pragma once

#include <cleave/cleave.hpp>
#include <cleave/problems/local/stochastic_gradient.hpp>

#include "support/problems.hpp"

#include <string>
#include <variant>
#include <vector>

namespace support {

/// Eleven clients: no two or three or four ranks own the same number of them.
inline constexpr cleave::index_t every_count = 11;
inline constexpr cleave::index_t every_dimension = 7;

/// A different number in every coordinate.
inline cleave::vec<> every_start(double first = 0.3) {
  return cleave::vec<>::LinSpaced(every_dimension, first, first - 1);
}

/// Irregular: a ring with chords, degrees 2 to 4.
inline cleave::graph every_graph() {
  std::vector<cleave::edge> edges{{0, 5}, {1, 8}, {2, 9}, {0, 3}};
  for (cleave::index_t i = 0; i < every_count; ++i) edges.push_back({i, (i + 1) % every_count});
  return {every_count, edges};
}

/// The elements of a list that a rank owns.
template <class P>
std::vector<P> mine(const std::vector<P>& all, cleave::block owned) {
  return {all.begin() + owned.first, all.begin() + owned.last};
}

/// The clients of the tests, those of this rank, on a star and on a graph.
template <class T>
struct federation {
  using kinds = std::variant<cleave::least_squares<>, cleave::logistic<>, cleave::logistic<cleave::sparse_rows<>>>;

  explicit federation(T transport) : carrier(transport), net(transport), nodes(transport, every_graph()) {}

  T carrier;
  cleave::star<T> net;
  cleave::graph_network<T> nodes;
  std::vector<table> tall = mine(tables(every_count), carrier.owned(carrier.rank()));
  std::vector<table> wide = mine(tables(every_count, 4), carrier.owned(carrier.rank()));
  cleave::vec<> weights =
      unequal_weights(every_count).segment(carrier.owned(carrier.rank()).first, carrier.owned(carrier.rank()).count());

  cleave::clients<cleave::least_squares<>> quadratic{least_squares_clients(tall), weights};
  cleave::clients<cleave::least_squares<>> equal{least_squares_clients(tall)};
  cleave::clients<cleave::least_squares<>> flat{least_squares_clients(wide), weights};
  cleave::clients<cleave::logistic<>> curved{logistic_clients(tall), weights};
  cleave::clients<cleave::logistic<>> even{logistic_clients(tall)};
  cleave::clients<kinds> several{kinds_of(tall)};

 private:
  static std::vector<kinds> kinds_of(const std::vector<table>& all) {
    std::vector<kinds> problems;
    for (const table& t : all) {
      if (t.a.rows() % 3 == 0)
        problems.emplace_back(least_squares_clients({t}).front());
      else if (t.a.rows() % 3 == 1)
        problems.emplace_back(logistic_clients({t}).front());
      else
        problems.emplace_back(sparse_logistic_clients(thinned({t})).front());
    }
    return problems;
  }
};

/// Calls visit(name, make) for every solver; make(federation) makes it.
template <class Visit>
void every_solver(Visit&& visit) {
  using namespace cleave;
  visit("fedavg", [](const auto& f) { return fedavg(f.net, f.curved, {.local_steps = 3}); });
  visit("fedprox", [](const auto& f) { return fedprox(f.net, f.curved, {.mu = 0.5}); });
  visit("fedprox stochastic_gradient",
        [](const auto& f) { return fedprox(f.net, f.curved.with(stochastic_gradient(2, 5, 0.05)), {.mu = 0.5}); });
  visit("fedsplit exact", [](const auto& f) { return fedsplit(f.net, f.quadratic); });
  visit("fedsplit wide", [](const auto& f) { return fedsplit(f.net, f.flat, {.step = 0.2}); });
  visit("fedsplit newton", [](const auto& f) { return fedsplit(f.net, f.curved); });
  visit("fedsplit accelerated_gradient",
        [](const auto& f) { return fedsplit(f.net, f.curved.with(accelerated_gradient(1e-6))); });
  visit("fedsplit gradient_steps", [](const auto& f) { return fedsplit(f.net, f.curved.with(gradient_steps(2))); });
  visit("fedsplit variant", [](const auto& f) { return fedsplit(f.net, f.several, {.step = 0.3}); });
  visit("feddr l1",
        [](const auto& f) { return feddr(f.net, f.quadratic, l1_norm<>(0.5), {.step = 0.1, .relaxation = 1.5}); });
  visit("feddr box", [](const auto& f) { return feddr(f.net, f.even, box<>(-0.5, 0.5), {.step = 1.0}); });
  visit("feddr uniform", [](const auto& f) {
    return feddr(f.net.with(sample_uniformly(4, 3)), f.curved, l1_norm<>(0.01), {.step = 1.0});
  });
  visit("feddr bernoulli", [](const auto& f) {
    return feddr(f.net.with(bernoulli(0.2, 5)), f.quadratic, zero<>{}, {.step = 0.1, .relaxation = 1.9});
  });
  visit("r_admm newton", [](const auto& f) { return r_admm(f.nodes, f.even, {.eta = 0.1, .gamma = 0.05}); });
  visit("r_admm exact", [](const auto& f) { return r_admm(f.nodes, f.equal, {.eta = 2}); });
}

}  // namespace support
