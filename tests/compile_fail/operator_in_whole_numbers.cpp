// expect: cleave: the scalar of an operator is float or double
#include <cleave/operators/functions/kullback_leibler.hpp>

#ifdef CLEAVE_FAIL
const cleave::kullback_leibler<int> f(3);
#else
const cleave::kullback_leibler f(3);
#endif
