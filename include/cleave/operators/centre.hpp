/// \file
/// The centre of a ball, where it has one.
#pragma once

#include <cleave/operators/finite_entries.hpp>
#include <cleave/operators/keep.hpp>
#include <cleave/operators/rounding.hpp>

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

 private:
  vec<S> c_;
};

}  // namespace cleave::detail
