// expect: cleave: -ffast-math lets the compiler delete the tests for NaN
// flags: -ffinite-math-only
#include <cleave/core/types.hpp>
