// expect: cleave: a rule of calculus needs a function with `S prox(in<S> x, S step, out<S> y) const`
#include <cleave/operators/calculus/tilt.hpp>
#include <cleave/operators/indicator.hpp>
#include <cleave/operators/sets/box.hpp>

using namespace cleave;

double compare(const vec<>& a, const vec<>& x, vec<>& y) {
#ifdef CLEAVE_FAIL
  const tilt f(box(0, 1), a);
#else
  const tilt f(indicator(box(0, 1)), a);
#endif
  return f.prox(x, 1, y);
}
