// Functions of the whole vector: what an entry becomes depends on the others, or on where it stands.
#include <cleave/operators/functions/absolute_loss.hpp>
#include <cleave/operators/functions/group_l2_norm.hpp>
#include <cleave/operators/functions/huber_norm.hpp>
#include <cleave/operators/functions/l2_norm.hpp>
#include <cleave/operators/functions/linf_norm.hpp>
#include <cleave/operators/functions/max_entry.hpp>
#include <cleave/operators/functions/slope.hpp>
#include <cleave/operators/functions/sparse_group.hpp>
#include <cleave/operators/functions/sum_of_largest.hpp>
#include <cleave/operators/functions/total_variation.hpp>
#include <cleave/operators/functions/weighted_l1_norm.hpp>
#include <cleave/operators/functions/weighted_squared_l2_norm.hpp>

#include "support/operators.hpp"

#include <vector>

using namespace cleave;

namespace {

/// 0, 0.7, 1.4, 0, ...: weights, none of them negative, some of them nothing.
template <class S>
vec<S> some_weights(index_t n) {
  vec<S> w(n);
  for (index_t i = 0; i < n; ++i) w[i] = S(0.7) * static_cast<S>(i % 3);
  return w;
}

/// 2, ..., 0 in equal steps, each step twice as wide as a place.
template <class S>
vec<S> falling_weights(index_t n) {
  vec<S> w(n);
  for (index_t i = 0; i < n; ++i) w[i] = 2 * (1 - static_cast<S>(2 * (i / 2)) / static_cast<S>(n + 1));
  return w;
}

/// An empty group, the even positions backwards, every fourth position from 1 on; the others are free.
index_groups mixed_groups(index_t n) {
  std::vector<std::vector<index_t>> groups(3);
  for (index_t i = n - 1; i >= 0; --i)
    if (i % 2 == 0) groups[1].push_back(i);
  for (index_t i = 1; i < n; i += 4) groups[2].push_back(i);
  return {n, groups};
}

template <class S>
vec<S> three(S a, S b, S c) {
  vec<S> w(3);
  w << a, b, c;
  return w;
}

}  // namespace

template <class S>
void support::register_vector(catalogue<S>& list) {
  list.function("functions/l2_norm.hpp", "l2_norm(1)", l2_norm<S>(1));
  list.function("functions/l2_norm.hpp", "l2_norm(0)", l2_norm<S>(0));
  list.function("functions/huber_norm.hpp", "huber_norm(1)", huber_norm<S>(1));
  list.function("functions/huber_norm.hpp", "huber_norm(0.1)", huber_norm<S>(S(0.1)));
  list.function("functions/linf_norm.hpp", "linf_norm(1)", linf_norm<S>(1));
  list.function("functions/linf_norm.hpp", "linf_norm(0)", linf_norm<S>(0));
  list.function("functions/max_entry.hpp", "max_entry", max_entry<S>());
  list.function("functions/sum_of_largest.hpp", "sum_of_largest(0)", sum_of_largest<S>(0));
  list.function("functions/sum_of_largest.hpp", "sum_of_largest(1)", sum_of_largest<S>(1));
  list.function("functions/sum_of_largest.hpp", "sum_of_largest(5)", sum_of_largest<S>(5));
  list.function("functions/sum_of_largest.hpp", "sum_of_largest(64)", sum_of_largest<S>(64));
  list.function("functions/total_variation.hpp", "total_variation(1)", total_variation<S>(1));
  list.function("functions/total_variation.hpp", "total_variation(0.1)", total_variation<S>(S(0.1)));
  list.function("functions/total_variation.hpp", "total_variation(0)", total_variation<S>(0));
  list.function("functions/weighted_l1_norm.hpp", "weighted_l1_norm",
                [](index_t n) { return weighted_l1_norm<S>(some_weights<S>(n)); });
  list.function("functions/weighted_squared_l2_norm.hpp", "weighted_squared_l2_norm",
                [](index_t n) { return weighted_squared_l2_norm<S>(some_weights<S>(n)); });
  list.function("functions/weighted_squared_l2_norm.hpp", "weighted_squared_l2_norm, strongly convex",
                [](index_t n) { return weighted_squared_l2_norm<S>((some_weights<S>(n).array() + S(0.5)).matrix()); });
  list.function("functions/absolute_loss.hpp", "absolute_loss",
                [](index_t n) { return absolute_loss<S>((some_weights<S>(n).array() - S(0.7)).matrix()); });
  list.function("functions/group_l2_norm.hpp", "group_l2_norm of one",
                [](index_t n) { return group_l2_norm<S>(index_groups::contiguous({n}), S(0.3)); });
  list.function("functions/group_l2_norm.hpp", "group_l2_norm(1, 2, 0.5)",
                [](index_t n) { return group_l2_norm<S>(mixed_groups(n), three<S>(1, 2, S(0.5))); });
  list.function("functions/sparse_group.hpp", "sparse_group(0.5, 1)",
                [](index_t n) { return sparse_group<S>(mixed_groups(n), S(0.5), 1); });
  list.function("functions/sparse_group.hpp", "sparse_group of weights",
                [](index_t n) { return sparse_group<S>(mixed_groups(n), some_weights<S>(n), three<S>(1, 0, S(0.5))); });
  list.function("functions/slope.hpp", "slope of falling weights",
                [](index_t n) { return slope<S>(falling_weights<S>(n)); });
  list.function("functions/slope.hpp", "slope of ones", [](index_t n) { return slope<S>(vec<S>::Ones(n)); });
  list.function("functions/slope.hpp", "slope of zeros", [](index_t n) { return slope<S>(vec<S>::Zero(n)); });
}

template void support::register_vector(catalogue<float>&);
template void support::register_vector(catalogue<double>&);
