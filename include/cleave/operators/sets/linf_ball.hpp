/// \file
/// The ball of the largest absolute value.
#pragma once

#include <cleave/operators/centre.hpp>
#include <cleave/operators/concepts.hpp>

#include <concepts>
#include <utility>

namespace cleave {

/// { x : |x_i - centre_i| <= radius for all i }. Projection clips. Cost: one pass, no memory.
template <class S = double>
class linf_ball {
 public:
  using scalar = S;

  /// Around the origin, in any dimension.
  /// \param radius finite, >= 0; 0 is the set of the centre alone
  /// \throws std::invalid_argument
  explicit linf_ball(S radius = 1) : radius_(check_not_negative_as<S>(radius, "linf_ball: radius")) {}
  /// \param centre finite
  linf_ball(S radius, vec<S> centre) : linf_ball(radius) { centre_ = {std::move(centre), "linf_ball: centre"}; }

  void project(in<S> x, out<S> y) const {
    centre_.check_size(x.size(), "linf_ball");
    for (index_t i = 0; i < x.size(); ++i) {
      const S c = at(i), lower = c - radius_, upper = c + radius_;
      y[i] = x[i] < lower ? lower : x[i] > upper ? upper : x[i];
    }
  }
  bool contains(in<S> x, S tolerance) const {
    centre_.check_size(x.size(), "linf_ball");
    for (index_t i = 0; i < x.size(); ++i) {
      const S c = at(i);
      if (!(x[i] >= (c - radius_) - tolerance && x[i] <= (c + radius_) + tolerance)) return false;
    }
    return true;
  }

 private:
  S at(index_t i) const { return centre_.is_origin() ? S{0} : centre_.point()[i]; }

  S radius_;
  detail::centre<S> centre_;
};

/// A radius in whole numbers means double.
template <std::integral T>
linf_ball(T) -> linf_ball<double>;
template <class R, class V>
linf_ball(R, V) -> linf_ball<typename V::Scalar>;

}  // namespace cleave
