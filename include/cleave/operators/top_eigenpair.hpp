/// \file
/// The largest eigenvalue of a symmetric map and its vector, from products alone: Lanczos's method.
#pragma once

#include <cleave/core/types.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cleave::detail {

/// The memory of top_eigenpair(): vectors of the map's dimension and a tridiagonal matrix. Made once, used for ever.
template <class S>
struct lanczos_memory {
  static constexpr index_t steps = 48;  // between restarts

  explicit lanczos_memory(index_t n)
      : basis(n, (std::min)(n, steps)), next(n), along(basis.cols()), diagonal(along.size()), beside(along.size()) {
    small.resize(along.size());
    pivots.resize(along.size());
  }

  mat<S> basis;
  vec<S> next;
  vec<S> along;                  // of the basis
  vec<double> diagonal, beside;  // the map in the basis
  vec<double> small, pivots;     // an eigenvector of that, and what it takes to find it
};

/// How many eigenvalues of the leading k x k part of a symmetric tridiagonal matrix lie above x. Sturm's sequence.
inline index_t eigenvalues_above(const vec<double>& diagonal, const vec<double>& beside, index_t k, double x) {
  constexpr double tiny = (std::numeric_limits<double>::min)();
  index_t above = 0;
  double pivot = 1;
  for (index_t i = 0; i < k; ++i) {
    pivot = diagonal[i] - x - (i == 0 ? 0 : beside[i - 1] * (beside[i - 1] / pivot));
    if (std::abs(pivot) < tiny) pivot = -tiny;
    above += pivot > 0;
  }
  return above;
}

/// Its eigenvalue number `which` from above, counted from 0, by bisection of [low, high].
inline double bisect_eigenvalue(const vec<double>& diagonal, const vec<double>& beside, index_t k, index_t which,
                                double low, double high) {
  for (int i = 0; i < 80; ++i) {
    const double middle = low + (high - low) / 2;
    if (!(low < middle && middle < high)) break;
    (eigenvalues_above(diagonal, beside, k, middle) > which ? low : high) = middle;
  }
  return low;
}

/// The unit eigenvector of an eigenvalue, by factors from both ends that meet where they fit worst. Dhillon (1997), A
/// new O(n^2) algorithm for the symmetric tridiagonal eigenvalue problem, section 3.
template <class S>
void tridiagonal_vector(lanczos_memory<S>& m, index_t k, double eigenvalue) {
  constexpr double tiny = (std::numeric_limits<double>::min)();
  const auto safe = [](double p) { return std::abs(p) < tiny ? -tiny : p; };
  auto &down = m.pivots, &s = m.small;
  down[0] = safe(m.diagonal[0] - eigenvalue);
  for (index_t i = 1; i < k; ++i)
    down[i] = safe(m.diagonal[i] - eigenvalue - m.beside[i - 1] * (m.beside[i - 1] / down[i - 1]));
  double up = safe(m.diagonal[k - 1] - eigenvalue), worst = std::abs(down[k - 1]);
  index_t twist = k - 1;
  s[k - 1] = up;  // the pivots from below, for the moment
  for (index_t i = k - 2; i >= 0; --i) {
    up = safe(m.diagonal[i] - eigenvalue - m.beside[i] * (m.beside[i] / up));
    s[i] = up;
    const double fit = std::abs(down[i] + up - (m.diagonal[i] - eigenvalue));
    if (fit < worst) worst = fit, twist = i;
  }
  for (index_t i = twist + 1; i < k; ++i) s[i] = -(m.beside[i - 1] / s[i]) * (i == twist + 1 ? 1.0 : s[i - 1]);
  s[twist] = 1;
  for (index_t i = twist - 1; i >= 0; --i) s[i] = -(m.beside[i] / down[i]) * s[i + 1];
  s.head(k) /= s.head(k).norm();
}

/// What was found: the eigenvalue, an estimate of how far it may be below the largest one, and the products it took.
struct ritz_pair {
  double value;
  double error;
  index_t products;
};

/// The largest eigenvalue of the leading k x k part, which is known for k - 1, its vector and its error.
template <class S>
void solve_tridiagonal(lanczos_memory<S>& m, index_t k, ritz_pair& found) {
  const double last = m.diagonal[k - 1], before = k == 1 ? 0 : m.beside[k - 2];
  const double low = k == 1 ? last : found.value;
  found.value = bisect_eigenvalue(m.diagonal, m.beside, k, 0, low, (std::max)(low, last) + before);
  tridiagonal_vector(m, k, found.value);
  found.error = m.beside[k - 1] * std::abs(m.small[k - 1]);
  if (k == 1) return;
  const double bottom = m.diagonal.head(k).minCoeff() - 2 * m.beside.head(k - 1).maxCoeff();
  const double gap = found.value - bisect_eigenvalue(m.diagonal, m.beside, k, 1, bottom, found.value);
  if (found.error < gap) found.error *= found.error / gap;
}

/// The largest eigenvalue of a symmetric map; v, not 0, is the start and becomes its unit eigenvector.
/// \param map       map(v, w) makes w the product with v; products about 1 or less
/// \param tolerance of the eigenvalue, relative to the map's norm; below rounding means rounding
/// Every vector is made orthogonal to all before it; with the memory full the method starts again from the best vector.
/// It ends when the residual, or its square over the gap to the next eigenvalue, has been small for two steps, since
/// a first look from far away may be at the wrong eigenvalue; and after a thousand products with what it has. Paige
/// (1976), DOI 10.1093/imamat/18.3.341.
template <class S, class Map>
ritz_pair top_eigenpair(Map&& map, out<S> v, double tolerance, lanczos_memory<S>& m) {
  constexpr index_t limit = 1000;
  constexpr double rounding = 8 * static_cast<double>(std::numeric_limits<S>::epsilon());
  const double allowed = (std::max)(tolerance, rounding);
  ritz_pair found{0, 0, 0};
  double scale = 0;  // the map's norm is no less
  bool small_before = false;
  for (;;) {
    m.basis.col(0) = v / v.norm();
    for (index_t k = 1;; ++k) {
      const auto known = m.basis.leftCols(k);
      map(m.basis.col(k - 1), m.next);
      ++found.products;
      for (int pass = 0; pass < 2; ++pass) {  // the second one removes what rounding left
        m.along.head(k).noalias() = known.transpose() * m.next;
        m.next.noalias() -= known * m.along.head(k);
        if (pass == 0) m.diagonal[k - 1] = static_cast<double>(m.along[k - 1]);
      }
      const double across = static_cast<double>(m.next.norm());
      m.beside[k - 1] = across;
      scale = (std::max)({scale, std::abs(m.diagonal[k - 1]), across});
      solve_tridiagonal(m, k, found);
      const bool complete = !(across > rounding * scale), small = !(found.error > allowed * scale);
      const bool enough = complete || (small && small_before) || found.products >= limit;
      small_before = small;
      if (enough || k == m.basis.cols()) {
        v.noalias() = known * m.small.head(k).template cast<S>();
        if (enough) return found;
        break;
      }
      m.basis.col(k) = m.next / static_cast<S>(across);
    }
  }
}

}  // namespace cleave::detail
