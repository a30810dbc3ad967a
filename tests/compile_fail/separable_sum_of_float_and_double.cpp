// expect: cleave: the parts of a separable sum share one scalar
#include <cleave/operators/calculus/separable_sum.hpp>
#include <cleave/operators/functions/l1_norm.hpp>

using namespace cleave;

#ifdef CLEAVE_FAIL
using other = float;
#else
using other = double;
#endif

index_t compare() { return separable_sum(part(l1_norm(0.5), 2), part(l1_norm(other(1)), 3)).dimension(); }
