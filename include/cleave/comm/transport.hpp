/// \file
/// The seam of distribution: where the columns live and how they reach everybody. Star and graph networks are written
/// on top of it, once.
#pragma once

#include <cleave/core/counters.hpp>
#include <cleave/exec/executor.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace cleave {

/// What one rank exchanges with another: the owned columns that it gives, the heard columns that it takes.
struct peer {
  int rank;
  std::vector<index_t> give;
  std::vector<index_t> take;
};

/// Where the clients live. Every verb but owned and rank_of is collective: all ranks call it, in the same order.
///
/// Requirements: `size()` clients in all; `rank()`; `owned(r)`, contiguous ascending blocks; `rank_of(id)`;
/// `exec()`, the executor of this rank; `whole`, true if one process owns every client;
/// `workspace<S>`, the buffers of one caller;
/// `gather(mine, all)` -> the columns of all clients in the order of their ids, on every rank (in one process: mine);
/// `add_in_order(columns, who, total, workspace)` -> total += the columns of the clients `who`, one after the other in
/// ascending order, on every rank, of which this rank holds those that it owns;
/// `exchange(own, heard, peers, workspace)` -> the columns that peers give, in `heard`;
/// `agree(v)` -> the maximum over ranks; `total(n)` -> the sum over ranks.
/// Law: every verb leaves the same bits on every rank, and the same bits for any number of ranks.
/// Models: in_process, mpi::ranks.
template <class T>
concept transport = std::copyable<T> && executor<typename T::executor_type> &&
    requires(const T& t, mat<double>& m, vec<double>& v, std::span<const index_t> who, std::span<const peer> peers,
             typename T::template workspace<double>& w) {
  { t.size() } -> std::convertible_to<index_t>;
  { t.rank() } -> std::convertible_to<int>;
  { t.owned(0) } -> std::same_as<block>;
  { t.rank_of(index_t{}) } -> std::convertible_to<int>;
  { t.exec() } -> std::convertible_to<const typename T::executor_type&>;
  { T::whole } -> std::convertible_to<bool>;
  { t.gather(m, m) } -> std::same_as<const mat<double>&>;
  t.add_in_order(m, who, v, w);
  t.exchange(m, m, peers, w);
  { t.agree(0) } -> std::same_as<int>;
  { t.total(std::uint64_t{}) } -> std::same_as<std::uint64_t>;
};

/// The sum over all clients of one number each, added in the order of their ids: the same bits on any number of ranks.
/// \param mine 1 x owned clients
template <transport T, class S>
S sum_in_order(const T& transport, const mat<S>& mine) {
  mat<S> buffer;
  const mat<S>& all = transport.gather(mine, buffer);
  S total{0};
  for (index_t i = 0; i < all.cols(); ++i) total += all(0, i);
  return total;
}

/// The lowest id over all ranks of those that each names, or -1 where every rank names size(): nobody.
template <transport T>
index_t first_over_ranks(const T& transport, index_t id) {
  const index_t last = transport.size();
  const index_t from_end = transport.agree(static_cast<int>(last - id));
  return from_end == 0 ? -1 : last - from_end;
}

/// Runs work, which may throw on some ranks only, as when a file is missing there: then every rank throws, and none is
/// left waiting in a collective call for one that has gone.
/// \param ranks a transport, a network, or whatever else has `agree(int)`, the maximum over ranks
/// \throws what work throws on this rank, else std::runtime_error("`who`: another rank failed")
template <class Ranks, class Work>
void all_or_none(const Ranks& ranks, const char* who, Work&& work) {
  try {
    work();
  } catch (...) {
    ranks.agree(1);
    throw;
  }
  if (ranks.agree(0) != 0) throw std::runtime_error(std::string(who) + ": another rank failed");
}

/// A rank's bill added up over all ranks, the same on each.
template <transport T>
counters total_over_ranks(const T& transport, counters cost) {
  auto counts = std::bit_cast<std::array<std::uint64_t, sizeof(counters) / sizeof(std::uint64_t)>>(cost);
  for (auto& n : counts) n = transport.total(n);
  return std::bit_cast<counters>(counts);
}

}  // namespace cleave
