// expect: cleave: -ffast-math lets the compiler delete the tests for NaN
// flags: -ffast-math
#include <cleave/cleave.hpp>
