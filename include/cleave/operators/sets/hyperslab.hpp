/// \file
/// What lies between two parallel hyperplanes.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/finite_entries.hpp>
#include <cleave/operators/keep.hpp>
#include <cleave/operators/rounding.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace cleave {

/// { x : lower <= a'x <= upper }; either bound may be infinite, and a may be 0 where 0 is between them. Projection
/// moves along a, twice where rounding of huge numbers asks for it. Cost: four passes, no memory.
template <class S = double>
class hyperslab {
 public:
  using scalar = S;

  /// \param a finite
  /// \throws std::invalid_argument if a bound is NaN, or the set is empty: lower > upper, or a = 0 and 0 not between them
  hyperslab(vec<S> a, S lower, S upper) : hyperslab(std::move(a), lower, upper, "hyperslab") {}

  index_t dimension() const { return normal_.size(); }

  void project(in<S> x, out<S> y) const {
    detail::keep<S>(x, y);
    for (int turn = 0; turn < 4 && !contains(y, 0); ++turn) {
      const double along = normal_.dot(y.template cast<double>());
      const double step = along < lower_ ? along - lower_ : along > upper_ ? along - upper_ : 0 * along;
      for (index_t i = 0; i < y.size(); ++i) y[i] = static_cast<S>(static_cast<double>(y[i]) - step * normal_[i]);
    }
  }
  bool contains(in<S> x, S tolerance) const {
    check_size(x.size(), normal_.size(), name_);
    if (everything_) return !(std::isnan(detail::wide_norm(x)));
    // of the terms of a'x alone: an entry on which a is 0 must not buy slack for the others
    const double along = normal_.dot(x.template cast<double>()), rounding = detail::rounding<S>(x.size());
    double slack = static_cast<double>(tolerance);
    for (index_t i = 0; i < x.size(); ++i) slack += rounding * std::abs(normal_[i] * static_cast<double>(x[i]));
    return along >= lower_ - rounding * std::abs(lower_) - slack &&
           along <= upper_ + rounding * std::abs(upper_) + slack;
  }

 protected:
  hyperslab(vec<S> a, S lower, S upper, const char* name) : name_(name) {
    const std::string prefix = std::string(name) + ": ";
    detail::check_entries(a, (prefix + "a").c_str());
    if (!(lower <= upper))
      throw std::invalid_argument(prefix + "lower must be at most upper, got " + detail::number(lower) + " and " +
                                  detail::number(upper));
    constexpr S infinity = std::numeric_limits<S>::infinity();
    check(lower < infinity, (prefix + "lower").c_str(), "below infinity", lower);
    check(upper > -infinity, (prefix + "upper").c_str(), "above minus infinity", upper);
    // the largest entry first, so that neither the norm nor what is divided by it leaves the range of double
    const vec<double> wide = a.template cast<double>();
    const double largest = wide.size() == 0 ? 0 : wide.cwiseAbs().maxCoeff();
    normal_ = largest > 0 ? vec<double>(wide / largest) : wide;
    const double norm = normal_.norm();
    everything_ = largest == 0;
    if (everything_) {
      if (!(lower <= 0 && upper >= 0))
        throw std::invalid_argument(prefix + "a is 0 and 0 is not in the bounds, the set is empty: got " +
                                    detail::number(lower) + " and " + detail::number(upper));
      return;
    }
    normal_ /= norm;
    lower_ = scaled(lower, largest, norm, prefix);
    upper_ = scaled(upper, largest, norm, prefix);
  }

 private:
  static double scaled(S bound, double largest, double norm, const std::string& prefix) {
    const double distance = static_cast<double>(bound) / largest / norm;
    check(std::isfinite(static_cast<S>(distance)) || !std::isfinite(bound), (prefix + "bound / ||a||").c_str(),
          "finite", distance);
    return distance;
  }

  const char* name_;
  vec<double> normal_;  // of length 1
  double lower_ = 0;
  double upper_ = 0;
  bool everything_;
};

template <class V, class L, class U>
hyperslab(V, L, U) -> hyperslab<typename V::Scalar>;

}  // namespace cleave
