/// \file
/// Sets side by side.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cleave {

/// A set for the next `size` entries of a vector.
template <projector C>
struct piece {
  index_t size;
  C set;
};
template <class C>
piece(index_t, C) -> piece<C>;

/// { (x_1, ..., x_K) : x_k in C_k }, the x_k one after the other. Projection is that of each piece.
/// \code
/// cartesian_product cone(piece{3, exponential_cone()}, piece{4, box(0.0, 1.0)});  // in 7 dimensions
/// \endcode
template <projector... Sets>
class cartesian_product {
 public:
  using scalar = std::common_type_t<scalar_of<Sets>...>;
  static_assert((std::is_same_v<scalar, scalar_of<Sets>> && ...), "cleave: the pieces are all float or all double");

  /// \throws std::invalid_argument if a size is negative
  explicit cartesian_product(piece<Sets>... pieces) : pieces_(std::move(pieces)...) {
    each([&](const auto& p) {
      check(p.size >= 0, "cartesian_product: size", "not negative", p.size);
      dimension_ += p.size;
    });
  }

  index_t dimension() const { return dimension_; }

  void project(in<scalar> x, out<scalar> y) const {
    check_size(x.size(), dimension_, "cartesian_product");
    index_t at = 0;
    each([&](const auto& p) {
      p.set.project(x.segment(at, p.size), y.segment(at, p.size));
      at += p.size;
    });
  }
  bool contains(in<scalar> x, scalar tolerance) const {
    check_size(x.size(), dimension_, "cartesian_product");
    index_t at = 0;
    bool all = true;
    each([&](const auto& p) {
      all = all && p.set.contains(x.segment(at, p.size), tolerance);
      at += p.size;
    });
    return all;
  }
  /// The largest of the pieces.
  double weak_convexity() const {
    double largest = 0;
    each([&](const auto& p) { largest = (std::max)(largest, weak_convexity_of(p.set)); });
    return largest;
  }

 private:
  template <class Visit>
  void each(Visit visit) const {
    std::apply([&](const auto&... p) { (visit(p), ...); }, pieces_);
  }

  std::tuple<piece<Sets>...> pieces_;
  index_t dimension_ = 0;
};

}  // namespace cleave
