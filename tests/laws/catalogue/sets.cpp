// Closed sets; each is registered as its indicator, too.
#include <cleave/operators/sets/box.hpp>
#include <cleave/operators/sets/simplex.hpp>

#include "support/operators.hpp"

#include <limits>

using namespace cleave;

template <class S>
void support::register_sets(catalogue<S>& list) {
  const S infinity = std::numeric_limits<S>::infinity();
  list.set("sets/box.hpp", "box(-1, 2)", box<S>(-1, 2));
  list.set("sets/box.hpp", "box(0, inf)", box<S>(0, infinity));
  list.set("sets/box.hpp", "box(-inf, inf)", box<S>(-infinity, infinity));
  list.set("sets/box.hpp", "box(2, 2)", box<S>(2, 2));
  list.set("sets/simplex.hpp", "simplex(1)", simplex<S>(1));
  list.set("sets/simplex.hpp", "simplex(0)", simplex<S>(0));
}

template void support::register_sets(catalogue<float>&);
template void support::register_sets(catalogue<double>&);
