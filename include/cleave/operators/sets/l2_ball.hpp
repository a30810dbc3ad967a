/// \file
/// The Euclidean ball.
#pragma once

#include <cleave/operators/centre.hpp>
#include <cleave/operators/concepts.hpp>

#include <concepts>
#include <utility>

namespace cleave {

/// { x : ||x - centre|| <= radius }. Projection shortens x - centre to the radius. Cost: two passes, no memory.
template <class S = double>
class l2_ball {
 public:
  using scalar = S;

  /// Around the origin, in any dimension.
  /// \param radius finite, >= 0; 0 is the set of the centre alone
  /// \throws std::invalid_argument
  explicit l2_ball(S radius = 1) : radius_(check_not_negative_as<S>(radius, "l2_ball: radius")) {}
  /// \param centre finite
  l2_ball(S radius, vec<S> centre) : l2_ball(radius) {
    centre_ = {std::move(centre), "l2_ball: centre"};
    rounded_ = detail::wide_norm(centre_.point());
  }

  void project(in<S> x, out<S> y) const {
    centre_.check_size(x.size(), "l2_ball");
    const double norm = centre_.distance(x);
    if (norm <= reach(x.size())) return detail::keep<S>(x, y);
    centre_.onto_sphere(x, norm, radius_, y);
  }
  bool contains(in<S> x, S tolerance) const {
    centre_.check_size(x.size(), "l2_ball");
    return centre_.distance(x) <= reach(x.size()) + static_cast<double>(tolerance);
  }

 private:
  double reach(index_t n) const {
    const double radius = static_cast<double>(radius_);
    return radius + detail::rounding<S>(n) * (radius + rounded_);
  }

  S radius_;
  detail::centre<S> centre_;
  double rounded_ = 0;  // the norm of the centre, whose rounding every point shares
};

/// A radius in whole numbers means double.
template <std::integral T>
l2_ball(T) -> l2_ball<double>;
template <class R, class V>
l2_ball(R, V) -> l2_ball<typename V::Scalar>;

}  // namespace cleave
