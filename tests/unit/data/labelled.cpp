#include <cleave/data/binary_labels.hpp>
#include <cleave/data/labelled.hpp>

#include "support/catch.hpp"

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

using namespace cleave;

namespace {

using dense = Eigen::MatrixXd;

labelled<> three_rows() {
  labelled<> data{Eigen::SparseMatrix<double, Eigen::RowMajor>(3, 4), Eigen::Vector3d(10, 20, 30)};
  data.rows.insert(0, 1) = 1;
  data.rows.insert(0, 3) = 2;
  data.rows.insert(2, 0) = 3;
  return data;
}

vec<> numbers(std::initializer_list<double> values) {
  vec<> result(static_cast<index_t>(values.size()));
  std::copy(values.begin(), values.end(), result.data());
  return result;
}

std::string refusal(std::initializer_list<double> values) {
  vec<> labels = numbers(values);
  try {
    return binary_labels(labels, "f");
  } catch (const parse_error& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("subset: keeps the order asked for, repeats and all columns", "[data]") {
  for (const bool compressed : {true, false}) {
    auto data = three_rows();
    if (compressed) data.rows.makeCompressed();
    const auto chosen = subset(data, std::vector<index_t>{2, 0, 1, 0});
    dense want(4, 4);
    want << 3, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 1, 0, 2;
    CHECK(dense(chosen.rows) == want);
    CHECK(chosen.labels == Eigen::Vector4d(30, 10, 20, 10));
    CHECK(chosen.rows.isCompressed());
    CHECK(chosen.rows.nonZeros() == 5);
  }
}

TEST_CASE("subset: of no rows is empty and as wide", "[data]") {
  const auto chosen = subset(three_rows(), std::vector<index_t>{});
  CHECK(chosen.rows.rows() == 0);
  CHECK(chosen.rows.cols() == 4);
  CHECK(chosen.labels.size() == 0);
}

TEST_CASE("subset: rows outside and missing labels are refused with the numbers", "[data]") {
  auto data = three_rows();
  CHECK_THROWS_WITH(subset(data, std::vector<index_t>{0, 3}), "subset: row 3, only 3 rows");
  CHECK_THROWS_WITH(subset(data, std::vector<index_t>{-1}), "subset: row -1, only 3 rows");
  data.labels.conservativeResize(2);
  CHECK_THROWS_WITH(subset(data, std::vector<index_t>{0}), "subset: labels have size 2, rows number 3");
}

TEST_CASE("binary_labels: the three known pairs become -1 and +1", "[data]") {
  vec<> labels = numbers({1, -1, 1});
  CHECK(binary_labels(labels, "f") == "labels -1, +1");
  CHECK(labels == numbers({1, -1, 1}));
  labels = numbers({1, 0, 1});
  CHECK(binary_labels(labels, "f") == "labels 0, 1 read as -1, +1");
  CHECK(labels == numbers({1, -1, 1}));
  labels = numbers({1, 2, 1});
  CHECK(binary_labels(labels, "f") == "labels 1, 2 read as -1, +1");
  CHECK(labels == numbers({-1, 1, -1}));
  Eigen::VectorXf floats = Eigen::Vector2f(0, 1);
  CHECK(binary_labels(floats, "f") == "labels 0, 1 read as -1, +1");
  CHECK(floats == Eigen::Vector2f(-1, 1));
}

TEST_CASE("binary_labels: one class is legal where it is known", "[data]") {
  const std::vector<std::pair<double, double>> classes{{-1, -1}, {0, -1}, {1, 1}, {2, 1}};
  for (const auto& [from, to] : classes) {
    vec<> labels = vec<>::Constant(3, from);
    CHECK(binary_labels(labels, "f").starts_with("all labels "));
    CHECK(labels == vec<>::Constant(3, to));
  }
}

TEST_CASE("binary_labels: anything else is refused with the values found, and left as it was", "[data]") {
  CHECK(refusal({4, 2, 4}) == "f: expected labels -1/+1, 0/1 or 1/2, got 2, 4");
  CHECK(refusal({0, 1, 2}) == "f: expected labels -1/+1, 0/1 or 1/2, got 0, 1, 2");
  CHECK(refusal({0.5}) == "f: expected labels -1/+1, 0/1 or 1/2, got 0.5");
  CHECK(refusal({-1, 0}) == "f: expected labels -1/+1, 0/1 or 1/2, got -1, 0");
  CHECK(refusal({6, 5, 4, 3, 2, 1}) == "f: expected labels -1/+1, 0/1 or 1/2, got 1, 2, 3, 4, 5, 6, ...");
  CHECK(refusal({}) == "f: expected labels -1/+1, 0/1 or 1/2, got none");
  CHECK(refusal({1, std::nan("")}).starts_with("f: expected labels"));
  CHECK(refusal({std::nan("")}) == "f: expected labels -1/+1, 0/1 or 1/2, got nan");
  vec<> labels = numbers({2, 4});
  CHECK_THROWS_AS(binary_labels(labels, "f"), parse_error);
  CHECK(labels == numbers({2, 4}));
}
