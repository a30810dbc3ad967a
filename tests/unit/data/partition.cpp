#include <cleave/data/partition.hpp>
#include <cleave/data/partition_spec.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

using namespace cleave;

namespace {

using rows = std::vector<index_t>;

std::vector<std::size_t> sizes_of(const partition& parts) {
  std::vector<std::size_t> sizes;
  for (const auto& part : parts) sizes.push_back(part.size());
  return sizes;
}

/// Each of the rows 0, ..., n - 1 once, and nobody without a row.
void check_partition(const partition& parts, index_t n, index_t clients) {
  CHECK(static_cast<index_t>(parts.size()) == clients);
  rows all;
  for (const auto& part : parts) {
    CHECK_FALSE(part.empty());
    all.insert(all.end(), part.begin(), part.end());
  }
  std::sort(all.begin(), all.end());
  CHECK(all == detail::row_numbers(n));
}

/// Labels 0, 1, ..., classes - 1 in turn.
vec<> labels_in_turn(index_t n, index_t classes) {
  vec<> labels(n);
  for (index_t i = 0; i < n; ++i) labels[i] = static_cast<double>(i % classes);
  return labels;
}

/// The mean over classes of the largest share that one client has of the class.
double concentration(const partition& parts, const vec<>& labels, index_t classes) {
  double sum = 0;
  for (index_t c = 0; c < classes; ++c) {
    index_t largest = 0;
    for (const auto& part : parts)
      largest = std::max<index_t>(largest, std::count_if(part.begin(), part.end(), [&](index_t row) {
                                    return labels[row] == static_cast<double>(c);
                                  }));
    sum += static_cast<double>(largest) / static_cast<double>((labels.array() == static_cast<double>(c)).count());
  }
  return sum / static_cast<double>(classes);
}

}  // namespace

TEST_CASE("split_evenly: contiguous blocks in order, the larger first", "[data]") {
  const rows order{9, 3, 5, 7, 1, 0, 2};
  CHECK(split_evenly(order, 3) == partition{{9, 3, 5}, {7, 1}, {0, 2}});
  CHECK(split_evenly(order, 1) == partition{order});
  CHECK(sizes_of(split_evenly(order, 7)) == std::vector<std::size_t>(7, 1));
}

TEST_CASE("label_skew: rows stably sorted by label, then cut", "[data]") {
  Eigen::VectorXd labels(7);
  labels << 1, -1, 1, -1, -1, 1, -1;
  CHECK(label_skew(labels, 2) == partition{{1, 3, 4, 6}, {0, 2, 5}});
  CHECK(label_skew(labels, 3) == partition{{1, 3, 4}, {6, 0}, {2, 5}});
  CHECK(label_skew(labels.cast<float>(), 2) == label_skew(labels, 2));
  CHECK(label_skew(labels.head(3), 2) == partition{{1, 0}, {2}});
}

TEST_CASE("iid: a permutation that the seed fixes, cut evenly", "[data]") {
  const auto parts = iid(103, 10, 1);
  check_partition(parts, 103, 10);
  CHECK(sizes_of(parts) == std::vector<std::size_t>{11, 11, 11, 10, 10, 10, 10, 10, 10, 10});
  CHECK(iid(103, 10, 1) == parts);
  CHECK(iid(103, 10, 2) != parts);
  CHECK(iid(10, 1, 1)[0] == rows{9, 0, 6, 3, 7, 4, 1, 2, 8, 5});
}

TEST_CASE("dirichlet: a partition for every alpha, number of classes and clients", "[data]") {
  for (const double alpha : {5e-324, 1e-300, 1e-3, 0.1, 1.0, 100.0, 1e6, 1e300})
    for (const index_t classes : {1, 2, 10, 300})
      for (const index_t clients : {1, 2, 10, 299, 300}) {
        INFO("alpha " << alpha << ", classes " << classes << ", clients " << clients);
        check_partition(dirichlet(labels_in_turn(300, classes), clients, alpha, 1), 300, clients);
      }
}

TEST_CASE("dirichlet: tiny alpha leaves a class at one client, huge alpha deals it evenly", "[data]") {
  const auto labels = labels_in_turn(10000, 10);
  CHECK(concentration(dirichlet(labels, 10, 1e-4, 1), labels, 10) > 0.98);
  CHECK(concentration(dirichlet(labels, 10, 1e6, 1), labels, 10) < 0.105);
  const double middle = concentration(dirichlet(labels, 10, 0.3, 1), labels, 10);
  CHECK(middle > 0.25);
  CHECK(middle < 0.75);
}

TEST_CASE("dirichlet: the shares have the mean and variance of the distribution", "[data]") {
  constexpr double alpha = 0.7;
  constexpr int clients = 5;
  constexpr int draws = 20000;
  stream random(3);
  std::vector<double> shares(clients);
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < draws; ++i) {
    detail::draw_proportions(random, alpha, shares);
    sum += shares[1];
    squares += shares[1] * shares[1];
  }
  const double mean = sum / draws;
  const double want = (1.0 / clients) * (1 - 1.0 / clients) / (clients * alpha + 1);  // 0.0356
  CHECK(std::abs(mean - 0.2) < 4.5 * std::sqrt(want / draws));
  CHECK(std::abs(squares / draws - mean * mean - want) < 0.0015);
}

TEST_CASE("dirichlet: proportions are numbers that add up to one, whatever alpha", "[data]") {
  for (const double alpha : {5e-324, 1e-307, 1e-6, 1e-3, 1.0, 1e6, 1.7e308}) {
    INFO("alpha " << alpha);
    stream random(4);
    for (int i = 0; i < 1000; ++i) {
      std::vector<double> shares(7);
      detail::draw_proportions(random, alpha, shares);
      double sum = 0;
      for (const double share : shares) {
        REQUIRE(share >= 0);
        sum += share;
      }
      REQUIRE(std::abs(sum - 1) < 1e-14);
    }
  }
}

TEST_CASE("dirichlet: the seed fixes it, rows come class after class", "[data]") {
  const auto labels = labels_in_turn(1000, 4);
  const auto parts = dirichlet(labels, 6, 0.5, 7);
  CHECK(dirichlet(labels, 6, 0.5, 7) == parts);
  CHECK(dirichlet(labels, 6, 0.5, 8) != parts);
  for (const auto& part : parts)
    CHECK(std::is_sorted(part.begin(), part.end(), [&](index_t a, index_t b) { return labels[a] < labels[b]; }));
}

TEST_CASE("dirichlet: an empty client gets the last row of the largest one", "[data]") {
  partition parts{{}, {4, 2, 0}, {1, 3, 5}, {}, {}};
  detail::feed_the_empty(parts);
  CHECK(parts == partition{{0}, {4}, {1, 3}, {5}, {2}});
}

TEST_CASE("dirichlet: clients stay empty when asked, and nothing else changes", "[data]") {
  const auto labels = labels_in_turn(100, 2);
  const auto kept = dirichlet(labels, 30, 0.01, 1, empty_clients::kept);
  rows all;
  for (const auto& part : kept) all.insert(all.end(), part.begin(), part.end());
  std::sort(all.begin(), all.end());
  CHECK(all == detail::row_numbers(100));
  CHECK(std::count(kept.begin(), kept.end(), rows{}) > 20);
  partition fed = kept;
  detail::feed_the_empty(fed);
  CHECK(dirichlet(labels, 30, 0.01, 1) == fed);
  CHECK(dirichlet(labels, 1000, 1, 1, empty_clients::kept).size() == 1000);
  CHECK_THROWS_WITH(dirichlet(labels, 0, 1, 1, empty_clients::kept), "partition: clients must be at least 1, got 0");
}

TEST_CASE("by_column: a client for each distinct key, in order of first appearance", "[data]") {
  CHECK(by_column(rows{0, 1, 0, 2, 1}) == partition{{0, 2}, {1, 4}, {3}});
  CHECK(by_column(std::vector<std::string>{"b", "a", "b"}) == partition{{0, 2}, {1}});
  Eigen::VectorXd keys(4);
  keys << 2.5, -1, 2.5, 0;
  CHECK(by_column(keys) == partition{{0, 2}, {1}, {3}});
  CHECK(by_column(keys.cast<float>()) == by_column(keys));
  CHECK(by_column(std::vector<bool>{true, true}) == partition{{0, 1}});
}

TEST_CASE("by_column: no keys and a NaN are refused", "[data]") {
  CHECK_THROWS_WITH(by_column(rows{}), "by_column: number of keys must be at least 1, got 0");
  CHECK_THROWS_WITH(by_column(std::vector<double>{1, std::nan("")}), "by_column: key 1 is NaN");
}

TEST_CASE("sizes: blocks in the order of the rows", "[data]") {
  CHECK(sizes(6, rows{1, 3, 2}) == partition{{0}, {1, 2, 3}, {4, 5}});
}

TEST_CASE("sizes: a wrong sum is refused with both numbers", "[data]") {
  CHECK_THROWS_WITH(sizes(10, rows{5, 7}), "sizes: the sum is 12, the rows number 10");
  CHECK_THROWS_WITH(sizes(10, rows{}), "sizes: the sum is 0, the rows number 10");
  CHECK_THROWS_WITH(sizes(10, rows{10, 0}), "sizes: every client's number of rows must be at least 1, got 0");
  CHECK_THROWS_AS(sizes(10, rows{12, -2}), std::invalid_argument);
  const index_t most = std::numeric_limits<index_t>::max();
  CHECK_THROWS_AS(sizes(10, rows{most, most, 12}), std::invalid_argument);
}

TEST_CASE("partition: more clients than rows, and no client, are refused with the numbers", "[data]") {
  const auto labels = labels_in_turn(10, 2);
  CHECK_THROWS_WITH(label_skew(labels, 12), "partition: 12 clients, only 10 rows");
  CHECK_THROWS_WITH(iid(10, 12, 1), "partition: 12 clients, only 10 rows");
  CHECK_THROWS_WITH(dirichlet(labels, 12, 1, 1), "partition: 12 clients, only 10 rows");
  CHECK_THROWS_WITH(label_skew(labels, 0), "partition: clients must be at least 1, got 0");
  CHECK_THROWS_AS(iid(0, 1, 1), std::invalid_argument);
  CHECK_THROWS_AS(iid(10, -3, 1), std::invalid_argument);
}

TEST_CASE("partition: a label that is NaN is refused", "[data]") {
  Eigen::VectorXd labels = labels_in_turn(10, 2);
  labels[3] = std::nan("");
  CHECK_THROWS_WITH(label_skew(labels, 2), "partition: label 3 is NaN");
  CHECK_THROWS_WITH(dirichlet(labels, 2, 1, 1), "partition: label 3 is NaN");
}

TEST_CASE("dirichlet: alpha must be positive and finite", "[data]") {
  for (const double alpha : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
    CHECK_THROWS_AS(dirichlet(labels_in_turn(10, 2), 2, alpha, 1), std::invalid_argument);
}

TEST_CASE("make_partition: the four spellings", "[data]") {
  const auto labels = labels_in_turn(10, 2);
  CHECK(make_partition("label-skew", labels, 3, 1) == label_skew(labels, 3));
  CHECK(make_partition("iid", labels, 3, 5) == iid(10, 3, 5));
  CHECK(make_partition("dirichlet:0.5", labels, 3, 5) == dirichlet(labels, 3, 0.5, 5));
  CHECK(make_partition("dirichlet:1e-3", labels, 3, 5) == dirichlet(labels, 3, 1e-3, 5));
  CHECK(make_partition("sizes:1,9", labels, 2, 5) == sizes(10, rows{1, 9}));
  CHECK(make_partition("sizes:1,9", labels, 0, 5) == sizes(10, rows{1, 9}));
}

TEST_CASE("make_partition: bad spellings are refused in one sentence", "[data]") {
  const auto labels = labels_in_turn(10, 2);
  const auto refusal = [&](const std::string& spec) -> std::string {
    try {
      (void)make_partition(spec, labels, 2, 1);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "accepted";
  };
  for (const std::string spec : {"", "label_skew", "label-skew:2", "iid:3", "IID", "dirichlet", "dirichlet:", "sizes",
                                 "sizes:", ":", "random", " iid"})
    CHECK(refusal(spec) == "partition: expected label-skew, iid, dirichlet:A or sizes:a,b,..., got '" + spec + "'");
  CHECK(refusal("a\nb") == "partition: expected label-skew, iid, dirichlet:A or sizes:a,b,..., got 'a\\x0ab'");
  for (const std::string value : {"x", "0.5,2", "1 ", "0,5", "1e", "+-1"})
    CHECK(refusal("dirichlet:" + value) == "partition: expected dirichlet:A with a number A, got '" + value + "'");
  CHECK(refusal("dirichlet:0") == "dirichlet: alpha must be positive and finite, got 0");
  CHECK(refusal("dirichlet:-1") == "dirichlet: alpha must be positive and finite, got -1");
  CHECK(refusal("dirichlet:nan") == "dirichlet: alpha must be positive and finite, got nan");
  CHECK(refusal("dirichlet:1e999") == "dirichlet: alpha must be positive and finite, got inf");
  for (const std::string value : {"", "x", "1.5", " 2", "99999999999999999999"})
    CHECK(refusal("sizes:3," + value) == "partition: expected sizes:a,b,... in whole numbers, got '" + value + "'");
  CHECK(refusal("sizes:5,6") == "sizes: the sum is 11, the rows number 10");
  CHECK(refusal("sizes:5,4,1") == "partition: number of sizes 3, number of clients 2");
}
