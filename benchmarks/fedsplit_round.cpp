// A round of FedSplit beside the loop that one would write by hand, with the same factors.
#include <cleave/cleave.hpp>

#include <Eigen/Dense>

#include "support/ratio.hpp"

#include <vector>

namespace {

using cleave::index_t;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// 25 clients, 200 rows, 100 parameters.
struct federation {
  static constexpr index_t count = 25, rows = 200, dimension = 100;
  static constexpr double step = 0.01;
  std::vector<cleave::least_squares<>> problems;
  std::vector<MatrixXd> map;    // (I + s A'A)^-1
  std::vector<VectorXd> shift;  // s (I + s A'A)^-1 A'b

  federation() {
    cleave::stream random(1);
    for (index_t k = 0; k < count; ++k) {
      const MatrixXd a = MatrixXd::NullaryExpr(rows, dimension, [&] { return 2 * random.uniform() - 1; });
      const VectorXd b = VectorXd::NullaryExpr(rows, [&] { return 2 * random.uniform() - 1; });
      problems.emplace_back(a, b);
      const MatrixXd h = MatrixXd::Identity(dimension, dimension) + step * a.transpose() * a;
      map.push_back(h.llt().solve(MatrixXd::Identity(dimension, dimension)));
      shift.push_back(step * (map.back() * (a.transpose() * b)));
    }
  }
};

void fedsplit_by_hand(benchmark::State& benchmark) {
  const federation f;
  MatrixXd z = MatrixXd::Zero(f.dimension, f.count);
  VectorXd x = VectorXd::Zero(f.dimension), v(f.dimension), p(f.dimension);
  for (auto _ : benchmark) {
    for (index_t k = 0; k < f.count; ++k) {
      v = 2 * x - z.col(k);
      p.noalias() = f.map[static_cast<std::size_t>(k)] * v;
      p += f.shift[static_cast<std::size_t>(k)];
      z.col(k) += 2 * (p - x);
    }
    x.setZero();
    for (index_t k = 0; k < f.count; ++k) x += z.col(k);
    x /= static_cast<double>(f.count);
    benchmark::DoNotOptimize(x.data());
    benchmark::ClobberMemory();
  }
}

void fedsplit_by_cleave(benchmark::State& benchmark) {
  const federation f;
  const auto solver = cleave::fedsplit(f.problems, {.step = f.step});
  auto state = solver.init(VectorXd::Zero(f.dimension));
  if (solver.step(state) != cleave::status::running) benchmark.SkipWithError("the first round broke down");
  for (auto _ : benchmark) {
    benchmark::DoNotOptimize(solver.step(state));
    benchmark::ClobberMemory();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = "fedsplit least squares 25 x 200 x 100";
  benchmark::RegisterBenchmark((name + "/hand").c_str(), fedsplit_by_hand)->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark((name + "/cleave").c_str(), fedsplit_by_cleave)->Unit(benchmark::kMicrosecond);
  return support::compare(argc, argv);
}
