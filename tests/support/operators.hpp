/// \file
/// Every operator of the library, once in each shape that matters. A new header under operators/functions,
/// operators/sets or operators/calculus is registered in a source of tests/laws/catalogue, and all laws then hold it to
/// account; tests/laws/registration.cpp sees to it.
#pragma once

#include "support/any_operator.hpp"

#include <vector>

namespace support {

// The parts, each a source of tests/laws/catalogue, for float and for double.
template <class S>
void register_scalar(catalogue<S>& list);
template <class S>
void register_vector(catalogue<S>& list);
template <class S>
void register_matrix(catalogue<S>& list);
template <class S>
void register_sets(catalogue<S>& list);
template <class S>
void register_calculus(catalogue<S>& list);

/// The whole catalogue, made once. \tparam S float or double
template <class S>
const catalogue<S>& operators() {
  static const catalogue<S> all = [] {
    catalogue<S> list;
    register_scalar(list);
    register_vector(list);
    register_matrix(list);
    register_sets(list);
    register_calculus(list);
    return list;
  }();
  return all;
}

/// All functions with a prox: the functions, and the indicators of the sets.
template <class S>
const std::vector<entry<any_function<S>>>& functions() {
  return operators<S>().functions();
}

/// All closed sets.
template <class S>
const std::vector<entry<any_set<S>>>& sets() {
  return operators<S>().sets();
}

}  // namespace support
