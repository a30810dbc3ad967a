/// \file
/// Every operator of the library, once in each shape that matters. A new header under operators/functions or
/// operators/sets is added here, and all laws then hold it to account; tests/laws/registration.cpp sees to it.
#pragma once

#include <cleave/operators/functions/elastic_net.hpp>
#include <cleave/operators/functions/epsilon_insensitive.hpp>
#include <cleave/operators/functions/exponential_sum.hpp>
#include <cleave/operators/functions/hinge.hpp>
#include <cleave/operators/functions/huber.hpp>
#include <cleave/operators/functions/kullback_leibler.hpp>
#include <cleave/operators/functions/l0_norm.hpp>
#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/functions/l_half.hpp>
#include <cleave/operators/functions/logistic_loss.hpp>
#include <cleave/operators/functions/mcp.hpp>
#include <cleave/operators/functions/negative_entropy.hpp>
#include <cleave/operators/functions/negative_log.hpp>
#include <cleave/operators/functions/pinball.hpp>
#include <cleave/operators/functions/scad.hpp>
#include <cleave/operators/functions/squared_hinge.hpp>
#include <cleave/operators/functions/squared_l2_norm.hpp>
#include <cleave/operators/functions/zero.hpp>
#include <cleave/operators/indicator.hpp>
#include <cleave/operators/sets/box.hpp>

#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace support {

/// An operator of any size, the header below include/cleave/operators that it comes from, and its name in failures.
template <class F>
struct registered {
  std::string header;
  std::string name;
  F f;

  static bool fits(cleave::index_t) { return true; }
  const F& of(cleave::index_t) const { return f; }
};
template <class F>
registered(std::string, std::string, F) -> registered<F>;

/// An operator that is made for a size n, where the size fits.
template <class Make>
struct registered_by_size {
  std::string header;
  std::string name;
  Make make;
  bool (*fits)(cleave::index_t) = [](cleave::index_t) { return true; };

  auto of(cleave::index_t n) const { return make(n); }
};
template <class Make>
registered_by_size(std::string, std::string, Make) -> registered_by_size<Make>;
template <class Make, class Fits>
registered_by_size(std::string, std::string, Make, Fits) -> registered_by_size<Make>;

/// The operator of a registered one.
template <class R>
using operator_of = std::remove_cvref_t<decltype(std::declval<const R&>().of(1))>;

/// All closed sets. \tparam S float or double
template <class S>
auto registered_sets() {
  using namespace cleave;
  const S infinity = std::numeric_limits<S>::infinity();
  return std::tuple{registered{"sets/box.hpp", "box(-1, 2)", box<S>(-1, 2)},
                    registered{"sets/box.hpp", "box(0, inf)", box<S>(0, infinity)},
                    registered{"sets/box.hpp", "box(-inf, inf)", box<S>(-infinity, infinity)},
                    registered{"sets/box.hpp", "box(2, 2)", box<S>(2, 2)}};
}

/// The indicator of a registered set.
template <class F>
auto as_indicator(const registered<F>& set) {
  return registered{set.header, "indicator of " + set.name, cleave::indicator(set.f)};
}
template <class Make>
auto as_indicator(const registered_by_size<Make>& set) {
  const auto make = [set](cleave::index_t n) { return cleave::indicator(set.make(n)); };
  return registered_by_size<decltype(make)>{set.header, "indicator of " + set.name, make, set.fits};
}

/// Functions that do not act on each coordinate alone.
template <class S>
auto registered_vector_functions() {
  return std::tuple<>{};
}

/// All functions with a prox: the functions, and the indicators of the sets.
template <class S>
auto registered_functions() {
  using namespace cleave;
  return std::tuple_cat(
      std::tuple{
          registered{"functions/zero.hpp", "zero", zero<S>()},
          registered{"functions/l0_norm.hpp", "l0_norm(0.3)", l0_norm<S>(S(0.3))},
          registered{"functions/l0_norm.hpp", "l0_norm(0)", l0_norm<S>(0)},
          registered{"functions/l1_norm.hpp", "l1_norm(1)", l1_norm<S>(1)},
          registered{"functions/l1_norm.hpp", "l1_norm(0.3)", l1_norm<S>(S(0.3))},
          registered{"functions/l1_norm.hpp", "l1_norm(0)", l1_norm<S>(0)},
          registered{"functions/squared_l2_norm.hpp", "squared_l2_norm(1)", squared_l2_norm<S>(1)},
          registered{"functions/squared_l2_norm.hpp", "squared_l2_norm(0.3)", squared_l2_norm<S>(S(0.3))},
          registered{"functions/squared_l2_norm.hpp", "squared_l2_norm(0)", squared_l2_norm<S>(0)},
          registered{"functions/elastic_net.hpp", "elastic_net(1, 2)", elastic_net<S>(1, 2)},
          registered{"functions/elastic_net.hpp", "elastic_net(0, 2)", elastic_net<S>(0, 2)},
          registered{"functions/huber.hpp", "huber(1)", huber<S>(1)},
          registered{"functions/huber.hpp", "huber(0.1)", huber<S>(S(0.1))},
          registered{"functions/hinge.hpp", "hinge", hinge<S>()},
          registered{"functions/squared_hinge.hpp", "squared_hinge", squared_hinge<S>()},
          registered{"functions/pinball.hpp", "pinball(0.25)", pinball<S>(S(0.25))},
          registered{"functions/pinball.hpp", "pinball(0)", pinball<S>(0)},
          registered{"functions/pinball.hpp", "pinball(1)", pinball<S>(1)},
          registered{"functions/epsilon_insensitive.hpp", "epsilon_insensitive(0.1)", epsilon_insensitive<S>(S(0.1))},
          registered{"functions/epsilon_insensitive.hpp", "epsilon_insensitive(0)", epsilon_insensitive<S>(0)},
          registered{"functions/logistic_loss.hpp", "logistic_loss", logistic_loss<S>()}},
      std::tuple{registered{"functions/negative_log.hpp", "negative_log", negative_log<S>()},
                 registered{"functions/kullback_leibler.hpp", "kullback_leibler(2)", kullback_leibler<S>(2)},
                 registered{"functions/kullback_leibler.hpp", "kullback_leibler(0)", kullback_leibler<S>(0)},
                 registered{"functions/negative_entropy.hpp", "negative_entropy", negative_entropy<S>()},
                 registered{"functions/exponential_sum.hpp", "exponential_sum", exponential_sum<S>()},
                 registered{"functions/mcp.hpp", "mcp(1, 3)", mcp<S>(1, 3)},
                 registered{"functions/scad.hpp", "scad(1, 3.7)", scad<S>(1)},
                 registered{"functions/l_half.hpp", "l_half(1)", l_half<S>(1)},
                 registered{"functions/l_half.hpp", "l_half(0)", l_half<S>(0)}},
      registered_vector_functions<S>(),
      std::apply([](auto... set) { return std::tuple{as_indicator(set)...}; }, registered_sets<S>()));
}

/// Calls visit(registered) for each element of a list.
template <class List, class Visit>
void for_each(List&& list, Visit&& visit) {
  std::apply([&](const auto&... one) { (visit(one), ...); }, list);
}

}  // namespace support
