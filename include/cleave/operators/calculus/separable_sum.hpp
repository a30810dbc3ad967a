/// \file
/// A sum of functions of consecutive segments.
#pragma once

#include <cleave/operators/concepts.hpp>
#include <cleave/operators/part.hpp>

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cleave {

/// g(x) = f_1(first entries) + f_2(the next) + ...; the prox is that of each part on its segment. Cost: that of the
/// parts. For index sets there is sliced_sum.
/// \code separable_sum penalty(part(l1_norm(0.1), 10), part(zero<>(), 1)); \endcode
template <class... Fs>
class separable_sum {
 public:
  static_assert(sizeof...(Fs) > 0, "cleave: a separable sum needs at least one part");
  static_assert((require_function<Fs>() && ...));
  using scalar = scalar_of<std::tuple_element_t<0, std::tuple<Fs...>>>;
  using S = scalar;
  static_assert((std::is_same_v<S, scalar_of<Fs>> && ...), "cleave: the parts of a separable sum share one scalar");

  explicit separable_sum(part<Fs>... parts) : parts_(std::move(parts)...) {}

  index_t dimension() const {
    return std::apply([](const auto&... one) { return (one.size() + ...); }, parts_);
  }

  S value(in<S> x) const requires(has_value<Fs>&&...) {
    return total(x.size(), [&](const auto& f, index_t at, index_t n) { return f.value(x.segment(at, n)); });
  }
  S gradient(in<S> x, out<S> g) const requires(differentiable<Fs>&&...) {
    return total(x.size(),
                 [&](const auto& f, index_t at, index_t n) { return f.gradient(x.segment(at, n), g.segment(at, n)); });
  }
  S prox(in<S> x, S step, out<S> y) const {
    return total(x.size(), [&](const auto& f, index_t at, index_t n) {
      return f.prox(x.segment(at, n), step, y.segment(at, n));
    });
  }

  double smoothness() const {
    return std::apply([](const auto&... one) { return (std::max)({smoothness_of(one.of())...}); }, parts_);
  }
  double strong_convexity() const {
    return std::apply([](const auto&... one) { return (std::min)({strong_convexity_of(one.of())...}); }, parts_);
  }
  double weak_convexity() const {
    return std::apply([](const auto&... one) { return (std::max)({weak_convexity_of(one.of())...}); }, parts_);
  }

 private:
  /// The sum of act(f, where its segment starts, how long it is), from the first part to the last.
  template <class Act>
  S total(index_t size, Act&& act) const {
    check_size(size, dimension(), "separable_sum");
    index_t at = 0;
    S sum{0};
    const auto add = [&](const auto& one) {
      sum += act(one.of(), at, one.size());
      at += one.size();
    };
    std::apply([&](const auto&... one) { (add(one), ...); }, parts_);
    return sum;
  }

  std::tuple<part<Fs>...> parts_;
};

}  // namespace cleave
