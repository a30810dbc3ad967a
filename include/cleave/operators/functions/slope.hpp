/// \file
/// The sorted l1 norm.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace cleave {

/// f(x) = sum_i w_i |x|_(i) with |x|_(1) >= |x|_(2) >= ... and weights that do not grow: l1_norm for equal weights,
/// linf_norm for (w, 0, ..., 0), OWL and OSCAR between. prox_{s f} sorts, subtracts s w, averages what is then out of
/// order (pool adjacent violators) and cuts at 0. Cost: the sort; value and prox allocate for it.
/// Bogdan, van den Berg, Sabatti, Su and Candes (2015), DOI 10.1214/15-AOAS842.
template <class S = double>
class slope {
 public:
  using scalar = S;

  /// \param weights one an entry, finite, >= 0, none larger than the one before
  /// \throws std::invalid_argument
  explicit slope(vec<S> weights) : weights_(std::move(weights)) {
    check_each_not_negative(weights_, "slope: weights");
    for (index_t i = 1; i < weights_.size(); ++i)
      if (weights_[i] > weights_[i - 1])
        check(false, ("slope: weights[" + detail::number(i) + "]").c_str(), "at most the weight before it",
              weights_[i]);
  }

  index_t dimension() const { return weights_.size(); }
  S value(in<S> x) const {
    check_size(x.size(), dimension(), "slope");
    vec<S> sorted(x.size());
    for (index_t i = 0; i < x.size(); ++i) {
      sorted[i] = std::abs(x[i]);
      if (x[i] != x[i]) return x[i];
    }
    std::sort(sorted.data(), sorted.data() + sorted.size(), [](S a, S b) { return a > b; });
    return of_sorted(sorted);
  }
  S prox(in<S> x, S step, out<S> y) const {
    check_size(x.size(), dimension(), "slope");
    const index_t n = x.size();
    std::vector<std::pair<S, index_t>> order(static_cast<std::size_t>(n));
    for (index_t i = 0; i < n; ++i) {
      order[static_cast<std::size_t>(i)] = {std::abs(x[i]), i};
      if (x[i] != x[i]) {  // every entry depends on this one
        const S nan = x[i];
        y.setConstant(nan);
        return nan;
      }
    }
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
      return a.first > b.first || (a.first == b.first && a.second < b.second);
    });
    // runs of equal values, each lower than the one before
    struct level {
      index_t end;
      double sum;
      double mean;
    };
    std::vector<level> levels;
    for (index_t i = 0; i < n; ++i) {
      const double over = static_cast<double>(order[static_cast<std::size_t>(i)].first) -
                          static_cast<double>(step) * static_cast<double>(weights_[i]);
      level last{i + 1, over, over};
      while (!levels.empty() && levels.back().mean <= last.mean) {
        last.sum += levels.back().sum;
        levels.pop_back();
        last.mean = last.sum / static_cast<double>(last.end - (levels.empty() ? 0 : levels.back().end));
      }
      levels.push_back(last);
    }
    vec<S> sorted(n);
    index_t i = 0;
    for (const level& b : levels)
      for (; i < b.end; ++i) {
        const index_t at = order[static_cast<std::size_t>(i)].second;
        sorted[i] = b.mean > 0 ? static_cast<S>(b.mean) : S{0};
        y[at] = std::copysign(sorted[i], x[at]);
      }
    return of_sorted(sorted);
  }

 private:
  S of_sorted(const vec<S>& sorted) const {
    S total{0};
    for (index_t i = 0; i < sorted.size(); ++i) total += weights_[i] * sorted[i];
    return total;
  }

  vec<S> weights_;
};

template <class V>
requires requires { typename V::Scalar; }
slope(V)->slope<typename V::Scalar>;

}  // namespace cleave
