/// \file
/// SplitMix64 and the two numbers made from it, so that any language reproduces the data of the tests.
#pragma once

#include <Eigen/Core>

#include <cstdint>

namespace support {

/// Steele, Lea and Flood (2014), DOI 10.1145/2660193.2660195.
struct splitmix {
  std::uint64_t state;

  /// The next 64 bits.
  constexpr std::uint64_t next() {
    state += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// Uniform on [0, 1), a multiple of 2^-53.
  constexpr double u() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// Nearly standard normal: the sum of twelve u() minus 6.
  constexpr double nrm() {
    double sum = 0;
    for (int i = 0; i < 12; ++i) sum += u();
    return sum - 6;
  }
};

/// A vector of nrm().
inline Eigen::VectorXd nrm_vector(Eigen::Index n, std::uint64_t seed) {
  splitmix random{seed};
  Eigen::VectorXd v(n);
  for (Eigen::Index i = 0; i < n; ++i) v[i] = random.nrm();
  return v;
}

/// A matrix of nrm(), filled row by row.
inline Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> nrm_matrix(Eigen::Index rows,
                                                                                         Eigen::Index columns,
                                                                                         std::uint64_t seed) {
  splitmix random{seed};
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> m(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i)
    for (Eigen::Index j = 0; j < columns; ++j) m(i, j) = random.nrm();
  return m;
}

}  // namespace support
