// Value with gradient, and the Hessian, of logistic regression beside the loops that one would write by hand.
#include <cleave/cleave.hpp>
#include <cleave/data/libsvm.hpp>

#include <Eigen/Dense>

#include "support/ratio.hpp"

#include <string>
#include <utility>

namespace {

using cleave::index_t;
using Eigen::ArrayXd;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The loops by hand: every line is a pass over the rows, or over a vector with an entry for each row.
template <class Rows>
class by_hand {
 public:
  by_hand(Rows a, const VectorXd& y) : a_(std::move(a)), y_(y), m_(y.size()), e_(y.size()), r_(y.size()) {}

  double gradient(const VectorXd& x, VectorXd& g) {
    margins(x);
    const double sum = ((-m_).max(0.0) + e_.log1p()).sum();
    r_ = (m_ > 0).select(e_, 1.0) / (1 + e_) * y_ / -n();
    g.noalias() = a_.transpose() * r_.matrix();
    return sum / n();
  }

  void hessian(const VectorXd& x, MatrixXd& h) {
    margins(x);
    r_ = e_ / ((1 + e_).square() * n());
    if constexpr (cleave::detail::is_sparse<Rows>) {
      h = MatrixXd(a_.transpose() * (r_.matrix().asDiagonal() * a_));
    } else {
      scaled_ = r_.sqrt().matrix().asDiagonal() * a_;
      h.setZero();
      h.selfadjointView<Eigen::Lower>().rankUpdate(scaled_.transpose());
      h.triangularView<Eigen::StrictlyUpper>() = h.transpose();
    }
  }

  /// The sum of all entries: what it takes to read the data once.
  double read() const {
    if constexpr (cleave::detail::is_sparse<Rows>)
      return a_.coeffs().sum();
    else
      return a_.sum();
  }

 private:
  void margins(const VectorXd& x) {
    m_.matrix().noalias() = a_ * x;
    m_ *= y_;
    e_ = (-m_.abs()).exp();
  }
  double n() const { return static_cast<double>(y_.size()); }

  Rows a_;
  ArrayXd y_, m_, e_, r_;
  Rows scaled_;
};

template <class Timed>
void add(const std::string& name, Timed timed) {
  benchmark::RegisterBenchmark(name.c_str(), [timed](benchmark::State& benchmark) mutable {
    for (auto _ : benchmark) {
      timed();
      benchmark::ClobberMemory();
    }
  })->Unit(benchmark::kMicrosecond);
}

/// One design matrix, ours and by hand. It outlives the benchmarks that it adds.
template <class Rows>
class pair {
 public:
  pair(std::string name, Rows a, const VectorXd& y) : name_(std::move(name)), hand_(a, y), cleave_(std::move(a), y) {}
  pair(const pair&) = delete;

  void add_gradient() {
    add("logistic gradient " + name_ + "/hand", [&] { benchmark::DoNotOptimize(hand_.gradient(x_, g_)); });
    add("logistic gradient " + name_ + "/cleave", [&] { benchmark::DoNotOptimize(cleave_.gradient(x_, g_)); });
  }
  void add_hessian() {
    add("logistic Hessian " + name_ + "/hand", [&] { hand_.hessian(x_, h_); });
    add("logistic Hessian " + name_ + "/cleave", [&] { cleave_.hessian(x_, h_); });
  }
  void add_read() {
    add("logistic gradient over a plain read " + name_ + "/hand", [&] { benchmark::DoNotOptimize(hand_.read()); });
    add("logistic gradient over a plain read " + name_ + "/cleave",
        [&] { benchmark::DoNotOptimize(cleave_.gradient(x_, g_)); });
  }

 private:
  std::string name_;
  by_hand<Rows> hand_;
  cleave::logistic<Rows> cleave_;
  VectorXd x_ = VectorXd::LinSpaced(cleave_.dimension(), -0.1, 0.1);
  VectorXd g_ = VectorXd(x_.size());
  MatrixXd h_ = MatrixXd(x_.size(), x_.size());
};

pair<cleave::dense_rows<>> dense(index_t rows, index_t columns) {
  cleave::stream random(1);
  cleave::dense_rows<> a(rows, columns);
  for (double* p = a.data(); p != a.data() + a.size(); ++p) *p = 2 * random.uniform() - 1;
  VectorXd y(rows);
  for (double& label : y) label = random.uniform() < 0.5 ? -1 : 1;
  return {std::to_string(rows) + " x " + std::to_string(columns), std::move(a), y};
}

pair<cleave::sparse_rows<>> adult() {
  auto all = cleave::read_libsvm(CLEAVE_BUNDLED_DATA_DIR "/a9a");
  return {"a9a", std::move(all.rows), all.labels};
}

}  // namespace

int main(int argc, char** argv) {
  auto small = dense(400, 100);
  auto large = dense(200000, 100);
  auto sparse = adult();
  small.add_gradient();
  large.add_gradient();
  large.add_read();
  sparse.add_gradient();
  small.add_hessian();
  sparse.add_hessian();
  return support::compare(argc, argv);
}
