/// \file
/// The sphere.
#pragma once

#include <cleave/operators/centre.hpp>
#include <cleave/operators/concepts.hpp>

#include <cmath>
#include <concepts>
#include <limits>
#include <utility>

namespace cleave {

/// { x : ||x - centre|| = radius }; everything where there are no entries. Projection stretches x - centre to the
/// radius; the centre itself goes to centre + (radius, 0, ..., 0). Not convex. Cost: two passes, no memory.
template <class S = double>
class sphere {
 public:
  using scalar = S;

  /// Around the origin, in any dimension.
  /// \param radius finite, >= 0; 0 is the set of the centre alone
  /// \throws std::invalid_argument
  explicit sphere(S radius = 1) : radius_(check_not_negative_as<S>(radius, "sphere: radius")) {}
  /// \param centre finite
  sphere(S radius, vec<S> centre) : sphere(radius) {
    centre_ = {std::move(centre), "sphere: centre"};
    rounded_ = detail::wide_norm(centre_.point());
  }

  void project(in<S> x, out<S> y) const {
    if (contains(x, 0)) return detail::keep<S>(x, y);
    const double norm = centre_.distance(x);
    if (norm != 0) return centre_.onto_sphere(x, norm, radius_, y);
    centre_.from_here(x, [&](auto, auto back) {
      for (index_t i = 0; i < x.size(); ++i) y[i] = back(i, i == 0 ? radius_ : S{0});
    });
  }
  bool contains(in<S> x, S tolerance) const {
    centre_.check_size(x.size(), "sphere");
    if (x.size() == 0) return true;
    const double radius = static_cast<double>(radius_);
    const double slack = detail::rounding<S>(x.size()) * (radius + rounded_) + static_cast<double>(tolerance);
    return std::abs(centre_.distance(x) - radius) <= slack;
  }
  S weak_convexity() const { return radius_ > 0 ? std::numeric_limits<S>::infinity() : S{0}; }

 private:
  S radius_;
  detail::centre<S> centre_;
  double rounded_ = 0;  // the norm of the centre, whose rounding every point shares
};

/// A radius in whole numbers means double.
template <std::integral T>
sphere(T) -> sphere<double>;
template <class R, class V>
sphere(R, V) -> sphere<typename V::Scalar>;

}  // namespace cleave
