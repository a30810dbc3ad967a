/// \file
/// Agreement.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/concepts.hpp>

#include <algorithm>
#include <cmath>

namespace cleave {

/// { (x_1, ..., x_K) : x_1 = ... = x_K }, K blocks of equal size one after the other, as the columns of a matrix of all
/// clients. Projection puts the mean, added up in the order of the clients, into every block. Cost: two passes, no
/// memory.
template <class S = double>
class consensus {
 public:
  using scalar = S;

  /// \param clients K, at least 1
  /// \throws std::invalid_argument
  explicit consensus(index_t clients) : clients_(clients) {
    check(clients >= 1, "consensus: clients", "at least 1", clients);
  }

  /// \throws std::invalid_argument if the size is not a multiple of K
  void project(in<S> x, out<S> y) const {
    const index_t d = block(x);
    double sums[64];
    for (index_t from = 0; from < d; from += 64) {
      const index_t count = (std::min)(index_t{64}, d - from);
      for (index_t j = 0; j < count; ++j) sums[j] = 0;
      // what the others are away from the first, so that equal blocks stay as they are
      for (index_t k = 1; k < clients_; ++k)
        for (index_t j = 0; j < count; ++j)
          sums[j] += static_cast<double>(x[k * d + from + j]) - static_cast<double>(x[from + j]);
      for (index_t j = 0; j < count; ++j) {
        const double mean = static_cast<double>(x[from + j]) + sums[j] / static_cast<double>(clients_);
        sums[j] = std::isfinite(mean) ? mean : sum_of_shares(x, d, from + j);
      }
      for (index_t k = 0; k < clients_; ++k)
        for (index_t j = 0; j < count; ++j) y[k * d + from + j] = static_cast<S>(sums[j]);
    }
  }
  bool contains(in<S> x, S tolerance) const {
    const index_t d = block(x);
    for (index_t k = 0; k < clients_; ++k)
      for (index_t j = 0; j < d; ++j)  // at a distance r, two clients are up to sqrt(2) r apart
        if (!(std::abs(x[k * d + j] - x[j]) <= 2 * tolerance)) return false;
    return true;
  }

 private:
  /// The mean of entry j where the differences of the others are beyond the largest number.
  double sum_of_shares(in<S> x, index_t d, index_t j) const {
    double sum = 0;
    for (index_t k = 0; k < clients_; ++k) sum += static_cast<double>(x[k * d + j]) / static_cast<double>(clients_);
    return sum;
  }
  index_t block(in<S> x) const {
    if (x.size() % clients_ != 0)
      check(false, "consensus: size", ("a multiple of " + detail::number(clients_)).c_str(), x.size());
    return x.size() / clients_;
  }

  index_t clients_;
};

}  // namespace cleave
