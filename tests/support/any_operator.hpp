/// \file
/// Functions and sets whose type is forgotten, so that a law is compiled once and not once for each operator. Virtual
/// calls are for tests; the library has none.
#pragma once

#include <cleave/operators/concepts.hpp>
#include <cleave/operators/indicator.hpp>

#include <algorithm>
#include <concepts>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace support {

using cleave::in;
using cleave::index_t;
using cleave::out;

/// Any closed set of the library. \tparam S float or double
template <class S>
class any_set {
 public:
  using scalar = S;

  template <cleave::projector C>
  requires(!std::same_as<C, any_set>) explicit any_set(C set)
      : weak_convexity_(cleave::weak_convexity_of(set)), set_(std::make_shared<holding<C>>(std::move(set))) {}

  void project(in<S> x, out<S> y) const { set_->project(x, y); }
  bool contains(in<S> x, S tolerance) const { return set_->contains(x, tolerance); }
  /// Infinite where the set is not convex.
  double weak_convexity() const { return weak_convexity_; }

 private:
  struct any {
    virtual ~any() = default;
    virtual void project(in<S> x, out<S> y) const = 0;
    virtual bool contains(in<S> x, S tolerance) const = 0;
  };
  template <class C>
  struct holding final : any {
    explicit holding(C set) : c(std::move(set)) {}
    void project(in<S> x, out<S> y) const override { c.project(x, y); }
    bool contains(in<S> x, S tolerance) const override { return c.contains(x, tolerance); }
    C c;
  };

  double weak_convexity_;
  std::shared_ptr<const any> set_;
};

/// Any function of the library that has a value and a prox; it keeps a gradient, the set of an indicator, and what is
/// known about smoothness and convexity. \tparam S float or double
template <class S>
class any_function {
 public:
  using scalar = S;

  template <cleave::proximable F>
  requires(cleave::has_value<F> && !std::same_as<F, any_function>) explicit any_function(F f, double slope = 0)
      : smoothness_(cleave::smoothness_of(f)),
        strong_convexity_(cleave::strong_convexity_of(f)),
        weak_convexity_(cleave::weak_convexity_of(f)),
        has_gradient_(cleave::differentiable<F>),
        slope_(slope) {
    if constexpr (requires { f.rows() + f.cols(); }) sides_ = static_cast<double>(f.rows() + f.cols());
    if constexpr (requires { any_set<S>(f.set()); }) set_.emplace(f.set());
    f_ = std::make_shared<holding<F>>(std::move(f));
  }

  S value(in<S> x) const { return f_->value(x); }
  S prox(in<S> x, S step, out<S> y) const { return f_->prox(x, step, y); }
  /// Only where has_gradient().
  S gradient(in<S> x, out<S> g) const { return f_->gradient(x, g); }
  bool has_gradient() const { return has_gradient_; }
  /// The set of an indicator, null for every other function.
  const any_set<S>* set() const { return set_ ? &*set_ : nullptr; }
  /// 1, or rows + cols of a function of matrices: a decomposition is exact to some eps for each row and column.
  double sides() const { return (std::max)(1.0, sides_); }
  /// How much a value moves with its argument, where the operator rounds that (x - c, A x), or adds a product with it
  /// that may cancel; else 0.
  double slope() const { return slope_; }
  double smoothness() const { return smoothness_; }
  double strong_convexity() const { return strong_convexity_; }
  double weak_convexity() const { return weak_convexity_; }

 private:
  struct any {
    virtual ~any() = default;
    virtual S value(in<S> x) const = 0;
    virtual S prox(in<S> x, S step, out<S> y) const = 0;
    virtual S gradient(in<S> x, out<S> g) const = 0;
  };
  template <class F>
  struct holding final : any {
    explicit holding(F function) : f(std::move(function)) {}
    S value(in<S> x) const override { return f.value(x); }
    S prox(in<S> x, S step, out<S> y) const override { return f.prox(x, step, y); }
    S gradient([[maybe_unused]] in<S> x, out<S> g) const override {
      if constexpr (cleave::differentiable<F>) return f.gradient(x, g);
      g.setConstant(std::numeric_limits<S>::quiet_NaN());
      return g.size() == 0 ? S{0} : g[0];
    }
    F f;
  };

  std::shared_ptr<const any> f_;
  std::optional<any_set<S>> set_;
  double smoothness_;
  double strong_convexity_;
  double weak_convexity_;
  bool has_gradient_;
  double slope_;
  double sides_ = 1;
};

/// One registered operator: the header below include/cleave/operators that it comes from, its name in failures, the
/// sizes that fit it, and itself for such a size.
template <class Any>
struct entry {
  std::string header;
  std::string name;
  std::function<bool(index_t)> fits;
  std::function<Any(index_t)> make;
};

inline bool every_size(index_t) { return true; }

/// The list that the laws go through. Each source of tests/laws/catalogue adds its part.
template <class S>
class catalogue {
 public:
  /// A function with a prox: one value for all sizes, or a callable that makes it for a size that fits. For slope see
  /// any_function.
  template <class F>
  void function(std::string header, std::string name, F f, std::function<bool(index_t)> fits = every_size,
                double slope = 0) {
    functions_.push_back({std::move(header), std::move(name), std::move(fits),
                          [f, slope](index_t n) { return any_function<S>(of_size(f, n), slope); }});
  }
  /// A set likewise; its indicator is one of the functions.
  template <class C>
  void set(std::string header, std::string name, C c, std::function<bool(index_t)> fits = every_size) {
    sets_.push_back({header, name, fits, [c](index_t n) { return any_set<S>(of_size(c, n)); }});
    function(
        std::move(header), "indicator of " + name, [c](index_t n) { return cleave::indicator(of_size(c, n)); },
        std::move(fits));
  }

  const std::vector<entry<any_function<S>>>& functions() const { return functions_; }
  const std::vector<entry<any_set<S>>>& sets() const { return sets_; }

 private:
  template <class T>
  static auto of_size(const T& operator_or_maker, [[maybe_unused]] index_t n) {
    if constexpr (std::invocable<const T&, index_t>)
      return operator_or_maker(n);
    else
      return operator_or_maker;
  }

  std::vector<entry<any_function<S>>> functions_;
  std::vector<entry<any_set<S>>> sets_;
};

}  // namespace support
