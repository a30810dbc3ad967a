// expect: cleave: the parts of a product share one scalar
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/lmo/product.hpp>
#include <cleave/operators/lmo/simplex.hpp>

using namespace cleave;

#ifdef CLEAVE_FAIL
using other = float;
#else
using other = double;
#endif

index_t compare() { return lmo::product(part(lmo::simplex(0.5), 2), part(lmo::simplex(other(1)), 3)).dimension(); }
