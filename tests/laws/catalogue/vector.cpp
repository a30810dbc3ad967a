// Functions of the whole vector: what an entry becomes depends on the others.
#include <cleave/operators/functions/huber_norm.hpp>
#include <cleave/operators/functions/l2_norm.hpp>
#include <cleave/operators/functions/linf_norm.hpp>
#include <cleave/operators/functions/max_entry.hpp>

#include "support/operators.hpp"

using namespace cleave;

template <class S>
void support::register_vector(catalogue<S>& list) {
  list.function("functions/l2_norm.hpp", "l2_norm(1)", l2_norm<S>(1));
  list.function("functions/l2_norm.hpp", "l2_norm(0)", l2_norm<S>(0));
  list.function("functions/huber_norm.hpp", "huber_norm(1)", huber_norm<S>(1));
  list.function("functions/huber_norm.hpp", "huber_norm(0.1)", huber_norm<S>(S(0.1)));
  list.function("functions/linf_norm.hpp", "linf_norm(1)", linf_norm<S>(1));
  list.function("functions/linf_norm.hpp", "linf_norm(0)", linf_norm<S>(0));
  list.function("functions/max_entry.hpp", "max_entry", max_entry<S>());
}

template void support::register_vector(catalogue<float>&);
template void support::register_vector(catalogue<double>&);
