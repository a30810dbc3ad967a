// Cones in vectors.
#include <cleave/operators/sets/exponential_cone.hpp>
#include <cleave/operators/sets/l1_norm_cone.hpp>
#include <cleave/operators/sets/linf_norm_cone.hpp>
#include <cleave/operators/sets/monotone_cone.hpp>
#include <cleave/operators/sets/rotated_second_order_cone.hpp>
#include <cleave/operators/sets/second_order_cone.hpp>

#include "support/operators.hpp"

using namespace cleave;

namespace {

/// Exponential cones one after the other, and nothing asked of the one or two entries that are left.
template <class S>
struct exponential_cones {
  using scalar = S;
  exponential_cone<S> cone;

  void project(in<S> x, out<S> y) const {
    const index_t rest = x.size() % 3, whole = x.size() - rest;
    for (index_t i = 0; i < whole; i += 3) cone.project(x.segment(i, 3), y.segment(i, 3));
    for (index_t i = whole; i < x.size(); ++i) y[i] = x[i];
  }
  bool contains(in<S> x, S tolerance) const {
    const index_t whole = x.size() - x.size() % 3;
    for (index_t i = 0; i < whole; i += 3)
      if (!cone.contains(x.segment(i, 3), tolerance)) return false;
    for (index_t i = whole; i < x.size(); ++i)
      if (x[i] != x[i]) return false;
    return true;
  }
};

}  // namespace

template <class S>
void support::register_cones(catalogue<S>& list) {
  list.set("sets/second_order_cone.hpp", "second_order_cone", second_order_cone<S>());
  list.set("sets/rotated_second_order_cone.hpp", "rotated_second_order_cone", rotated_second_order_cone<S>(),
           [](index_t n) { return n != 1; });
  list.set("sets/l1_norm_cone.hpp", "l1_norm_cone", l1_norm_cone<S>());
  list.set("sets/linf_norm_cone.hpp", "linf_norm_cone", linf_norm_cone<S>());
  list.set("sets/exponential_cone.hpp", "exponential cones", exponential_cones<S>());
  list.set("sets/monotone_cone.hpp", "monotone_cone", monotone_cone<S>());
}

template void support::register_cones(catalogue<float>&);
template void support::register_cones(catalogue<double>&);
