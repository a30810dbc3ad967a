/// \file
/// Linear minimisation over the Euclidean ball.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/atoms.hpp>
#include <cleave/operators/stable_norm.hpp>

#include <concepts>

namespace cleave::lmo {

/// argmin of <d, a> over { a : ||a|| <= radius }: -radius d / ||d||, the origin for d = 0. A NaN or an infinity in d
/// makes entries NaN. Cost: two passes.
template <class S = double>
class l2_ball : public oracle_in_closed_form<S, dense_scratch<S>> {
 public:
  /// \param radius finite, >= 0
  /// \throws std::invalid_argument
  explicit l2_ball(S radius = 1) : radius_(radius) {
    check_not_negative(static_cast<double>(radius), "lmo::l2_ball: radius");
  }

  dense_atom<S> minimize(in<S> d, out<S>, dense_scratch<S>& m) const {
    m.point.resize(d.size());
    const S norm = detail::stable_norm(d), scale = detail::norm_scale(norm);
    const S scaled = scale == 1 ? norm : detail::stable_norm(scale * d);
    for (index_t i = 0; i < d.size(); ++i) m.point[i] = norm == 0 ? S{0} : -radius_ * (scale * d[i] / scaled);
    return m.atom();
  }

 private:
  S radius_;
};

/// A radius in whole numbers means double.
template <std::integral T>
l2_ball(T) -> l2_ball<double>;

}  // namespace cleave::lmo
