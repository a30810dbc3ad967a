// Edge cases of a whole run: bad data, observers that stop it.
#include <cleave/diagnostics/stop.hpp>
#include <cleave/problems/least_squares.hpp>
#include <cleave/problems/logistic.hpp>
#include <cleave/solvers/fedsplit.hpp>
#include <cleave/solvers/run.hpp>

#include <Eigen/SparseCore>

#include "support/catch.hpp"
#include "support/splitmix.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

using namespace cleave;

namespace {

/// ||x - a||^2 / 2 that breaks once it has been asked `good` times.
struct breaks_down {
  vec<> a;
  mutable int good;
  double poison = std::numeric_limits<double>::quiet_NaN();

  index_t dimension() const { return a.size(); }
  double prox(in<double> v, double step, out<double> x) const {
    x = (v + step * a) / (1 + step);
    if (good-- <= 0) x[0] = poison;
    return (x - a).squaredNorm() / 2;
  }
};

auto healthy() {
  return fedsplit(std::vector{least_squares(support::nrm_matrix(6, 2, 1), support::nrm_vector(6, 2)),
                              least_squares(support::nrm_matrix(6, 2, 3), support::nrm_vector(6, 4))});
}

}  // namespace

TEST_CASE("E91 problems: data with a NaN or an infinity are refused", "[cases]") {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    dense_rows<> a = dense_rows<>::Ones(3, 2);
    vec<> b = vec<>::Ones(3);
    a(2, 1) = bad;
    CHECK_THROWS_WITH(least_squares(a, b), "least_squares: the data hold a NaN or an infinity");
    CHECK_THROWS_WITH(logistic(a, b), "logistic: the data hold a NaN or an infinity");
    CHECK_THROWS_AS(least_squares(sparse_rows<>(a.sparseView()), b), std::invalid_argument);
    CHECK_THROWS_AS(logistic(sparse_rows<>(a.sparseView()), b), std::invalid_argument);
    a(2, 1) = 1;
    b[0] = bad;
    CHECK_THROWS_WITH(least_squares(a, b), "least_squares: the data hold a NaN or an infinity");
    CHECK_THROWS_AS(logistic(a, b), std::invalid_argument);
  }
}

TEST_CASE("E91 run: a client that turns NaN or infinite ends it, never solved, with the last finite model", "[cases]") {
  for (const double poison : {std::nan(""), std::numeric_limits<double>::infinity()})
    for (const int good : {0, 1, 5}) {
      INFO("poison " << poison << " after " << good);
      const auto solver = fedsplit(
          std::vector{breaks_down{vec<>::Ones(2), 1000}, breaks_down{vec<>::Zero(2), good, poison}}, {.step = 0.3});
      auto state = solver.init(vec<>::Constant(2, 9));
      const result r = run(solver, state, stop::residual(1e300) || stop::rounds(50));
      // residual(1e300) holds as soon as there is a finite residual, and must not hold for a NaN
      CHECK(r.status == (good == 0 ? status::not_finite : status::solved));
      const result again = run(solver, state, stop::rounds(50));
      CHECK(again.status == status::not_finite);
      CHECK(solver.model(state).allFinite());
    }
}

TEST_CASE("E91 run: a NaN in x0 is refused", "[cases]") {
  const auto solver = healthy();
  CHECK_THROWS_WITH(solver.init(vec<>::Constant(2, std::nan(""))), "fedsplit: x0 holds a NaN or an infinity");
  CHECK_THROWS_WITH(solver.init(vec<>::Zero(3)), "fedsplit: x0 has size 3, client 0 has dimension 2");
}

TEST_CASE("E95 run: an observer that returns true stops it there, and the status says so", "[cases]") {
  const auto solver = healthy();
  auto state = solver.init(vec<>::Zero(2));
  int seen = 0;
  const result r = run(solver, state, stop::rounds(100), [&](const auto& v) {
    ++seen;
    return v.round == 3;
  });
  CHECK(r.status == status::interrupted);
  CHECK(r.rounds == 3);
  CHECK(solver.rounds(state) == 3);
  CHECK(seen == 4);  // rounds 0 to 3
}

TEST_CASE("E95 run: false goes on, and so does an observer that returns nothing", "[cases]") {
  const auto solver = healthy();
  auto state = solver.init(vec<>::Zero(2));
  int seen = 0;
  const result r = run(
      solver, state, stop::rounds(5), [](const auto&) { return false; }, [&](const auto&) { ++seen; });
  CHECK(r.status == status::rounds_spent);
  CHECK(r.rounds == 5);
  CHECK(seen == 6);
}

TEST_CASE("E95 run: every observer is told, also after one of them asked to stop", "[cases]") {
  const auto solver = healthy();
  auto state = solver.init(vec<>::Zero(2));
  int seen = 0;
  const result r = run(
      solver, state, stop::rounds(100), [](const auto&) { return true; }, [&](const auto&) { ++seen; });
  CHECK(r.status == status::interrupted);
  CHECK(r.rounds == 0);
  CHECK(seen == 1);
}

TEST_CASE("E95 run: a verdict that is there already is not overwritten by an observer", "[cases]") {
  const auto solver = healthy();
  auto state = solver.init(vec<>::Zero(2));
  CHECK(run(solver, state, stop::rounds(0), [](const auto&) { return true; }).status == status::rounds_spent);
}
