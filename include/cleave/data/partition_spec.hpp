/// \file
/// Partitions as the programs spell them on the command line.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/types.hpp>
#include <cleave/data/partition.hpp>
#include <cleave/data/text.hpp>

#include <charconv>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace cleave {

namespace detail {

/// The whole numbers of "a,b,...".
inline std::vector<index_t> whole_numbers(std::string_view list) {
  std::vector<index_t> numbers;
  for (;;) {
    const std::size_t comma = list.find(',');
    const std::string_view token = list.substr(0, comma);
    index_t value = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
    if (error != std::errc() || end != token.data() + token.size())
      throw std::invalid_argument("partition: expected sizes:a,b,... in whole numbers, got " + shown(token));
    numbers.push_back(value);
    if (comma == std::string_view::npos) return numbers;
    list.remove_prefix(comma + 1);
  }
}

}  // namespace detail

/// Makes the partition that `spec` names: "label-skew", "iid", "dirichlet:A" or "sizes:a,b,...". Sizes say themselves
/// how many clients there are: `clients` is then that number, or 0 for "as many as it takes".
/// \throws std::invalid_argument in one sentence: the spec is none of these, or what the partition itself refuses
template <class Labels>
partition make_partition(const std::string& spec, const Eigen::DenseBase<Labels>& labels, index_t clients,
                         std::uint64_t seed) {
  const std::size_t colon = spec.find(':');
  const std::string kind = spec.substr(0, colon);
  const std::string_view value = colon == std::string::npos ? "" : std::string_view(spec).substr(colon + 1);

  if (spec == "label-skew") return label_skew(labels, clients);
  if (spec == "iid") return iid(labels.size(), clients, seed);
  if (kind == "dirichlet" && !value.empty()) {
    double alpha = 0;
    if (detail::to_number(value, alpha) != detail::numeral::good)
      throw std::invalid_argument("partition: expected dirichlet:A with a finite number A, got " +
                                  detail::shown(value));
    return dirichlet(labels, clients, alpha, seed);
  }
  if (kind == "sizes" && !value.empty()) {
    const std::vector<index_t> rows_of_clients = detail::whole_numbers(value);
    if (clients != 0)
      check_same(static_cast<index_t>(rows_of_clients.size()), "partition: number of sizes", clients,
                 "number of clients");
    return sizes(labels.size(), rows_of_clients);
  }
  throw std::invalid_argument("partition: expected label-skew, iid, dirichlet:A or sizes:a,b,..., got " +
                              detail::shown(spec));
}

}  // namespace cleave
