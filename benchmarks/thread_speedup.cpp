// How much faster two threads are than one: rounds of FedSplit with exact local solves on the bundled Adult data, ten
// clients with people of one income class each, as examples/federated_logistic.cpp has them.
#include <cleave/cleave.hpp>
#include <cleave/data/binary_labels.hpp>
#include <cleave/data/libsvm.hpp>
#include <cleave/data/partition_spec.hpp>
#include <cleave/exec/threads.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using namespace cleave;
using problem = logistic<sparse_rows<>>;

constexpr index_t count = 10;

auto adult_clients() {
  auto data = read_libsvm(CLEAVE_BUNDLED_DATA_DIR "/a9a");
  binary_labels(data.labels, "a9a");
  std::vector<problem> problems;
  vec<> weights(count);
  for (const auto& rows : make_partition("label-skew", data.labels, count, 1)) {
    auto own = subset(data, rows);
    weights[static_cast<index_t>(problems.size())] = static_cast<double>(own.rows.rows());
    problems.emplace_back(std::move(own.rows), std::move(own.labels), logistic_options{.ridge = 1e-3});
  }
  return clients(std::move(problems), weights);
}

/// Milliseconds a round, over the first rounds from zero, which lead to the model.
template <class Executor>
double measure(const Executor& exec, const clients<problem>& members, int rounds, vec<>& model) {
  const auto solver = fedsplit(star(in_process(count, exec)), members);
  auto state = solver.init(vec<>::Zero(members.dimension()));
  const auto start = std::chrono::steady_clock::now();
  for (int round = 0; round < rounds; ++round)
    if (solver.step(state) != status::running) std::exit(1);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  model = solver.model(state);
  return took.count() / rounds;
}

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return (v[(v.size() - 1) / 2] + v[v.size() / 2]) / 2;
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 15, rounds = argc > 2 ? std::atoi(argv[2]) : 30;
  if (repetitions < 1 || rounds < 1 || argc > 3) {
    std::fprintf(stderr, "usage: thread_speedup [REPETITIONS [ROUNDS]]\n");
    return 2;
  }
  const auto members = adult_clients();
  const threads pool(2);
  std::vector<double> one, two, ratio;
  vec<> model_of_one, model_of_two;
  for (int i = 0; i < repetitions; ++i) {  // in turns, so that a machine that changes its speed is fair to both
    one.push_back(measure(sequential{}, members, rounds, model_of_one));
    two.push_back(measure(pool, members, rounds, model_of_two));
    ratio.push_back(one.back() / two.back());
    if (model_of_one != model_of_two) {
      std::fprintf(stderr, "thread_speedup: two threads end elsewhere than one\n");
      return 1;
    }
  }
  double load = 0;
  if (getloadavg(&load, 1) != 1) load = -1;
  std::printf("fedsplit on a9a, 10 clients, milliseconds a round, medians of %d x %d rounds (load average %.1f)\n",
              repetitions, rounds, load);
  std::printf("one thread %.3f, two threads %.3f: %.3f times as fast (median of the ratios; best %.3f)\n", median(one),
              median(two), median(ratio), *std::max_element(ratio.begin(), ratio.end()));
}
