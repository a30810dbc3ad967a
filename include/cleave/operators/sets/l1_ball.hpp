/// \file
/// The ball of the sum of absolute values.
#pragma once

#include <cleave/operators/centre.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/simplex_threshold.hpp>

#include <cmath>
#include <concepts>
#include <utility>

namespace cleave {

/// { x : sum_i |x_i - centre_i| <= radius }. Projection subtracts a threshold from the absolute values and cuts at 0.
/// Cost: a few passes, no memory. Condat (2016), DOI 10.1007/s10107-015-0946-6.
template <class S = double>
class l1_ball {
 public:
  using scalar = S;

  /// Around the origin, in any dimension.
  /// \param radius finite, >= 0; 0 is the set of the centre alone
  /// \throws std::invalid_argument
  explicit l1_ball(S radius = 1) : radius_(check_not_negative_as<S>(radius, "l1_ball: radius")) {}
  /// \param centre finite
  l1_ball(S radius, vec<S> centre) : l1_ball(radius) {
    centre_ = {std::move(centre), "l1_ball: centre"};
    rounded_ = centre_.point().template cast<double>().template lpNorm<1>();
  }

  void project(in<S> x, out<S> y) const {
    if (contains(x, 0)) return detail::keep<S>(x, y);
    centre_.from_here(x, [&](auto away, auto back) {
      const auto size = [&](index_t i) { return static_cast<double>(std::abs(away(i))); };
      if (radius_ == 0) {
        for (index_t i = 0; i < x.size(); ++i) y[i] = back(i, S{0} * x[i]);  // a NaN stays one
        return;
      }
      const auto t = detail::simplex_threshold<double>(x.size(), size, static_cast<double>(radius_));
      for (index_t i = 0; i < x.size(); ++i) {
        const S d = away(i);
        y[i] = back(i, std::copysign(static_cast<S>(t.excess(size(i))), d));
      }
    });
  }
  bool contains(in<S> x, S tolerance) const {
    centre_.check_size(x.size(), "l1_ball");
    const double radius = static_cast<double>(radius_), n = static_cast<double>(x.size());
    const double slack =
        detail::rounding<S>(x.size()) * (radius + rounded_) + std::sqrt(n) * static_cast<double>(tolerance);
    return centre_.from_here(x, [&](auto away, auto) {
      double sum = 0;
      for (index_t i = 0; i < x.size(); ++i) sum += static_cast<double>(std::abs(away(i)));
      return sum <= radius + slack;
    });
  }

 private:
  S radius_;
  detail::centre<S> centre_;
  double rounded_ = 0;  // the norm of the centre, whose rounding every point shares
};

/// A radius in whole numbers means double.
template <std::integral T>
l1_ball(T) -> l1_ball<double>;
template <class R, class V>
l1_ball(R, V) -> l1_ball<typename V::Scalar>;

}  // namespace cleave
