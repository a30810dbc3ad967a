/// \file
/// The centre of a ball, where it has one.
#pragma once

#include <cleave/operators/finite_entries.hpp>
#include <cleave/operators/keep.hpp>
#include <cleave/operators/rounding.hpp>

#include <limits>
#include <utility>

namespace cleave::detail {

/// The origin, whatever the dimension, or a point. Balls see x as what it is away from here.
template <class S>
class centre {
 public:
  centre() = default;
  /// \throws std::invalid_argument if an entry is not finite
  centre(vec<S> c, const char* name) : c_(std::move(c)) { check_entries(c_, name); }

  const vec<S>& point() const { return c_; }
  bool is_origin() const { return c_.size() == 0; }

  /// Refuses a vector that is not of the centre's size.
  void check_size(index_t n, const char* ball) const {
    if (!is_origin()) cleave::check_size(n, c_.size(), ball);
  }

  /// Calls act(away, back): away(i) is x_i without the centre, back(i, d) the number at d from it.
  template <class Act>
  decltype(auto) from_here(in<S> x, Act&& act) const {
    if (is_origin()) return act([&x](index_t i) { return x[i]; }, [](index_t, S d) { return d; });
    return act([&x, this](index_t i) { return x[i] - c_[i]; }, [this](index_t i, S d) { return c_[i] + d; });
  }

  /// ||x - c|| in double.
  double distance(in<S> x) const { return is_origin() ? wide_norm(x) : wide_norm(x - c_); }

  /// y = the point of the sphere of this radius in the direction of x, which is at the distance given and not at the
  /// centre.
  void onto_sphere(in<S> x, double distance, S radius, out<S> y) const {
    const double wide = static_cast<double>(radius);
    if (!(distance > (std::numeric_limits<double>::max)()))
      return from_here(x, [&](auto away, auto back) {
        for (index_t i = 0; i < x.size(); ++i)
          y[i] = back(i, static_cast<S>(wide * (static_cast<double>(away(i)) / distance)));
      });
    // too far for a number: all of it made smaller first
    const S scale = norm_scale(std::numeric_limits<S>::infinity());
    const auto away = [&](index_t i) { return is_origin() ? scale * x[i] : scale * x[i] - scale * c_[i]; };
    const double norm = stable_norm<double>(x.size(), away);
    for (index_t i = 0; i < x.size(); ++i) {
      const S step = static_cast<S>(wide * (static_cast<double>(away(i)) / norm));
      y[i] = is_origin() ? step : c_[i] + step;
    }
  }

 private:
  vec<S> c_;
};

}  // namespace cleave::detail
