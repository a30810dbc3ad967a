// Logistic regression on real data by Newton's method, against the optima that other people's programs agree on.
#include <cleave/data/libsvm.hpp>
#include <cleave/problems/local/newton.hpp>
#include <cleave/problems/logistic.hpp>

#include <Eigen/Eigenvalues>

#include "support/adult.hpp"
#include "support/catch.hpp"

#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace cleave;

namespace {

/// "key value" lines, and "vec name size" lines with the numbers below them.
struct reference {
  std::map<std::string, double> number;
  std::map<std::string, std::vector<double>> vector;

  explicit reference(const std::string& path) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      std::istringstream words(line);
      std::string key;
      if (!(words >> key) || key[0] == '#') continue;
      if (key != "vec") {
        words >> number[key];
        continue;
      }
      std::size_t size = 0;
      words >> key >> size;
      std::vector<double>& entries = vector[key];
      for (entries.resize(size); double& entry : entries) file >> entry;
    }
  }
  bool found() const { return !number.empty(); }
  vec<> of(const std::string& name) const {
    const auto& entries = vector.at(name);
    return Eigen::Map<const vec<>>(entries.data(), static_cast<index_t>(entries.size()));
  }
};

/// A table with a header and the response, -1 or +1, in the last column.
struct table {
  dense_rows<> a;
  vec<> y;

  explicit table(const std::string& path) {
    std::ifstream file(path);
    std::vector<std::vector<double>> rows;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
      std::istringstream cells(line);
      rows.emplace_back();
      for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(std::stod(cell));
    }
    if (rows.empty()) return;
    const auto columns = static_cast<index_t>(rows.front().size()) - 1;
    a.resize(static_cast<index_t>(rows.size()), columns);
    y.resize(a.rows());
    for (index_t i = 0; i < a.rows(); ++i) {
      const Eigen::Map<const vec<>> row(rows[static_cast<std::size_t>(i)].data(), columns + 1);
      a.row(i) = row.head(columns);
      y[i] = row[columns];
    }
  }
};

logistic_options options(const reference& r) {
  return {.ridge = r.number.at("lambda"), .intercept = r.number.at("intercept") == 1};
}

template <class F>
vec<> minimiser(const F& f) {
  newton::scratch<double> scratch(f.dimension());
  detail::no_memory memory;
  const vec<> zero = vec<>::Zero(f.dimension());
  vec<> x = zero;
  const counters cost = newton(0).prox(f, memory, scratch, std::numeric_limits<double>::infinity(), zero, x);
  CHECK(cost.inner_iterations < 20);
  return x;
}

/// The whole reference for the rows a, y: the optimum and what is known about it.
template <class Rows>
void check_against(const reference& r, const Rows& a, const vec<>& y) {
  const logistic<Rows> f(a, y, options(r));
  const vec<> x = minimiser(f), want = r.of("w");
  vec<> g(x.size());
  mat<> h(x.size(), x.size());
  CHECK(f.value(x) == Approx(r.number.at("f_star")).epsilon(1e-12));
  CHECK(f.gradient(x, g) == Approx(r.number.at("f_star")).epsilon(1e-12));
  CHECK(g.norm() <= 1e-14);
  CHECK((x - want).cwiseAbs().maxCoeff() <= 1e-11);
  CHECK(f.value(vec<>::Zero(x.size())) == Approx(r.number.at("f_at_zero")).epsilon(1e-14));
  CHECK(f.correct(x) / static_cast<double>(f.rows()) == Approx(r.number.at("train_accuracy")).epsilon(1e-14));
  CHECK(f.smoothness() == Approx(r.number.at("smoothness_L")).epsilon(1e-8));
  f.hessian(x, h);
  const vec<> eigenvalues = Eigen::SelfAdjointEigenSolver<mat<>>(h, Eigen::EigenvaluesOnly).eigenvalues();
  CHECK(eigenvalues.maxCoeff() == Approx(r.number.at("hess_max_eig")).epsilon(1e-10));
  CHECK(eigenvalues.minCoeff() == Approx(r.number.at("hess_min_eig")).epsilon(1e-10));

  index_t first = 0, client = 0;
  const vec<> value = r.of("client_f"), gradient = r.of("client_grad_norm");
  for (const double size : r.vector.at("client_size")) {
    const auto n = static_cast<index_t>(size);
    const logistic<Rows> own(a.middleRows(first, n), y.segment(first, n), options(r));
    CHECK(own.gradient(want, g) == Approx(value[client]).epsilon(1e-12));
    CHECK(g.norm() == Approx(gradient[client]).epsilon(1e-10));
    first += n;
    ++client;
  }
  CHECK(first == a.rows());
}

}  // namespace

TEST_CASE("logistic: breast_cancer, with and without intercept, as the references have it", "[problems]") {
  const std::string folder = CLEAVE_DATA_DIR "/breast_cancer/";
  const table data(folder + "breast_cancer_std.csv");
  if (data.a.rows() == 0) CLEAVE_SKIP("breast_cancer is not here");
  for (const std::string name : {"lam_1_over_n", "lam_1e-2", "lam_1e-2_intercept"}) {
    INFO(name);
    const reference r(folder + "reference.logistic_l2_" + name + ".txt");
    if (!r.found()) CLEAVE_SKIP("a reference for breast_cancer is not here");
    check_against(r, data.a, data.y);
    check_against(r, sparse_rows<>(data.a.sparseView()), data.y);
  }
}

TEST_CASE("logistic: Adult as the references have it", "[problems]") {
  const std::string folder = CLEAVE_DATA_DIR "/a9a/";
  for (const std::string name : {"logistic_l2_lam_1_over_n", "logistic_l2_lam_1e-3", "sub10_logistic_l2_lam_1e-3"}) {
    INFO(name);
    const reference r(folder + "reference." + name + ".txt");
    if (!r.found()) CLEAVE_SKIP("a reference for a9a is not here");
    const auto data = support::adult(name.starts_with("sub10") ? 10 : 1);
    check_against(r, data.rows, data.labels);
  }
}
