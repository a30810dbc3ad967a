// Adult (a9a) split over clients, against the optimum that scikit-learn and liblinear agree on.
#include "support/adult.hpp"

#include <cleave/cleave.hpp>

#include "support/catch.hpp"

using namespace cleave;

namespace {

constexpr double ridge = 1e-3;
constexpr double optimum = 0.3333407520687161;        // reference.logistic_l2_lam_1e-3
constexpr double optimum_sub10 = 0.3350826256499412;  // reference.sub10_logistic_l2_lam_1e-3

template <class Solver>
double gap_after(const Solver& solver, const support::federation& f, std::uint64_t rounds, double reference) {
  auto state = solver.init(f.start());
  const result ended = run(solver, state, stop::rounds(rounds));
  CHECK(ended.status == status::rounds_spent);
  return f.pooled.value(solver.model(state)) - reference;
}

}  // namespace

TEST_CASE("adult: fedsplit reaches the pooled optimum in 200 rounds, feddr in 400", "[adult]") {
  const support::federation f(support::adult(), "label-skew", 10, ridge);
  CHECK(std::abs(gap_after(fedsplit(f.network(), f.members()), f, 200, optimum)) < 1e-10);
  CHECK(std::abs(gap_after(feddr(f.network(), f.members()), f, 400, optimum)) < 1e-10);
}

TEST_CASE("adult: feddr with three clients in ten reaches the pooled optimum", "[adult][slow]") {
  const support::federation f(support::adult(), "label-skew", 10, ridge);
  const auto network = f.network().with(sample_uniformly(3));
  CHECK(std::abs(gap_after(feddr(network, f.members()), f, 3000, optimum)) < 1e-9);
}

TEST_CASE("adult: fedavg with several local steps and fedprox stop at another model", "[adult]") {
  const support::federation f(support::adult(10), "label-skew", 10, ridge);
  CHECK(gap_after(fedavg(f.network(), f.members()), f, 1000, optimum_sub10) > 1e-2);
  CHECK(gap_after(fedprox(f.network(), f.members()), f, 1000, optimum_sub10) > 5e-3);
  CHECK(std::abs(gap_after(fedsplit(f.network(), f.members()), f, 250, optimum_sub10)) < 1e-10);
}

TEST_CASE("adult: any number of clients and any split give the same answer", "[adult]") {
  const auto data = support::adult(10);
  const std::vector<std::pair<std::string, index_t>> splits{
      {"label-skew", 1}, {"label-skew", 25}, {"iid", 3}, {"dirichlet:0.3", 7}, {"sizes:1,56,3200", 3}};
  for (const auto& [spec, count] : splits) {
    const support::federation f(data, spec, count, ridge);
    INFO(spec << " over " << count);
    CHECK(std::abs(gap_after(fedsplit(f.network(), f.members()), f, 300, optimum_sub10)) < 1e-10);
    CHECK(std::abs(gap_after(feddr(f.network(), f.members()), f, 600, optimum_sub10)) < 1e-10);
  }
}

TEST_CASE("adult: r_admm on the complete graph of five nodes reaches the pooled optimum", "[adult][r_admm]") {
  const auto data = support::adult(10);
  const index_t nodes = 5, n = data.rows.rows();
  const support::federation f(data, "label-skew", nodes, ridge);
  std::vector<support::adult_problem> problems;
  std::vector<index_t> order(static_cast<std::size_t>(n));
  for (index_t i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i;
  for (const auto& rows : split_evenly(order, nodes)) {
    const auto own = subset(data, rows);  // C_i = N B_i / n, so that sum_i O_i = N F
    const double scale = static_cast<double>(nodes) * static_cast<double>(rows.size()) / static_cast<double>(n);
    problems.emplace_back(own.rows, own.labels, logistic_options{.ridge = ridge, .scale = scale});
  }
  const graph_network network{in_process(nodes), complete(nodes)};
  const auto solver = r_admm(network, clients(problems), {.eta = 0.01});
  CHECK(std::abs(gap_after(solver, f, 800, optimum_sub10)) < 1e-8);
}
