/// \file
/// Who takes part in a round: pure functions of (seed, round), so that every rank and every thread derives the same
/// set.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/distributions.hpp>
#include <cleave/core/stream.hpp>

#include <algorithm>
#include <concepts>
#include <numeric>
#include <vector>

namespace cleave {

/// `sample(round, n, who)` fills who with the ids of those of n clients that take part, ascending; a static member
/// `all` says whether that is always everybody. Models: everyone, sample_uniformly, bernoulli.
template <class P>
concept participation = std::copyable<P> && requires(const P& p, std::uint64_t round, std::vector<index_t>& who) {
  { P::all } -> std::convertible_to<bool>;
  p.sample(round, index_t{}, who);
};

/// All clients, every round.
struct everyone {
  static constexpr bool all = true;

  void sample(std::uint64_t, index_t n, std::vector<index_t>& who) const {
    if (static_cast<index_t>(who.size()) == n) return;
    who.resize(static_cast<std::size_t>(n));
    std::iota(who.begin(), who.end(), index_t{0});
  }
};

/// A uniformly random set of m clients, fresh in each round; everybody where there are no more than m.
/// Cost m log m whatever n: see subset().
class sample_uniformly {
 public:
  static constexpr bool all = false;

  /// \param m at least 1
  /// \throws std::invalid_argument
  explicit sample_uniformly(index_t m, std::uint64_t seed = 1) : m_(m), seed_(seed) {
    check(m >= 1, "sample_uniformly: m", "at least 1", m);
  }

  void sample(std::uint64_t round, index_t n, std::vector<index_t>& who) const {
    stream random(seed_, purpose::participation, 0, round);
    subset(random, n, (std::min)(m_, n), who);
  }

 private:
  index_t m_;
  std::uint64_t seed_;
};

/// Each client on its own, with probability p; a round may be empty. Cost n.
class bernoulli {
 public:
  static constexpr bool all = false;

  /// \param p in (0, 1]
  /// \throws std::invalid_argument
  explicit bernoulli(double p, std::uint64_t seed = 1) : p_(p), seed_(seed) {
    check(p > 0 && p <= 1, "bernoulli: p", "in (0, 1]", p);
  }

  void sample(std::uint64_t round, index_t n, std::vector<index_t>& who) const {
    who.clear();
    who.reserve(static_cast<std::size_t>(n));
    for (index_t k = 0; k < n; ++k)
      if (stream(seed_, purpose::participation, static_cast<std::uint64_t>(k), round).uniform() < p_) who.push_back(k);
  }

 private:
  double p_;
  std::uint64_t seed_;
};

}  // namespace cleave
