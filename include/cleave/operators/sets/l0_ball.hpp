/// \file
/// Sparse vectors.
#pragma once

#include <cleave/operators/centre.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/radix_select.hpp>

#include <limits>
#include <utility>

namespace cleave {

/// { x : at most k entries differ from the centre's }. Projection keeps the k entries that differ most; of equal ones
/// those at the lowest positions. Not convex. Cost: at most 5 passes in float and 8 in double, no memory.
template <class S = double>
class l0_ball {
 public:
  using scalar = S;

  /// Around the origin, in any dimension.
  /// \param k >= 0; the dimension or more is no constraint
  /// \throws std::invalid_argument
  explicit l0_ball(index_t k) : k_(k) { check(k >= 0, "l0_ball: k", "not negative", k); }
  /// \param centre finite
  l0_ball(index_t k, vec<S> centre) : l0_ball(k) { centre_ = {std::move(centre), "l0_ball: centre"}; }

  void project(in<S> x, out<S> y) const {
    if (k_ >= x.size() || contains(x, 0)) return detail::keep<S>(x, y);
    using cut = detail::magnitude_cut<S>;
    centre_.from_here(x, [&](auto away, auto back) {
      cut last{(std::numeric_limits<typename cut::word>::max)(), 0};
      if (k_ > 0) last = detail::radix_select<S>(x.size(), away, k_);
      for (index_t i = 0; i < x.size(); ++i) {
        const auto size = cut::of(away(i));
        const bool kept = size > last.bits || (size == last.bits && last.ties-- > 0);
        y[i] = kept ? x[i] : back(i, S{0} * x[i]);  // a NaN stays one
      }
    });
  }
  bool contains(in<S> x, S tolerance) const {
    centre_.check_size(x.size(), "l0_ball");
    return centre_.from_here(x, [&](auto away, auto) {
      index_t count = 0;
      for (index_t i = 0; i < x.size(); ++i) {
        const S d = away(i);
        if (d != d) return false;
        count += d > tolerance || d < -tolerance;
      }
      return count <= k_;
    });
  }
  S weak_convexity() const { return std::numeric_limits<S>::infinity(); }

 private:
  index_t k_;
  detail::centre<S> centre_;
};

template <class V>
l0_ball(index_t, V) -> l0_ball<typename V::Scalar>;

}  // namespace cleave
