// Projections: those with a threshold beside sorting, those of one pass beside a plain copy; bytes/s count x read once
// and y written once, whatever the number of passes.
#include <cleave/core/stream.hpp>
#include <cleave/operators/sets/box.hpp>
#include <cleave/operators/sets/capped_simplex.hpp>
#include <cleave/operators/sets/l0_ball.hpp>
#include <cleave/operators/sets/l1_ball.hpp>
#include <cleave/operators/sets/l2_ball.hpp>
#include <cleave/operators/sets/monotone_cone.hpp>
#include <cleave/operators/sets/second_order_cone.hpp>
#include <cleave/operators/sets/simplex.hpp>

#include <Eigen/Dense>

#include "support/ratio.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace {

using cleave::index_t;
using Eigen::VectorXd;

/// About normal: a sum of uniform numbers.
VectorXd point(index_t n) {
  cleave::stream random(1);
  VectorXd x(n);
  for (double& e : x) {
    e = -2;
    for (int k = 0; k < 4; ++k) e += random.uniform();
  }
  return x;
}

/// The simplex as it is written everywhere: sort, and go down while there is something left.
struct sorted_simplex {
  double total;
  mutable std::vector<double> sorted;

  void project(cleave::in<double> x, cleave::out<double> y) const {
    sorted.assign(x.data(), x.data() + x.size());
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    double sum = -total, t = 0;
    for (std::size_t k = 0; k < sorted.size(); ++k) {
      sum += sorted[k];
      const double candidate = sum / static_cast<double>(k + 1);
      if (sorted[k] <= candidate) break;
      t = candidate;
    }
    y = (x.array() - t).cwiseMax(0);
  }
};

struct sorted_l1_ball {
  sorted_simplex sizes;

  void project(cleave::in<double> x, cleave::out<double> y) const {
    sizes.project(x.cwiseAbs(), y);
    y = (x.array() < 0).select(-y, y);
  }
};

/// The k largest magnitudes by the partial sorting of the standard library.
struct sorted_l0_ball {
  index_t k;
  mutable std::vector<index_t> places;

  void project(cleave::in<double> x, cleave::out<double> y) const {
    places.resize(static_cast<std::size_t>(x.size()));
    for (index_t i = 0; i < x.size(); ++i) places[static_cast<std::size_t>(i)] = i;
    std::nth_element(places.begin(), places.begin() + k, places.end(),
                     [&](index_t a, index_t b) { return std::abs(x[a]) > std::abs(x[b]); });
    y.setZero();
    for (index_t i = 0; i < k; ++i) y[places[static_cast<std::size_t>(i)]] = x[places[static_cast<std::size_t>(i)]];
  }
};

struct copy {
  void project(cleave::in<double> x, cleave::out<double> y) const { y = x; }
};

template <class Set>
void add(const std::string& name, index_t n, Set set) {
  benchmark::RegisterBenchmark(name.c_str(), [n, set](benchmark::State& state) {
    const VectorXd x = point(n);
    VectorXd y(n);
    for (auto _ : state) {
      set.project(x, y);
      benchmark::DoNotOptimize(y.data());
      benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * 2 * n * static_cast<index_t>(sizeof(double)));
  });
}

}  // namespace

int main(int argc, char** argv) {
  for (const index_t n : {100, 10000, 1000000}) {
    const std::string of = " n " + std::to_string(n) + "/";
    const double part = 0.1 * static_cast<double>(n);
    add("simplex 1" + of + "hand", n, sorted_simplex{1, {}});
    add("simplex 1" + of + "cleave", n, cleave::simplex<>(1));
    add("simplex 0.1 n" + of + "hand", n, sorted_simplex{part, {}});
    add("simplex 0.1 n" + of + "cleave", n, cleave::simplex<>(part));
    add("l1 ball 1" + of + "hand", n, sorted_l1_ball{{1, {}}});
    add("l1 ball 1" + of + "cleave", n, cleave::l1_ball<>(1));
    add("l1 ball 0.1 n" + of + "hand", n, sorted_l1_ball{{part, {}}});
    add("l1 ball 0.1 n" + of + "cleave", n, cleave::l1_ball<>(part));
    add("l0 ball n / 10" + of + "hand", n, sorted_l0_ball{n / 10, {}});
    add("l0 ball n / 10" + of + "cleave", n, cleave::l0_ball<>(n / 10));
    add("beside a copy" + of + "hand", n, copy{});
    add("beside a copy" + of + "box", n, cleave::box<>(-1, 1));
    add("beside a copy" + of + "l2 ball", n, cleave::l2_ball<>(1));
    add("beside a copy" + of + "second-order cone", n, cleave::second_order_cone<>());
    add("beside a copy" + of + "capped simplex", n, cleave::capped_simplex<>(n, 1, part));
    add("beside a copy" + of + "monotone cone", n, cleave::monotone_cone<>());
  }
  return support::compare(argc, argv);
}
