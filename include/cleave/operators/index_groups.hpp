/// \file
/// Entries of a vector in groups that do not overlap.
#pragma once

#include <cleave/core/check.hpp>

#include <string>
#include <utility>
#include <vector>

namespace cleave {

/// Groups of the positions 0 to dimension - 1. Each position lies in one group or in none; a group may be empty.
class index_groups {
 public:
  /// \param dimension the size of the vectors, >= 0
  /// \param groups    the positions of each group, in any order
  /// \throws std::invalid_argument if a position is out of range or occurs twice
  index_groups(index_t dimension, const std::vector<std::vector<index_t>>& groups) : dimension_(dimension) {
    check(dimension >= 0, "groups: dimension", "not negative", dimension);
    std::vector<bool> taken(static_cast<std::size_t>(dimension));
    for (std::size_t g = 0; g < groups.size(); ++g) {
      for (const index_t i : groups[g]) {
        if (i < 0 || i >= dimension)
          check(false, ("groups: each position of group " + detail::number(g)).c_str(),
                ("in [0, " + detail::number(dimension) + ")").c_str(), i);
        if (taken[static_cast<std::size_t>(i)])
          throw std::invalid_argument("groups must not overlap, position " + detail::number(i) + " occurs in group " +
                                      detail::number(g) + " and before");
        taken[static_cast<std::size_t>(i)] = true;
        positions_.push_back(i);
      }
      ends_.push_back(positions_.size());
    }
  }

  /// Groups of these sizes, side by side; they cover the vector.
  /// \throws std::invalid_argument if a size is negative
  static index_groups contiguous(const std::vector<index_t>& sizes) {
    std::vector<std::vector<index_t>> groups;
    index_t at = 0;
    for (const index_t size : sizes) {
      check(size >= 0, "groups: each size", "not negative", size);
      for (groups.emplace_back(); groups.back().size() < static_cast<std::size_t>(size); ++at)
        groups.back().push_back(at);
    }
    return index_groups(at, groups);
  }

  index_t dimension() const { return dimension_; }
  index_t count() const { return static_cast<index_t>(ends_.size()); }
  index_t size(index_t g) const { return static_cast<index_t>(ends_[static_cast<std::size_t>(g)] - begin(g)); }
  /// Position number k of group g.
  index_t operator()(index_t g, index_t k) const { return positions_[begin(g) + static_cast<std::size_t>(k)]; }

 private:
  std::size_t begin(index_t g) const { return g == 0 ? 0 : ends_[static_cast<std::size_t>(g - 1)]; }

  index_t dimension_;
  std::vector<index_t> positions_;
  std::vector<std::size_t> ends_;
};

}  // namespace cleave
