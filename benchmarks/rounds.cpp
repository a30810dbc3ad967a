// Rounds of FedSplit, FedDR and R-ADMM beside the loops that one would write by hand, with the same local solves; and,
// for least squares, beside the loop over full matrices that one would write in plain Eigen.
#include <cleave/cleave.hpp>

#include <Eigen/Dense>

#include "support/ratio.hpp"

#include <string>
#include <vector>

namespace {

using cleave::index_t;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double step = 0.01, weight_of_l1 = 0.01;
constexpr double eta = 200, eta_logistic = 2;  // at least the curvature

/// The prox of one client as a matrix and a vector.
struct full_matrix {
  MatrixXd map;
  VectorXd shift;

  void prox(cleave::in<double> v, cleave::out<double> y) const {
    y = shift;
    y.noalias() += map * v;
  }
};

/// Least squares over some clients, each with twice as many rows as parameters.
struct federation {
  index_t count, dimension;
  std::vector<cleave::least_squares<>> problems;

  federation(index_t clients, index_t d) : count(clients), dimension(d) {
    cleave::stream random(1);
    const auto draw = [&] { return 2 * random.uniform() - 1; };
    for (index_t k = 0; k < count; ++k) {
      const MatrixXd a = MatrixXd::NullaryExpr(2 * d, d, draw);
      problems.emplace_back(a, VectorXd::NullaryExpr(2 * d, draw));
    }
  }

  /// What a loop applies, for the steps that the clients have: the library's own prox, or that of a full matrix.
  template <class Prox>
  std::vector<Prox> factors(auto&& step_of) const {
    std::vector<Prox> out;
    for (index_t k = 0; k < count; ++k) {
      auto own = problems[static_cast<std::size_t>(k)].prepare(step_of(k));
      if constexpr (std::is_same_v<Prox, full_matrix>) {
        full_matrix full{MatrixXd(dimension, dimension), VectorXd(dimension)};
        own.prox(VectorXd::Zero(dimension), full.shift);
        for (index_t j = 0; j < dimension; ++j) {
          own.prox(VectorXd::Unit(dimension, j), full.map.col(j));
          full.map.col(j) -= full.shift;
        }
        out.push_back(std::move(full));
      } else {
        out.push_back(std::move(own));
      }
    }
    return out;
  }
};

using own_prox = cleave::least_squares<>::prepared;

auto& at(auto& all, index_t k) { return all[static_cast<std::size_t>(k)]; }

template <class Solver>
void run_cleave(benchmark::State& benchmark, const Solver& solver, index_t dimension, int rounds) {
  auto state = solver.init(VectorXd::Zero(dimension));
  for (int warm_up = 0; warm_up < 4; ++warm_up)
    if (solver.step(state) != cleave::status::running) benchmark.SkipWithError("a round broke down");
  for (auto _ : benchmark) {
    for (int round = 0; round < rounds; ++round) benchmark::DoNotOptimize(solver.step(state));
    benchmark::ClobberMemory();
  }
  if (!solver.model(state).allFinite()) benchmark.SkipWithError("the rounds diverged");
}

template <class Prox>
void fedsplit_by_hand(benchmark::State& benchmark, const federation& f) {
  const auto factors = f.factors<Prox>([](index_t) { return step; });
  MatrixXd z = MatrixXd::Zero(f.dimension, f.count);
  VectorXd x = VectorXd::Zero(f.dimension), v(f.dimension), p(f.dimension);
  for (auto _ : benchmark) {
    for (index_t k = 0; k < f.count; ++k) {
      v = 2 * x - z.col(k);
      at(factors, k).prox(v, p);
      z.col(k) += 2 * (p - x);
    }
    x.setZero();
    for (index_t k = 0; k < f.count; ++k) x += z.col(k);
    x /= static_cast<double>(f.count);
    benchmark::DoNotOptimize(x.data());
    benchmark::ClobberMemory();
  }
}
void fedsplit_by_cleave(benchmark::State& benchmark, const federation& f) {
  run_cleave(benchmark, cleave::fedsplit(f.problems, {.step = step}), f.dimension, 1);
}

template <class Prox>
void feddr_by_hand(benchmark::State& benchmark, const federation& f) {
  const auto factors = f.factors<Prox>([](index_t) { return step; });
  MatrixXd x = MatrixXd::Zero(f.dimension, f.count), y = x;
  VectorXd xbar = VectorXd::Zero(f.dimension), mean(f.dimension);
  for (auto _ : benchmark) {
    mean.setZero();
    for (index_t k = 0; k < f.count; ++k) {
      y.col(k) += xbar - x.col(k);
      at(factors, k).prox(y.col(k), x.col(k));
      mean += 2 * x.col(k) - y.col(k);
    }
    mean /= static_cast<double>(f.count);
    xbar = mean.array().sign() * (mean.array().abs() - step * weight_of_l1).max(0);
    benchmark::DoNotOptimize(xbar.data());
    benchmark::ClobberMemory();
  }
}
void feddr_by_cleave(benchmark::State& benchmark, const federation& f) {
  run_cleave(benchmark, cleave::feddr(f.problems, cleave::l1_norm(weight_of_l1), {.step = step}), f.dimension, 1);
}

/// Nodes on a grid of five columns.
cleave::graph grid_of(index_t count) { return cleave::grid(count / 5, 5); }

auto r_admm_on_grid(const auto& problems, double penalty) {
  const auto count = static_cast<index_t>(problems.size());
  const cleave::graph_network net(cleave::in_process<>(count), grid_of(count));
  return cleave::r_admm(net, cleave::clients(problems), {.eta = penalty});
}

/// An odd and an even step. solve(i, s, v, x) is x = prox_{s f_i}(v), x the warm start.
template <class Solve>
struct r_admm_loop {
  cleave::graph graph;
  double eta;
  MatrixXd now, before, next, lambda;
  VectorXd v;
  Solve solve;

  r_admm_loop(cleave::graph g, double penalty, index_t d, Solve s)
      : graph(std::move(g)),
        eta(penalty),
        now(MatrixXd::Zero(d, graph.size())),
        before(now),
        next(now),
        lambda(now),
        v(d),
        solve(s) {}

  void two_steps() {
    before = now;
    for (index_t i = 0; i < graph.size(); ++i) {
      const auto degree = static_cast<double>(graph.degree(i));
      const double s = 1 / (2 * eta * degree);
      v.setZero();
      for (const auto j : graph.neighbours(i)) v += now.col(i) + now.col(j);
      v = v / (2 * degree) - 2 * s * lambda.col(i);
      solve(i, s, v, next.col(i));
    }
    now.swap(next);
    for (index_t i = 0; i < graph.size(); ++i)
      for (const auto j : graph.neighbours(i)) lambda.col(i) += eta / 2 * (now.col(i) - now.col(j));
    for (index_t i = 0; i < graph.size(); ++i) {
      v.setZero();
      for (const auto j : graph.neighbours(i)) v += before.col(i) + before.col(j) - 2 * now.col(j);
      next.col(i) = now.col(i) - 1 / (2 * static_cast<double>(graph.degree(i))) * v;
    }
    now.swap(next);
  }
};

template <class Prox>
void r_admm_by_hand(benchmark::State& benchmark, const federation& f) {
  const cleave::graph g = grid_of(f.count);
  const auto factors = f.factors<Prox>([&](index_t i) { return 1 / (2 * eta * static_cast<double>(g.degree(i))); });
  r_admm_loop loop(g, eta, f.dimension,
                   [&](index_t i, double, const VectorXd& v, auto x) { at(factors, i).prox(v, x); });
  for (auto _ : benchmark) {
    loop.two_steps();
    benchmark::DoNotOptimize(loop.now.data());
    benchmark::ClobberMemory();
  }
}
void r_admm_by_cleave(benchmark::State& benchmark, const federation& f) {
  run_cleave(benchmark, r_admm_on_grid(f.problems, eta), f.dimension, 2);
}

/// Logistic regression: ten nodes, 300 rows each, 30 parameters. Every measurement is 20 rounds from the start, since
/// Newton's method has nothing to do where the rounds have converged.
struct logistic_nodes {
  static constexpr index_t count = 10, dimension = 30;
  static constexpr int rounds = 20;
  std::vector<cleave::logistic<>> problems;

  logistic_nodes() {
    cleave::stream random(1);
    const auto draw = [&] { return 2 * random.uniform() - 1; };
    const VectorXd truth = VectorXd::NullaryExpr(dimension, draw);
    for (index_t k = 0; k < count; ++k) {
      const MatrixXd a = MatrixXd::NullaryExpr(300, dimension, draw);
      const VectorXd noisy = a * truth + VectorXd::NullaryExpr(300, draw);
      problems.emplace_back(a, noisy.unaryExpr([](double m) { return m > 0 ? 1.0 : -1.0; }),
                            cleave::logistic_options{.ridge = 1e-3});
    }
  }
};

void r_admm_logistic_by_hand(benchmark::State& benchmark, const logistic_nodes& f) {
  const cleave::newton newton;
  cleave::newton::scratch<double> scratch(f.dimension);
  cleave::newton::memory<cleave::logistic<>> memory;
  MatrixXd warm(f.dimension, f.count);
  r_admm_loop loop(grid_of(f.count), eta_logistic, f.dimension, [&](index_t i, double s, const VectorXd& v, auto x) {
    newton.prox(at(f.problems, i), memory, scratch, s, v, warm.col(i));
    x = warm.col(i);
  });
  for (auto _ : benchmark) {
    warm.setZero(), loop.now.setZero(), loop.lambda.setZero();
    for (int round = 0; round < f.rounds; round += 2) loop.two_steps();
    benchmark::DoNotOptimize(loop.now.data());
    benchmark::ClobberMemory();
  }
}
void r_admm_logistic_by_cleave(benchmark::State& benchmark, const logistic_nodes& f) {
  const auto solver = r_admm_on_grid(f.problems, eta_logistic);
  const auto start = solver.init(VectorXd::Zero(f.dimension));
  auto state = start;
  for (auto _ : benchmark) {
    state = start;
    for (int round = 0; round < f.rounds; ++round) benchmark::DoNotOptimize(solver.step(state));
    benchmark::ClobberMemory();
  }
}

template <class... Argument>
void add(const std::string& name, void (*measure)(benchmark::State&, const Argument&...), const Argument&... argument) {
  benchmark::RegisterBenchmark(name.c_str(), measure, std::cref(argument)...)->Unit(benchmark::kMicrosecond);
}

}  // namespace

int main(int argc, char** argv) {
  const federation small(25, 10), large(25, 100);
  const logistic_nodes logistic;
  for (const federation* f : {&small, &large}) {
    const std::string size =
        " least squares 25 x " + std::to_string(2 * f->dimension) + " x " + std::to_string(f->dimension);
    add("fedsplit" + size + "/hand", fedsplit_by_hand<own_prox>, *f);
    add("fedsplit" + size + "/cleave", fedsplit_by_cleave, *f);
    add("fedsplit" + size + "/full matrix", fedsplit_by_hand<full_matrix>, *f);
    add("feddr" + size + "/hand", feddr_by_hand<own_prox>, *f);
    add("feddr" + size + "/cleave", feddr_by_cleave, *f);
    add("feddr" + size + "/full matrix", feddr_by_hand<full_matrix>, *f);
    add("r_admm" + size + "/hand", r_admm_by_hand<own_prox>, *f);
    add("r_admm" + size + "/cleave", r_admm_by_cleave, *f);
    add("r_admm" + size + "/full matrix", r_admm_by_hand<full_matrix>, *f);
  }
  add("r_admm logistic 10 x 300 x 30, 20 rounds/hand", r_admm_logistic_by_hand, logistic);
  add("r_admm logistic 10 x 300 x 30, 20 rounds/cleave", r_admm_logistic_by_cleave, logistic);
  return support::compare(argc, argv);
}
