/// \file
/// An operator on some consecutive entries of a longer vector.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>

#include <utility>

namespace cleave {

/// An operator and how many entries it acts on: what sums and products over segments are made of.
template <class F>
class part {
 public:
  /// \param size >= 0
  /// \throws std::invalid_argument
  part(F f, index_t size) : f_(std::move(f)), size_(size) { check(size >= 0, "part: size", "not negative", size); }
  /// An operator that knows its dimension.
  explicit part(F f) requires has_dimension<F> : f_(std::move(f)), size_(f_.dimension()) {}

  const F& of() const { return f_; }
  index_t size() const { return size_; }

 private:
  F f_;
  index_t size_;
};

}  // namespace cleave
