// The exact equivalences between methods, in lockstep. "Equal" is equal to rounding.
#include <cleave/cleave.hpp>

#include "support/catch.hpp"
#include "support/problems.hpp"

#include <cmath>
#include <variant>

using namespace cleave;

namespace {

constexpr index_t count = 6;
constexpr index_t dimension = 7;

void check_close(const vec<>& got, const vec<>& want, double tolerance = 1e-12) {
  INFO("got  " << got.transpose() << "\nwant " << want.transpose());
  REQUIRE(got.size() == want.size());
  REQUIRE((got - want).norm() <= tolerance * (1 + want.norm()));
}

vec<> start() { return vec<>::LinSpaced(dimension, -1, 2); }
vec<> normalised(vec<> w) { return w / w.sum(); }

/// A point of the product space is a vector: the columns one below the other.
auto blocks(in<double> z) { return Eigen::Map<const mat<>>(z.data(), dimension, count); }

/// A = the resolvent of the separable sum: prox_{s f_k} in every block. In the norm sum_k w_k ||.||^2 that is the prox
/// of sum_k w_k f_k(x_k), whatever the weights.
struct separable_sum {
  std::vector<least_squares<>::prepared> factors;

  separable_sum(const std::vector<least_squares<>>& problems, double step) {
    for (const auto& f : problems) factors.push_back(f.prepare(step));
  }
  void operator()(in<double> v, out<double> y) const {
    for (index_t k = 0; k < count; ++k)
      factors[static_cast<std::size_t>(k)].prox(v.segment(k * dimension, dimension),
                                                y.segment(k * dimension, dimension));
  }
};

/// B = the projection onto consensus, in the weighted norm: the weighted mean in every block.
struct consensus {
  vec<> w;
  void operator()(in<double> v, out<double> y) const {
    const vec<> mean = blocks(v) * w;
    y = mean.replicate(count, 1);
  }
};

/// A graph and logistic nodes for R-ADMM.
graph ring_with_chord() { return {count, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {0, 5}, {1, 4}}}; }

}  // namespace

TEST_CASE("fedsplit: is Peaceman-Rachford on the product space", "[equivalence]") {
  const double step = 0.07;
  const auto data = support::tables(count);
  const auto problems = support::least_squares_clients(data);
  for (const vec<>& weights : {vec<>(vec<>::Ones(count)), support::unequal_weights(count)}) {
    const auto split = fedsplit(star_of(count), clients(problems, weights), {.step = step});
    const auto pr = peaceman_rachford(separable_sum(problems, step), consensus{normalised(weights)});
    auto s = split.init(start());
    auto t = pr.init(start().replicate(count, 1));
    for (int round = 0; round < 60; ++round) {
      const vec<> heard = split.model(s);
      REQUIRE(split.step(s) == status::running);
      REQUIRE(pr.step(t) == status::running);
      check_close(s.z.reshaped(), t.z);
      check_close(heard, t.x.head(dimension));  // R_B(z) before the step is what the server said in it
      const vec<> apart = (blocks(t.p).colwise() - heard).colwise().squaredNorm();
      CHECK(split.residual(s) == Approx(std::sqrt(normalised(weights).dot(apart))).margin(1e-12));
    }
    check_close(split.model(s), support::pooled_minimiser(data, 0.05, weights), 1e-3);
  }
}

TEST_CASE("feddr: with relaxation 2 and no regulariser it is fedsplit", "[equivalence]") {
  const auto problems = support::logistic_clients(support::tables(count));
  const clients all(problems, support::unequal_weights(count));
  const auto net = star_of(count);
  const auto split = fedsplit(net, all, {.step = 0.8});
  const auto dr = feddr(net, all, zero<>{}, {.step = 0.8, .relaxation = 2});
  auto s = split.init(start());
  auto t = dr.init(start());
  auto ahead = dr.init_from_prox(start());  // the prox of the start is fedsplit's first round
  for (int round = 0; round < 60; ++round) {
    REQUIRE(split.step(s) == status::running);
    REQUIRE(dr.step(t) == status::running);
    check_close(dr.model(t), split.model(s), 1e-10);
    check_close((2 * t.x - t.y).reshaped(), s.z.reshaped(), 1e-10);
    check_close(dr.model(ahead), split.model(s), 1e-10);
    REQUIRE(dr.step(ahead) == status::running);
  }
  const auto one = feddr(net, all, zero<>{}, {.step = 0.8, .relaxation = 1.9});  // and no other relaxation does
  auto other = one.init(start());
  for (int round = 0; round < 3; ++round) REQUIRE(one.step(other) == status::running);
  auto again = split.init(start());
  for (int round = 0; round < 3; ++round) REQUIRE(split.step(again) == status::running);
  CHECK((one.model(other) - split.model(again)).norm() > 1e-3);
}

TEST_CASE("feddr: with relaxation 1 and no regulariser its x_k and xbar are those of consensus ADMM", "[equivalence]") {
  const double step = 0.1;
  const auto problems = support::least_squares_clients(support::tables(count));
  for (const vec<>& weights : {vec<>(vec<>::Ones(count)), support::unequal_weights(count)}) {
    const auto dr = feddr(star_of(count), clients(problems, weights), zero<>{}, {.step = step});
    auto s = dr.init(start());

    const separable_sum prox(problems, step);
    const vec<> w = normalised(weights);
    vec<> z = start(), local(count * dimension), u = vec<>::Zero(count * dimension);
    for (int round = 0; round < 60; ++round) {
      prox(vec<>(z.replicate(count, 1) - u), local);
      const vec<> before = z;
      z = blocks(local + u) * w;
      u += local - z.replicate(count, 1);

      REQUIRE(dr.step(s) == status::running);
      check_close(s.x.reshaped(), local);
      check_close(dr.model(s), 2 * z - before);
    }
  }
}

TEST_CASE("fedavg: with one local step it is gradient descent", "[equivalence]") {
  const auto problems = support::logistic_clients(support::tables(count));
  const vec<> w = normalised(support::unequal_weights(count));
  const auto average = fedavg(star_of(count), clients(problems, 17 * w), {.learning_rate = 0.3, .local_steps = 1});
  auto s = average.init(start());
  vec<> x = start(), g(dimension);
  for (int round = 0; round < 60; ++round) {
    vec<> total = vec<>::Zero(dimension);
    for (index_t k = 0; k < count; ++k) {
      problems[static_cast<std::size_t>(k)].gradient(x, g);
      total += w[k] * g;
    }
    x -= 0.3 * total;
    REQUIRE(average.step(s) == status::running);
    check_close(average.model(s), x);
  }
}

TEST_CASE("weights: an integer weight is that many copies of a client", "[equivalence]") {
  const auto problems = support::least_squares_clients(support::tables(3));
  vec<> weights(3);
  weights << 2, 1, 3;
  std::vector<least_squares<>> repeated;
  for (std::size_t k = 0; k < 3; ++k)
    for (int copy = 0; copy < static_cast<int>(weights[static_cast<index_t>(k)]); ++copy)
      repeated.push_back(problems[k]);
  const clients weighted(problems, weights), copied(repeated);
  const auto three = star_of(3), six = star_of(6);
  const auto lockstep = [](const auto& a, const auto& b) {
    auto s = a.init(start());
    auto t = b.init(start());
    for (int round = 0; round < 30; ++round) {
      REQUIRE(a.step(s) == status::running);
      REQUIRE(b.step(t) == status::running);
      check_close(a.model(s), b.model(t));
      REQUIRE(a.residual(s) == Approx(b.residual(t)).epsilon(1e-9).margin(1e-12));
    }
  };
  lockstep(fedavg(three, weighted, {.learning_rate = 0.01}), fedavg(six, copied, {.learning_rate = 0.01}));
  lockstep(fedprox(three, weighted), fedprox(six, copied));
  lockstep(fedsplit(three, weighted, {.step = 0.1}), fedsplit(six, copied, {.step = 0.1}));
  lockstep(feddr(three, weighted, l1_norm<>(2), {.step = 0.1, .relaxation = 1.4}),
           feddr(six, copied, l1_norm<>(2), {.step = 0.1, .relaxation = 1.4}));
}

TEST_CASE("weights: a client of weight 0 has no say, and the scale of weights has none", "[equivalence]") {
  const auto problems = support::least_squares_clients(support::tables(3));
  vec<> first(3), scaled(3);
  first << 0, 1, 3;
  scaled << 0, 1e8, 3e8;
  const auto a = fedsplit(star_of(3), clients(problems, first), {.step = 0.1});
  const auto b = fedsplit(star_of(3), clients(problems, scaled), {.step = 0.1});
  const auto c = fedsplit(star_of(2), clients(std::vector(problems.begin() + 1, problems.end()), vec<>(first.tail(2))),
                          {.step = 0.1});
  auto s = a.init(start());
  auto t = b.init(start());
  auto u = c.init(start());
  for (int round = 0; round < 30; ++round) {
    REQUIRE(a.step(s) == status::running);
    REQUIRE(b.step(t) == status::running);
    REQUIRE(c.step(u) == status::running);
    check_close(a.model(s), b.model(t));
    check_close(a.model(s), c.model(u));
  }
}

TEST_CASE("r_admm: the even step is the gradient step, though it sees no data", "[equivalence]") {
  const double eta = 0.2;
  const auto problems = support::logistic_clients(support::tables(count));
  const graph g = ring_with_chord();
  for (const double gamma : {0.0, 0.3, 2.0}) {
    const auto method = r_admm(graph_network(in_process<>(count), g), clients(problems), {.eta = eta, .gamma = gamma});
    auto s = method.init(start());
    mat<> lambda = mat<>::Zero(dimension, count);
    for (int pair = 0; pair < 20; ++pair) {
      const mat<> before = method.models(s);
      REQUIRE(method.step(s) == status::running);
      const mat<> odd = method.models(s);
      REQUIRE(method.step(s) == status::running);
      const mat<> even = method.models(s);
      for (index_t i = 0; i < count; ++i) {
        // The paper's two lines, with the gradient that a node would have to evaluate on its data.
        const double degree = static_cast<double>(g.degree(i));
        vec<> gradient(dimension), pull = vec<>::Zero(dimension), apart = vec<>::Zero(dimension);
        problems[static_cast<std::size_t>(i)].gradient(odd.col(i), gradient);
        for (const index_t j : g.neighbours(i)) {
          apart += odd.col(i) - odd.col(j);
          pull += 2 * odd.col(i) - before.col(i) - before.col(j);
        }
        check_close(gradient + 2 * lambda.col(i) + eta * pull, vec<>::Zero(dimension), 1e-11);  // the odd solve
        lambda.col(i) += eta / 2 * apart;
        const vec<> want = odd.col(i) - (gradient + 2 * lambda.col(i) + eta * apart) / (2 * eta * degree + gamma);
        check_close(even.col(i), want, 1e-11);
      }
      check_close(s.lambda.reshaped(), lambda.reshaped());
    }
  }
}

TEST_CASE("r_admm: without the even steps it is ADMM on the graph", "[equivalence]") {
  // gamma -> infinity makes the even step stand still, so that odd steps alone are left.
  const double eta = 0.3;
  const auto problems = support::least_squares_clients(support::tables(count));
  const graph g = ring_with_chord();
  const auto method = r_admm(graph_network(in_process<>(count), g), clients(problems), {.eta = eta, .gamma = 1e300});
  auto s = method.init(start());
  mat<> f = start().replicate(1, count), lambda = mat<>::Zero(dimension, count);
  for (int round = 0; round < 40; ++round) {
    const mat<> old = f;
    for (index_t i = 0; i < count; ++i) {
      const double degree = static_cast<double>(g.degree(i));
      vec<> v = vec<>::Zero(dimension), next(dimension);
      for (const index_t j : g.neighbours(i)) v += (old.col(i) + old.col(j)) / 2;
      problems[static_cast<std::size_t>(i)]
          .prepare(1 / (2 * eta * degree))
          .prox(vec<>((v - lambda.col(i) / eta) / degree), next);
      f.col(i) = next;
    }
    const mat<> now = f;
    for (index_t i = 0; i < count; ++i)
      for (const index_t j : g.neighbours(i)) lambda.col(i) += eta / 2 * (now.col(i) - now.col(j));
    REQUIRE(method.step(s) == status::running);
    check_close(method.models(s).reshaped(), f.reshaped());
    REQUIRE(method.step(s) == status::running);
    check_close(method.models(s).reshaped(), f.reshaped());
  }
}

TEST_CASE("problems: sparse rows are dense rows", "[equivalence]") {
  const auto thin = support::thinned(support::tables(count));
  const auto wide = support::thinned(support::tables(count, 4));
  const auto lockstep = [](const auto& a, const auto& b, int rounds) {
    auto s = a.init(start());
    auto t = b.init(start());
    for (int round = 0; round < rounds; ++round) {
      REQUIRE(a.step(s) == status::running);
      REQUIRE(b.step(t) == status::running);
      check_close(a.model(s), b.model(t), 1e-10);
    }
  };
  lockstep(fedsplit(support::least_squares_clients(thin)), fedsplit(support::sparse_least_squares_clients(thin)), 30);
  lockstep(fedsplit(support::least_squares_clients(wide)), fedsplit(support::sparse_least_squares_clients(wide)), 30);
  lockstep(fedavg(support::logistic_clients(thin)), fedavg(support::sparse_logistic_clients(thin)), 30);
  lockstep(fedprox(support::logistic_clients(thin)), fedprox(support::sparse_logistic_clients(thin)), 30);
}

TEST_CASE("clients: a std::variant of problems is the problems themselves, bit for bit", "[equivalence]") {
  const auto data = support::tables(count);
  const auto logistic_only = support::logistic_clients(data);
  using several = std::variant<least_squares<>, logistic<>>;
  const std::vector<several> mixed(logistic_only.begin(), logistic_only.end());
  const auto quadratic_only = support::least_squares_clients(data);
  const std::vector<several> quadratic(quadratic_only.begin(), quadratic_only.end());
  const auto lockstep = [](const auto& a, const auto& b) {
    auto s = a.init(start());
    auto t = b.init(start());
    for (int round = 0; round < 30; ++round) {
      REQUIRE(a.step(s) == status::running);
      REQUIRE(b.step(t) == status::running);
      REQUIRE(a.model(s) == b.model(t));
      REQUIRE(a.cost(s) == b.cost(t));
    }
  };
  lockstep(fedsplit(logistic_only), fedsplit(mixed));
  lockstep(fedsplit(quadratic_only), fedsplit(quadratic));
  lockstep(fedavg(logistic_only), fedavg(mixed));
}
