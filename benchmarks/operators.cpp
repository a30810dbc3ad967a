// Operators of the catalogue: how far the l1 prox is from a copy, the nuclear norm from its decomposition, and what an
// entry costs in the others.
#include <cleave/core/stream.hpp>
#include <cleave/operators/functions/huber.hpp>
#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/functions/linf_norm.hpp>
#include <cleave/operators/functions/nuclear_norm.hpp>
#include <cleave/operators/functions/slope.hpp>
#include <cleave/operators/functions/sum_of_largest.hpp>
#include <cleave/operators/functions/total_variation.hpp>

#include <Eigen/Dense>

#include "support/ratio.hpp"

#include <string>

namespace {

using cleave::index_t;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double step = 0.3;

VectorXd between(double low, double high, index_t n) {
  cleave::stream random(1);
  VectorXd x(n);
  for (index_t i = 0; i < n; ++i) x[i] = low + (high - low) * random.uniform();
  return x;
}

/// A benchmark of work(x, y) for vectors of n entries, both read or written once.
template <class Work>
void add(const std::string& name, index_t n, Work work) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    const VectorXd x = between(-2, 2, n);
    VectorXd y(n);
    for (auto _ : state) {
      work(x, y);
      benchmark::DoNotOptimize(y.data());
      benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * n);
    state.SetBytesProcessed(state.iterations() * n * static_cast<index_t>(2 * sizeof(double)));
  })->Unit(benchmark::kMicrosecond);
}

/// The prox of f, which is made here.
template <class F>
void add_prox(const std::string& name, index_t n, const F& f) {
  add(name, n, [f](const VectorXd& x, VectorXd& y) { benchmark::DoNotOptimize(f.prox(x, step, y)); });
}

void copy(const VectorXd& x, VectorXd& y) { y = x; }

void threshold_by_hand(const VectorXd& x, VectorXd& y) {
  for (index_t i = 0; i < x.size(); ++i) y[i] = x[i] > step ? x[i] - step : x[i] < -step ? x[i] + step : 0;
  benchmark::DoNotOptimize(y.lpNorm<1>());
}

void add_matrix(index_t rows, index_t cols) {
  const std::string name = "nuclear_norm over its SVD, " + std::to_string(rows) + " x " + std::to_string(cols);
  add(name + "/hand", rows * cols, [=](const VectorXd& x, VectorXd& y) {
    const MatrixXd matrix = x.reshaped(rows, cols);
    const Eigen::BDCSVD<MatrixXd> svd(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
    y[0] = svd.singularValues()[0];
  });
  add_prox(name + "/cleave", rows * cols, cleave::nuclear_norm(rows, cols));
}

}  // namespace

int main(int argc, char** argv) {
  for (const index_t n : {100, 10'000, 1'000'000}) {
    const std::string size = ", n = " + std::to_string(n);
    add("l1_norm over a copy" + size + "/hand", n, copy);
    add_prox("l1_norm over a copy" + size + "/cleave", n, cleave::l1_norm(1));
    add("l1_norm over a loop" + size + "/hand", n, threshold_by_hand);
    add_prox("l1_norm over a loop" + size + "/cleave", n, cleave::l1_norm(1));
    add_prox("huber" + size, n, cleave::huber(1));
    add_prox("linf_norm" + size, n, cleave::linf_norm(1));
    add_prox("sum_of_largest, k = n / 10" + size, n, cleave::sum_of_largest<>(n / 10));
    add_prox("total_variation" + size, n, cleave::total_variation(1));
    add_prox("slope" + size, n, cleave::slope<>(VectorXd::LinSpaced(n, 2, 1)));
  }
  for (const index_t side : {10, 50, 200}) add_matrix(side, side);
  add_matrix(400, 50);
  return support::compare(argc, argv);
}
