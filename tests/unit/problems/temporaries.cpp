// What problems, clients and networks are made of may go away or change afterwards: they keep what they were given.
#include <cleave/comm/graph_network.hpp>
#include <cleave/comm/star.hpp>
#include <cleave/graphs/generators.hpp>
#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/splitting.hpp>
#include <cleave/problems/clients.hpp>
#include <cleave/problems/least_squares.hpp>
#include <cleave/problems/logistic.hpp>

#include <Eigen/SparseCore>

#include "support/catch.hpp"
#include "support/points.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

using namespace cleave;
using support::nrm_matrix;
using support::nrm_vector;

namespace {

const dense_rows<> data = nrm_matrix(9, 4, 1);
const vec<> numbers = nrm_vector(9, 2);
vec<> signs() {
  return numbers.unaryExpr([](double v) { return v < 0 ? -1.0 : 1.0; });
}

/// The same answers, bit for bit.
template <class P, class Q>
void check_same_problem(const P& p, const Q& q) {
  const vec<> x = nrm_vector(4, 3);
  vec<> g(4), h(4);
  REQUIRE(p.dimension() == 4);
  CHECK(p.rows() == q.rows());
  CHECK(p.value(x) == q.value(x));
  CHECK(p.gradient(x, g) == q.gradient(x, h));
  CHECK(support::same_bits(g, h));
}

/// Matrices that are filled with something else, and go away, after a problem was made of them.
struct sources {
  Eigen::MatrixXd by_column = data;
  dense_rows<> by_row = data;
  Eigen::SparseMatrix<double> sparse_by_column = data.sparseView();
  sparse_rows<> sparse_by_row = data.sparseView();
  Eigen::MatrixXd larger = Eigen::MatrixXd::Ones(12, 6);
  std::vector<double> raw = std::vector<double>(data.data(), data.data() + data.size());
  Eigen::VectorXd b = numbers;

  sources() { larger.block(2, 1, 9, 4) = data; }
  ~sources() { spoil(); }

  void spoil() {
    by_column.setConstant(-7), by_row.setConstant(-7), larger.setConstant(-7), b.setConstant(-1);
    sparse_by_column.coeffs().setConstant(-7), sparse_by_row.coeffs().setConstant(-7);
    raw.assign(raw.size(), -7);
  }
};

/// Makes a problem from each kind of source and compares once all of it is spoilt and gone.
template <class Make>
void check_owned(Make make) {
  const auto want = make(dense_rows<>(data), vec<>(numbers));
  const auto want_sparse = make(sparse_rows<>(data.sparseView()), vec<>(numbers));
  const auto from = [&](auto build) {
    auto s = std::make_unique<sources>();
    const auto problem = build(*s);
    s->spoil();
    s.reset();
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(problem)>, std::remove_cvref_t<decltype(want)>>)
      check_same_problem(problem, want);
    else
      check_same_problem(problem, want_sparse);
  };
  using map = Eigen::Map<const dense_rows<>>;
  using strided = Eigen::Map<const Eigen::MatrixXd, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>;
  using ref = Eigen::Ref<const Eigen::MatrixXd>;
  using loose_ref = Eigen::Ref<const Eigen::MatrixXd, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>;

  SECTION("lvalues") {
    from([&](sources& s) { return make(s.by_column, s.b); });
  }
  SECTION("lvalues of the very type") {
    from([&](sources& s) { return make(s.by_row, s.b); });
  }
  SECTION("moved matrices") {
    from([&](sources& s) { return make(std::move(s.by_row), std::move(s.b)); });
  }
  SECTION("temporaries") {
    from([&](sources&) { return make(dense_rows<>(data), vec<>(numbers)); });
  }
  SECTION("a block and a segment") {
    from([&](sources& s) { return make(s.larger.block(2, 1, 9, 4), s.b.head(9)); });
  }
  SECTION("expressions that do arithmetic") {
    from([&](sources& s) { return make(s.by_column + 0 * s.by_column, 2 * s.b - s.b); });
  }
  SECTION("a product") {
    from([&](sources& s) { return make(s.by_column * Eigen::MatrixXd::Identity(4, 4), s.b); });
  }
  SECTION("a transpose") {
    from([&](sources& s) { return make(s.by_column.transpose().transpose(), s.b); });
  }
  SECTION("a Map") {
    from([&](sources& s) { return make(map(s.raw.data(), 9, 4), s.b); });
  }
  SECTION("a strided Map") {
    from([&](sources& s) { return make(strided(s.raw.data(), 9, 4, {1, 4}), s.b); });
  }
  SECTION("a Ref") {
    from([&](sources& s) { return make(ref(s.by_column), Eigen::Ref<Eigen::VectorXd>(s.b)); });
  }
  SECTION("a Ref of a block") {
    from([&](sources& s) { return make(loose_ref(s.larger.block(2, 1, 9, 4)), s.b); });
  }
  SECTION("sparse by rows") {
    from([&](sources& s) { return make(s.sparse_by_row, s.b); });
  }
  SECTION("sparse by columns") {
    from([&](sources& s) { return make(s.sparse_by_column, s.b); });
  }
  SECTION("sparse expressions") {
    from([&](sources& s) { return make(2 * s.sparse_by_row - s.sparse_by_row, s.b); });
  }
}

}  // namespace

TEST_CASE("least_squares: owns its data, whatever it was made of", "[problems]") {
  check_owned([](auto&& a, auto&& b) {
    return least_squares(std::forward<decltype(a)>(a), std::forward<decltype(b)>(b), {.ridge = 0.1});
  });
}

TEST_CASE("logistic: owns its data, whatever it was made of", "[problems]") {
  check_owned([](auto&& a, auto&& b) {
    return logistic(std::forward<decltype(a)>(a), vec<>(b).unaryExpr([](double v) { return v < 0 ? -1.0 : 1.0; }),
                    {.ridge = 0.1});
  });
}

TEST_CASE("prepared prox: outlives the problem it was made of", "[problems]") {
  for (const index_t rows : {9, 2}) {
    std::optional<least_squares<>> problem(std::in_place, data.topRows(rows), numbers.head(rows));
    const auto prepared = problem->prepare(0.5);
    const vec<> v = nrm_vector(4, 5);
    vec<> before(4), after(4);
    prepared.prox(v, before);
    problem.reset();
    const auto copy = prepared;
    copy.prox(v, after);
    CHECK(support::same_bits(before, after));
  }
}

TEST_CASE("resolvent: owns its operator, also one that was a temporary", "[problems]") {
  const vec<> v = nrm_vector(4, 5);
  vec<> want(4), got(4);
  resolvent(l1_norm<>(0.5), 0.3)(v, want);
  std::optional<l1_norm<>> f(0.5);
  const resolvent r(*f, 0.3);
  f.emplace(7.0);
  f.reset();
  r(v, got);
  CHECK(support::same_bits(want, got));
  const reflected_resolvent cayley(resolvent(least_squares<>(data, numbers), 0.3));
  cayley(v, got);
  resolvent(least_squares<>(data, numbers), 0.3)(v, want);
  CHECK((got - (2 * want - v)).norm() <= 1e-15 * (1 + v.norm()));
}

TEST_CASE("clients: own problems and weights, which may change or go away afterwards", "[problems]") {
  using either = std::variant<least_squares<>, logistic<>>;
  std::vector<either> problems{least_squares<>(data, numbers), logistic<>(data, signs())};
  vec<> weights = Eigen::Vector2d(1, 3);
  const clients kept(problems, weights);
  const clients by_expression(problems, vec<>(2 * weights - weights));
  problems.assign(2, least_squares<>(2 * data, numbers));
  weights.setZero();
  const vec<> x = nrm_vector(4, 3);
  CHECK(kept.weights() == vec<>(Eigen::Vector2d(1, 3)));
  CHECK(by_expression.weights() == kept.weights());
  CHECK(kept.value(0, x) == least_squares<>(data, numbers).value(x));
  CHECK(kept.value(1, x) == logistic<>(data, signs()).value(x));
}

TEST_CASE("networks: own the graph and the transport that they were made of", "[problems]") {
  std::optional<graph> ring(cycle(5));
  const graph_network net(in_process<>(5), *ring);
  *ring = complete(4);
  ring.reset();
  CHECK(net.size() == 5);
  for (index_t i = 0; i < 5; ++i) CHECK(net.degree(i) == 2);
  const auto sampled = star_of(3).with(sample_uniformly(2));  // of a temporary star
  CHECK(sampled.size() == 3);
}
