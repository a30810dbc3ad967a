// Rounds of FedSplit, FedDR and R-ADMM beside the loops that one would write by hand, with the same local solves; and,
// for least squares, beside the loop over full matrices that one would write in plain Eigen. All loops of a problem
// must agree on where some rounds lead, or nothing is timed.
#include <cleave/cleave.hpp>

#include <Eigen/Dense>

#include "support/ratio.hpp"

#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using cleave::index_t;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double step = 0.01, weight_of_l1 = 0.01;
constexpr double eta = 200, eta_logistic = 2;  // at least the curvature

/// Numbers in (-1, 1) that numpy_rounds.py draws too.
struct uniform {
  std::uint64_t state = 1;

  double operator()() {
    state = 6364136223846793005u * state + 1442695040888963407u;
    return static_cast<double>(state >> 11) * 0x1p-52 - 1;
  }
};

cleave::dense_rows<> draw_rows(uniform& draw, index_t rows, index_t columns) {
  cleave::dense_rows<> a(rows, columns);
  for (double& entry : a.reshaped<Eigen::RowMajor>()) entry = draw();
  return a;
}
VectorXd draw_vector(uniform& draw, index_t size) {
  VectorXd v(size);
  for (double& entry : v) entry = draw();
  return v;
}

auto& at(auto& all, index_t k) { return all[static_cast<std::size_t>(k)]; }

/// The prox of one client as a matrix and a vector.
struct full_matrix {
  MatrixXd map;
  VectorXd shift;

  explicit full_matrix(const cleave::least_squares<>::prepared& of, index_t d) : map(d, d), shift(d) {
    of.prox(VectorXd::Zero(d), shift);
    for (index_t j = 0; j < d; ++j) {
      of.prox(VectorXd::Unit(d, j), map.col(j));
      map.col(j) -= shift;
    }
  }
  void prox(cleave::in<double> v, cleave::out<double> y) const {
    y = shift;
    y.noalias() += map * v;
  }
};

/// The library's own prox.
struct own_prox {
  cleave::least_squares<>::prepared map;

  explicit own_prox(cleave::least_squares<>::prepared of, index_t) : map(std::move(of)) {}
  void prox(cleave::in<double> v, cleave::out<double> y) const { map.prox(v, y); }
};

/// Least squares over some clients, each with twice as many rows as parameters.
struct federation {
  index_t count, dimension;
  std::vector<cleave::least_squares<>> problems;

  federation(index_t clients, index_t d) : count(clients), dimension(d) {
    uniform draw;
    for (index_t k = 0; k < count; ++k) {
      auto a = draw_rows(draw, 2 * d, d);
      problems.emplace_back(std::move(a), draw_vector(draw, 2 * d));
    }
  }

  /// What a loop by hand applies, for the steps that the clients have.
  template <class Prox>
  std::vector<Prox> factors(auto&& step_of) const {
    std::vector<Prox> out;
    for (index_t k = 0; k < count; ++k) out.emplace_back(at(problems, k).prepare(step_of(k)), dimension);
    return out;
  }
};

/// Some rounds by the library.
template <class Solver>
class by_cleave {
 public:
  by_cleave(Solver solver, index_t dimension, int rounds = 1)
      : solver_(std::move(solver)), start_(solver_.init(VectorXd::Zero(dimension))), state_(start_), rounds_(rounds) {}

  void restart() { state_ = start_; }
  void run() {
    for (int round = 0; round < rounds_; ++round)
      if (solver_.step(state_) != cleave::status::running) throw std::runtime_error("a round broke down");
  }
  VectorXd model() const { return solver_.model(state_); }

 private:
  Solver solver_;
  typename Solver::state start_, state_;
  int rounds_;
};

template <class Prox>
class fedsplit_by_hand {
 public:
  explicit fedsplit_by_hand(const federation& f)
      : factors_(f.factors<Prox>([](index_t) { return step; })),
        z_(MatrixXd::Zero(f.dimension, f.count)),
        x_(VectorXd::Zero(f.dimension)),
        v_(f.dimension),
        p_(f.dimension) {}

  void run() {
    for (index_t k = 0; k < z_.cols(); ++k) {
      v_ = 2 * x_ - z_.col(k);
      at(factors_, k).prox(v_, p_);
      z_.col(k) += 2 * (p_ - x_);
    }
    x_.setZero();
    for (index_t k = 0; k < z_.cols(); ++k) x_ += z_.col(k);
    x_ /= static_cast<double>(z_.cols());
  }
  VectorXd model() const { return x_; }

 private:
  std::vector<Prox> factors_;
  MatrixXd z_;
  VectorXd x_, v_, p_;
};

template <class Prox>
class feddr_by_hand {
 public:
  explicit feddr_by_hand(const federation& f)
      : factors_(f.factors<Prox>([](index_t) { return step; })),
        x_(MatrixXd::Zero(f.dimension, f.count)),
        y_(x_),
        xbar_(VectorXd::Zero(f.dimension)),
        mean_(f.dimension) {}

  void run() {
    mean_.setZero();
    for (index_t k = 0; k < x_.cols(); ++k) {
      y_.col(k) += xbar_ - x_.col(k);
      at(factors_, k).prox(y_.col(k), x_.col(k));
      mean_ += 2 * x_.col(k) - y_.col(k);
    }
    mean_ /= static_cast<double>(x_.cols());
    xbar_ = mean_.array().sign() * (mean_.array().abs() - step * weight_of_l1).max(0);
  }
  VectorXd model() const { return xbar_; }

 private:
  std::vector<Prox> factors_;
  MatrixXd x_, y_;
  VectorXd xbar_, mean_;
};

/// Nodes on a grid of five columns.
cleave::graph grid_of(index_t count) { return cleave::grid(count / 5, 5); }

auto r_admm_by_cleave(const auto& problems, double penalty, int rounds) {
  const auto count = static_cast<index_t>(problems.size());
  const cleave::graph_network net(cleave::in_process<>(count), grid_of(count));
  return by_cleave(cleave::r_admm(net, cleave::clients(problems), {.eta = penalty}), problems[0].dimension(), rounds);
}

/// Odd and even steps in turns. solve(i, s, v, x) is x = prox_{s f_i}(v).
template <class Solve>
class r_admm_by_hand {
 public:
  r_admm_by_hand(index_t count, index_t d, double penalty, int rounds, Solve solve)
      : graph_(grid_of(count)),
        eta_(penalty),
        rounds_(rounds),
        solve_(std::move(solve)),
        now_(MatrixXd::Zero(d, count)),
        before_(now_),
        next_(now_),
        lambda_(now_),
        v_(d) {}

  void restart() { now_.setZero(), lambda_.setZero(), solve_.restart(); }
  void run() {
    for (int round = 0; round < rounds_; round += 2) {
      odd_step();
      even_step();
    }
  }
  VectorXd model() const { return now_.rowwise().mean(); }

 private:
  void odd_step() {
    before_ = now_;
    for (index_t i = 0; i < graph_.size(); ++i) {
      const auto degree = static_cast<double>(graph_.degree(i));
      const double s = 1 / (2 * eta_ * degree);
      v_.setZero();
      for (const auto j : graph_.neighbours(i)) v_ += now_.col(i) + now_.col(j);
      v_ = v_ / (2 * degree) - 2 * s * lambda_.col(i);
      solve_(i, s, v_, next_.col(i));
    }
    now_.swap(next_);
    for (index_t i = 0; i < graph_.size(); ++i)
      for (const auto j : graph_.neighbours(i)) lambda_.col(i) += eta_ / 2 * (now_.col(i) - now_.col(j));
  }
  void even_step() {
    for (index_t i = 0; i < graph_.size(); ++i) {
      v_.setZero();
      for (const auto j : graph_.neighbours(i)) v_ += before_.col(i) + before_.col(j) - 2 * now_.col(j);
      next_.col(i) = now_.col(i) - 1 / (2 * static_cast<double>(graph_.degree(i))) * v_;
    }
    now_.swap(next_);
  }

  cleave::graph graph_;
  double eta_;
  int rounds_;
  Solve solve_;
  MatrixXd now_, before_, next_, lambda_;
  VectorXd v_;
};

template <class Prox>
auto r_admm_least_squares(const federation& f) {
  const cleave::graph g = grid_of(f.count);
  auto factors = f.factors<Prox>([&](index_t i) { return 1 / (2 * eta * static_cast<double>(g.degree(i))); });
  return r_admm_by_hand(
      f.count, f.dimension, eta, 2,
      [factors = std::move(factors)](index_t i, double, const VectorXd& v, auto x) { at(factors, i).prox(v, x); });
}

/// Logistic regression: ten nodes, 300 rows each, 30 parameters. A run is 20 rounds from the start, since Newton's
/// method has nothing to do where the rounds have converged.
struct logistic_nodes {
  static constexpr index_t count = 10, dimension = 30;
  static constexpr int rounds = 20;
  std::vector<cleave::logistic<>> problems;

  logistic_nodes() {
    uniform draw;
    const VectorXd truth = draw_vector(draw, dimension);
    for (index_t k = 0; k < count; ++k) {
      auto a = draw_rows(draw, 300, dimension);
      const VectorXd noisy = a * truth + draw_vector(draw, 300);
      problems.emplace_back(std::move(a), noisy.unaryExpr([](double m) { return m > 0 ? 1.0 : -1.0; }),
                            cleave::logistic_options{.ridge = 1e-3});
    }
  }
};

class newton_solves {
 public:
  explicit newton_solves(const logistic_nodes& f)
      : problems_(&f.problems), scratch_(f.dimension), warm_(MatrixXd::Zero(f.dimension, f.count)) {}

  void restart() { warm_.setZero(); }
  void operator()(index_t i, double s, const VectorXd& v, auto x) {
    cleave::newton{}.prox(at(*problems_, i), memory_, scratch_, s, v, warm_.col(i));
    x = warm_.col(i);
  }

 private:
  const std::vector<cleave::logistic<>>* problems_;
  cleave::newton::scratch<double> scratch_;
  cleave::newton::memory<cleave::logistic<>> memory_;
  MatrixXd warm_;
};

/// The ways to run the rounds of one problem, which must agree. make() gives a loop at its start.
class comparison {
 public:
  explicit comparison(std::string name) : name_(std::move(name)) {}

  template <class Make>
  comparison& add(const std::string& way, Make make) {
    auto loop = make();
    for (int i = 0; i < 10; ++i) loop.run();
    agree(way, loop.model());
    return register_loop(way, [make](benchmark::State& state) {
      auto timed = make();
      timed.run();  // factors are made in a first round
      for (auto _ : state) {
        timed.run();
        benchmark::ClobberMemory();
      }
    });
  }
  /// The same, where every run begins at the start.
  template <class Make>
  comparison& add_from_start(const std::string& way, Make make) {
    auto loop = make();
    loop.run();
    agree(way, loop.model());
    return register_loop(way, [make](benchmark::State& state) {
      auto timed = make();
      for (auto _ : state) {
        timed.restart();
        timed.run();
        benchmark::ClobberMemory();
      }
    });
  }

 private:
  void agree(const std::string& way, const VectorXd& model) {
    if (way == "hand") {
      expected_ = model;
      std::printf("%-56s ends at norm %.12e\n", name_.c_str(), model.norm());
    }
    const double apart = (model - expected_).norm();
    if (!(apart <= 1e-9 * expected_.norm()))
      throw std::runtime_error(name_ + "/" + way + " ends elsewhere than by hand, by " + std::to_string(apart));
  }
  template <class Timed>
  comparison& register_loop(const std::string& way, Timed timed) {
    benchmark::RegisterBenchmark((name_ + "/" + way).c_str(), timed)->Unit(benchmark::kMicrosecond);
    return *this;
  }

  std::string name_;
  VectorXd expected_;
};

void compare_least_squares(const federation& f) {
  const auto d = f.dimension;
  const std::string size =
      " least squares " + std::to_string(f.count) + " x " + std::to_string(2 * d) + " x " + std::to_string(d);
  comparison("fedsplit" + size)
      .add("hand", [&] { return fedsplit_by_hand<own_prox>(f); })
      .add("cleave", [&f, d] { return by_cleave(cleave::fedsplit(f.problems, {.step = step}), d); })
      .add("full matrix", [&] { return fedsplit_by_hand<full_matrix>(f); });
  comparison("feddr" + size)
      .add("hand", [&] { return feddr_by_hand<own_prox>(f); })
      .add("cleave",
           [&f, d] { return by_cleave(cleave::feddr(f.problems, cleave::l1_norm(weight_of_l1), {.step = step}), d); })
      .add("full matrix", [&] { return feddr_by_hand<full_matrix>(f); });
  comparison("r_admm" + size)
      .add("hand", [&] { return r_admm_least_squares<own_prox>(f); })
      .add("cleave", [&] { return r_admm_by_cleave(f.problems, eta, 2); })
      .add("full matrix", [&] { return r_admm_least_squares<full_matrix>(f); });
}

void compare_logistic(const logistic_nodes& f) {
  comparison("r_admm logistic 10 x 300 x 30, 20 rounds")
      .add_from_start("hand",
                      [&] { return r_admm_by_hand(f.count, f.dimension, eta_logistic, f.rounds, newton_solves(f)); })
      .add_from_start("cleave", [&] { return r_admm_by_cleave(f.problems, eta_logistic, f.rounds); });
}

}  // namespace

int main(int argc, char** argv) try {
  const federation small(25, 10), large(25, 100);
  const logistic_nodes logistic;
  compare_least_squares(small);
  compare_least_squares(large);
  compare_logistic(logistic);
  return support::compare(argc, argv);
} catch (const std::exception& e) {
  std::fprintf(stderr, "rounds: %s\n", e.what());
  return 1;
}
