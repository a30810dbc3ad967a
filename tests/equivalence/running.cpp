// run() around a step: endings, criteria, observers, and what a NaN from a user's problem does.
#include <cleave/cleave.hpp>
#include <cleave/exec/threads.hpp>

#include "support/catch.hpp"
#include "support/problems.hpp"

#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

using namespace cleave;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// ||x - a||^2 / 2, until somebody switches it off: then value and gradient are NaN.
struct fragile {
  vec<> a;
  std::shared_ptr<bool> broken;
  index_t dimension() const { return a.size(); }
  double value(in<double> x) const { return *broken ? not_a_number : (x - a).squaredNorm() / 2; }
  double gradient(in<double> x, out<double> g) const {
    g = x - a;
    if (*broken) g[a.size() - 1] = not_a_number;
    return value(x);
  }
  double smoothness() const { return 1; }
  double strong_convexity() const { return 1; }
};

/// The same with a prox of its own: nobody's local solver can notice.
struct fragile_prox : fragile {
  double prox(in<double> v, double step, out<double> y) const {
    y = (v + step * a) / (1 + step);
    if (*broken) y[a.size() - 1] = std::numeric_limits<double>::infinity();
    return value(y);
  }
};

template <class P>
std::vector<P> fragile_clients(const std::shared_ptr<bool>& broken) {
  std::vector<P> problems;
  for (index_t k = 0; k < 4; ++k) {
    P p;
    p.a = support::nrm_vector(3, 10 + static_cast<std::uint64_t>(k));
    p.broken = std::make_shared<bool>(false);
    problems.push_back(p);
  }
  problems[2].broken = broken;
  return problems;
}

/// Rounds go well, then client 2 breaks: the run ends not_finite in that round with the last finite model.
template <class Solver>
void check_breaks(const Solver& solver, const std::shared_ptr<bool>& broken, int good_rounds = 3) {
  *broken = false;
  auto s = solver.init(vec<>::Zero(3));
  REQUIRE(run(solver, s, stop::rounds(static_cast<std::uint64_t>(good_rounds))).status == status::rounds_spent);
  const vec<> last = solver.model(s);
  REQUIRE(last.allFinite());
  *broken = true;
  status seen = status::running;
  const auto r = run(solver, s, stop::rounds(100), [&](const auto& view) { seen = view.now; });
  CHECK(r.status == status::not_finite);
  CHECK(r.rounds == 1);
  CHECK(r.client == 2);
  CHECK(seen == status::not_finite);
  CHECK(solver.model(s) == last);
}

auto four() { return support::least_squares_clients(support::tables(4)); }
vec<> start() { return vec<>::Zero(7); }

}  // namespace

TEST_CASE("run: a NaN from a problem ends it not_finite with the last finite model", "[equivalence]") {
  const auto broken = std::make_shared<bool>(false);
  const clients by_gradient(fragile_clients<fragile>(broken));
  const clients by_prox(fragile_clients<fragile_prox>(broken));
  const auto net = star_of(4);
  check_breaks(fedavg(net, by_gradient, {.learning_rate = 0.1}), broken);
  check_breaks(fedprox(net, by_gradient), broken);
  check_breaks(fedprox(net, by_prox), broken);
  check_breaks(fedsplit(net, by_gradient, {.step = 0.5}), broken);
  check_breaks(fedsplit(net, by_gradient.with(gradient_steps(2)), {.step = 0.5}), broken);
  check_breaks(fedsplit(net, by_prox, {.step = 0.5}), broken);
  check_breaks(feddr(net, by_gradient, l1_norm<>(0.1), {.step = 0.5}), broken);
  check_breaks(feddr(net, by_prox, box<>(-1, 1), {.step = 0.5}), broken);
  check_breaks(feddr(net.with(bernoulli(1)), by_prox, zero<>{}, {.step = 0.5}), broken);
  const graph_network ring(in_process<>(4), cycle(4));
  check_breaks(r_admm(ring, by_gradient), broken, 2);  // the next round is odd: a solve
  check_breaks(r_admm(ring, by_prox), broken, 2);
}

TEST_CASE("run: a NaN ends it the same way on threads", "[equivalence][threads]") {
  const auto broken = std::make_shared<bool>(false);
  const clients by_prox(fragile_clients<fragile_prox>(broken));
  const in_process<threads> two(4, threads(2));
  check_breaks(fedsplit(star(two), by_prox, {.step = 0.5}), broken);
  check_breaks(r_admm(graph_network(two, cycle(4)), by_prox), broken, 2);
}

TEST_CASE("run: a sampled client breaks it only when it takes part", "[equivalence]") {
  const auto broken = std::make_shared<bool>(true);
  const auto solver = feddr(star_of(4).with(sample_uniformly(1, 9)), clients(fragile_clients<fragile_prox>(broken)),
                            zero<>{}, {.step = 0.5});
  auto s = solver.init(vec<>::Zero(3));
  std::vector<index_t> who;
  std::uint64_t first = 1;
  for (;; ++first) {
    sample_uniformly(1, 9).sample(first, 4, who);
    if (who.front() == 2) break;
  }
  CHECK(run(solver, s, stop::rounds(1000)).status == status::not_finite);
  CHECK(s.round == first);
}

TEST_CASE("run: a splitting whose resolvent gives NaN ends not_finite with the last finite model", "[equivalence]") {
  bool broken = false;
  const auto good = [](in<double> v, out<double> y) { y = v / 2; };
  const auto bad = [&](in<double> v, out<double> y) {
    y = v / 3;
    if (broken) y[0] = not_a_number;
  };
  const auto check = [&](const auto& solver) {
    broken = false;
    auto s = solver.init(vec<>::Ones(2));
    REQUIRE(run(solver, s, stop::rounds(2)).status == status::rounds_spent);
    const vec<> last = solver.model(s);
    broken = true;
    CHECK(run(solver, s, stop::rounds(9)).status == status::not_finite);
    CHECK(solver.model(s) == last);
  };
  check(peaceman_rachford(good, bad));
  check(douglas_rachford(bad, good));
}

TEST_CASE("run: a diverging iteration ends not_finite, not in an endless loop", "[equivalence]") {
  const auto wild = fedavg(four(), {.learning_rate = 10});
  auto s = wild.init(vec<>::Ones(7));
  const auto r = run(wild, s, stop::residual(1e-8) || stop::rounds(100000));
  CHECK(r.status == status::not_finite);
  CHECK(r.rounds < 1000);
  CHECK(wild.model(s).allFinite());
}

TEST_CASE("run: empty rounds leave the model alone and the run alive", "[equivalence]") {
  const bernoulli rarely(0.01, 4);
  const auto solver = feddr(star_of(4).with(rarely), clients(four()), l1_norm<>(0.5), {.step = 0.1});
  auto s = solver.init(start());
  std::vector<index_t> who;
  int empty = 0, other = 0;
  for (std::uint64_t t = 1; t <= 300; ++t) {
    rarely.sample(t, 4, who);
    const vec<> before = solver.model(s);
    const counters cost = solver.cost(s);
    REQUIRE(solver.step(s) == status::running);
    if (who.empty()) {
      ++empty;
      REQUIRE(solver.model(s) == before);
      REQUIRE(solver.cost(s) == cost);
    } else {
      ++other;
      REQUIRE(solver.cost(s).prox == cost.prox + who.size());
    }
  }
  CHECK(empty > 200);
  CHECK(other > 3);
}

TEST_CASE("residual: infinite until every client of feddr has spoken, so that silence is not agreement",
          "[equivalence]") {
  // x0 = 0 is where x_k = xbar for every client that has not taken part.
  const auto solver = feddr(star_of(4).with(bernoulli(0.3, 4)), clients(four()), zero<>{}, {.step = 0.1});
  auto s = solver.init(start());
  CHECK(solver.residual(s) == std::numeric_limits<double>::infinity());
  CHECK(run(solver, s, stop::residual(1e-8) || stop::rounds(5000)).status == status::solved);
  const vec<> best = support::pooled_minimiser(support::tables(4));
  CHECK((solver.model(s) - best).norm() < 1e-6);
}

TEST_CASE("run: 0 rounds, and a solved state, cost nothing", "[equivalence]") {
  const auto solver = fedsplit(four());
  auto s = solver.init(start());
  int told = 0;
  const auto none = run(solver, s, stop::rounds(0), [&](const auto& view) {
    ++told;
    CHECK(view.now == status::rounds_spent);
  });
  CHECK(none.status == status::rounds_spent);
  CHECK(none.rounds == 0);
  CHECK(told == 1);
  CHECK(same_bits(s, solver.init(start())));

  REQUIRE(run(solver, s, stop::residual(1e-9) || stop::rounds(10000)).status == status::solved);
  const auto solved = s;
  const auto again = run(solver, s, stop::residual(1e-9) || stop::rounds(10000));
  CHECK(again.status == status::solved);
  CHECK(again.rounds == 0);
  CHECK(same_bits(s, solved));
}

TEST_CASE("run: observers see every round once, the last with its status, and the rounds are inclusive",
          "[equivalence]") {
  const auto solver = fedsplit(four());
  auto s = solver.init(start());
  std::vector<std::uint64_t> rounds;
  std::vector<status> verdicts;
  history objective([&](const auto& x) { return x.norm(); });
  const auto r = run(
      solver, s, stop::rounds(5),
      [&](const auto& view) {
        rounds.push_back(view.round);
        verdicts.push_back(view.now);
        CHECK(view.solver.rounds(view.state) == view.round);
      },
      objective);
  CHECK(r.rounds == 5);
  CHECK(rounds == std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5});
  CHECK(verdicts.front() == status::running);
  CHECK(verdicts[4] == status::running);
  CHECK(verdicts.back() == status::rounds_spent);
  CHECK(objective.round == rounds);
  CHECK(objective.objective.front() == 0);
  CHECK(objective.objective.back() == solver.model(s).norm());
  CHECK(objective.residual.back() == solver.residual(s));
  CHECK(objective.floats.back() == 5 * 4 * 2 * 7);
}

TEST_CASE("run: an observer that returns true interrupts, one that returns false does not", "[equivalence]") {
  const auto solver = fedsplit(four());
  auto s = solver.init(start());
  int later = 0;
  const auto r = run(
      solver, s, stop::rounds(100), [](const auto& view) { return view.round == 7; }, [&](const auto&) { ++later; });
  CHECK(r.status == status::interrupted);
  CHECK(r.rounds == 7);
  CHECK(later == 8);  // the observers after it are told all the same
  CHECK(solver.rounds(s) == 7);
  CHECK(run(solver, s, stop::rounds(3), [](const auto&) { return false; }).status == status::rounds_spent);
  // a verdict of the criterion stands: the run was over anyway
  CHECK(run(solver, s, stop::rounds(3), [](const auto& view) { return view.round == 3; }).status ==
        status::rounds_spent);
}

TEST_CASE("run: an interrupted run continues to the same bits", "[equivalence]") {
  const auto solver = fedsplit(four());
  auto s = solver.init(start());
  auto t = solver.init(start());
  REQUIRE(run(solver, s, stop::rounds(20)).rounds == 20);
  REQUIRE(run(solver, t, stop::rounds(20), [](const auto& view) { return view.round == 8; }).rounds == 8);
  REQUIRE(run(solver, t, stop::rounds(12)).rounds == 12);
  CHECK(same_bits(s, t));
}

TEST_CASE("run: seconds are those of steps and criteria, not of observers", "[equivalence]") {
  const auto solver = fedsplit(four());
  auto s = solver.init(start());
  const double begin = seconds_now();
  double spent_here = 0, last = 0;
  const auto r = run(solver, s, stop::rounds(3), [&](const auto& view) {
    CHECK(view.seconds >= last);
    last = view.seconds;
    const double from = seconds_now();
    while (seconds_now() - from < 0.02) {}
    spent_here += seconds_now() - from;
  });
  CHECK(r.seconds >= last);
  CHECK(r.seconds <= seconds_now() - begin - spent_here);  // holds however slow the machine is
  CHECK(r.seconds > 0);
}

TEST_CASE("stop: seconds(0) stops at once, || takes the first verdict", "[equivalence]") {
  const auto solver = fedsplit(four());
  auto s = solver.init(start());
  const auto at_once = run(solver, s, stop::seconds(0));
  CHECK(at_once.status == status::time_spent);
  CHECK(at_once.rounds == 0);
  CHECK(run(solver, s, stop::rounds(0) || stop::seconds(0)).status == status::rounds_spent);
  CHECK(run(solver, s, stop::seconds(0) || stop::rounds(0)).status == status::time_spent);
  CHECK(run(solver, s, stop::residual(1e-9) || stop::rounds(4) || stop::seconds(1e9)).status == status::rounds_spent);
  CHECK(run(solver, s, stop::seconds(1e9) || stop::residual(1e9)).status == status::solved);
  CHECK_THROWS_WITH(stop::seconds(-1), "stop::seconds: limit must be finite and not negative, got -1");
  CHECK_THROWS_WITH(stop::residual(not_a_number), "stop::residual: tolerance must be finite and not negative, got nan");
  CHECK_THROWS_AS(stop::residual(-1e-9), std::invalid_argument);
}

TEST_CASE("stop: a residual that is NaN or infinite is never solved", "[equivalence]") {
  struct pretender {
    double residual_value;
    double residual() const { return residual_value; }
  };
  const stop::residual any(1e300);
  CHECK(any(pretender{not_a_number}) == status::running);
  CHECK(any(pretender{std::numeric_limits<double>::infinity()}) == status::running);
  CHECK(any(pretender{1e300}) == status::solved);

  const auto broken = std::make_shared<bool>(true);  // the very first round breaks; the residual is then NaN
  const auto solver = fedsplit(star_of(4), clients(fragile_clients<fragile_prox>(broken)), {.step = 0.5});
  auto s = solver.init(vec<>::Zero(3));
  CHECK(run(solver, s, stop::residual(1e300)).status == status::not_finite);
}

TEST_CASE("stop: residual(0) is legal", "[equivalence]") {
  const auto solver = fedsplit(std::vector(3, least_squares<>(dense_rows<>::Identity(2, 2), vec<>::Zero(2))));
  auto s = solver.init(vec<>::Zero(2));
  const auto r = run(solver, s, stop::residual(0) || stop::rounds(10));
  CHECK(r.status == status::solved);
  CHECK(r.rounds == 1);
}

TEST_CASE("run: an exception from a problem reaches the caller, of the lowest client first", "[equivalence][threads]") {
  struct thrower {
    index_t id;
    static index_t dimension() { return 2; }
    double prox(in<double> v, double, out<double> y) const {
      y = v;
      if (id == 1) throw std::runtime_error("client 1 is ill");
      if (id == 3) throw std::runtime_error("client 3 is ill");
      return 0;
    }
  };
  const clients ill(std::vector<thrower>{{0}, {1}, {2}, {3}});
  const auto one = fedsplit(star_of(4), ill, {.step = 1});
  auto s = one.init(vec<>::Zero(2));
  CHECK_THROWS_WITH(one.step(s), "client 1 is ill");

  const auto two = fedsplit(star_of(4, threads(2)), ill, {.step = 1});
  auto t = two.init(vec<>::Zero(2));
  for (int again = 0; again < 20; ++again) CHECK_THROWS_WITH(two.step(t), "client 1 is ill");
}

TEST_CASE("run: a state that is not the solver's is refused, not run", "[equivalence]") {
  const auto solver = fedsplit(four());
  std::remove_const_t<decltype(solver)>::state untouched;
  CHECK_THROWS_WITH(run(solver, untouched, stop::rounds(3)),
                    support::contains("run: the state is not one of this solver: its field z has columns 0, the solver "
                                      "has clients here 4"));
  auto others = fedsplit(support::least_squares_clients(support::tables(3))).init(start());
  CHECK_THROWS_AS(run(solver, others, stop::rounds(3)), std::invalid_argument);
}
