/// \file
/// Nodes that speak to their neighbours.
#pragma once

#include <cleave/comm/channel.hpp>
#include <cleave/comm/in_process.hpp>
#include <cleave/core/counters.hpp>
#include <cleave/core/fields.hpp>
#include <cleave/core/finite.hpp>
#include <cleave/graphs/mixing.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace cleave {

/// A neighbour of a node: the column under which a `published` holds what it said, and its mixing weight.
struct neighbour {
  index_t column;
  double weight;
};

/// What the neighbourhood of a rank has said: read by anybody, written by graph_network alone. Column `at` belongs to
/// the owned node `at`, the others are reached through `neighbour::column`.
template <class S>
class published {
 public:
  auto operator[](index_t column) const {
    return column < own_.cols() ? own_.col(column) : heard_.col(column - own_.cols());
  }
  /// The words of the owned nodes, a column each.
  const mat<S>& own() const { return own_; }

 private:
  template <transport, channel>
  friend class graph_network;
  mat<S> own_;
  mat<S> heard_;
};

/// A release that costs no privacy.
struct free_of_charge {
  void operator()(std::uint64_t) const {}
};

/// A graph network over a transport. Its verbs: publish(), where nodes work and say something, and relay(), where they
/// say a function of what was published before and nothing else.
template <transport T = in_process<>, channel Channel = lossless>
class graph_network {
 public:
  static constexpr bool exact = Channel::exact;

  /// Collective: over MPI a refusal reaches every rank.
  /// \throws std::invalid_argument if the transport and the graph differ in size, the graph is not connected, or a
  /// mixing weight is not finite
  template <mixing W = metropolis>
  graph_network(T t, const graph& g, W weights = {}, Channel c = {}) : transport_(std::move(t)), channel_(c) {
    all_or_none(transport_, "graph_network", [&] { map_ = std::make_shared<const map>(transport_, g, weights); });
  }

  index_t size() const { return transport_.size(); }
  block owned() const { return transport_.owned(transport_.rank()); }
  const auto& exec() const { return transport_.exec(); }
  const T& carrier() const { return transport_; }
  int agree(int v) const { return transport_.agree(v); }
  template <class S>
  S sum(const mat<S>& mine) const {
    return sum_in_order(transport_, mine);
  }
  /// (1 / n) sum_i of the columns of all nodes, added in the order of their ids.
  template <class S>
  vec<S> mean(const mat<S>& mine) const {
    mat<S> buffer;
    const mat<S>& all = transport_.gather(mine, buffer);
    vec<S> total = vec<S>::Zero(all.rows());
    for (index_t i = 0; i < all.cols(); ++i) total += all.col(i);
    return total / static_cast<S>(size());
  }

  index_t degree(index_t at) const { return map_->first[at + 1] - map_->first[at]; }
  /// In ascending order of id, so that sums over neighbours have the same bits on any number of ranks.
  std::span<const neighbour> neighbours(index_t at) const {
    return {map_->links.data() + map_->first[at], static_cast<std::size_t>(degree(at))};
  }

  /// What is published, and what that cost.
  template <class S>
  struct board {
    published<S> known;
    counters cost;

    /// The owned columns are the field; what was heard of others is a function of theirs, see restore().
    static auto fields(auto& self) { return std::tuple{columns("known", own(self.known)), tally("cost", self.cost)}; }

    // scratch
    index_t blamed = -1;  ///< after words that were not finite: the first node whose were not
    mat<S> message;
    typename T::template workspace<S> workspace;

   private:
    static auto& own(auto& known) { return graph_network::own_words(known); }
  };

  /// A board on which every node has said m0.
  template <class S>
  board<S> open(in<S> m0) const {
    board<S> b;
    b.known.own_ = m0.replicate(1, owned().count());
    b.known.heard_ = m0.replicate(1, map_->heard);
    b.message = b.known.own_;
    return b;
  }

  /// Every node runs work(seat, message) and says message to its neighbours. release(t) is called first: there is no
  /// publishing without saying what it costs.
  /// \return false, with the board as it was and b.blamed set, if a message on any rank was not finite
  template <class S, class Release, class Work>
  bool publish(board<S>& b, std::uint64_t t, Release&& release, Work&& work) const {
    release(t);
    all_or_none(transport_, "graph_network", [&] { for_each_node([&](seat i) { work(i, b.message.col(i.at)); }); });
    return send(b);
  }

  /// Every node says Rule::apply(at, neighbours, now, before, message, numbers...). A rule is an empty type and numbers
  /// are numbers: a data-free step cannot hold, and so cannot reach, a node's data.
  template <class S, class Rule, class... Number>
  bool relay(board<S>& now, const published<S>& before, Rule, Number... numbers) const {
    static_assert(std::is_empty_v<Rule> && (std::is_arithmetic_v<Number> && ...),
                  "cleave: a data-free step is a function of published values and numbers: "
                  "its rule may not hold or capture anything");
    for_each_node([&](seat i) {
      Rule::template apply<S>(i.at, neighbours(i.at), std::as_const(now.known), before, now.message.col(i.at),
                              numbers...);
    });
    return send(now);
  }

  /// y = sum_j W_ij m_j over the node and its neighbours.
  template <class S>
  void mix(index_t at, const published<S>& said, out<S> y) const {
    y = S(map_->own_weight[static_cast<std::size_t>(at)]) * said[at];
    for (const auto& j : neighbours(at)) y += S(j.weight) * said[j.column];
  }

  /// Hears again what neighbours on other ranks have said: after the fields of a board were loaded.
  template <class S>
  void restore(board<S>& b) const {
    transport_.exchange(b.known.own_, b.known.heard_, std::span<const peer>(map_->peers), b.workspace);
  }

  template <class Work>
  void for_each_node(Work&& work) const {
    const block b = owned();
    exec().for_each(b.count(), [&](index_t at, index_t slot) { work(seat{b.first + at, at, slot}); });
  }

 private:
  /// Who is whose neighbour, seen from this rank.
  struct map {
    index_t heard = 0;
    std::vector<neighbour> links;
    std::vector<double> own_weight;
    std::vector<peer> peers;
    struct offsets : std::vector<index_t> {
      index_t operator[](index_t i) const { return std::vector<index_t>::operator[](static_cast<std::size_t>(i)); }
    } first;

    template <class W>
    map(const T& t, const graph& g, const W& weights) {
      check_same(t.size(), "graph_network: the transport has clients", g.size(), "the graph has nodes");
      if (!g.connected()) throw std::invalid_argument("graph_network: the graph is not connected");
      const block mine = t.owned(t.rank());
      std::vector<index_t> others;  // the nodes of other ranks that are heard here, ascending
      for (index_t i = mine.first; i < mine.last; ++i)
        for (const index_t j : g.neighbours(i))
          if (!mine.has(j)) others.push_back(j);
      std::sort(others.begin(), others.end());
      others.erase(std::unique(others.begin(), others.end()), others.end());
      for (const index_t j : others) {  // ranks ascend with the ids
        if (peers.empty() || peers.back().rank != t.rank_of(j)) peers.push_back({t.rank_of(j), {}, {}});
        peers.back().take.push_back(heard++);
      }
      for (index_t i = mine.first; i < mine.last; ++i)
        for (const index_t j : g.neighbours(i)) {
          if (mine.has(j)) continue;
          const auto below = [](const peer& p, int rank) { return p.rank < rank; };
          auto& give = std::lower_bound(peers.begin(), peers.end(), t.rank_of(j), below)->give;
          if (give.empty() || give.back() != i - mine.first) give.push_back(i - mine.first);
        }
      const auto column = [&](index_t j) {
        if (mine.has(j)) return j - mine.first;
        return mine.count() + (std::lower_bound(others.begin(), others.end(), j) - others.begin());
      };
      first.push_back(0);
      for (index_t i = mine.first; i < mine.last; ++i) {
        double rest = 1;
        for (const index_t j : g.neighbours(i)) {
          const double w = weights.weight(g, i, j);
          check(std::isfinite(w), "graph_network: every mixing weight", "finite", w);
          rest -= w;
          links.push_back({column(j), w});
        }
        own_weight.push_back(rest);
        first.push_back(static_cast<index_t>(links.size()));
      }
    }
  };

  static auto& own_words(auto& known) { return known.own_; }

  template <class S>
  bool send(board<S>& b) const {
    index_t suspect = size();
    if (!all_finite(b.message))
      for (index_t at = b.message.cols(); at-- > 0;)
        if (!all_finite(b.message.col(at))) suspect = owned().first + at;
    b.blamed = first_over_ranks(transport_, suspect);
    if (b.blamed >= 0) return false;
    b.known.own_.swap(b.message);
    transport_.exchange(b.known.own_, b.known.heard_, std::span<const peer>(map_->peers), b.workspace);
    const auto links = map_->links.size(), d = static_cast<std::size_t>(b.known.own_.rows());
    b.cost.messages += links;
    b.cost.floats_up += links * d;
    b.cost.bytes += links * channel_.template bytes<S>(b.known.own_.rows());
    return true;
  }

  T transport_;
  [[no_unique_address]] Channel channel_;
  std::shared_ptr<const map> map_;
};

}  // namespace cleave
