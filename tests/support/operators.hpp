/// \file
/// Every operator of the library, once in each shape that matters. A new header under operators/functions or
/// operators/sets is added here, and all laws then hold it to account; tests/laws/registration.cpp sees to it.
#pragma once

#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/functions/squared_l2_norm.hpp>
#include <cleave/operators/functions/zero.hpp>
#include <cleave/operators/indicator.hpp>
#include <cleave/operators/sets/box.hpp>

#include <limits>
#include <string>
#include <tuple>
#include <utility>

namespace support {

/// An operator, the header below include/cleave/operators that it comes from, and its name in failures.
template <class F>
struct registered {
  std::string header;
  std::string name;
  F f;
};
template <class F>
registered(std::string, std::string, F) -> registered<F>;

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

/// All functions with a prox: the functions, and the indicators of the sets.
template <class S>
auto registered_functions() {
  using namespace cleave;
  return std::tuple_cat(
      std::tuple{registered{"functions/zero.hpp", "zero", zero<S>()},
                 registered{"functions/l1_norm.hpp", "l1_norm(1)", l1_norm<S>(1)},
                 registered{"functions/l1_norm.hpp", "l1_norm(0.3)", l1_norm<S>(S(0.3))},
                 registered{"functions/l1_norm.hpp", "l1_norm(0)", l1_norm<S>(0)},
                 registered{"functions/squared_l2_norm.hpp", "squared_l2_norm(1)", squared_l2_norm<S>(1)},
                 registered{"functions/squared_l2_norm.hpp", "squared_l2_norm(0.3)", squared_l2_norm<S>(S(0.3))},
                 registered{"functions/squared_l2_norm.hpp", "squared_l2_norm(0)", squared_l2_norm<S>(0)}},
      std::apply(
          [](auto... set) {
            return std::tuple{registered{set.header, "indicator of " + set.name, cleave::indicator(set.f)}...};
          },
          registered_sets<S>()));
}

/// Calls visit(registered) for each element of a list.
template <class List, class Visit>
void for_each(List&& list, Visit&& visit) {
  std::apply([&](const auto&... one) { (visit(one), ...); }, list);
}

}  // namespace support
