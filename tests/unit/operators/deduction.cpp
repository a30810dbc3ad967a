// The scalar of an operator follows from its parameters: whole numbers mean double, and vectors of fixed size and
// expressions say theirs.
#include <cleave/operators.hpp>

#include "support/catch.hpp"

#include <type_traits>

using namespace cleave;

namespace {

template <class S, class F>
constexpr bool is_in(const F&) {
  return std::is_same_v<scalar_of<F>, S>;
}

}  // namespace

TEST_CASE("operators: parameters in whole numbers mean double", "[operators]") {
  const index_groups g(3, {{0}, {1, 2}});
  const vec<> w = vec<>::Ones(3);
  CHECK(is_in<double>(elastic_net(1, 2)));
  CHECK(is_in<double>(kullback_leibler(3)));
  CHECK(is_in<double>(mcp(1, 3)));
  CHECK(is_in<double>(scad(1)));
  CHECK(is_in<double>(scad(1, 4)));
  CHECK(is_in<double>(scad(1, 3.7)));
  CHECK(is_in<double>(scad(0.5, 3)));
  CHECK(is_in<double>(sparse_group(g, 1, 1)));
  CHECK(is_in<double>(sparse_group(g, 1, 0.5)));
  CHECK(is_in<double>(group_l2_norm(g)));
  CHECK(is_in<double>(group_l2_norm(g, 2)));
  CHECK(is_in<double>(group_l2_norm(g, 2L)));
  CHECK(is_in<double>(box(0, 1L)));
  CHECK(is_in<double>(lmo::box(0, 1L)));
  CHECK(is_in<double>(lmo::lp_ball(2, 1L)));
  CHECK(is_in<double>(capped_simplex(3, 1, 2)));
  CHECK(is_in<double>(capped_simplex(3, 1, 2.0)));
  CHECK(is_in<double>(hyperslab(w, 0, 1)));
}

TEST_CASE("operators: parameters in float mean float, and the wider one where they differ", "[operators]") {
  const index_groups g(3, {{0}, {1, 2}});
  CHECK(is_in<float>(elastic_net(1.0f, 2.0f)));
  CHECK(is_in<float>(elastic_net(1, 2.0f)));
  CHECK(is_in<double>(elastic_net(1.0f, 2.0)));
  CHECK(is_in<float>(mcp(1.0f, 3)));
  CHECK(is_in<float>(scad(1.0f)));
  CHECK(is_in<float>(sparse_group(g, 1.0f, 1)));
  CHECK(is_in<float>(group_l2_norm(g, 2.0f)));
  CHECK(is_in<float>(box(0, 1.0f)));
  CHECK(is_in<float>(capped_simplex(3, 1, 2.0f)));
}

TEST_CASE("operators: vectors of fixed size and expressions are taken as parameters", "[operators]") {
  const index_groups g(3, {{0}, {1, 2}});
  const vec<> w = vec<>::Ones(3);
  const Eigen::Vector3d fixed(3, 2, 1);
  const Eigen::Vector2d two(1, 2);
  CHECK(is_in<double>(weighted_l1_norm(2 * w)));
  CHECK(is_in<double>(weighted_l1_norm(fixed)));
  CHECK(is_in<double>(slope(2 * w)));
  CHECK(is_in<double>(slope(fixed)));
  CHECK(is_in<double>(absolute_loss(vec<>::Ones(3))));
  CHECK(is_in<double>(absolute_loss(fixed)));
  CHECK(is_in<double>(weighted_squared_l2_norm(vec<>::Constant(3, 2.0))));
  CHECK(is_in<double>(weighted_squared_l2_norm(fixed)));
  CHECK(is_in<double>(group_l2_norm(g, two)));
  CHECK(is_in<double>(sparse_group(g, 2 * w, two)));
  CHECK(is_in<double>(capped_simplex(fixed, 1)));
  CHECK(is_in<double>(lmo::box(-fixed, fixed)));
  CHECK(is_in<float>(weighted_l1_norm(Eigen::Vector2f(1, 2))));
}
