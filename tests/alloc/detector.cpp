// The detector of allocations sees what it should: without this, "no allocation" would be an empty claim.
#include <cleave/exec/threads.hpp>

#include "alloc/allocations.hpp"
#include "support/catch.hpp"

#include <memory>
#include <vector>

using support::allocations_of;

TEST_CASE("the detector: sees operator new, a container, a line of a cache", "[alloc]") {
  std::vector<int> kept;
  std::unique_ptr<int> one;
  struct alignas(64) line {
    int number;
  };
  std::unique_ptr<line> aligned;
  CHECK(allocations_of([&] { one = std::make_unique<int>(1); }) == 1);
  CHECK(allocations_of([&] { kept.resize(100); }) == 1);
  CHECK(allocations_of([&] { aligned = std::make_unique<line>(); }) == 1);
  CHECK(allocations_of([&] { kept.resize(50); }) == 0);
}

TEST_CASE("the detector: sees Eigen's vectors, products and references to expressions", "[alloc]") {
  const Eigen::VectorXd x = Eigen::VectorXd::Ones(20);
  const Eigen::MatrixXd a = Eigen::MatrixXd::Ones(20, 20);
  Eigen::VectorXd y(20);
  const auto sum = [](const Eigen::Ref<const Eigen::VectorXd>& v) { return v.sum(); };
  CHECK_THROWS_AS(allocations_of([&] { y = Eigen::VectorXd(21); }), support::eigen_assertion);
  CHECK_THROWS_AS(allocations_of([&] { y = a * x; }), support::eigen_assertion);
  CHECK_THROWS_AS(allocations_of([&] { y[0] = sum(2 * x); }), support::eigen_assertion);
  y.resize(20);
  CHECK(allocations_of([&] {
          y.noalias() = a * x;
          y += 2 * x;
          y[0] = sum(x);
        }) == 0);
  CHECK_NOTHROW(y = a * x);  // and afterwards all is allowed again
}

TEST_CASE("the detector: sees the threads of a pool", "[alloc][threads]") {
  const cleave::threads pool(3);
  std::vector<std::vector<int>> grown(8);
  CHECK(allocations_of([&] {
          pool.for_each(8, [&](cleave::index_t i, cleave::index_t) { grown[static_cast<std::size_t>(i)].resize(10); });
        }) == 8);
  std::vector<Eigen::VectorXd> vectors(8);
  CHECK_THROWS_AS(
      allocations_of([&] {
        pool.for_each(8, [&](cleave::index_t i, cleave::index_t) { vectors[static_cast<std::size_t>(i)].resize(10); });
      }),
      support::eigen_assertion);
  CHECK(allocations_of([&] { pool.for_each(8, [](cleave::index_t, cleave::index_t) {}); }) == 0);
}
