// Functions of matrices, whose decompositions take long to compile.
#include <cleave/operators/functions/nuclear_norm.hpp>

#include "support/operators.hpp"

using namespace cleave;

namespace {

bool is_square(index_t n) { return n == 0 || n == 1 || n == 64; }

}  // namespace

template <class S>
void support::register_matrix(catalogue<S>& list) {
  list.function("functions/nuclear_norm.hpp", "nuclear_norm, one column",
                [](index_t n) { return nuclear_norm<S>(n, 1, 1); });
  list.function("functions/nuclear_norm.hpp", "nuclear_norm(0), one row",
                [](index_t n) { return nuclear_norm<S>(1, n, 0); });
  list.function(
      "functions/nuclear_norm.hpp", "nuclear_norm(0.3), square",
      [](index_t n) {
        const index_t side = n == 64 ? 8 : n;
        return nuclear_norm<S>(side, side, S(0.3));
      },
      is_square);
  list.function(
      "functions/nuclear_norm.hpp", "nuclear_norm(1), 4 x 16", [](index_t) { return nuclear_norm<S>(4, 16, 1); },
      [](index_t n) { return n == 64; });
}

template void support::register_matrix(catalogue<float>&);
template void support::register_matrix(catalogue<double>&);
