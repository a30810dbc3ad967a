/// \file
/// Linear minimisation over the ball of the sum of absolute values.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/atoms.hpp>

#include <cmath>
#include <concepts>

namespace cleave::lmo {

/// argmin of <d, a> over { a : ||a||_1 <= radius }: -radius sign(d_i) at the largest |d_i|, of equal ones the first;
/// radius at the first position for d = 0. A NaN in d makes the atom's number NaN. Cost: one pass, no memory.
template <class S = double>
class l1_ball : public oracle_in_closed_form<S, no_scratch> {
 public:
  /// \param radius finite, >= 0
  /// \throws std::invalid_argument
  explicit l1_ball(S radius = 1) : radius_(radius) {
    check_not_negative(static_cast<double>(radius), "lmo::l1_ball: radius");
  }

  coordinate_atom<S> minimize(in<S> d, out<S>, no_scratch&) const {
    coordinate_atom<S> best{0, radius_};
    S largest{-1};
    for (index_t i = 0; i < d.size(); ++i) {
      if (d[i] != d[i]) return {i, d[i]};
      if (std::abs(d[i]) > largest) {
        largest = std::abs(d[i]);
        best = {i, d[i] > 0 ? -radius_ : radius_};
      }
    }
    return best;
  }

 private:
  S radius_;
};

/// A radius in whole numbers means double.
template <std::integral T>
l1_ball(T) -> l1_ball<double>;

}  // namespace cleave::lmo
