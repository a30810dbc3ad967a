/// \file
/// Clients around a server.
#pragma once

#include <cleave/comm/channel.hpp>
#include <cleave/comm/in_process.hpp>
#include <cleave/comm/participation.hpp>
#include <cleave/core/counters.hpp>
#include <cleave/core/fields.hpp>
#include <cleave/core/finite.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace cleave {

/// A star network over a transport, with a policy of who takes part and a channel. It has one verb, round(): the server
/// says a vector, the clients that take part work and answer, and the server holds the weighted mean of what it knows
/// of all clients. Who does not take part keeps his last word.
template <transport T = in_process<>, participation Who = everyone, channel Channel = lossless>
class star {
 public:
  static constexpr bool everyone_speaks = Who::all;
  static constexpr bool exact = Channel::exact;
  /// The server must keep a picture of each client when some are silent.
  static constexpr bool keeps_pictures = !everyone_speaks;

  explicit star(T t, Who who = {}, Channel c = {}) : transport_(std::move(t)), who_(std::move(who)), channel_(c) {}

  index_t size() const { return transport_.size(); }
  block owned() const { return transport_.owned(transport_.rank()); }
  const auto& exec() const { return transport_.exec(); }
  const T& carrier() const { return transport_; }
  int agree(int v) const { return transport_.agree(v); }
  template <class S>
  S sum(const mat<S>& mine) const {
    return sum_in_order(transport_, mine);
  }

  /// The same network with another policy of participation: `net.with(sample_uniformly(10))`.
  template <participation Other>
  star<T, Other, Channel> with(Other who) const {
    return star<T, Other, Channel>(transport_, std::move(who), channel_);
  }

  /// The server's end of the line.
  template <class S>
  struct wire {
    vec<S> mean;     ///< sum_k w_k h_k with h_k the picture of client k; on every rank
    mat<S> picture;  ///< h_k of the owned clients; without rows when everyone speaks: then h_k is the last message
    counters cost;   ///< traffic

    static auto fields(auto& self) {
      return std::tuple{shared("mean", self.mean), kept_columns("picture", self.picture), tally("cost", self.cost)};
    }

    // a pure function of the problem, and scratch
    vec<S> weight;        ///< w_k of the owned clients, sum over all clients 1
    index_t blamed = -1;  ///< after a round that was not finite: the first client whose message was not; -1: nobody's
    vec<S> next;
    mat<S> message;
    std::vector<index_t> who;
    std::vector<index_t> suspects;  // by thread slot
    typename T::template workspace<S> workspace;
  };

  /// The weights w_k of the owned clients, divided by their sum over all clients.
  /// \param weights of the owned clients, in any scale; empty: all equal
  /// \throws std::invalid_argument if all weights are zero
  template <class S>
  vec<S> shares(const vec<S>& weights) const {
    if (weights.size() != 0) check_same(weights.size(), "star: number of weights", owned().count(), "clients here");
    const vec<S> w = weights.size() != 0 ? weights : vec<S>::Ones(owned().count());
    const S total = sum<S>(w.transpose());
    check(total > 0 && std::isfinite(total), "star: the sum of the weights", "positive and finite", total);
    return w / total;
  }

  /// A wire on which every client is known to hold m0.
  /// \param weights of the owned clients, in any scale; empty: all equal
  /// \throws std::invalid_argument if all weights are zero
  template <class S>
  wire<S> open(in<S> m0, const vec<S>& weights) const {
    wire<S> w;
    const index_t k = owned().count();
    w.mean = m0;
    w.picture = m0.head(keeps_pictures ? m0.size() : 0).replicate(1, k);
    w.weight = shares(weights);
    w.suspects.resize(static_cast<std::size_t>(exec().slots()));
    w.next = m0;
    w.message.setZero(m0.size(), T::whole ? (std::min)(k, block_of_messages()) : k);
    return w;
  }

  /// One round. Those who take part run work(seat, message) and write what they say to message; afterwards w.mean is
  /// the weighted mean of all pictures. Clients hear what the caller's work captures, a vector of d numbers.
  /// An exception that work throws reaches the caller on every rank; with silent clients the wire is then spoiled, and
  /// later rounds are not finite.
  /// \return false, with w.mean as it was and w.blamed set, if a message was not finite; the same on every rank
  template <class S, class Work>
  bool round(wire<S>& w, std::uint64_t t, Work&& work) const {
    who_.sample(t, size(), w.who);
    return deliver_or_spoil(w, work);
  }

  /// A round in which everybody takes part, whatever the policy.
  template <class S, class Work>
  bool round_of_all(wire<S>& w, Work&& work) const {
    everyone{}.sample(0, size(), w.who);
    return deliver_or_spoil(w, work);
  }

  /// Calls work(seat) for every owned client; nothing is sent.
  template <class Work>
  void for_each_client(Work&& work) const {
    const block b = owned();
    exec().for_each(b.count(), [&](index_t at, index_t slot) { work(seat{b.first + at, at, slot}); });
  }

 private:
  /// In one process, messages go by in blocks that stay in cache.
  index_t block_of_messages() const { return exec().slots() == 1 ? 1 : 64 * exec().slots(); }

  /// After an exception some pictures have moved and the mean has not: no later round may pass for sound.
  template <class S, class Work>
  bool deliver_or_spoil(wire<S>& w, Work&& work) const {
    try {
      return deliver(w, std::span<const index_t>(w.who), work);
    } catch (...) {
      if constexpr (keeps_pictures) w.mean.setConstant(std::numeric_limits<S>::quiet_NaN());
      throw;
    }
  }

  template <class S, class Work>
  bool deliver(wire<S>& w, std::span<const index_t> who, Work&& work) const {
    const block b = owned();
    const auto position = [&](index_t id) { return std::lower_bound(who.begin(), who.end(), id) - who.begin(); };
    const index_t first = position(b.first), count = position(b.last) - first;

    // Clients still read w.mean: the sum is made beside it and committed if it is finite.
    if constexpr (keeps_pictures)
      w.next = w.mean;
    else
      w.next.setZero();

    std::fill(w.suspects.begin(), w.suspects.end(), size());
    const auto speak = [&](index_t j, index_t column, index_t slot) {
      const index_t id = who[static_cast<std::size_t>(first + j)];
      const seat k{id, id - b.first, slot};
      auto message = w.message.col(column);
      work(k, message);
      if constexpr (keeps_pictures) {  // what travels on is the move of the picture
        auto picture = w.picture.col(k.at);
        picture.swap(message);
        message = picture - message;
      }
      message *= w.weight[k.at];  // rounded here, so that the sum only adds and contraction cannot change bits
      index_t& suspect = w.suspects[static_cast<std::size_t>(slot)];
      if (id < suspect && !all_finite(message)) suspect = id;
    };
    if constexpr (T::whole) {
      for (index_t done = 0; done < count; done += w.message.cols()) {
        const index_t n = (std::min)(w.message.cols(), count - done);
        exec().for_each(n, [&](index_t j, index_t slot) { speak(done + j, j, slot); });
        transport_.add_in_order(w.message, who.subspan(static_cast<std::size_t>(done), static_cast<std::size_t>(n)),
                                w.next, w.workspace);
      }
    } else {
      all_or_none(transport_, "star",
                  [&] { exec().for_each(count, [&](index_t j, index_t slot) { speak(j, j, slot); }); });
      transport_.add_in_order(w.message, who, w.next, w.workspace);
    }
    bill(w, count);
    if (!all_finite(w.next)) {
      w.blamed = first_over_ranks(transport_, *std::min_element(w.suspects.begin(), w.suspects.end()));
      return false;
    }
    w.mean.swap(w.next);
    return true;
  }

  template <class S>
  void bill(wire<S>& w, index_t clients) const {
    const auto n = static_cast<std::uint64_t>(clients), d = static_cast<std::uint64_t>(w.mean.size());
    w.cost.messages += 2 * n;
    w.cost.floats_down += n * d;
    w.cost.floats_up += n * d;
    w.cost.bytes += n * (d * sizeof(S) + channel_.template bytes<S>(w.mean.size()));
  }

  T transport_;
  [[no_unique_address]] Who who_;
  [[no_unique_address]] Channel channel_;
};

/// A star of n clients in this process.
template <executor E = sequential>
auto star_of(index_t n, E exec = {}) {
  return star<in_process<E>>(in_process<E>(n, std::move(exec)));
}

}  // namespace cleave
