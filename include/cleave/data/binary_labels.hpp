/// \file
/// The labels of two classes, brought to -1 and +1.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/types.hpp>
#include <cleave/data/parse_error.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace cleave {

/// Maps labels to -1 and +1 in place and says how: "labels 0, 1 read as -1, +1". Known pairs are -1/+1, 0/1 and 1/2,
/// the smaller one becomes -1. A single class is legal too: 1 becomes +1, as in -1/+1 and 0/1; so map a pair 1/2 before
/// it is cut into pieces.
/// \throws parse_error naming `path` and the values found, for anything else; labels are then as they were
template <class S>
std::string binary_labels(vec<S>& labels, const std::string& path) {
  std::vector<S> found;  // distinct and ascending; a few are enough to refuse
  for (const S label : labels) {
    const auto at = std::lower_bound(found.begin(), found.end(), label);
    if (at == found.end() || *at != label) found.insert(at, label);
    if (found.size() > 5) break;
  }
  std::string names;
  for (const S label : found) names += (names.empty() ? "" : ", ") + detail::number(label);

  const bool signs = found == std::vector<S>{-1, 1};
  const bool bits = found == std::vector<S>{0, 1};
  const bool counts = found == std::vector<S>{1, 2};
  const bool one = found.size() == 1 && (found[0] == -1 || found[0] == 0 || found[0] == 1 || found[0] == 2);
  if (!(signs || bits || counts || one))
    throw parse_error(path, "expected labels -1/+1, 0/1 or 1/2, got " +
                                (found.empty() ? "none" : names + (found.size() > 5 ? ", ..." : "")));

  const S positive = counts || (one && found[0] == 2) ? S(2) : S(1);
  for (S& label : labels) label = label == positive ? S(1) : S(-1);
  if (one) return "all labels " + names + ", read as " + (found[0] == positive ? "+1" : "-1");
  return signs ? "labels -1, +1" : "labels " + names + " read as -1, +1";
}

}  // namespace cleave
