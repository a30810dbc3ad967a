/// \file
/// Linear minimisation over the simplex.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/operators/atoms.hpp>

#include <concepts>

namespace cleave::lmo {

/// argmin of <d, a> over { a : a_i >= 0, sum_i a_i = total }: total at the smallest d_i, of equal ones the first. A NaN
/// in d makes the atom's number NaN. Cost: one pass, no memory.
template <class S = double>
class simplex : public oracle_in_closed_form<S, no_scratch> {
 public:
  /// \param total finite, >= 0
  /// \throws std::invalid_argument
  explicit simplex(S total = 1) : total_(total) {
    check_not_negative(static_cast<double>(total), "lmo::simplex: total");
  }

  coordinate_atom<S> minimize(in<S> d, out<S>, no_scratch&) const {
    index_t best = 0;
    for (index_t i = 0; i < d.size(); ++i) {
      if (d[i] != d[i]) return {i, d[i]};
      if (d[i] < d[best]) best = i;
    }
    return {best, total_};
  }

 private:
  S total_;
};

/// A total in whole numbers means double.
template <std::integral T>
simplex(T) -> simplex<double>;

}  // namespace cleave::lmo
