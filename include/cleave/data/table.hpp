/// \file
/// Dense rows of features with a response each, and names for all that: what the reader of CSV returns.
#pragma once

#include <cleave/core/types.hpp>

#include <string>
#include <vector>

namespace cleave {

/// n rows of d features with a response each.
template <class S = double>
struct table {
  Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows;  ///< n x d
  vec<S> response;                                                         ///< n
  std::vector<std::string> columns;                                        ///< d names
  std::string response_name;
  std::vector<index_t> positions;   ///< d, where the features stand among the columns of the file, from 0
  std::vector<index_t> group;       ///< n, row i is of groups[group[i]]; empty where no group was asked for
  std::vector<std::string> groups;  ///< the distinct values of the group column, in order of first appearance
};

}  // namespace cleave
