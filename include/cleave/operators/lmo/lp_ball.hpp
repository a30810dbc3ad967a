/// \file
/// Linear minimisation over the ball of an lp norm.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/atoms.hpp>
#include <cleave/operators/scalar_from.hpp>

#include <algorithm>
#include <cmath>

namespace cleave::lmo {

/// argmin of <d, a> over { a : sum_i |a_i|^p <= radius^p }, 1 < p < infinity, with q = p / (p - 1):
///
///     a_i = -radius sign(d_i) t_i^(q - 1) / (sum_j t_j^q)^(1 / p),    t_i = |d_i| / max_j |d_j|
///
/// and the origin for d = 0. A NaN or an infinity in d makes entries NaN. The ends p = 1 and p = infinity are l1_ball
/// and linf_ball. Cost: two passes, one power an entry.
template <class S = double>
class lp_ball : public oracle_in_closed_form<S, dense_scratch<S>> {
 public:
  /// \param p      finite, above 1
  /// \param radius finite, >= 0
  /// \throws std::invalid_argument
  explicit lp_ball(S p, S radius = 1) : p_(static_cast<double>(p)), radius_(static_cast<double>(radius)) {
    check(p > 1 && std::isfinite(p), "lmo::lp_ball: p", "finite and above 1", p);
    check_not_negative(radius_, "lmo::lp_ball: radius");
  }

  dense_atom<S> minimize(in<S> d, out<S>, dense_scratch<S>& m) const {
    m.point.resize(d.size());
    double largest = 0, sum = 0;
    for (index_t i = 0; i < d.size(); ++i) {
      const double size = std::abs(static_cast<double>(d[i]));
      if (size > largest || size != size) largest = size;
      if (size != size) break;
    }
    const auto ratio = [&](index_t i) { return std::abs(static_cast<double>(d[i])) / largest; };
    for (index_t i = 0; i < d.size() && largest > 0; ++i) {
      const double t = ratio(i), power = std::pow(t, 1 / (p_ - 1));  // t^(q - 1)
      m.point[i] = static_cast<S>(power);
      sum += power * t;
    }
    const double factor = radius_ / std::pow(sum, 1 / p_);
    for (index_t i = 0; i < d.size(); ++i) {
      const double size = largest == 0 ? 0 : largest != largest ? largest : factor * static_cast<double>(m.point[i]);
      m.point[i] = static_cast<S>(d[i] > 0 ? -size : size);
    }
    return m.atom();
  }

 private:
  double p_;
  double radius_;
};

/// Parameters in whole numbers mean double, or what the other one is.
template <class T>
lp_ball(T) -> lp_ball<scalar_from<T>>;
template <class T>
lp_ball(T, T) -> lp_ball<scalar_from<T>>;
template <class P, class R>
lp_ball(P, R) -> lp_ball<scalar_from<P, R>>;

}  // namespace cleave::lmo
