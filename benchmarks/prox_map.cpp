// Ways to apply the prox of a least-squares client, y = M v + c with M = (I + t A'A)^-1, in cache and out of it.
#include <cleave/core/stream.hpp>
#include <cleave/problems/least_squares.hpp>

#include <Eigen/Dense>

#include "support/ratio.hpp"

#include <string>
#include <vector>

namespace {

using cleave::index_t;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double step = 0.05;

struct data {
  cleave::dense_rows<> a;
  VectorXd b;

  data(index_t rows, index_t d) : a(rows, d), b(rows) {
    cleave::stream random(1);
    for (index_t i = 0; i < rows; ++i) {
      for (index_t j = 0; j < d; ++j) a(i, j) = 2 * random.uniform() - 1;
      b[i] = 2 * random.uniform() - 1;
    }
  }
  MatrixXd hessian() const { return MatrixXd::Identity(a.cols(), a.cols()) + step * a.transpose() * a; }
  MatrixXd map() const { return hessian().llt().solve(MatrixXd::Identity(a.cols(), a.cols())); }
  VectorXd shift() const { return step * (map() * (a.transpose() * b)); }
};

/// Two triangular solves with the Cholesky factor.
struct two_solves {
  explicit two_solves(const data& of) : factor(of.hessian()), shift(step * (of.a.transpose() * of.b)) {}
  void prox(cleave::in<double> v, cleave::out<double> y) const {
    y = v + shift;
    factor.solveInPlace(y);
  }
  Eigen::LLT<MatrixXd> factor;
  VectorXd shift;
};

/// The map as a full matrix.
struct full_matrix {
  explicit full_matrix(const data& of) : map(of.map()), shift(of.shift()) {}
  void prox(cleave::in<double> v, cleave::out<double> y) const {
    y = shift;
    y.noalias() += map * v;
  }
  MatrixXd map;
  VectorXd shift;
};

/// One triangle of it by Eigen, whose bits depend on where v and y lie.
struct eigen_triangle {
  explicit eigen_triangle(const data& of) : map(of.map()), shift(of.shift()) {}
  void prox(cleave::in<double> v, cleave::out<double> y) const {
    y = shift;
    y.noalias() += map.selfadjointView<Eigen::Lower>() * v;
  }
  MatrixXd map;
  VectorXd shift;
};

/// One triangle of it in panels of four columns, each number used for y_i += M_ij v_j and y_j += M_ij v_i at once.
struct packed_triangle {
  using chunk = Eigen::Array4d;

  explicit packed_triangle(const data& of) : d(of.a.cols()), padded((d + 3) / 4 * 4), shift(of.shift()) {
    MatrixXd map = MatrixXd::Zero(padded, padded);
    map.topLeftCorner(d, d) = of.map();
    numbers.resize(2 * padded * (padded + 4) / 4);
    double* at = numbers.data();
    for (index_t j = 0; j < padded; j += 4)
      for (index_t i = j; i < padded; i += 4, at += 16) Eigen::Matrix4d::Map(at) = map.block<4, 4>(i, j);
    v_padded.setZero(padded);
    y_padded.setZero(padded);
  }
  void prox(cleave::in<double> v, cleave::out<double> y) const {
    v_padded.head(d) = v;
    y_padded.head(d) = shift;
    const double* at = numbers.data();
    for (index_t j = 0; j < padded; j += 4) {
      chunk sums[4], diagonal = y_padded.segment<4>(j);
      for (index_t k = 0; k < 4; ++k) {
        sums[k].setZero();
        diagonal += loaded(at + 4 * k) * v_padded[j + k];
      }
      at += 16;
      for (index_t i = j + 4; i < padded; i += 4, at += 16) {
        const chunk x = v_padded.segment<4>(i);
        chunk sum = y_padded.segment<4>(i);
        for (index_t k = 0; k < 4; ++k) {
          const chunk m = loaded(at + 4 * k);
          sum += m * v_padded[j + k];
          sums[k] += m * x;
        }
        y_padded.segment<4>(i) = sum;
      }
      for (index_t k = 0; k < 4; ++k) diagonal[k] += sums[k].sum();
      y_padded.segment<4>(j) = diagonal;
    }
    y = y_padded.head(d);
  }
  static chunk loaded(const double* at) { return chunk::Map(at); }
  index_t d, padded;
  VectorXd shift, numbers;
  mutable VectorXd v_padded, y_padded;
};

/// For fewer rows than columns: (I + t A'A)^-1 w = w - t A' (I + t A A')^-1 A w by two small triangular solves.
struct two_small_solves {
  explicit two_small_solves(const data& of)
      : rows(of.a),
        shift(step * (of.a.transpose() * of.b)),
        factor(MatrixXd(MatrixXd::Identity(of.a.rows(), of.a.rows()) + step * of.a * of.a.transpose())),
        scratch(of.a.rows()) {}
  void prox(cleave::in<double> v, cleave::out<double> y) const {
    y = v + shift;
    scratch.noalias() = rows * y;
    factor.solveInPlace(scratch);
    y.noalias() -= step * rows.transpose() * scratch;
  }
  cleave::dense_rows<> rows;
  VectorXd shift;
  Eigen::LLT<MatrixXd> factor;
  mutable VectorXd scratch;
};

struct cleave_map {
  explicit cleave_map(const data& of) : prepared(cleave::least_squares<>(of.a, of.b).prepare(step)) {}
  void prox(cleave::in<double> v, cleave::out<double> y) const { prepared.prox(v, y); }
  cleave::least_squares<>::prepared prepared;
};

/// One client after the other.
template <class Way>
void measure(benchmark::State& state, index_t rows, index_t d, index_t clients) {
  const std::vector<Way> all(static_cast<std::size_t>(clients), Way(data(rows, d)));
  const MatrixXd v = MatrixXd::Constant(d, clients, 0.5);
  MatrixXd y(d, clients);
  index_t k = 0;
  for (auto _ : state) {
    all[static_cast<std::size_t>(k)].prox(v.col(k), y.col(k));
    benchmark::ClobberMemory();
    if (++k == clients) k = 0;
  }
}

template <class Way>
void add(const std::string& way, index_t rows, index_t d) {
  // the smallest way holds d^2 / 2 or rows d numbers: 64 MB of them are in nobody's cache
  const index_t many = (index_t{64} << 20) / (8 * std::min(rows * d, d * d / 2));
  const std::string size = std::to_string(rows) + " x " + std::to_string(d);
  for (const index_t clients : {index_t{1}, many})
    benchmark::RegisterBenchmark(("prox " + size + (clients == 1 ? " in cache/" : " out of cache/") + way).c_str(),
                                 measure<Way>, rows, d, clients);
}

}  // namespace

int main(int argc, char** argv) {
  for (const index_t d : {10, 30, 100, 300, 1000}) {
    add<two_solves>("hand", 2 * d, d);
    add<full_matrix>("full matrix", 2 * d, d);
    add<eigen_triangle>("Eigen's triangle", 2 * d, d);
    add<packed_triangle>("packed triangle", 2 * d, d);
    add<cleave_map>("cleave", 2 * d, d);
  }
  for (const auto& [rows, d] : {std::pair<index_t, index_t>{10, 100}, {30, 100}, {100, 300}, {100, 1000}}) {
    add<two_small_solves>("hand", rows, d);
    add<cleave_map>("cleave", rows, d);
  }
  return support::compare(argc, argv);
}
