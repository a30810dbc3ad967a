// Flat sets: between hyperplanes, solutions of equations, agreement.
#include <cleave/operators/sets/affine.hpp>
#include <cleave/operators/sets/consensus.hpp>
#include <cleave/operators/sets/half_space.hpp>
#include <cleave/operators/sets/hyperplane.hpp>
#include <cleave/operators/sets/hyperslab.hpp>

#include "support/operators.hpp"
#include "support/points.hpp"

using namespace cleave;

template <class S>
void support::register_flats(catalogue<S>& list) {
  const auto normal = [](index_t n) {
    vec<S> a = point<S>(n, 93, 3);
    if (n > 0) a[0] = 2;
    return a;
  };
  const auto some = [](index_t n) { return n > 0; };
  list.set("sets/half_space.hpp", "half_space(a, 1)", [normal](index_t n) { return half_space<S>(normal(n), 1); });
  list.set(
      "sets/half_space.hpp", "half_space(a, -1)", [normal](index_t n) { return half_space<S>(normal(n), -1); }, some);
  list.set("sets/half_space.hpp", "half_space(0, 0)", [](index_t n) { return half_space<S>(vec<S>::Zero(n), 0); });
  list.set("sets/hyperplane.hpp", "hyperplane(a, 0)", [normal](index_t n) { return hyperplane<S>(normal(n), 0); });
  list.set(
      "sets/hyperplane.hpp", "hyperplane(a, 3)", [normal](index_t n) { return hyperplane<S>(normal(n), 3); }, some);
  list.set("sets/hyperslab.hpp", "hyperslab(a, -1, 2)", [normal](index_t n) { return hyperslab<S>(normal(n), -1, 2); });
  // about n / 2 equations, the last of which is the sum of all others
  list.set("sets/affine.hpp", "affine(A, b)", [normal](index_t n) {
    const index_t m = n / 2 + 2;
    mat<S> a = mat<S>::Zero(m, n);
    if (n == 0) return affine<S>(a, vec<S>::Zero(m));  // where a row has no address
    for (index_t i = 0; i + 1 < m; ++i) a.row(i) = point<S>(n, 300 + static_cast<std::uint64_t>(i), 2).transpose();
    a.row(m - 1) = a.topRows(m - 1).colwise().sum();
    return affine<S>(a, a * normal(n));
  });
  list.set("sets/affine.hpp", "affine(no rows)", [](index_t n) { return affine<S>(mat<S>(0, n), vec<S>(0)); });
  list.set("sets/affine.hpp", "affine(I, b)",
           [normal](index_t n) { return affine<S>(mat<S>::Identity(n, n), normal(n)); });
  list.set("sets/consensus.hpp", "consensus(1)", consensus<S>(1));
  list.set("sets/consensus.hpp", "consensus(2)", consensus<S>(2), [](index_t n) { return n % 2 == 0; });
  list.set("sets/consensus.hpp", "consensus(7)", consensus<S>(7), [](index_t n) { return n % 7 == 0; });
  list.set("sets/consensus.hpp", "consensus(16)", consensus<S>(16), [](index_t n) { return n % 16 == 0; });
}

template void support::register_flats(catalogue<float>&);
template void support::register_flats(catalogue<double>&);
