/// \file
/// An argument that outlives the writing of the result.
#pragma once

#include <cleave/core/types.hpp>

namespace cleave::detail {

/// x itself, or a copy of it where it is y. Rules of calculus that still need x once y is written take it; where the
/// two are different, as in every solver of cleave, nothing is copied.
template <class S>
class unaliased {
 public:
  unaliased(in<S> x, out<S> y) : copy_(x.data() == y.data() ? vec<S>(x) : vec<S>()), x_(view(x, y)) {}
  unaliased(const unaliased&) = delete;
  unaliased& operator=(const unaliased&) = delete;

  const Eigen::Map<const vec<S>>& get() const { return x_; }

 private:
  Eigen::Map<const vec<S>> view(in<S> x, out<S> y) const {
    return {x.data() == y.data() ? copy_.data() : x.data(), x.size()};
  }

  vec<S> copy_;
  Eigen::Map<const vec<S>> x_;
};

}  // namespace cleave::detail
