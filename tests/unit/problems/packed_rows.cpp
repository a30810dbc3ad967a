#include <cleave/problems/packed_rows.hpp>

#include "support/catch.hpp"
#include "support/points.hpp"

#include <limits>
#include <vector>

using namespace cleave;
using detail::packed_rows;
using detail::stored;

namespace {

template <class S>
mat<S> numbers(index_t rows, index_t cols) {
  return support::nrm_matrix(rows, cols, 1).template cast<S>();
}

template <class S>
void check_products() {
  for (const auto which : {stored::all, stored::lower})
    for (const index_t rows : {0, 1, 3, 4, 5, 17, 64})
      for (const index_t cols : {0, 1, 4, 7, 8, 9, 31, 64}) {
        INFO(rows << " x " << cols << (which == stored::lower ? ", lower" : ""));
        const mat<S> p = numbers<S>(rows, cols);
        const mat<S> used = which == stored::all ? p : mat<S>(p.template triangularView<Eigen::Lower>());
        const vec<S> v = support::point<S>(cols, 2), start = support::point<S>(cols, 3);
        vec<S> y = start;
        packed_rows<S>(p, which).add_gram_product(S(-2), v, y);
        const vec<S> want = start - S(2) * used.transpose() * (used * v);
        CHECK((y - want).norm() <= 50 * std::numeric_limits<S>::epsilon() * (start.norm() + want.norm()));
      }
}

}  // namespace

TEST_CASE("packed_rows: adds a multiple of P'P v for any shape", "[problems]") {
  check_products<double>();
  check_products<float>();
  check_products<long double>();
}

TEST_CASE("packed_rows: what is above the diagonal of a lower matrix is not read", "[problems]") {
  mat<> p = numbers<double>(11, 11);
  const packed_rows<double> clean(mat<>(p.triangularView<Eigen::Lower>()), stored::lower);
  p.triangularView<Eigen::StrictlyUpper>().setConstant(std::numeric_limits<double>::quiet_NaN());
  const vec<> v = support::point<double>(11, 2);
  vec<> want = vec<>::Zero(11), y = want;
  clean.add_gram_product(1, v, want);
  packed_rows<double>(p, stored::lower).add_gram_product(1, v, y);
  CHECK(support::same_bits(y, want));
}

TEST_CASE("packed_rows: the bits do not depend on where v and y lie", "[problems]") {
  const index_t d = 37;
  const packed_rows<double> p(numbers<double>(d, d), stored::lower);
  const vec<> v = support::point<double>(d, 2);
  vec<> want = vec<>::Zero(d);
  p.add_gram_product(1, v, want);
  vec<> memory(4 * d);
  for (index_t v_at = 0; v_at < 8; ++v_at)
    for (index_t y_at = 0; y_at < 8; ++y_at) {
      auto moved = memory.segment(v_at, d), y = memory.segment(2 * d + y_at, d);
      moved = v;
      y.setZero();
      p.add_gram_product(1, moved, y);
      CHECK(support::same_bits(vec<>(y), want));
    }
}

TEST_CASE("packed_rows: a NaN in v reaches y, also from the last column", "[problems]") {
  for (const index_t d : {5, 8}) {
    vec<> v = vec<>::Ones(d), y = vec<>::Zero(d);
    v[d - 1] = std::numeric_limits<double>::quiet_NaN();
    packed_rows<double>(numbers<double>(d, d), stored::lower).add_gram_product(1, v, y);
    CHECK(y.array().isNaN().all());
  }
}
