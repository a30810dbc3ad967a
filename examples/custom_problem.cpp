// Your own local problem: a dimension, a value and a gradient are enough.
#include <cleave/cleave.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

/// f(x) = sum_i huber(x - a_i): a mean that outliers cannot pull away.
struct robust_mean {
  Eigen::VectorXd a;

  cleave::index_t dimension() const { return 1; }
  double value(cleave::in<double> x) const {
    double sum = 0;
    for (const double point : a) {
      const double r = std::abs(x[0] - point);
      sum += r < 1 ? r * r / 2 : r - 0.5;
    }
    return sum;
  }
  double gradient(cleave::in<double> x, cleave::out<double> g) const {
    g[0] = 0;
    for (const double point : a) g[0] += std::clamp(x[0] - point, -1.0, 1.0);
    return value(x);
  }
};

int main() {
  const std::vector<robust_mean> problems{
      {Eigen::Vector4d(1.0, 1.2, 0.9, 80.0)}, {Eigen::Vector3d(1.1, 0.8, -50.0)}, {Eigen::Vector3d(1.3, 1.0, 0.7)}};

  const auto solver = cleave::feddr(problems, cleave::box<>(0, 10), {.step = 0.5});
  auto state = solver.init(Eigen::VectorXd::Zero(1));
  const auto result = cleave::run(solver, state, cleave::stop::residual(1e-9) || cleave::stop::rounds(1000));

  std::printf("%s: the robust mean of all clients is %.6f\n", to_string(result.status), solver.model(state)[0]);
  return result.status == cleave::status::solved ? 0 : 1;
}
