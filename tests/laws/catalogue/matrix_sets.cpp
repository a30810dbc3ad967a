// Sets of matrices.
#include <cleave/operators/sets/nuclear_ball.hpp>
#include <cleave/operators/sets/psd_cone.hpp>
#include <cleave/operators/sets/rank_ball.hpp>

#include "support/operators.hpp"

#include <string>

using namespace cleave;

namespace {

/// The shorter side of a matrix of n entries: 1 x 1, 1 x 2, 1 x 7, 4 x 16.
index_t rows(index_t n) { return n == 64 ? 4 : n == 0 ? 0 : 1; }
index_t cols(index_t n) { return n == 0 ? 3 : n / rows(n); }

}  // namespace

template <class S>
void support::register_matrix_sets(catalogue<S>& list) {
  const auto square = [](index_t n) { return n == 0 || n == 1 || n == 64; };
  list.set(
      "sets/psd_cone.hpp", "psd_cone", [](index_t n) { return psd_cone<S>(n == 64 ? 8 : n); }, square);
  for (const index_t r : {0, 1, 2, 5})
    list.set("sets/rank_ball.hpp", "rank_ball(" + std::to_string(r) + ")",
             [r](index_t n) { return rank_ball<S>(rows(n), cols(n), r); });
  list.set("sets/rank_ball.hpp", "rank_ball(3), tall", [](index_t n) { return rank_ball<S>(cols(n), rows(n), 3); });
  for (const int radius : {0, 1, 10})
    list.set("sets/nuclear_ball.hpp", "nuclear_ball(" + std::to_string(radius) + ")",
             [radius](index_t n) { return nuclear_ball<S>(rows(n), cols(n), S(radius)); });
  list.set("sets/nuclear_ball.hpp", "nuclear_ball(1), tall",
           [](index_t n) { return nuclear_ball<S>(cols(n), rows(n), 1); });
}

template void support::register_matrix_sets(catalogue<float>&);
template void support::register_matrix_sets(catalogue<double>&);
