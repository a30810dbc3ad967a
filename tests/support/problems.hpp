/// \file
/// Small federations that the tests share. Dimension 7 is odd on purpose: columns of the iterates then start at every
/// alignment.
#pragma once

#include <cleave/problems/least_squares.hpp>
#include <cleave/problems/logistic.hpp>

#include <Eigen/LU>
#include <Eigen/SparseCore>

#include "support/splitmix.hpp"

#include <cstdint>
#include <vector>

namespace support {

/// What one client owns: f(x) is made of a x and b.
struct table {
  cleave::dense_rows<> a;
  cleave::vec<> b;
};

/// `count` tables of about `rows` rows; clients differ in the number of rows, in scale and in what they want.
inline std::vector<table> tables(cleave::index_t count, cleave::index_t rows = 12, cleave::index_t dimension = 7,
                                 std::uint64_t seed = 1) {
  std::vector<table> all;
  const cleave::vec<> common = nrm_vector(dimension, seed);
  for (cleave::index_t k = 0; k < count; ++k) {
    const auto key = 100 * seed + static_cast<std::uint64_t>(k);
    const cleave::index_t n = rows + k % 3;
    table t{nrm_matrix(n, dimension, key), nrm_vector(n, key + 50000)};
    t.a *= 1 + static_cast<double>(k % 4) / 4;
    t.b = t.a * (common + nrm_vector(dimension, key + 90000) / 2) + t.b / 4;
    all.push_back(std::move(t));
  }
  return all;
}

/// The same tables with two entries in three of every matrix set to zero.
inline std::vector<table> thinned(std::vector<table> all) {
  for (table& t : all)
    for (cleave::index_t i = 0; i < t.a.rows(); ++i)
      for (cleave::index_t j = 0; j < t.a.cols(); ++j)
        if ((i + j) % 3 != 0) t.a(i, j) = 0;
  return all;
}

/// f_k(x) = ||A x - b||^2 / 2 + (ridge / 2) ||x||^2
inline std::vector<cleave::least_squares<>> least_squares_clients(const std::vector<table>& all, double ridge = 0.05) {
  std::vector<cleave::least_squares<>> problems;
  for (const table& t : all) problems.emplace_back(t.a, t.b, cleave::least_squares_options{.ridge = ridge});
  return problems;
}

/// -1 or +1 for every entry.
inline cleave::vec<> signs(const cleave::vec<>& b) {
  return b.unaryExpr([](double v) { return v < 0 ? -1.0 : 1.0; });
}

/// Logistic loss with the signs of b as labels.
inline std::vector<cleave::logistic<>> logistic_clients(const std::vector<table>& all, double ridge = 0.05) {
  std::vector<cleave::logistic<>> problems;
  for (const table& t : all) problems.emplace_back(t.a, signs(t.b), cleave::logistic_options{.ridge = ridge});
  return problems;
}

inline std::vector<cleave::least_squares<cleave::sparse_rows<>>> sparse_least_squares_clients(
    const std::vector<table>& all, double ridge = 0.05) {
  std::vector<cleave::least_squares<cleave::sparse_rows<>>> problems;
  for (const table& t : all)
    problems.emplace_back(t.a.sparseView(), t.b, cleave::least_squares_options{.ridge = ridge});
  return problems;
}

inline std::vector<cleave::logistic<cleave::sparse_rows<>>> sparse_logistic_clients(const std::vector<table>& all,
                                                                                    double ridge = 0.05) {
  std::vector<cleave::logistic<cleave::sparse_rows<>>> problems;
  for (const table& t : all)
    problems.emplace_back(t.a.sparseView(), signs(t.b), cleave::logistic_options{.ridge = ridge});
  return problems;
}

/// Weights that are neither equal nor normalised, from 1 to 4.
inline cleave::vec<> unequal_weights(cleave::index_t count) {
  cleave::vec<> w(count);
  for (cleave::index_t k = 0; k < count; ++k)
    w[k] = 1 + static_cast<double>(k % 3) + static_cast<double>(k % 2) / 2 + 1 / static_cast<double>(k + 2);
  return w;
}

/// The minimiser of sum_k w_k f_k for least_squares_clients; w need not be normalised, empty: equal.
inline cleave::vec<> pooled_minimiser(const std::vector<table>& all, double ridge = 0.05, cleave::vec<> w = {}) {
  const auto count = static_cast<cleave::index_t>(all.size());
  if (w.size() == 0) w.setOnes(count);
  w /= w.sum();
  const cleave::index_t d = all.front().a.cols();
  cleave::mat<> h = ridge * cleave::mat<>::Identity(d, d);
  cleave::vec<> g = cleave::vec<>::Zero(d);
  for (cleave::index_t k = 0; k < count; ++k) {
    const table& t = all[static_cast<std::size_t>(k)];
    h += w[k] * (t.a.transpose() * t.a);
    g += w[k] * (t.a.transpose() * t.b);
  }
  return h.fullPivLu().solve(g);
}

/// Pathak and Wainwright's two clients with one parameter m: ((0-2)^2 + (m-2)^2) / 2 and ((2m)^2 + (2m-1)^2) / 2. The
/// pooled optimum is 4/9.
inline std::vector<cleave::least_squares<>> two_clients() {
  using namespace cleave;
  dense_rows<> a(2, 1), b(2, 1);
  a << 0, 1;
  b << 2, 2;
  vec<> u(2), v(2);
  u << 2, 2;
  v << 0, 1;
  return {least_squares<>(a, u), least_squares<>(b, v)};
}

/// 20 clients, 100 rows each, 50 parameters: b = A x_true + noise / 4. The sum of f_k = ||A_k x - b_k||^2 / 2 has the
/// minimum 61.715188572460.
inline std::vector<table> oracle_tables() {
  cleave::vec<> truth(50);
  for (cleave::index_t j = 0; j < 50; ++j) truth[j] = static_cast<double>((7 * j) % 11 - 5) / 5;
  std::vector<table> all;
  for (std::uint64_t i = 0; i < 20; ++i) {
    table t{nrm_matrix(100, 50, 101 + i), nrm_vector(100, 1001 + i)};
    t.b = t.a * truth + t.b / 4;
    all.push_back(std::move(t));
  }
  return all;
}

}  // namespace support
