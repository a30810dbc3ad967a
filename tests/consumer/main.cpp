#include <cleave/cleave.hpp>

#include <vector>

// Two clients with one parameter m, y = m x: the pooled optimum of their squared errors is 4/9.
int main() {
  const std::vector<cleave::least_squares<>> problems{{Eigen::Vector2d(0, 1), Eigen::Vector2d(2, 2)},
                                                      {Eigen::Vector2d(2, 2), Eigen::Vector2d(0, 1)}};
  const auto solver = cleave::fedsplit(problems);
  auto state = solver.init(Eigen::VectorXd::Zero(1));
  const auto result = cleave::run(solver, state, cleave::stop::residual(1e-12) || cleave::stop::rounds(1000));
  const bool right = std::abs(solver.model(state)[0] - 4.0 / 9) < 1e-10;
  return result.status == cleave::status::solved && right ? 0 : 1;
}
