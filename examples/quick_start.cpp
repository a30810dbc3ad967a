// Four clients fit one linear model without showing each other their rows.
#include <cleave/cleave.hpp>

#include <cstdio>
#include <vector>

int main() {
  const Eigen::VectorXd truth = Eigen::VectorXd::LinSpaced(3, 1, 3);
  std::vector<cleave::least_squares<>> problems;
  for (int k = 0; k < 4; ++k) {  // client k sees rows of its own kind
    Eigen::MatrixXd rows = Eigen::MatrixXd::Random(20, 3);
    rows.col(k % 3) *= 10;
    problems.emplace_back(rows, rows * truth);
  }

  const auto solver = cleave::fedsplit(problems);
  auto state = solver.init(Eigen::VectorXd::Zero(3));
  const auto result = cleave::run(solver, state, cleave::stop::residual(1e-10) || cleave::stop::rounds(500));

  const auto& x = solver.model(state);
  std::printf("x = %.6f %.6f %.6f\n%s\n", x[0], x[1], x[2], explain(result).c_str());
  return result.status == cleave::status::solved ? 0 : 1;
}
