/// \file
/// Linear minimisation over the hull of sparse vectors.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/atoms.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <numeric>
#include <vector>

namespace cleave::lmo {

/// argmin of <d, a> over the convex hull of the vectors with at most k entries and ||a|| <= radius, which is the ball
/// of the k-support norm: d at its k largest |d_i|, of equal ones the first, scaled to the norm radius and the other
/// sign. The origin for d = 0. k = 1 is l1_ball, k >= n is l2_ball. A NaN in d makes the atom's numbers NaN;
/// k = 0 has none.
/// Cost: one selection in scratch. Argyriou, Foygel and Srebro (2012), arXiv 1204.5043.
template <class S = double>
class k_support_ball {
 public:
  using scalar = S;
  /// Sized by the first answer.
  struct scratch {
    std::vector<index_t> order;
    vec<S> values;
  };

  /// \param k      >= 0; 0 is the origin alone
  /// \param radius finite, >= 0
  /// \throws std::invalid_argument
  explicit k_support_ball(index_t k, S radius = 1) : k_(k), radius_(static_cast<double>(radius)) {
    check(k >= 0, "lmo::k_support_ball: k", "not negative", k);
    check_not_negative(radius_, "lmo::k_support_ball: radius");
  }

  static index_t memory() { return 0; }
  static scratch prepare() { return {}; }

  sparse_atom<S> minimize(in<S> d, out<S>, scratch& m) const {
    const index_t k = (std::min)(k_, d.size());
    m.order.resize(static_cast<std::size_t>(d.size()));
    m.values.resize(k);
    std::iota(m.order.begin(), m.order.end(), index_t{0});
    if (k < d.size()) {
      const auto size = [&](index_t i) { return d[i] == d[i] ? std::abs(d[i]) : std::numeric_limits<S>::infinity(); };
      std::nth_element(m.order.begin(), m.order.begin() + k, m.order.end(), [&](index_t i, index_t j) {
        const S a = size(i), b = size(j);
        return a > b || (a == b && i < j);
      });
      std::sort(m.order.begin(), m.order.begin() + k);
    }
    const auto entry = [&](index_t i) { return static_cast<double>(d[m.order[static_cast<std::size_t>(i)]]); };
    double largest = 0, sum = 0;
    for (index_t i = 0; i < k; ++i)
      if (const double e = std::abs(entry(i)); e > largest || e != e) largest = e;
    for (index_t i = 0; i < k && largest != 0; ++i) sum += (entry(i) / largest) * (entry(i) / largest);
    for (index_t i = 0; i < k; ++i)
      m.values[i] = largest == 0 ? S{0} : static_cast<S>(-radius_ * (entry(i) / largest / std::sqrt(sum)));
    return {m.order.data(), m.values.data(), k};
  }

 private:
  index_t k_;
  double radius_;
};

/// A radius in whole numbers, or none, means double.
k_support_ball(index_t)->k_support_ball<double>;
template <std::integral T>
k_support_ball(index_t, T) -> k_support_ball<double>;

}  // namespace cleave::lmo
