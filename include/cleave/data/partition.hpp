/// \file
/// Which client holds which rows: evenly, by label, at random, by Dirichlet proportions, by a column, or as told.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/distributions.hpp>
#include <cleave/core/stream.hpp>
#include <cleave/core/types.hpp>

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <queue>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cleave {

/// The row numbers of every client. Each row belongs to one client and every client has a row, unless empty ones were
/// asked for; the order within a client is what the function that made it says.
using partition = std::vector<std::vector<index_t>>;

namespace detail {

/// Refuses a number of clients that leaves somebody without a row.
inline void check_clients(index_t clients, index_t rows) {
  check(clients >= 1, "partition: clients", "at least 1", clients);
  if (clients > rows)
    throw std::invalid_argument("partition: " + number(clients) + " clients, only " + number(rows) + " rows");
}

/// 0, 1, ..., n - 1.
inline std::vector<index_t> row_numbers(index_t n) {
  std::vector<index_t> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), index_t{0});
  return rows;
}

/// The row numbers, stably sorted by label.
template <class Labels>
std::vector<index_t> sorted_by_label(const Eigen::DenseBase<Labels>& labels) {
  const Labels& of = labels.derived();
  for (index_t i = 0; i < of.size(); ++i)
    if (!(of.coeff(i) == of.coeff(i))) throw std::invalid_argument("partition: label " + number(i) + " is NaN");
  std::vector<index_t> order = row_numbers(of.size());
  std::stable_sort(order.begin(), order.end(), [&](index_t a, index_t b) { return of.coeff(a) < of.coeff(b); });
  return order;
}

/// One draw of the symmetric Dirichlet distribution, by normalised gammas. Their logarithms are what is drawn, so that
/// tiny alphas do not give 0/0; where even those overflow it takes the limit, everything to one client.
inline void draw_proportions(stream& random, double alpha, std::vector<double>& shares) {
  for (double& share : shares) share = log_gamma_variate(random, alpha);
  const double largest = *std::max_element(shares.begin(), shares.end());
  double sum = 0;
  if (std::isfinite(largest))
    for (double& share : shares) sum += share = portable_exp(share - largest);
  if (std::isfinite(sum) && sum > 0) {
    for (double& share : shares) share /= sum;
  } else {
    std::fill(shares.begin(), shares.end(), 0.0);
    shares[static_cast<std::size_t>(random.below(static_cast<index_t>(shares.size())))] = 1;
  }
}

/// Gives every client without rows the last row of whoever has most at that moment (the first of equals).
inline void feed_the_empty(partition& parts) {
  std::priority_queue<std::pair<std::size_t, index_t>> by_size;  // size, and minus the client
  for (std::size_t k = 0; k < parts.size(); ++k) by_size.emplace(parts[k].size(), -static_cast<index_t>(k));
  for (auto& part : parts) {
    if (!part.empty()) continue;
    const auto [size, minus_client] = by_size.top();
    auto& donor = parts[static_cast<std::size_t>(-minus_client)];
    part.push_back(donor.back());
    donor.pop_back();
    by_size.pop();
    by_size.emplace(size - 1, minus_client);
  }
}

}  // namespace detail

/// Cuts `order` into contiguous blocks of nearly equal size, the larger first; the order is kept.
/// \throws std::invalid_argument unless 1 <= clients <= order.size()
inline partition split_evenly(std::span<const index_t> order, index_t clients) {
  const auto n = static_cast<index_t>(order.size());
  detail::check_clients(clients, n);
  partition parts;
  parts.reserve(static_cast<std::size_t>(clients));
  auto at = order.begin();
  for (index_t k = 0; k < clients; ++k) {
    const auto next = at + (n / clients + (k < n % clients ? 1 : 0));
    parts.emplace_back(at, next);
    at = next;
  }
  return parts;
}

/// Rows stably sorted by label, cut evenly: most clients see one label only.
/// \throws std::invalid_argument unless 1 <= clients <= labels.size(), or for a NaN
template <class Labels>
partition label_skew(const Eigen::DenseBase<Labels>& labels, index_t clients) {
  return split_evenly(detail::sorted_by_label(labels), clients);
}

/// A permutation of the rows 0, ..., n - 1 that the seed fixes, cut evenly; the order is that of the permutation.
/// \throws std::invalid_argument unless 1 <= clients <= n
inline partition iid(index_t n, index_t clients, std::uint64_t seed) {
  detail::check_clients(clients, n);
  std::vector<index_t> order = detail::row_numbers(n);
  stream random(seed, purpose::partition);
  permute(random, order.begin(), order.end());
  return split_evenly(order, clients);
}

/// What becomes of clients for whom chance leaves no row.
enum class empty_clients {
  fed,  ///< a row of the largest client goes to each
  kept
};

/// For each class, proportions over the clients are drawn from the symmetric Dirichlet distribution; its rows,
/// permuted, are dealt accordingly. Small alpha: a class sits at few clients; large alpha: nearly as iid(). Every alpha
/// ends, and leaves no client empty unless asked: single rows go from the largest client to empty ones. Rows come class
/// after class, ascending by label. A few hundred nanoseconds per class and client. As in Yurochkin et al., "Bayesian
/// nonparametric federated learning of neural networks" (ICML 2019), arXiv:1905.12022.
/// \throws std::invalid_argument unless alpha is positive and finite and 1 <= clients, and clients <= labels.size() if
/// none may be empty, or for a NaN
template <class Labels>
partition dirichlet(const Eigen::DenseBase<Labels>& labels, index_t clients, double alpha, std::uint64_t seed,
                    empty_clients empty = empty_clients::fed) {
  detail::check_clients(clients, empty == empty_clients::fed ? labels.size() : clients);
  check_positive(alpha, "dirichlet: alpha");
  std::vector<index_t> order = detail::sorted_by_label(labels);
  const auto label = [&](index_t row) { return labels.derived().coeff(row); };
  stream random(seed, purpose::partition);
  partition parts(static_cast<std::size_t>(clients));
  std::vector<double> shares(parts.size());

  for (auto first = order.begin(); first != order.end();) {
    const auto same = label(*first);
    const auto last = std::find_if(first, order.end(), [&](index_t row) { return label(row) != same; });
    permute(random, first, last);
    detail::draw_proportions(random, alpha, shares);
    const auto rows = static_cast<double>(last - first);
    double dealt = 0;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      dealt += shares[k];
      const double end = k + 1 == parts.size() ? rows : (std::min)(rows, std::floor(std::fma(dealt, rows, 0.5)));
      const auto next = last - static_cast<index_t>(rows - end);
      parts[k].insert(parts[k].end(), first, next);
      first = next;
    }
  }
  if (empty == empty_clients::fed) detail::feed_the_empty(parts);
  return parts;
}

/// One client for each distinct key, in order of first appearance, with its rows ascending: `keys[i]` says whose row i
/// is, as table::group does. Keys are numbers or strings, in anything with size() and [].
/// \throws std::invalid_argument where there are no keys, or for a NaN
template <class Keys>
partition by_column(const Keys& keys) {
  const auto n = static_cast<index_t>(std::size(keys));
  check(n >= 1, "by_column: number of keys", "at least 1", n);
  std::map<std::remove_cvref_t<decltype(keys[0])>, std::size_t> client_of;
  partition parts;
  for (index_t i = 0; i < n; ++i) {
    const auto& key = keys[static_cast<decltype(std::size(keys))>(i)];
    if (!(key == key)) throw std::invalid_argument("by_column: key " + detail::number(i) + " is NaN");
    const auto [client, fresh] = client_of.try_emplace(key, parts.size());
    if (fresh) parts.emplace_back();
    parts[client->second].push_back(i);
  }
  return parts;
}

/// Blocks of the given sizes, in the order of the rows 0, ..., n - 1.
/// \throws std::invalid_argument unless the sizes are positive and add up to n
inline partition sizes(index_t n, std::span<const index_t> rows_of_clients) {
  index_t sum = 0;
  for (const index_t size : rows_of_clients) {
    check(size >= 1, "sizes: every client's number of rows", "at least 1", size);
    sum = size > (std::numeric_limits<index_t>::max)() - sum ? (std::numeric_limits<index_t>::max)() : sum + size;
  }
  check_same(sum, "sizes: the sum is", n, "the rows number");
  partition parts;
  parts.reserve(rows_of_clients.size());
  index_t at = 0;
  for (const index_t size : rows_of_clients) {
    auto& part = parts.emplace_back(static_cast<std::size_t>(size));
    std::iota(part.begin(), part.end(), at);
    at += size;
  }
  return parts;
}

}  // namespace cleave
