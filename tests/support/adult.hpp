/// \file
/// Adult (a9a), which the repository bundles, as the clients of a federation.
#pragma once

#include <cleave/cleave.hpp>
#include <cleave/data/libsvm.hpp>
#include <cleave/data/partition_spec.hpp>

#include <string>
#include <vector>

namespace support {

using adult_problem = cleave::logistic<cleave::sparse_rows<>>;

/// Every `stride`-th row of a9a: 1 gives all 32561 rows, 10 the subset a9a_sub10.
inline cleave::labelled<double> adult(cleave::index_t stride = 1) {
  const auto all = cleave::read_libsvm(CLEAVE_BUNDLED_DATA_DIR "/a9a");
  std::vector<cleave::index_t> rows;
  for (cleave::index_t i = 0; i < all.rows.rows(); i += stride) rows.push_back(i);
  return cleave::subset(all, rows);
}

/// The problems of a partition, their shares of the rows, and the pooled objective
/// F(w) = (1/n) sum_i log(1 + exp(-y_i x_i'w)) + (ridge / 2) ||w||^2.
struct federation {
  std::vector<adult_problem> problems;
  cleave::vec<> share;
  adult_problem pooled;

  federation(const cleave::labelled<double>& data, const std::string& spec, cleave::index_t count, double ridge)
      : pooled(data.rows, data.labels, {.ridge = ridge}) {
    const auto rows_of = cleave::make_partition(spec, data.labels, count, 1);
    share.resize(static_cast<cleave::index_t>(rows_of.size()));
    cleave::index_t k = 0;
    for (const auto& rows : rows_of) {
      auto own = cleave::subset(data, rows);
      share[k++] = static_cast<double>(rows.size()) / static_cast<double>(data.rows.rows());
      problems.emplace_back(own.rows, own.labels, cleave::logistic_options{.ridge = ridge});
    }
  }

  auto members() const { return cleave::clients(problems, share); }
  auto network() const { return cleave::star_of(share.size()); }
  cleave::vec<> start() const { return cleave::vec<>::Zero(pooled.dimension()); }
};

}  // namespace support
