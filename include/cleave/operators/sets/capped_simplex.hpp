/// \file
/// The simplex with caps.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/capped_threshold.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/finite_entries.hpp>
#include <cleave/operators/keep.hpp>
#include <cleave/operators/rounding.hpp>
#include <cleave/operators/scalar_from.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace cleave {

/// { x : 0 <= x_i <= cap_i, sum_i x_i = total }, as the multipliers of support vector machines. The projection is
/// min(max(x_i - t, 0), cap_i) for the t with the right sum. Cost: about 10 passes, at most some 200, whatever n; no
/// memory.
template <class S = double>
class capped_simplex {
 public:
  using scalar = S;

  /// \param caps finite, >= 0; one for each entry
  /// \param total finite, from 0 to the sum of the caps
  /// \throws std::invalid_argument
  capped_simplex(vec<S> caps, S total) : caps_(std::move(caps)), total_(static_cast<double>(total)) {
    check_not_negative(total_, "capped_simplex: total");
    detail::check_entries(caps_, "capped_simplex: caps");
    for (index_t i = 0; i < caps_.size(); ++i) {
      check(caps_[i] >= 0, "capped_simplex: caps", "not negative", caps_[i]);
      all_ += static_cast<double>(caps_[i]);
    }
    check(total_ <= all_ * (1 + detail::rounding<S>(caps_.size())), "capped_simplex: total",
          ("at most the sum of the caps, " + detail::number(all_)).c_str(), total_);
  }
  /// The same cap for each of n entries.
  capped_simplex(index_t n, S cap, S total) : capped_simplex(vec<S>::Constant(n, cap), total) {}

  index_t dimension() const { return caps_.size(); }

  void project(in<S> x, out<S> y) const {
    if (contains(x, 0)) return detail::keep<S>(x, y);
    if (total_ == 0 || all_ - total_ <= detail::rounding<S>(x.size()) * total_) {                   // one point only
      for (index_t i = 0; i < x.size(); ++i) y[i] = (total_ == 0 ? S{0} : caps_[i]) + S{0} * x[i];  // a NaN stays one
      return;
    }
    const auto t = detail::capped_threshold(
        x.size(), [&](index_t i) { return wide(x[i]); }, [&](index_t i) { return wide(caps_[i]); }, total_);
    if (!x.allFinite() || !std::isfinite(t.depth)) return y.setConstant(std::numeric_limits<S>::quiet_NaN()), void();
    for (index_t i = 0; i < x.size(); ++i) y[i] = static_cast<S>((std::min)(t.excess(wide(x[i])), wide(caps_[i])));
  }
  bool contains(in<S> x, S tolerance) const {
    check_size(x.size(), caps_.size(), "capped_simplex");
    double sum = 0;
    for (index_t i = 0; i < x.size(); ++i) {
      if (!(x[i] >= -tolerance && x[i] <= caps_[i] + tolerance)) return false;
      sum += wide(x[i]);
    }
    return std::abs(sum - total_) <=
           detail::rounding<S>(x.size()) * total_ + wide(tolerance) * static_cast<double>(x.size());
  }

 private:
  static double wide(S x) { return static_cast<double>(x); }

  vec<S> caps_;
  double total_;
  double all_ = 0;  // the sum of the caps
};

capped_simplex(index_t, double, double)->capped_simplex<double>;
/// Numbers in whole numbers mean double.
template <class T>
capped_simplex(index_t, T, T) -> capped_simplex<scalar_from<T>>;
template <class C, class T>
capped_simplex(index_t, C, T) -> capped_simplex<scalar_from<C, T>>;
template <class V, class T>
capped_simplex(V, T) -> capped_simplex<typename V::Scalar>;

}  // namespace cleave
