/// \file
/// What an operator is: prox, projection, value, gradient, and the numbers known about it. Small values satisfying
/// named concepts; solvers ask for a concept, never for a type.
#pragma once

#include <cleave/core/types.hpp>

#include <concepts>
#include <limits>

namespace cleave {

/// A function whose proximal operator is known: prox_{s f}(x) = argmin_y f(y) + ||y - x||^2 / (2 s).
///
/// Requirements: (1) `S prox(in<S> x, S step, out<S> y) const` writes y and returns f(y); (2) y may be x; (3) y is
/// never read before it is written; (4) it does not allocate; (5) step 0 copies x (a set: projects), and no negative,
/// infinite or NaN step gets here: whoever takes a step from a user, as resolvent and the constructors of solvers do,
/// refuses it there, once, and not in every call; (6) NaN in gives NaN out. Laws: y is the minimiser (convex f: unique;
/// otherwise a fixed selection); firmly nonexpansive where f is convex; Moreau's identity with the conjugate. Cost:
/// stated by each operator. Models: zero, l1_norm, squared_l2_norm, indicator. \code struct nothing { double
/// prox(cleave::in<double> x, double, cleave::out<double> y) const { y = x; return 0; } }; \endcode
template <class F>
concept proximable = requires(const F& f, in<scalar_of<F>> x, scalar_of<F> step, out<scalar_of<F>> y) {
  { f.prox(x, step, y) } -> std::same_as<scalar_of<F>>;
};

/// A separable function given by one coordinate: `S value(S x) const` and `S prox(S x, S step) const`. Its vector form
/// is derived, see operators/separable.hpp.
template <class F>
concept scalar_proximable = requires(const F& f, scalar_of<F> x) {
  { f.value(x) } -> std::same_as<scalar_of<F>>;
  { f.prox(x, x) } -> std::same_as<scalar_of<F>>;
};

/// A function that can be evaluated: `S value(in<S> x) const`. Take `in<S>`: a `const VectorXd&` parameter satisfies
/// the concept too, but then every call copies.
template <class F>
concept has_value = requires(const F& f, in<scalar_of<F>> x) {
  { f.value(x) } -> std::same_as<scalar_of<F>>;
};

/// `S gradient(in<S> x, out<S> g) const` writes the gradient into g, never reads g, and returns f(x).
template <class F>
concept has_gradient = requires(const F& f, in<scalar_of<F>> x, out<scalar_of<F>> g) {
  { f.gradient(x, g) } -> std::same_as<scalar_of<F>>;
};

/// A differentiable function: value and gradient.
/// Laws: the gradient is the limit of differences of the value; value(x) is what gradient returns, to rounding.
/// \code
/// struct flat {
///   double value(cleave::in<double>) const { return 0; }
///   double gradient(cleave::in<double>, cleave::out<double> g) const { g.setZero(); return 0; }
/// };
/// \endcode
template <class F>
concept differentiable = has_value<F> && has_gradient<F>;

/// `void hessian(in<S> x, out_matrix<S> h) const` writes the full symmetric matrix.
template <class F>
concept has_hessian = requires(const F& f, in<scalar_of<F>> x, out_matrix<scalar_of<F>> h) {
  f.hessian(x, h);
};

/// A closed set that can be projected onto.
///
/// Requirements: (1) `void project(in<S> x, out<S> y) const`, y may be x, no allocation; (2) `bool contains(in<S> x,
/// S tolerance) const`; it forgives the rounding of the set's own numbers as well, so that with tolerance 0 it holds
/// for what project writes. Laws: idempotent; firmly nonexpansive where the set is convex; contains(project(x), 0).
/// A set that is not convex says so by weak_convexity(), which is then infinite. Models: box.
/// \code
/// struct everything {
///   void project(cleave::in<double> x, cleave::out<double> y) const { y = x; }
///   bool contains(cleave::in<double>, double) const { return true; }
/// };
/// \endcode
template <class C>
concept projector = requires(const C& c, in<scalar_of<C>> x, scalar_of<C> tolerance, out<scalar_of<C>> y) {
  c.project(x, y);
  { c.contains(x, tolerance) } -> std::same_as<bool>;
};

/// A compact convex set seen through its extreme points: a = argmin <d, a> over the set.
///
/// Requirements: (1) `index_t memory() const`, how many numbers a caller keeps from one answer to the next, all 0 at
/// first, since they change the next answer's bits; (2) `scratch prepare() const`, what one thread works in; (3)
/// `minimize(in<S> d, out<S> warm, scratch&) const` returns an atom; (4) the atom says `add_to(S c, out<S> x)`, x += c
/// a, and `S dot(in<S> d)`, and is good until the scratch is used again; (5) no allocation after the first answer.
/// Laws: a lies in the set; no point of the set has a smaller product, up to a tolerance that the oracle states; d = 0
/// gives a point of the set; the first of equal positions wins; a NaN in d makes the atom's product with d NaN. Models:
/// everything in operators/lmo.
/// \code
/// struct interval {  // -1 <= a <= 1
///   struct scratch {};
///   static cleave::index_t memory() { return 0; }
///   static scratch prepare() { return {}; }
///   cleave::coordinate_atom<double> minimize(cleave::in<double> d, cleave::out<double>, scratch&) const {
///     return {0, d[0] > 0 ? -1.0 : 1.0};
///   }
/// };
/// \endcode
template <class C>
concept linear_minimizer = requires(const C& c, typename C::scratch& m, in<scalar_of<C>> d, out<scalar_of<C>> x) {
  { c.memory() } -> std::convertible_to<index_t>;
  { c.prepare() } -> std::same_as<typename C::scratch>;
  c.minimize(d, x, m).add_to(scalar_of<C>{}, x);
  { c.minimize(d, x, m).dot(d) } -> std::same_as<scalar_of<C>>;
};

/// What prepare(step) returns: it remembers the step and applies the prox without allocating. Here y must not be v.
template <class P, class S>
concept prepared_prox = requires(const P& p, in<S> v, out<S> y) {
  { p.step() } -> std::same_as<S>;
  p.prox(v, y);
};

/// A function whose prox is dear to set up and cheap to apply, such as least squares with its factor.
/// Requirement: `prepare(S step) const` returns a prepared_prox. Model: least_squares.
template <class F>
concept preparable = requires(const F& f, scalar_of<F> step) {
  { f.prepare(step) } -> prepared_prox<scalar_of<F>>;
};

/// `index_t dimension() const`
template <class F>
concept has_dimension = requires(const F& f) {
  { f.dimension() } -> std::convertible_to<index_t>;
};

/// What a client minimises: it knows its dimension, and either its prox or its value and gradient.
/// Optional members are used where they exist: hessian(x, h), smoothness(), strong_convexity(), weak_convexity().
/// \code
/// struct pull {  // f(x) = ||x - a||^2 / 2
///   Eigen::VectorXd a;
///   cleave::index_t dimension() const { return a.size(); }
///   double value(cleave::in<double> x) const { return (x - a).squaredNorm() / 2; }
///   double gradient(cleave::in<double> x, cleave::out<double> g) const { g = x - a; return g.squaredNorm() / 2; }
/// };
/// \endcode
template <class F>
concept local_problem = has_dimension<F> &&(differentiable<F> || proximable<F> || preparable<F>);

/// A step-free resolvent (I + s T)^-1 as a callable: `r(in<S> v, out<S> y)` writes y, which is not v.
template <class R, class S>
concept resolvent_map = requires(const R& r, in<S> v, out<S> y) {
  r(v, y);
};

template <class F>
concept knows_smoothness = requires(const F& f) {
  { f.smoothness() } -> std::convertible_to<double>;
};
template <class F>
concept knows_strong_convexity = requires(const F& f) {
  { f.strong_convexity() } -> std::convertible_to<double>;
};
template <class F>
concept knows_weak_convexity = requires(const F& f) {
  { f.weak_convexity() } -> std::convertible_to<double>;
};

/// L: the Lipschitz constant of the gradient; infinite where unknown or where there is no gradient.
template <class F>
double smoothness_of(const F& f) {
  if constexpr (knows_smoothness<F>)
    return static_cast<double>(f.smoothness());
  else
    return std::numeric_limits<double>::infinity();
}

/// l: the modulus of strong convexity; 0 where unknown.
template <class F>
double strong_convexity_of(const F& f) {
  if constexpr (knows_strong_convexity<F>)
    return static_cast<double>(f.strong_convexity());
  else
    return 0;
}

/// The least w for which f + (w / 2) ||.||^2 is convex: 0 for convex functions, and for those that say nothing;
/// infinite where there is none. For a step s with s w < 1 the prox is unique and 1 / (1 - s w)-Lipschitz; beyond, a
/// global minimiser is returned, always the same one.
template <class F>
double weak_convexity_of(const F& f) {
  if constexpr (knows_weak_convexity<F>)
    return static_cast<double>(f.weak_convexity());
  else
    return 0;
}

/// Says in one sentence what a type lacks to be a local problem.
template <class P>
constexpr bool require_local_problem() {
  constexpr bool by_prox = proximable<P> || preparable<P>;
  static_assert(has_dimension<P>, "cleave: a local problem needs `index_t dimension() const`");
  static_assert(!has_dimension<P> || by_prox || has_value<P>,
                "cleave: a local problem needs `S value(in<S> x) const` and a gradient, or a prox");
  static_assert(!has_dimension<P> || by_prox || !has_value<P> || has_gradient<P>,
                "cleave: a local problem needs `S gradient(in<S> x, out<S> g) const`, returning the value, or a prox");
  return local_problem<P>;
}

/// Says in one sentence what a type lacks to be a regulariser.
template <class G>
constexpr bool require_proximable() {
  static_assert(proximable<G> || projector<G>,
                "cleave: an operator needs `S prox(in<S> x, S step, out<S> y) const`, returning f(y) "
                "(or, for a set, `project` and `contains`)");
  return proximable<G> || projector<G>;
}

/// Says in one sentence what a type lacks for the rules of operators/calculus.
template <class F>
constexpr bool require_function() {
  static_assert(proximable<F>,
                "cleave: a rule of calculus needs a function with `S prox(in<S> x, S step, out<S> y) const`, returning "
                "f(y); take indicator(set) of a set");
  return proximable<F>;
}

}  // namespace cleave
