// expect: cleave: a rule of calculus needs a function with `S prox(in<S> x, S step, out<S> y) const`
#include <cleave/operators/calculus/conjugate.hpp>

using namespace cleave;

struct proxless {
  double value(in<double> x) const { return x.norm(); }
#ifndef CLEAVE_FAIL
  double prox(in<double> x, double, out<double> y) const {
    y = x;
    return value(y);
  }
#endif
};

double compare(const vec<>& x, vec<>& y) { return conjugate(proxless{}).prox(x, 1, y); }
