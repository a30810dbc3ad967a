// What a fresh user broke.
#include <cleave/cleave.hpp>

#include "support/catch.hpp"
#include "support/problems.hpp"

#include <stdexcept>

using namespace cleave;

namespace {

/// ||x - a||^2 / 2, whose gradient throws once.
struct transient {
  double a;
  mutable int calls_left;
  index_t dimension() const { return 1; }
  double value(in<double> x) const { return (x[0] - a) * (x[0] - a) / 2; }
  double gradient(in<double> x, out<double> g) const {
    if (--calls_left == 0) throw std::runtime_error("transient");
    g[0] = x[0] - a;
    return value(x);
  }
};

}  // namespace

TEST_CASE("fedsplit: the default step survives data of any scale", "[equivalence]") {
  const vec<> truth = vec<>::LinSpaced(3, 1, 3);
  for (const double scale : {1e-100, 1e-20, 1.0, 1e20, 1e70}) {
    std::vector<least_squares<>> problems;
    for (std::uint64_t k = 1; k < 4; ++k) {
      const dense_rows<> a = scale * support::nrm_matrix(9, 3, k);
      problems.emplace_back(a, a * truth);
    }
    const auto solver = fedsplit(problems);
    auto state = solver.init(vec<>::Zero(3));
    INFO("scale " << scale << ", step " << solver.prox_step());
    CHECK(run(solver, state, stop::residual(1e-11) || stop::rounds(1000)).status == status::solved);
    CHECK((solver.model(state) - truth).norm() < 1e-9);
  }
}

TEST_CASE("fedsplit: a step that the scalar rounds to zero is refused", "[equivalence]") {
  const std::vector<least_squares<dense_rows<float>>> problems{{dense_rows<float>::Ones(2, 2), vec<float>::Ones(2)}};
  CHECK_THROWS_WITH(fedsplit(problems, {.step = 1e-50}),
                    "fedsplit: step must be positive and finite in the precision of the iterates, got 1e-50");
}

TEST_CASE("feddr: after an exception among sampled clients no later round passes for sound", "[equivalence]") {
  const std::vector<transient> problems{{0, 1000000}, {1, 1000000}, {2, 200}, {3, 1000000}};
  const auto solver = feddr(star_of(4).with(sample_uniformly(3)), clients(problems), zero<>{}, {.step = 0.5});
  auto state = solver.init(vec<>::Zero(1));
  const auto criterion = stop::residual(1e-12) || stop::rounds(5000);
  CHECK_THROWS_WITH(run(solver, state, criterion), "transient");
  CHECK(run(solver, state, criterion).status == status::not_finite);
}

TEST_CASE("operators: numbers in whole make operators over double", "[equivalence]") {
  static_assert(std::is_same_v<decltype(l1_norm(1)), l1_norm<double>>);
  static_assert(std::is_same_v<decltype(squared_l2_norm(1)), squared_l2_norm<double>>);
  static_assert(std::is_same_v<decltype(box(0, 10)), box<double>>);
  static_assert(std::is_same_v<decltype(box(0, 1.5f)), box<float>>);
  CHECK_THROWS_WITH(stop::rounds(-1), "stop::rounds: n must be not negative, got -1");
}
