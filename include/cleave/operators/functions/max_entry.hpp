/// \file
/// The largest entry.
#pragma once

#include <cleave/operators/concepts.hpp>
#include <cleave/operators/simplex_threshold.hpp>

namespace cleave {

/// f(x) = max_i x_i, 0 without entries. prox_{s f} is min(x_i, t) with sum_i max(x_i - t, 0) = s. Cost: a few passes,
/// no memory. Its conjugate is the indicator of the simplex.
template <class S = double>
class max_entry {
 public:
  using scalar = S;

  S value(in<S> x) const {
    return x.size() == 0 ? S{0} : detail::largest_entry<S>(x.size(), [&](index_t i) { return x[i]; });
  }
  S prox(in<S> x, S step, out<S> y) const {
    if (x.size() == 0 || step == 0) {
      if (y.data() != x.data()) y = x;
      return value(x);
    }
    const auto t = detail::simplex_threshold<S>(
        x.size(), [&](index_t i) { return x[i]; }, step);
    const S clip = t.top - t.depth;
    for (index_t i = 0; i < x.size(); ++i) y[i] = x[i] > clip ? clip : x[i];
    return clip;
  }
};

}  // namespace cleave
