// Edge cases of functions and losses, each a mistake that a published library made or a trap next to one.
#include <cleave/operators/functions/absolute_loss.hpp>
#include <cleave/operators/functions/exponential_sum.hpp>
#include <cleave/operators/functions/group_l2_norm.hpp>
#include <cleave/operators/functions/hinge.hpp>
#include <cleave/operators/functions/huber.hpp>
#include <cleave/operators/functions/huber_norm.hpp>
#include <cleave/operators/functions/kullback_leibler.hpp>
#include <cleave/operators/functions/l0_norm.hpp>
#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/functions/l2_norm.hpp>
#include <cleave/operators/functions/l_half.hpp>
#include <cleave/operators/functions/linf_norm.hpp>
#include <cleave/operators/functions/logistic_loss.hpp>
#include <cleave/operators/functions/max_entry.hpp>
#include <cleave/operators/functions/negative_entropy.hpp>
#include <cleave/operators/functions/negative_log.hpp>
#include <cleave/operators/functions/nuclear_norm.hpp>
#include <cleave/operators/functions/pinball.hpp>
#include <cleave/operators/functions/scad.hpp>
#include <cleave/operators/functions/slope.hpp>
#include <cleave/operators/functions/sparse_group.hpp>
#include <cleave/operators/functions/sum_of_largest.hpp>
#include <cleave/operators/functions/total_variation.hpp>
#include <cleave/operators/functions/weighted_l1_norm.hpp>
#include <cleave/operators/functions/weighted_squared_l2_norm.hpp>

#include "support/catch.hpp"
#include "support/numbers.hpp"

#include <cmath>
#include <limits>

using namespace cleave;
using support::close;
using support::prox;

namespace {

vec<> numbers(std::initializer_list<double> list) { return support::vector_of(list); }
const double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("E5 l2_norm: weight 0 keeps the origin", "[cases]") {
  CHECK(prox(l2_norm(0.0), 1, {0, 0}) == numbers({0, 0}));
}

TEST_CASE("E6 l2_norm: the ball of its weight goes to zero, the border too", "[cases]") {
  CHECK(prox(l2_norm(1.0), 1, {0, 0}) == numbers({0, 0}));
  CHECK(prox(l2_norm(1.0), 1, {0.6, 0.8}) == numbers({0, 0}));
}

TEST_CASE("E3 E7 l2_norm: thresholds of 1e-170, 1e-200 and 1e200", "[cases]") {
  for (const double t : {1e-170, 1e-200, 1e200}) {
    const vec<> y = prox(l2_norm(t), 1, {3 * t, 4 * t});
    CHECK(y[0] / t == Approx(2.4).epsilon(1e-15));
    CHECK(y[1] / t == Approx(3.2).epsilon(1e-15));
  }
}

TEST_CASE("E8 E9 group_l2_norm: weight 0 keeps all groups, weight 1 a group of zeros", "[cases]") {
  const auto groups = index_groups::contiguous({2, 2});
  CHECK(prox(group_l2_norm(groups, 0.0), 1, {0, 0, 3, 4}) == numbers({0, 0, 3, 4}));
  CHECK(close(prox(group_l2_norm(groups, 1.0), 1, {0, 0, 3, 4}), numbers({0, 0, 2.4, 3.2}), 1e-15));
  CHECK(close(prox(group_l2_norm(groups), 1, {0, 0, 3, 4}), numbers({0, 0, 2.4, 3.2}), 1e-15));
}

TEST_CASE("E7 group_l2_norm: thresholds of 1e-200 and 1e200", "[cases]") {
  for (const double t : {1e-200, 1e200}) {
    const vec<> y = prox(group_l2_norm(index_groups(3, {{2, 0}}), t), 1, {3 * t, t, 4 * t});
    CHECK(close<double>(y / t, numbers({2.4, 1, 3.2}), 1e-15));
  }
}

TEST_CASE("E10 sparse_group: entries are thresholded before groups", "[cases]") {
  const sparse_group f(index_groups::contiguous({2}), numbers({0, 1}), numbers({0.5}));
  CHECK(close(prox(f, 1, {0.3, 2}), numbers({0.156326057216827, 0.521086857389424}), 1e-15));
}

TEST_CASE("E13 linf_norm: ties, and everything to zero", "[cases]") {
  CHECK(close(prox(linf_norm(1.0), 1, {2, 2}), numbers({1.5, 1.5}), 1e-15));
  CHECK(close(prox(linf_norm(1.0), 3, {2, -2, 2}), numbers({1, -1, 1}), 1e-15));
  CHECK(prox(linf_norm(1.0), 6, {2, -2, 2}) == numbers({0, 0, 0}));
}

TEST_CASE("E14 slope: equal weights are the l1 norm", "[cases]") {
  const vec<> x =
      numbers({1.764052345967664, 0.400157208367223, 0.978737984105739, 2.240893199201458, 1.867557990149968,
               -0.977277879876411, 0.950088417525589, -0.151357208297698, -0.103218851793558, 0.410598501938372});
  const vec<> want = numbers({0.764052345967664, 0, 0, 1.240893199201458, 0.867557990149968, 0, 0, 0, 0, 0});
  CHECK(close(prox(slope(vec<>::Ones(10).eval()), 1, x), want, 1e-15));
}

TEST_CASE("E15 slope: ties, and pooling", "[cases]") {
  CHECK(close(prox(slope(numbers({2, 1, 0})), 1, {3, -3, 1}), numbers({1.5, -1.5, 1}), 1e-15));
  CHECK(close(prox(slope(numbers({3, 1, 0.5})), 1, {4, -3, 1}), numbers({1.5, -1.5, 0.5}), 1e-15));
}

TEST_CASE("E17 max_entry: a tie, and an entry that stands out", "[cases]") {
  CHECK(close(prox(max_entry(), 1, {1, 1}), numbers({0.5, 0.5}), 1e-15));
  CHECK(prox(max_entry(), 1, {3, 1}) == numbers({2, 1}));
}

TEST_CASE("sum_of_largest: (as E17, E32) k of 0, 1, between and above the size", "[cases]") {
  CHECK(prox(sum_of_largest(0), 1, {3, 1}) == numbers({3, 1}));
  CHECK(close(prox(sum_of_largest(1), 1, {1, 1}), numbers({0.5, 0.5}), 1e-15));
  CHECK(prox(sum_of_largest(1), 1, {3, 1}) == numbers({2, 1}));
  CHECK(close(prox(sum_of_largest(2), 1, {1, 1, 1}), numbers({1. / 3, 1. / 3, 1. / 3}), 1e-15));
  CHECK(prox(sum_of_largest(5), 1, {3, 1}) == numbers({2, 0}));
  CHECK(prox(sum_of_largest(5), 1, vec<>(0)).size() == 0);
  CHECK(sum_of_largest(2).value(numbers({3, -1, 2})) == 5);
  CHECK(sum_of_largest(0).value(numbers({3, -1, 2})) == 0);
  CHECK(sum_of_largest(7).value(numbers({3, -1, 2})) == 4);
}

TEST_CASE("E31 l0_norm: the threshold is sqrt(2)", "[cases]") {
  CHECK(prox(l0_norm(1.0), 1, {1.2, 1.5}) == numbers({0, 1.5}));
}

TEST_CASE("E52 nuclear_norm: a matrix that is not square, and the value of what comes out", "[cases]") {
  const nuclear_norm f(2, 3, 2.0);
  vec<> y(6);
  // [[3, 0, 0], [0, 1, 0]] column by column
  CHECK(f.prox(numbers({3, 0, 0, 1, 0, 0}), 1, y) == Approx(2));  // weight 2 times the singular value 1
  CHECK(close(y, numbers({1, 0, 0, 0, 0, 0}), 1e-15));
}

TEST_CASE("E54 nuclear_norm: all below the threshold, the zero matrix, one row", "[cases]") {
  CHECK(prox(nuclear_norm(2, 2), 10, {1, 2, -3, 4}) == numbers({0, 0, 0, 0}));
  CHECK(prox(nuclear_norm(3, 2), 1, vec<>::Zero(6).eval()) == vec<>::Zero(6));
  CHECK(close(prox(nuclear_norm(1, 2), 1, {3, 4}), numbers({2.4, 3.2}), 1e-15));
  CHECK(close(prox(nuclear_norm(2, 1), 1, {3, 4}), numbers({2.4, 3.2}), 1e-15));
}

TEST_CASE("E55 nuclear_norm: small singular values are not lost in the square of the matrix", "[cases]") {
  const double c = std::cos(0.3), s = std::sin(0.3), d = 1e-9;
  const vec<> x = numbers({c * c + d * s * s, (1 - d) * c * s, (1 - d) * c * s, s * s + d * c * c});
  CHECK(nuclear_norm(2, 2).value(x) == Approx(1.000000001).epsilon(1e-15));
}

TEST_CASE("E58 huber: shrinks up to delta (1 + step)", "[cases]") {
  CHECK(close(prox(huber(1.0), 1, {1.2, 2, 2.5, -3}), numbers({0.6, 1, 1.5, -2}), 1e-15));
}

TEST_CASE("E60 logistic_loss: value and gradient at a margin of -800", "[cases]") {
  vec<> g(1);
  CHECK(logistic_loss().value(numbers({-800})) == 800);
  CHECK(logistic_loss().gradient(numbers({-800}), g) == 800);
  CHECK(g[0] == -1);
}

TEST_CASE("E61 logistic_loss: prox at -800, 800 and 0", "[cases]") {
  const vec<> y = prox(logistic_loss(), 1, {-800, 800, 0});
  CHECK(y[0] == -799);
  CHECK(y[1] == 800);
  CHECK(y[2] == Approx(0.401058137541547).epsilon(1e-14));
}

TEST_CASE("E63 hinge: prox at, around and beyond the kink", "[cases]") {
  CHECK(prox(hinge(), 1, {1, 0.5, 0, -1, 2}) == numbers({1, 1, 1, 0, 2}));
}

TEST_CASE("E65 pinball: tau of 0, 1 and 1/4", "[cases]") {
  CHECK(prox(pinball(0.0), 1, {0.5, -0.5, -2, 2}) == numbers({0.5, 0, -1, 2}));
  CHECK(prox(pinball(1.0), 1, {0.5, -0.5, 2, -2}) == numbers({0, -0.5, 1, -2}));
  CHECK(prox(pinball(0.25), 1, {0.5, 0.25, -0.75, -2}) == numbers({0.25, 0, 0, -1.25}));
}

TEST_CASE("E66 negative_log: no cancellation far outside the domain", "[cases]") {
  CHECK(prox(negative_log(), 1, {-1e9})[0] == Approx(1e-9).epsilon(1e-15));
  CHECK(prox(negative_log<float>(), 1, {-1e4f})[0] == Approx(9.9999999e-5).epsilon(1e-7));
}

TEST_CASE("E68 negative_entropy: prox at 1000, -1000 and 0", "[cases]") {
  const vec<> y = prox(negative_entropy(), 1, {1000, -1000, 0});
  CHECK(y[0] == Approx(992.10017591402934).epsilon(1e-15));
  CHECK(y[1] == 0);  // 1.9e-435
  CHECK(y[2] == Approx(0.278464542761074).epsilon(1e-14));
}

TEST_CASE("E69 E70 exponential_sum: prox at 1000, 0 and -1000", "[cases]") {
  const vec<> y = prox(exponential_sum(), 1, {1000, 0, -1000});
  CHECK(y[0] == Approx(6.9008305276109).epsilon(1e-13));
  CHECK(y[1] == Approx(-0.567143290409784).epsilon(1e-14));
  CHECK(y[2] == -1000);
}

TEST_CASE("E72 kullback_leibler: value 0 at x = b, at 0 too", "[cases]") {
  CHECK(kullback_leibler(0.0).value(numbers({0})) == 0);
  CHECK(kullback_leibler(1.0).value(numbers({1})) == 0);
}

TEST_CASE("E74 scad: the step where the middle is flat, and one beyond", "[cases]") {
  CHECK(close(prox(scad(1.0), 2.7, {3.5, 3.75}), numbers({0.8, 3.75}), 1e-14));
  CHECK(close(prox(scad(1.0), 4, {4, 4.3, 4.5}), numbers({0, 0.3, 4.5}), 1e-14));
}

TEST_CASE("E75 l_half: zero up to 3/2, then a jump", "[cases]") {
  // 1.51 = y + 1 / (2 sqrt(y)); the table that this row comes from has 1.01329003, which misses by 3e-7
  CHECK(close(prox(l_half(1.0), 1, {1.49, 1.51, 2, 0}), numbers({0, 1.013289662919955, 1.605377940479596, 0}), 1e-14));
}

TEST_CASE("E76 total_variation: a ramp between two ends that stand out", "[cases]") {
  const vec<> x = numbers({-2, .0625, .125, .1875, .25, .3125, .375, .4375, .5, 2.4375});
  CHECK(prox(total_variation(1.0), 1, x) == numbers({-1, .0625, .125, .1875, .25, .3125, .375, .4375, .5, 1.4375}));
}

TEST_CASE("E78 total_variation: nothing, one, a constant, and signals of two and three", "[cases]") {
  const total_variation f(1.0);
  CHECK(prox(f, 1, vec<>(0)).size() == 0);
  CHECK(prox(f, 1, {7}) == numbers({7}));
  CHECK(prox(f, 1, {7, 7, 7, 7}) == numbers({7, 7, 7, 7}));
  CHECK(prox(f, 1, {0, 3}) == numbers({1, 2}));
  CHECK(prox(f, 1, {0, 10, 0}) == numbers({1, 8, 1}));
  CHECK(prox(f, 100, {1, 2, 6}) == numbers({3, 3, 3}));
}

TEST_CASE("E89 huber_norm: the gradient at 0 is 0, the norm smoothed or not", "[cases]") {
  vec<> g = support::all_nan<double>(2);
  for (const double delta : {1.0, 1e-300}) {
    CHECK(huber_norm(delta).gradient(numbers({0, 0}), g) == 0);
    CHECK(g == numbers({0, 0}));
  }
}

TEST_CASE("E90 functions: an empty vector has value 0 and an empty prox", "[cases]") {
  vec<> nothing(0);
  CHECK(nuclear_norm(0, 0).prox(nothing, 1, nothing) == 0);
  CHECK(nuclear_norm(3, 0).value(nothing) == 0);
  CHECK(slope(nothing).prox(nothing, 1, nothing) == 0);
  CHECK(group_l2_norm(index_groups(0, {})).prox(nothing, 1, nothing) == 0);
  CHECK(linf_norm().prox(nothing, 1, nothing) == 0);
  CHECK(max_entry().prox(nothing, 1, nothing) == 0);
  CHECK(l2_norm().prox(nothing, 1, nothing) == 0);
}

TEST_CASE("absolute_loss: moves to its number and not beyond, whatever the sizes", "[cases]") {
  CHECK(prox(absolute_loss(numbers({1, 1, 1, 1e200})), 1, {3, -3, 1.5, 0}) == numbers({2, -2, 1, 1}));
  CHECK(prox(absolute_loss(numbers({1e-200})), 1, {-infinity})[0] == -infinity);
}

TEST_CASE("weighted_l1_norm, weighted_squared_l2_norm: an entry of weight 0 is free", "[cases]") {
  CHECK(prox(weighted_l1_norm(numbers({0, 1, 2})), 1, {3, -3, 1.5}) == numbers({3, -2, 0}));
  CHECK(prox(weighted_squared_l2_norm(numbers({0, 1, 2})), 1, {3, -3, 1.5}) == numbers({3, -1.5, 0.5}));
}

TEST_CASE("losses of margins: far out they are linear or zero, up to the largest number", "[cases]") {
  const double huge = 1e308;
  CHECK(hinge().value(infinity) == 0);
  CHECK(hinge().value(-huge) == huge);
  CHECK(hinge().value(-infinity) == infinity);
  CHECK(std::isnan(hinge().value(std::nan(""))));
  CHECK(logistic_loss().value(infinity) == 0);
  CHECK(logistic_loss().value(-huge) == huge);
  CHECK(logistic_loss().value(-infinity) == infinity);
  CHECK(std::isnan(logistic_loss().value(std::nan(""))));
  CHECK(kullback_leibler(1.0).value(infinity) == infinity);
  CHECK(kullback_leibler(1.0).value(huge) == huge);
  vec<> y(2);
  CHECK(hinge().prox(numbers({infinity, 3}), 1, y) == 0);
  CHECK(logistic_loss().prox(numbers({infinity, infinity}), 1, y) == 0);
  CHECK(kullback_leibler(1.0).prox(numbers({infinity, 3}), 1, y) == infinity);
}

TEST_CASE("huber_norm: the gradient near the largest number", "[cases]") {
  const vec<float> x = vec<float>::Constant(2, 3e38F);
  vec<float> g(2);
  huber_norm<float>().gradient(x, g);
  CHECK(close(g, vec<float>(vec<float>::Constant(2, std::sqrt(0.5F))), 1e-7));
  vec<float> in_place = x;
  huber_norm<float>().gradient(in_place, in_place);
  CHECK(in_place == g);
}

TEST_CASE("negative_entropy and kullback_leibler: ratios and products that overflow", "[cases]") {
  CHECK(negative_entropy<float>().prox(1e30F, 1e-10F) == 1e30F);
  CHECK(negative_entropy().prox(5e300, 1e-10) == 5e300);
  CHECK(negative_entropy().prox(5, 1e-308) == 5);
  CHECK(negative_entropy().prox(-5, 1e-308) == 0);
  CHECK(negative_entropy().prox(1e20, 1) == Approx(1e20).epsilon(1e-15));
  CHECK(kullback_leibler(1e10).prox(5, 1e300) == Approx(1e10).epsilon(1e-14));
}

TEST_CASE("total_variation: an infinity in gives NaN out, not a signal of infinities", "[cases]") {
  CHECK(std::isnan(prox(total_variation(1.0), 1, {infinity, 1, -2})[1]));
  CHECK(prox(total_variation(1.0), 0, {infinity, 1, -2}) == numbers({infinity, 1, -2}));
}

TEST_CASE("l_half: a step below the rounding of x keeps its last bit", "[cases]") {
  for (const double x : {1e10, 3.3e10, -7.7e15, 1.1}) CHECK(l_half().prox(x, 1e-30) == x);
}
