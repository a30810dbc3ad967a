/// \file
/// The sum of the norms of groups of entries: the group lasso.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/index_groups.hpp>
#include <cleave/operators/scalar_from.hpp>
#include <cleave/operators/stable_norm.hpp>

#include <utility>

namespace cleave {

/// f(x) = sum_g w_g ||x_g||; entries in no group are free. prox_{s f}: x_g (1 - s w_g / ||x_g||), 0 where ||x_g|| <= s
/// w_g. Cost: two passes. Yuan and Lin (2006), DOI 10.1111/j.1467-9868.2005.00532.x; they take w_g = sqrt(size of g).
template <class S = double>
class group_l2_norm {
 public:
  using scalar = S;

  /// \param weights one a group, each finite, >= 0
  /// \throws std::invalid_argument
  group_l2_norm(index_groups groups, vec<S> weights) : groups_(std::move(groups)), weights_(std::move(weights)) {
    check_same(weights_.size(), "group_l2_norm: number of weights", groups_.count(), "number of groups");
    check_each_not_negative(weights_, "group_l2_norm: weights");
  }
  /// \param weight of every group, finite, >= 0
  /// \throws std::invalid_argument
  explicit group_l2_norm(index_groups groups, S weight = 1) : groups_(std::move(groups)) {
    check_not_negative(static_cast<double>(weight), "group_l2_norm: weight");
    weights_ = vec<S>::Constant(groups_.count(), weight);
  }

  index_t dimension() const { return groups_.dimension(); }
  S value(in<S> x) const {
    check_size(x.size(), dimension(), "group_l2_norm");
    S total{0};
    for (index_t g = 0; g < groups_.count(); ++g) total += weights_[g] * norm(x, g);
    return total;
  }
  S prox(in<S> x, S step, out<S> y) const {
    check_size(x.size(), dimension(), "group_l2_norm");
    if (y.data() != x.data()) y = x;
    S total{0};
    for (index_t g = 0; g < groups_.count(); ++g) {
      const S before = norm(y, g), t = step * weights_[g];
      if (!(t > 0)) continue;
      const S factor = before <= t ? S{0} : 1 - t / before;
      for (index_t k = 0; k < groups_.size(g); ++k) y[groups_(g, k)] *= factor;
    }
    for (index_t g = 0; g < groups_.count(); ++g) total += weights_[g] * norm(y, g);
    return total;
  }

 private:
  S norm(in<S> x, index_t g) const {
    return detail::stable_norm<S>(groups_.size(g), [&](index_t k) { return x[groups_(g, k)]; });
  }

  index_groups groups_;
  vec<S> weights_;
};

/// A weight in whole numbers, or none, means double.
group_l2_norm(index_groups)->group_l2_norm<double>;
template <class W>
group_l2_norm(index_groups, W) -> group_l2_norm<scalar_from<W>>;

}  // namespace cleave
