/// \file
/// What several convex sets have in common.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/keep.hpp>
#include <cleave/operators/rounding.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cleave {

/// When Dykstra's method ends.
struct dykstra_options {
  index_t sweeps = 1000;     ///< at most so many times through all sets, >= 1
  double tolerance = 1e-10;  ///< how much a sweep may still change, beside the entries that sets move, finite, > 0
};

/// How it ended.
struct dykstra_report {
  index_t sweeps;  ///< done
  double change;   ///< what the last one changed, beside the entries that sets move; NaN if they were not finite
  bool converged;  ///< whether that is at most the tolerance and the point lies in all sets to as much
};

/// The intersection of convex sets, projected onto by Dykstra's method: in turn onto each set, from where the last one
/// ended plus what this set took away a sweep before. Iterative: the projection is right to about the tolerance, times
/// what the angle between the sets makes of it, and where the sweeps are spent it is the last point, maybe outside;
/// project_and_report tells, and so does contains, which forgives what the tolerance allows. Tolerances are beside the
/// entries that sets move or, for contains, that the set itself constrains: others, however large, buy no slack. A
/// point that each set contains by its own rounding stays; projecting again moves others by as much as the tolerance.
/// An empty intersection is not noticed at construction; there it never converges. Cost: a projection onto each set a
/// sweep; a projection allocates a vector for each set and one more, contains three for each set that does not have x
/// by its own rounding. Boyle and Dykstra (1986), DOI 10.1007/978-1-4613-9940-7_3; when to end: Birgin and Raydan
/// (2005), DOI 10.1137/03060062X.
/// \code
/// intersection both(box(0.0, 1.0), half_space(a, 1.0));
/// \endcode
template <projector... Sets>
class intersection {
 public:
  using scalar = std::common_type_t<scalar_of<Sets>...>;
  static_assert((std::is_same_v<scalar, scalar_of<Sets>> && ...), "cleave: the sets are all float or all double");

  /// \throws std::invalid_argument on a set that is not convex or an option out of its range
  explicit intersection(Sets... sets) : intersection(dykstra_options{}, std::move(sets)...) {}
  explicit intersection(const dykstra_options& options, Sets... sets) : sets_(std::move(sets)...), options_(options) {
    check(options.sweeps >= 1, "intersection: sweeps", "at least 1", options.sweeps);
    check_positive(options.tolerance, "intersection: tolerance");
    each([](const auto& set, index_t) {
      check(weak_convexity_of(set) == 0, "intersection: weak_convexity of each set", "0", weak_convexity_of(set));
    });
    const double least = 4 * static_cast<double>(std::numeric_limits<scalar>::epsilon());
    options_.tolerance = (std::max)(options_.tolerance, least);
  }

  void project(in<scalar> x, out<scalar> y) const { project_and_report(x, y); }
  /// The projection, and how it went.
  dykstra_report project_and_report(in<scalar> x, out<scalar> y) const {
    detail::keep<scalar>(x, y);
    bool all = true;
    each([&](const auto& set, index_t) { all = all && set.contains(y, 0); });
    if (all) return {0, 0, true};
    mat<scalar> taken = mat<scalar>::Zero(x.size(), sizeof...(Sets));  // by each set in the last sweep
    vec<scalar> before(x.size());
    dykstra_report report{0, 0, false};
    while (report.sweeps < options_.sweeps && !report.converged) {
      double change = 0;
      each([&](const auto& set, index_t k) {
        before = y + taken.col(k);
        set.project(before, y);
        before -= y;
        change = std::hypot(change, detail::wide_norm(before - taken.col(k)));
        taken.col(k) = before;
      });
      ++report.sweeps;
      for (index_t i = 0; i < y.size(); ++i) before[i] = (taken.row(i).array() == 0).all() ? scalar{0} : y[i];
      report.change = change / size(before);
      if (std::isnan(report.change)) {
        y.setConstant(std::numeric_limits<scalar>::quiet_NaN());
        break;
      }
      report.converged = report.change <= options_.tolerance && contains(y, 0);
    }
    return report;
  }
  /// In every set, to the tolerance given and that of the method.
  bool contains(in<scalar> x, scalar tolerance) const {
    bool all = true;
    each([&](const auto& set, index_t) { all = all && (set.contains(x, tolerance) || nearly(set, x, tolerance)); });
    return all;
  }

 private:
  /// The set has x, or nearly, beside the entries that it constrains: those that it moves of one of two points that
  /// are far from x on either side, in no special direction.
  template <class Set>
  bool nearly(const Set& set, in<scalar> x, scalar tolerance) const {
    vec<scalar> constrained = vec<scalar>::Zero(x.size()), far(x.size()), near(x.size());
    scalar reach{1};
    for (index_t i = 0; i < x.size(); ++i) reach += std::abs(x[i]);
    for (const scalar side : {reach, -reach}) {
      for (index_t i = 0; i < x.size(); ++i) far[i] = x[i] + side / static_cast<scalar>(1 + i % 7);
      set.project(far, near);
      for (index_t i = 0; i < x.size(); ++i)
        if (!(near[i] == far[i])) constrained[i] = x[i];
    }
    return set.contains(x, tolerance + static_cast<scalar>(options_.tolerance * size(constrained)));
  }
  static double size(in<scalar> x) {
    const double norm = detail::wide_norm(x);
    return norm == 0 ? 1 : norm;
  }
  template <class Visit>
  void each(Visit visit) const {
    std::apply(
        [&](const auto&... set) {
          index_t k = 0;
          (visit(set, k++), ...);
        },
        sets_);
  }

  std::tuple<Sets...> sets_;
  dykstra_options options_;
};

}  // namespace cleave
