// Sets made of sets.
#include <cleave/operators/sets/box.hpp>
#include <cleave/operators/sets/cartesian_product.hpp>
#include <cleave/operators/sets/intersection.hpp>
#include <cleave/operators/sets/l2_ball.hpp>
#include <cleave/operators/sets/monotone_cone.hpp>
#include <cleave/operators/sets/sphere.hpp>

#include "support/operators.hpp"

using namespace cleave;

template <class S>
void support::register_compound_sets(catalogue<S>& list) {
  list.set("sets/cartesian_product.hpp", "product of l2_ball, box and monotone_cone", [](index_t n) {
    return cartesian_product(piece{n / 2, l2_ball<S>(1)}, piece{0, box<S>(-1, 2)},
                             piece{n - n / 2, monotone_cone<S>()});
  });
  list.set("sets/cartesian_product.hpp", "product of sphere and box", [](index_t n) {
    return cartesian_product(piece{n / 2, sphere<S>(1)}, piece{n - n / 2, box<S>(-1, 2)});
  });
  // where Dykstra's method ends after a sweep or two; others have tests of their own
  list.set("sets/intersection.hpp", "intersection of two boxes", intersection(box<S>(-1, 2), box<S>(0, 5)));
  list.set("sets/intersection.hpp", "intersection of one ball", intersection(l2_ball<S>(1)));
}

template void support::register_compound_sets(catalogue<float>&);
template void support::register_compound_sets(catalogue<double>&);
