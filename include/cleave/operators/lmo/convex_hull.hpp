/// \file
/// Linear minimisation over the hull of points.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/atoms.hpp>

#include <utility>

namespace cleave::lmo {

/// argmin of <d, a> over the convex hull of the columns of a matrix: the column with the smallest product, of equal
/// ones the first. A NaN among the products gives the point NaN. Cost: one product a column.
template <class S = double>
class convex_hull : public oracle_in_closed_form<S, dense_scratch<S>> {
 public:
  /// \param points one a column, at least one, finite
  /// \throws std::invalid_argument
  explicit convex_hull(mat<S> points) : points_(std::move(points)) {
    check(points_.cols() > 0, "lmo::convex_hull: the number of points", "positive", points_.cols());
    for (index_t j = 0; j < points_.cols(); ++j)
      for (index_t i = 0; i < points_.rows(); ++i)
        check(std::isfinite(points_(i, j)), "lmo::convex_hull: each coordinate", "finite", points_(i, j));
  }

  index_t dimension() const { return points_.rows(); }

  dense_atom<S> minimize(in<S> d, out<S>, dense_scratch<S>& m) const {
    check_size(d.size(), dimension(), "lmo::convex_hull");
    index_t best = 0;
    S smallest{0};
    for (index_t j = 0; j < points_.cols(); ++j) {
      const S product = points_.col(j).dot(d);
      if (product != product) {
        m.point = vec<S>::Constant(d.size(), product);
        return m.atom();
      }
      if (j == 0 || product < smallest) best = j, smallest = product;
    }
    return {points_.data() + best * points_.rows(), points_.rows()};
  }

 private:
  mat<S> points_;
};

template <class M>
convex_hull(const M&) -> convex_hull<typename M::Scalar>;

}  // namespace cleave::lmo
