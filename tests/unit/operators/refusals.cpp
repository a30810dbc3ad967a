// What constructors of functions refuse, by name and value.
#include <cleave/operators/functions/absolute_loss.hpp>
#include <cleave/operators/functions/elastic_net.hpp>
#include <cleave/operators/functions/epsilon_insensitive.hpp>
#include <cleave/operators/functions/group_l2_norm.hpp>
#include <cleave/operators/functions/huber.hpp>
#include <cleave/operators/functions/huber_norm.hpp>
#include <cleave/operators/functions/kullback_leibler.hpp>
#include <cleave/operators/functions/l0_norm.hpp>
#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/functions/l2_norm.hpp>
#include <cleave/operators/functions/l_half.hpp>
#include <cleave/operators/functions/linf_norm.hpp>
#include <cleave/operators/functions/mcp.hpp>
#include <cleave/operators/functions/nuclear_norm.hpp>
#include <cleave/operators/functions/pinball.hpp>
#include <cleave/operators/functions/scad.hpp>
#include <cleave/operators/functions/slope.hpp>
#include <cleave/operators/functions/sparse_group.hpp>
#include <cleave/operators/functions/squared_l2_norm.hpp>
#include <cleave/operators/functions/sum_of_largest.hpp>
#include <cleave/operators/functions/total_variation.hpp>
#include <cleave/operators/functions/weighted_l1_norm.hpp>
#include <cleave/operators/functions/weighted_squared_l2_norm.hpp>
#include <cleave/operators/sets/simplex.hpp>

#include "support/catch.hpp"
#include "support/numbers.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

using namespace cleave;

namespace {

const double not_a_number = std::nan("");
const double infinity = std::numeric_limits<double>::infinity();

vec<> numbers(std::initializer_list<double> list) { return support::vector_of(list); }

/// make(number) must refuse what is not finite or negative, and say `name` and the number.
template <class Make>
void refuses_all_but_weights(const std::string& name, Make make) {
  CHECK_THROWS_WITH(make(-1.5), name + " must be finite and not negative, got -1.5");
  CHECK_THROWS_WITH(make(infinity), name + " must be finite and not negative, got inf");
  CHECK_THROWS_WITH(make(-infinity), name + " must be finite and not negative, got -inf");
  CHECK_THROWS_AS(make(not_a_number), std::invalid_argument);
  CHECK_NOTHROW(make(0));
  CHECK_NOTHROW(make(std::numeric_limits<double>::max()));
}

/// make(number) must refuse what is not finite or not above 0.
template <class Make>
void refuses_all_but_positive(const std::string& name, Make make) {
  CHECK_THROWS_WITH(make(0), name + " must be positive and finite, got 0");
  CHECK_THROWS_WITH(make(-1.5), name + " must be positive and finite, got -1.5");
  CHECK_THROWS_WITH(make(infinity), name + " must be positive and finite, got inf");
  CHECK_THROWS_AS(make(not_a_number), std::invalid_argument);
  CHECK_NOTHROW(make(1e-300));
}

}  // namespace

TEST_CASE("functions: a weight that is negative, infinite or NaN is refused by name and value", "[operators]") {
  refuses_all_but_weights("l0_norm: weight", [](double w) { l0_norm f(w); });
  refuses_all_but_weights("l1_norm: weight", [](double w) { l1_norm f(w); });
  refuses_all_but_weights("l2_norm: weight", [](double w) { l2_norm f(w); });
  refuses_all_but_weights("linf_norm: weight", [](double w) { linf_norm f(w); });
  refuses_all_but_weights("l_half: weight", [](double w) { l_half f(w); });
  refuses_all_but_weights("squared_l2_norm: weight", [](double w) { squared_l2_norm f(w); });
  refuses_all_but_weights("total_variation: weight", [](double w) { total_variation f(w); });
  refuses_all_but_weights("nuclear_norm: weight", [](double w) { nuclear_norm f(2, 2, w); });
  refuses_all_but_weights("group_l2_norm: weight", [](double w) { group_l2_norm f(index_groups(1, {{0}}), w); });
  refuses_all_but_weights("l1_norm: weight", [](double w) { elastic_net f(w, 1.0); });
  refuses_all_but_weights("elastic_net: l2", [](double w) { elastic_net f(1.0, w); });
  refuses_all_but_weights("epsilon_insensitive: epsilon", [](double e) { epsilon_insensitive f(e); });
  refuses_all_but_weights("kullback_leibler: b", [](double b) { kullback_leibler f(b); });
  refuses_all_but_weights("mcp: lambda", [](double l) { mcp f(l, 2.0); });
  refuses_all_but_weights("scad: lambda", [](double l) { scad f(l); });
  refuses_all_but_weights("simplex: total", [](double t) { simplex c(t); });
}

TEST_CASE("functions: one bad weight among many is refused by its position", "[operators]") {
  refuses_all_but_weights("weighted_l1_norm: weights[2]", [](double w) { weighted_l1_norm f(numbers({1, 0, w})); });
  refuses_all_but_weights("weighted_squared_l2_norm: weights[0]", [](double w) {
    weighted_squared_l2_norm f(numbers({w, 0, 1}));
  });
  refuses_all_but_weights("slope: weights[1]", [](double w) {
    slope f(numbers({std::numeric_limits<double>::max(), w}));
  });
  const auto groups = index_groups::contiguous({1, 2});
  refuses_all_but_weights("group_l2_norm: weights[1]", [&](double w) { group_l2_norm f(groups, numbers({1, w})); });
  refuses_all_but_weights("group_l2_norm: weights[0]", [&](double w) {
    sparse_group f(groups, numbers({1, 1, 1}), numbers({w, 1}));
  });
  refuses_all_but_weights("weighted_l1_norm: weights[1]", [&](double w) {
    sparse_group f(groups, numbers({1, w, 1}), numbers({1, 1}));
  });
  CHECK_THROWS_WITH(absolute_loss(numbers({0, infinity})), "absolute_loss: b[1] must be finite, got inf");
  CHECK_THROWS_AS(absolute_loss(numbers({not_a_number})), std::invalid_argument);
}

TEST_CASE("functions: parameters that must be positive, or in a range", "[operators]") {
  refuses_all_but_positive("huber: delta", [](double d) { huber f(d); });
  refuses_all_but_positive("huber_norm: delta", [](double d) { huber_norm f(d); });
  refuses_all_but_positive("mcp: gamma", [](double g) { mcp f(1.0, g); });
  CHECK_THROWS_WITH(scad(1.0, 2.0), "scad: a must be finite and above 2, got 2");
  CHECK_THROWS_WITH(scad(1.0, infinity), "scad: a must be finite and above 2, got inf");
  CHECK_THROWS_AS(scad(1.0, not_a_number), std::invalid_argument);
  CHECK_THROWS_WITH(pinball(-0.5), "pinball: tau must be in [0, 1], got -0.5");
  CHECK_THROWS_WITH(pinball(1.5), "pinball: tau must be in [0, 1], got 1.5");
  CHECK_THROWS_AS(pinball(not_a_number), std::invalid_argument);
  CHECK_THROWS_WITH(sum_of_largest(-1), "sum_of_largest: k must be not negative, got -1");
  CHECK_THROWS_WITH(nuclear_norm(-1, 2), "nuclear_norm: rows must be not negative, got -1");
  CHECK_THROWS_WITH(nuclear_norm(2, -3), "nuclear_norm: cols must be not negative, got -3");
}

TEST_CASE("slope: weights that grow are refused", "[operators]") {
  CHECK_THROWS_WITH(slope(numbers({1, 2, 0})), "slope: weights[1] must be at most the weight before it, got 2");
}

TEST_CASE("groups: positions out of range, in two groups or twice in one", "[operators]") {
  CHECK_THROWS_WITH(index_groups(3, {{0}, {1, 3}}), "groups: each position of group 1 must be in [0, 3), got 3");
  CHECK_THROWS_WITH(index_groups(3, {{-1}}), "groups: each position of group 0 must be in [0, 3), got -1");
  CHECK_THROWS_WITH(index_groups(3, {{0, 1}, {2, 1}}),
                    "groups must not overlap, position 1 occurs in group 1 and before");
  CHECK_THROWS_WITH(index_groups(3, {{2, 2}}), "groups must not overlap, position 2 occurs in group 0 and before");
  CHECK_THROWS_WITH(index_groups(-1, {}), "groups: dimension must be not negative, got -1");
  CHECK_THROWS_WITH(index_groups::contiguous({2, -1}), "groups: each size must be not negative, got -1");
  CHECK(index_groups::contiguous({2, 0, 1}).dimension() == 3);
  CHECK(index_groups::contiguous({2, 0, 1}).count() == 3);
}

TEST_CASE("functions: weights that do not match in number", "[operators]") {
  const auto groups = index_groups::contiguous({1, 2});
  CHECK_THROWS_WITH(group_l2_norm(groups, numbers({1})), "group_l2_norm: number of weights 1, number of groups 2");
  CHECK_THROWS_WITH(sparse_group(groups, numbers({1, 1}), numbers({1, 1})),
                    "sparse_group: number of weights of entries 2, dimension of the groups 3");
}

TEST_CASE("functions: a vector of another size is refused, not read beyond its end", "[operators]") {
  const vec<> x = numbers({1, 2});
  vec<> y(2);
  const auto refuses = [&](const std::string& name, const auto& f) {
    const std::string message = name + ": x has size 2, the operator dimension 3";
    CHECK_THROWS_WITH(f.value(x), message);
    CHECK_THROWS_WITH(f.prox(x, 1, y), message);
  };
  const vec<> three = numbers({1, 1, 1});
  refuses("weighted_l1_norm", weighted_l1_norm(three));
  refuses("weighted_squared_l2_norm", weighted_squared_l2_norm(three));
  refuses("absolute_loss", absolute_loss(three));
  refuses("slope", slope(three));
  refuses("group_l2_norm", group_l2_norm(index_groups(3, {{0}})));
  refuses("weighted_l1_norm", sparse_group(index_groups(3, {{0}}), 1.0, 1.0));
  refuses("nuclear_norm", nuclear_norm(1, 3));
  CHECK_THROWS_AS(weighted_squared_l2_norm(three).gradient(x, y), std::invalid_argument);
}
