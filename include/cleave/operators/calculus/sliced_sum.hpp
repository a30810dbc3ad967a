/// \file
/// A sum of functions of groups of entries.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/index_groups.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace cleave {

/// g(x) = sum_k f_k(entries of group k, in the group's order); entries in no group are free. The prox is that of each
/// function on its group. The groups are brought side by side by swaps along the cycles of a permutation, and back, so
/// that nothing is allocated; groups that lie side by side cost nothing. value copies x.
template <class F>
class sliced_sum {
 public:
  static_assert(require_function<F>());
  using scalar = scalar_of<F>;
  using S = scalar;

  /// \param functions one a group
  /// \throws std::invalid_argument
  sliced_sum(const index_groups& groups, std::vector<F> functions) : functions_(std::move(functions)) {
    check_same(static_cast<index_t>(functions_.size()), "sliced_sum: number of functions", groups.count(),
               "number of groups");
    std::vector<bool> grouped(static_cast<std::size_t>(groups.dimension()));
    for (index_t g = 0; g < groups.count(); ++g) {
      sizes_.push_back(groups.size(g));
      for (index_t k = 0; k < groups.size(g); ++k) from_.push_back(groups(g, k));
    }
    grouped_ = static_cast<index_t>(from_.size());
    for (const index_t i : from_) grouped[static_cast<std::size_t>(i)] = true;
    for (index_t i = 0; i < groups.dimension(); ++i)
      if (!grouped[static_cast<std::size_t>(i)]) from_.push_back(i);
    find_cycles();
  }
  /// The same function of every group.
  sliced_sum(const index_groups& groups, F f)
      : sliced_sum(groups, std::vector<F>(static_cast<std::size_t>(groups.count()), f)) {}

  index_t dimension() const { return static_cast<index_t>(from_.size()); }

  S value(in<S> x) const requires has_value<F> {
    check_size(x.size(), dimension(), "sliced_sum");
    vec<S> gathered = x;
    gather(gathered);
    return total([&](const F& f, index_t at, index_t n) { return f.value(gathered.segment(at, n)); });
  }
  S gradient(in<S> x, out<S> g) const requires differentiable<F> {
    prepare(x, g);
    const S at = total(
        [&](const F& f, index_t first, index_t n) { return f.gradient(g.segment(first, n), g.segment(first, n)); });
    g.tail(dimension() - grouped_).setZero();
    scatter(g);
    return at;
  }
  S prox(in<S> x, S step, out<S> y) const {
    prepare(x, y);
    const S at = total(
        [&](const F& f, index_t first, index_t n) { return f.prox(y.segment(first, n), step, y.segment(first, n)); });
    scatter(y);
    return at;
  }

  double smoothness() const {
    double largest = 0;
    for (const F& f : functions_) largest = (std::max)(largest, smoothness_of(f));
    return largest;
  }
  double strong_convexity() const {
    if (functions_.empty() || grouped_ < dimension()) return 0;
    double smallest = strong_convexity_of(functions_.front());
    for (const F& f : functions_) smallest = (std::min)(smallest, strong_convexity_of(f));
    return smallest;
  }
  double weak_convexity() const {
    double largest = 0;
    for (const F& f : functions_) largest = (std::max)(largest, weak_convexity_of(f));
    return largest;
  }

 private:
  index_t from(index_t k) const { return from_[static_cast<std::size_t>(k)]; }

  /// One member of each cycle of k -> from(k) that moves anything.
  void find_cycles() {
    std::vector<bool> seen(from_.size());
    for (index_t k = 0; k < dimension(); ++k) {
      if (seen[static_cast<std::size_t>(k)]) continue;
      if (from(k) != k) cycles_.push_back(k);
      for (index_t at = k; !seen[static_cast<std::size_t>(at)]; at = from(at))
        seen[static_cast<std::size_t>(at)] = true;
    }
  }
  /// z[k] becomes z[from(k)].
  void gather(out<S> z) const {
    for (const index_t start : cycles_) {
      const S first = z[start];
      index_t k = start;
      for (; from(k) != start; k = from(k)) z[k] = z[from(k)];
      z[k] = first;
    }
  }
  /// z[from(k)] becomes z[k].
  void scatter(out<S> z) const {
    for (const index_t start : cycles_) {
      S carried = z[start];
      index_t k = start;
      do {
        k = from(k);
        std::swap(carried, z[k]);
      } while (k != start);
    }
  }
  void prepare(in<S> x, out<S> y) const {
    check_size(x.size(), dimension(), "sliced_sum");
    if (y.data() != x.data()) y = x;
    gather(y);
  }
  template <class Act>
  S total(Act&& act) const {
    S sum{0};
    index_t at = 0;
    for (std::size_t g = 0; g < sizes_.size(); ++g) {
      sum += act(functions_[g], at, sizes_[g]);
      at += sizes_[g];
    }
    return sum;
  }

  std::vector<F> functions_;
  std::vector<index_t> sizes_;
  std::vector<index_t> from_;  // where the entries lie, group by group, and then the free ones
  std::vector<index_t> cycles_;
  index_t grouped_ = 0;
};

}  // namespace cleave
