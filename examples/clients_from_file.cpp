// From a file to clients: sparse logistic regression, on threads, with a sample of the clients in every round.
#include <cleave/cleave.hpp>
#include <cleave/data/binary_labels.hpp>
#include <cleave/data/libsvm.hpp>
#include <cleave/data/partition.hpp>
#include <cleave/exec/threads.hpp>

#include <cstdio>
#include <exception>
#include <vector>

int main(int argc, char** argv) try {
  if (argc != 2) return std::fputs("usage: clients_from_file FILE, in LIBSVM format\n", stderr), 2;
  auto data = cleave::read_libsvm(argv[1]);
  cleave::binary_labels(data.labels, argv[1]);  // -1 and +1, whatever pair the file has

  const int n = 20;
  std::vector<cleave::logistic<cleave::sparse_rows<>>> problems;
  std::vector<double> rows_of_client;
  // clients with shares of the labels of their own
  for (const auto& rows : cleave::dirichlet(data.labels, n, 0.5, 1)) {
    auto own = cleave::subset(data, rows);
    problems.emplace_back(own.rows, own.labels, cleave::logistic_options{.ridge = 1e-3});
    rows_of_client.push_back(static_cast<double>(rows.size()));
  }
  const Eigen::VectorXd weights = Eigen::VectorXd::Map(rows_of_client.data(), n);

  const auto net = cleave::star_of(n, cleave::threads(2)).with(cleave::sample_uniformly(10));
  const auto solver = cleave::feddr(net, cleave::clients(problems, weights), cleave::l1_norm(0.005), {.step = 5});
  auto state = solver.init(Eigen::VectorXd::Zero(data.rows.cols()));
  const auto result = cleave::run(solver, state, cleave::stop::residual(1e-6) || cleave::stop::rounds(1000));

  const auto used = (solver.model(state).array() != 0).count();
  std::printf("%s\nthe model uses %td of %td columns\n", explain(result).c_str(), used, data.rows.cols());
  return result.status == cleave::status::solved ? 0 : 1;
} catch (const std::exception& e) {
  std::fprintf(stderr, "clients_from_file: %s\n", e.what());  // a bad file is named with its line and column
  return 2;
}
