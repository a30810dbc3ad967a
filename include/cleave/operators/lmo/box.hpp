/// \file
/// Linear minimisation over the box.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/atoms.hpp>
#include <cleave/operators/scalar_from.hpp>

#include <cmath>
#include <string>
#include <utility>

namespace cleave::lmo {

/// argmin of <d, a> over { a : lower <= a_i <= upper }: the lower bound where d_i >= 0, the upper one where d_i < 0. A
/// NaN stays one, at its place. Cost: one pass.
template <class S = double>
class box : public oracle_in_closed_form<S, dense_scratch<S>> {
 public:
  /// The same bounds for every entry, in any dimension.
  /// \param lower, upper finite, lower <= upper
  /// \throws std::invalid_argument
  box(S lower, S upper) : box(vec<S>::Constant(1, lower), vec<S>::Constant(1, upper)) { uniform_ = true; }
  /// Bounds for each entry.
  box(vec<S> lower, vec<S> upper) : lower_(std::move(lower)), upper_(std::move(upper)) {
    check_same(lower_.size(), "lmo::box: lower has size", upper_.size(), "upper has size");
    for (index_t i = 0; i < lower_.size(); ++i) {
      check(std::isfinite(lower_[i]), "lmo::box: lower", "finite", lower_[i]);
      check(std::isfinite(upper_[i]), "lmo::box: upper", "finite", upper_[i]);
      if (!(lower_[i] <= upper_[i]))
        throw std::invalid_argument("lmo::box: lower must be at most upper, got " + detail::number(lower_[i]) +
                                    " and " + detail::number(upper_[i]));
    }
  }

  dense_atom<S> minimize(in<S> d, out<S>, dense_scratch<S>& m) const {
    if (!uniform_) check_size(d.size(), lower_.size(), "lmo::box");
    m.point.resize(d.size());
    for (index_t i = 0; i < d.size(); ++i) {
      const index_t bound = uniform_ ? 0 : i;
      m.point[i] = d[i] >= 0 ? lower_[bound] : d[i] < 0 ? upper_[bound] : d[i];
    }
    return m.atom();
  }

 private:
  vec<S> lower_;
  vec<S> upper_;
  bool uniform_ = false;
};

/// Bounds in whole numbers mean double, or what the other bound is.
template <class T>
box(T, T) -> box<scalar_from<T>>;
template <class L, class U>
box(L, U) -> box<scalar_from<L, U>>;

}  // namespace cleave::lmo
