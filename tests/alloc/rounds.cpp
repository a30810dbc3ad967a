// No solver allocates after its first round.
#include <cleave/problems/quadratic.hpp>

#include "alloc/allocations.hpp"
#include "support/catch.hpp"
#include "support/every_solver.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace cleave;
using support::allocations_of;

namespace {

/// Scratch is made at a client's first solve, the traffic of a relay at its first: so many rounds come first. A sampled
/// method has to see every client, and every thread slot every kind of work.
constexpr int warm_up = 60;

/// Two scratch places that take turns, so that a few rounds show every kind of work to both of them; a pool gives the
/// work to whoever is free, and may leave a thread without any for long.
class in_turns {
 public:
  static constexpr index_t slots() { return 2; }

  template <class F>
  void for_each(index_t n, F&& f) const {
    ++*round_;
    for (index_t i = 0; i < n; ++i) f(i, (i + *round_) % 2);
  }

 private:
  std::shared_ptr<index_t> round_ = std::make_shared<index_t>(0);
};
static_assert(executor<in_turns>);

template <class Solver>
void check_rounds(const char* name, const Solver& solver, vec<typename Solver::scalar> x0, int first = warm_up) {
  INFO(name);
  auto s = solver.init(x0);
  for (int round = 0; round < first; ++round) REQUIRE(solver.step(s) == status::running);
  status verdict = status::running;
  CHECK(allocations_of([&] {
          for (int round = 0; round < 20; ++round) verdict = std::max(verdict, solver.step(s));
        }) == 0);
  CHECK(verdict == status::running);
}

template <class E>
void check_every_solver(const E& exec, int first) {
  const support::federation f(in_process<E>(support::every_count, exec));
  support::every_solver([&](const std::string& name, auto make) {
    const bool sampled = name == "feddr uniform" || name == "feddr bernoulli";
    const bool graph = name.starts_with("r_admm");
    check_rounds(name.c_str(), make(f), support::every_start(), sampled ? warm_up : graph ? std::max(first, 2) : first);
  });
}

}  // namespace

TEST_CASE("every solver: allocates nothing after the first round (r_admm: pair of rounds)", "[alloc]") {
  check_every_solver(sequential{}, 1);
}

TEST_CASE("every solver: allocates nothing in later rounds on several scratch places", "[alloc]") {
  check_every_solver(in_turns{}, warm_up);
}

TEST_CASE("fedsplit: allocates nothing at the size of real data", "[alloc]") {
  for (const index_t d : {index_t{123}, index_t{300}}) {
    INFO("dimension " << d);
    const auto tall = support::tables(2, d + 20, d), wide = support::tables(2, d / 2, d);
    const auto net = star_of(2);
    const vec<> x0 = vec<>::Zero(d);
    check_rounds("tall", fedsplit(net, clients(support::least_squares_clients(tall)), {.step = 0.1}), x0, 1);
    check_rounds("wide", fedsplit(net, clients(support::least_squares_clients(wide)), {.step = 0.1}), x0, 1);
    check_rounds("newton", fedsplit(net, clients(support::logistic_clients(tall)), {.step = 1}), x0, 1);
    check_rounds("sparse",
                 fedsplit(net, clients(support::sparse_logistic_clients(support::thinned(wide))), {.step = 1}), x0, 1);
  }
}

TEST_CASE("quadratic: the prox allocates nothing", "[alloc]") {
  const index_t d = 150;
  dense_rows<> arrow = dense_rows<>::Identity(d, d);
  arrow.row(0).setConstant(0.01);
  arrow.col(0).setConstant(0.01);
  const vec<> q = vec<>::Ones(d), v = vec<>::LinSpaced(d, -1, 1);
  const auto dense = quadratic(arrow, q).prepare(0.5);
  const auto sparse = quadratic(sparse_rows<>(arrow.sparseView()), q).prepare(0.5);
  vec<> y(d);
  CHECK(allocations_of([&] {
          dense.prox(v, y);
          sparse.prox(v, y);
        }) == 0);
}

TEST_CASE("splitting: allocates nothing after the first round", "[alloc]") {
  const auto problems = support::least_squares_clients(support::tables(2));
  const auto wide = support::least_squares_clients(support::tables(2, 4));
  const vec<> x0 = support::every_start();
  const resolvent f(problems[0], 0.2), g(wide[0], 0.2);
  check_rounds("pr", peaceman_rachford(f, g), x0, 1);
  check_rounds("dr", douglas_rachford(f, resolvent(l1_norm<>(0.1), 0.2)), x0, 1);
  check_rounds("dr with a set", douglas_rachford(resolvent(box<>(-1, 1), 0.2), f), x0, 1);
  check_rounds("cayley", douglas_rachford(reflected_resolvent(f), resolvent(squared_l2_norm<>(1), 1)), x0, 1);
}

TEST_CASE("problems: value, gradient and Hessian allocate nothing, not even the first time", "[alloc]") {
  const std::vector<index_t> some{3, 0, 2};
  const auto check = [&](const auto& f) {
    const index_t d = f.dimension();
    const vec<> x = vec<>::LinSpaced(d, -1, 1);
    vec<> g(d);
    mat<> columns = mat<>::Ones(d, 3), h(d, d);
    double total = 0;
    CHECK(allocations_of([&] {
            total += f.value(x);
            total += f.value(columns.col(1));
            total += f.gradient(x, g);
            total += f.gradient(columns.col(1), columns.col(2));
            if constexpr (has_hessian<decltype(f)>) f.hessian(x, h);
            if constexpr (has_row_gradients<decltype(f)>) f.gradient_of_rows(some, x, g);
          }) == 0);
    CHECK(std::isfinite(total));
  };
  for (const auto& t : support::tables(2, 80)) {
    const logistic_options o{.ridge = 0.1, .intercept = true, .weights = t.b.cwiseAbs()};
    check(logistic(t.a, support::signs(t.b), o));
    check(logistic(sparse_rows<>(t.a.sparseView()), support::signs(t.b), o));
  }
  const dense_rows<> big = 0.1 * dense_rows<>::Ones(150, 150) + dense_rows<>::Identity(150, 150);
  check(quadratic(big, vec<>(vec<>::Ones(150))));
  check(quadratic(sparse_rows<>(big.sparseView()), vec<>(vec<>::Ones(150))));
  for (const index_t rows : {4, 12, 200}) {  // fewer than columns, one block of rows, several
    for (const index_t d : {7, 300}) {
      const auto data = support::tables(1, rows, d);
      check(support::least_squares_clients(data).front());
      check(support::logistic_clients(data).front());
      check(support::sparse_least_squares_clients(support::thinned(data)).front());
      check(support::sparse_logistic_clients(support::thinned(data)).front());
    }
  }
}

TEST_CASE("operators: prox and projection allocate nothing", "[alloc]") {
  vec<> x = vec<>::LinSpaced(301, -2, 2), y(301);
  mat<> columns = mat<>::Ones(301, 3);
  double total = 0;
  CHECK(allocations_of([&] {
          total += l1_norm<>(0.5).prox(x, 0.3, y);
          total += squared_l2_norm<>(0.5).prox(columns.col(1), 0.3, columns.col(1));
          total += zero<>{}.prox(x, 0.3, columns.col(2));
          total += indicator(box<>(-1, 1)).prox(x, 0.3, y);
          total += l1_norm<>(0.5).value(y);
        }) == 0);
  CHECK(std::isfinite(total));
}

TEST_CASE("run: the loop, its criteria and an observer allocate nothing", "[alloc]") {
  const auto solver = fedsplit(support::least_squares_clients(support::tables(4)));
  auto s = solver.init(support::every_start());
  REQUIRE(solver.step(s) == status::running);
  double last = 0;
  std::optional<result> r;
  CHECK(allocations_of([&] {
          r = run(solver, s, stop::residual(0) || stop::seconds(1e9) || stop::rounds(20),
                  [&](const auto& view) { last = view.residual(); });
        }) == 0);
  CHECK(r->rounds == 20);
  CHECK(last > 0);
}
