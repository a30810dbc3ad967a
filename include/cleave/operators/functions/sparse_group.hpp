/// \file
/// The l1 norm plus the norms of groups: the sparse group lasso.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/functions/group_l2_norm.hpp>
#include <cleave/operators/functions/weighted_l1_norm.hpp>
#include <cleave/operators/scalar_from.hpp>

#include <utility>

namespace cleave {

/// f(x) = sum_i u_i |x_i| + sum_g w_g ||x_g||: few groups, and few entries in them. The prox of the groups after the
/// prox of the entries. Simon, Friedman, Hastie and Tibshirani (2013), DOI 10.1080/10618600.2012.681250.
template <class S = double>
class sparse_group {
 public:
  using scalar = S;

  /// \param entry_weights one an entry, \param group_weights one a group; each finite, >= 0
  /// \throws std::invalid_argument
  sparse_group(index_groups groups, vec<S> entry_weights, vec<S> group_weights)
      : entries_(std::move(entry_weights)), groups_(std::move(groups), std::move(group_weights)) {
    check_same(entries_.dimension(), "sparse_group: number of weights of entries", dimension(),
               "dimension of the groups");
  }
  /// \param entry_weight of every entry, \param group_weight of every group; finite, >= 0
  /// \throws std::invalid_argument
  sparse_group(const index_groups& groups, S entry_weight, S group_weight)
      : sparse_group(groups, vec<S>::Constant(groups.dimension(), entry_weight),
                     vec<S>::Constant(groups.count(), group_weight)) {}

  index_t dimension() const { return groups_.dimension(); }
  S value(in<S> x) const { return entries_.value(x) + groups_.value(x); }
  S prox(in<S> x, S step, out<S> y) const {
    entries_.prox(x, step, y);
    const S norms = groups_.prox(y, step, y);
    return entries_.value(y) + norms;
  }

 private:
  weighted_l1_norm<S> entries_;
  group_l2_norm<S> groups_;
};

/// Weights in whole numbers mean double.
template <class T>
sparse_group(index_groups, T, T) -> sparse_group<scalar_from<T>>;
template <class U, class W>
sparse_group(index_groups, U, W) -> sparse_group<scalar_from<U, W>>;

}  // namespace cleave
