/// \file
/// The Huber function of the norm.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/stable_norm.hpp>

#include <concepts>

namespace cleave {

/// f(x) = ||x||^2 / 2 for ||x|| <= delta, delta (||x|| - delta / 2) beyond: the Moreau envelope of the norm. Of each
/// entry alone: huber. prox_{s f}(x) = x / (1 + s) for ||x|| <= delta (1 + s), (1 - s delta / ||x||) x beyond.
template <class S = double>
class huber_norm {
 public:
  using scalar = S;

  /// \param delta positive and finite
  /// \throws std::invalid_argument
  explicit huber_norm(S delta = 1) : delta_(delta) { check_positive(static_cast<double>(delta), "huber_norm: delta"); }

  S value(in<S> x) const { return of_norm(detail::stable_norm(x)); }
  S gradient(in<S> x, out<S> g) const {
    const S norm = detail::stable_norm(x);
    if (norm <= delta_) {
      if (g.data() != x.data()) g = x;
      return of_norm(norm);
    }
    const S scale = detail::norm_scale(norm), scaled = scale == 1 ? norm : detail::stable_norm(scale * x);
    g = delta_ * (scale * x / scaled);
    return of_norm(norm);
  }
  S prox(in<S> x, S step, out<S> y) const {
    const S norm = detail::stable_norm(x);
    const S factor = norm <= delta_ + delta_ * step ? 1 / (1 + step) : 1 - step * (delta_ / norm);
    y = factor * x;
    return of_norm(factor * norm);
  }
  static constexpr S smoothness() { return 1; }

 private:
  S of_norm(S norm) const { return norm <= delta_ ? norm * norm / 2 : delta_ * (norm - delta_ / 2); }

  S delta_;
};

/// A delta in whole numbers means double.
template <std::integral T>
huber_norm(T) -> huber_norm<double>;

}  // namespace cleave
