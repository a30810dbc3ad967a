// Balls, spheres and simplices.
#include <cleave/operators/sets/capped_simplex.hpp>
#include <cleave/operators/sets/l0_ball.hpp>
#include <cleave/operators/sets/l1_ball.hpp>
#include <cleave/operators/sets/l2_ball.hpp>
#include <cleave/operators/sets/linf_ball.hpp>
#include <cleave/operators/sets/orthants.hpp>
#include <cleave/operators/sets/sphere.hpp>
#include <cleave/operators/sets/unit_simplex.hpp>

#include "support/operators.hpp"
#include "support/points.hpp"

#include <string>

using namespace cleave;

namespace {

/// A ball of radii 1, 100 and 0 around the origin, and of two around a point.
template <template <class> class Ball, class S>
void add(support::catalogue<S>& list, const std::string& name) {
  const std::string header = "sets/" + name + ".hpp";
  const auto around = [](S radius) {
    return [radius](index_t n) { return Ball<S>(radius, support::point<S>(n, 91, 2)); };
  };
  list.set(header, name + "(1)", Ball<S>(1));
  list.set(header, name + "(100)", Ball<S>(100));
  list.set(header, name + "(0)", Ball<S>(0));
  list.set(header, name + "(0.7, centre)", around(S(0.7)));
  list.set(header, name + "(0, centre)", around(0));
}

}  // namespace

template <class S>
void support::register_balls(catalogue<S>& list) {
  list.set("sets/orthants.hpp", "nonnegative_orthant", nonnegative_orthant<S>());
  list.set("sets/orthants.hpp", "nonpositive_orthant", nonpositive_orthant<S>());
  add<l1_ball>(list, "l1_ball");
  add<l2_ball>(list, "l2_ball");
  add<linf_ball>(list, "linf_ball");
  add<sphere>(list, "sphere");
  for (const index_t k : {0, 1, 5, 1000})
    list.set("sets/l0_ball.hpp", "l0_ball(" + std::to_string(k) + ")", l0_ball<S>(k));
  list.set("sets/l0_ball.hpp", "l0_ball(3, centre)", [](index_t n) { return l0_ball<S>(3, point<S>(n, 91, 2)); });
  list.set("sets/unit_simplex.hpp", "unit_simplex(1)", unit_simplex<S>(1));
  list.set("sets/unit_simplex.hpp", "unit_simplex(100)", unit_simplex<S>(100));
  list.set("sets/unit_simplex.hpp", "unit_simplex(0)", unit_simplex<S>(0));
  list.set("sets/capped_simplex.hpp", "capped_simplex(n, 1, n / 3)",
           [](index_t n) { return capped_simplex<S>(n, 1, S(n) / 3); });
  list.set("sets/capped_simplex.hpp", "capped_simplex(n, 2, 0)", [](index_t n) { return capped_simplex<S>(n, 2, 0); });
  list.set("sets/capped_simplex.hpp", "capped_simplex(n, 0.3, its sum)",
           [](index_t n) { return capped_simplex<S>(n, S(0.3), S(0.3) * S(n)); });
  list.set("sets/capped_simplex.hpp", "capped_simplex(caps, half their sum)", [](index_t n) {
    const vec<S> caps = point<S>(n, 92, 3).cwiseAbs();
    return capped_simplex<S>(caps, caps.sum() / 2);
  });
}

template void support::register_balls(catalogue<float>&);
template void support::register_balls(catalogue<double>&);
