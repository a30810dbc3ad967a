/// \file
/// Matrices that are handed over as vectors.
#pragma once

#include <cleave/operators/finite_entries.hpp>

namespace cleave::detail {

/// rows x cols, the columns one after the other.
/// \throws std::invalid_argument if one is negative
class matrix_size {
 public:
  matrix_size(index_t rows, index_t cols, const char* name) : name_(name), rows_(rows), cols_(cols) {
    check(rows >= 0, (std::string(name) + ": rows").c_str(), "not negative", rows);
    check(cols >= 0, (std::string(name) + ": cols").c_str(), "not negative", cols);
  }

  index_t rows() const { return rows_; }
  index_t cols() const { return cols_; }
  index_t shorter() const { return rows_ < cols_ ? rows_ : cols_; }
  index_t size() const { return rows_ * cols_; }

  /// The matrix in double, whose decompositions round less than S shows.
  template <class S>
  mat<double> matrix(in<S> x) const {
    check_size(x.size(), size(), name_);
    return Eigen::Map<const mat<S>>(x.data(), rows_, cols_).template cast<double>();
  }
  /// A matrix back as a vector.
  template <class S>
  void write(const mat<double>& m, out<S> y) const {
    Eigen::Map<mat<S>>(y.data(), rows_, cols_) = m.cast<S>();
  }

 private:
  const char* name_;
  index_t rows_;
  index_t cols_;
};

}  // namespace cleave::detail
