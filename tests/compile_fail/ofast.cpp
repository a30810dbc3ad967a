// expect: cleave: -ffast-math lets the compiler delete the tests for NaN
// flags: -Ofast
#include <cleave/operators/functions/l1_norm.hpp>
