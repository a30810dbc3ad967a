// Rules of calculus, each applied to several functions.
#include <cleave/operators/calculus/conjugate.hpp>
#include <cleave/operators/calculus/distance.hpp>
#include <cleave/operators/calculus/moreau_envelope.hpp>
#include <cleave/operators/calculus/postcompose.hpp>
#include <cleave/operators/calculus/precompose.hpp>
#include <cleave/operators/calculus/regularise.hpp>
#include <cleave/operators/calculus/scale.hpp>
#include <cleave/operators/calculus/separable_sum.hpp>
#include <cleave/operators/calculus/sliced_sum.hpp>
#include <cleave/operators/calculus/squared_distance.hpp>
#include <cleave/operators/calculus/tight_frame.hpp>
#include <cleave/operators/calculus/tilt.hpp>
#include <cleave/operators/calculus/translate.hpp>
#include <cleave/operators/functions/elastic_net.hpp>
#include <cleave/operators/functions/huber.hpp>
#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/functions/l2_norm.hpp>
#include <cleave/operators/functions/linf_norm.hpp>
#include <cleave/operators/functions/logistic_loss.hpp>
#include <cleave/operators/functions/mcp.hpp>
#include <cleave/operators/functions/squared_l2_norm.hpp>
#include <cleave/operators/functions/zero.hpp>
#include <cleave/operators/sets/box.hpp>

#include "support/operators.hpp"

#include <vector>

using namespace cleave;

namespace {

/// 0.25, -0.5, 0.75, 0.25, ...: short numbers, so that x - c and back keeps the corners of a box.
template <class S>
vec<S> quarters(index_t n) {
  vec<S> v(n);
  for (index_t i = 0; i < n; ++i) v[i] = S(0.25) * static_cast<S>(i % 3 + 1) * (i % 2 == 0 ? S(1) : S(-1));
  return v;
}

/// Every third position from the end on, and the even ones of the rest; the others are free.
index_groups mixed_groups(index_t n) {
  std::vector<std::vector<index_t>> groups(2);
  for (index_t i = n - 1; i >= 0; i -= 3) groups[0].push_back(i);
  for (index_t i = 0; i < n; i += 2)
    if ((n - 1 - i) % 3 != 0) groups[1].push_back(i);
  return {n, groups};
}

/// Sums and differences of neighbours: A A' = 2 I, square for even n. A last lonely entry counts sqrt(2) times.
template <class S>
mat<S> sums_and_differences(index_t n) {
  mat<S> a = mat<S>::Zero(n, n);
  for (index_t i = 0; i + 1 < n; i += 2) {
    a(i, i) = a(i, i + 1) = a(i + 1, i) = 1;
    a(i + 1, i + 1) = -1;
  }
  if (n % 2 == 1) a(n - 1, n - 1) = std::sqrt(S(2));
  return a;
}
/// The sums alone: fewer rows than columns.
template <class S>
mat<S> sums(index_t n) {
  mat<S> a = mat<S>::Zero(n / 2, n);
  for (index_t i = 0; i < n / 2; ++i) a(i, 2 * i) = a(i, 2 * i + 1) = 1;
  return a;
}

/// A function and, from elsewhere, the value of its conjugate.
template <class F, class Conjugate>
struct with_conjugate : F {
  with_conjugate(F f, Conjugate c) : F(std::move(f)), other(std::move(c)) {}
  auto conjugate_value(in<scalar_of<F>> x) const { return other.value(x); }
  Conjugate other;
};

/// The conjugate of elastic_net(a, b): sum_i max(|x_i| - a, 0)^2 / (2 b).
template <class S>
struct shrunk_square {
  using scalar = S;
  S a, b;
  S value(in<S> x) const {
    S sum{0};
    for (index_t i = 0; i < x.size(); ++i) {
      const S over = std::abs(x[i]) - a;
      if (!(over <= 0)) sum += over * over / (2 * b);
    }
    return sum;
  }
};

}  // namespace

template <class S>
void support::register_calculus(catalogue<S>& list) {
  const auto half = [](index_t n) { return n / 2; };

  const auto translated = [&list](const char* name, auto f, double slope) {
    list.function(
        "calculus/translate.hpp", std::string("translate ") + name,
        [f](index_t n) { return translate(f, quarters<S>(n)); }, every_size, slope);
  };
  translated("l1_norm(1)", l1_norm<S>(1), 8);
  translated("huber(1)", huber<S>(1), 8);
  translated("l2_norm(0.3)", l2_norm<S>(S(0.3)), 0.3);
  translated("logistic_loss", logistic_loss<S>(), 8);
  translated("mcp(1, 3)", mcp<S>(1, 3), 8);
  translated("box(-1, 2)", indicator(box<S>(-1, 2)), 0);

  list.function("calculus/scale.hpp", "scale 2.5 huber(1)", scale(S(2.5), huber<S>(1)));
  list.function("calculus/scale.hpp", "scale 0 huber(1)", scale(S(0), huber<S>(1)));
  list.function("calculus/scale.hpp", "scale 2.5 mcp(1, 3)", scale(S(2.5), mcp<S>(1, 3)));
  list.function("calculus/scale.hpp", "scale 0 box(-1, 2)", scale(S(0), indicator(box<S>(-1, 2))));
  list.function("calculus/postcompose.hpp", "postcompose 0.25 l2_norm(1) + 3",
                postcompose(l2_norm<S>(1), S(0.25), S(3)));
  list.function("calculus/postcompose.hpp", "postcompose 0.25 squared_l2_norm(2) + 3",
                postcompose(squared_l2_norm<S>(2), S(0.25), S(3)));

  list.function("calculus/precompose.hpp", "precompose huber(1), -2 x", precompose(huber<S>(1), S(-2)), every_size, 16);
  list.function("calculus/precompose.hpp", "precompose squared_l2_norm(3), 0.5 x",
                precompose(squared_l2_norm<S>(3), S(0.5)));
  list.function(
      "calculus/precompose.hpp", "precompose l1_norm(1), 0.3 x + b",
      [](index_t n) { return precompose(l1_norm<S>(1), S(0.3), quarters<S>(n)); }, every_size, 8);
  list.function(
      "calculus/precompose.hpp", "precompose logistic_loss, -2 x + b",
      [](index_t n) { return precompose(logistic_loss<S>(), S(-2), quarters<S>(n)); }, every_size, 16);
  list.function("calculus/precompose.hpp", "precompose box(-1, 2), -2 x + b",
                [](index_t n) { return precompose(indicator(box<S>(-1, 2)), S(-2), quarters<S>(n)); });

  const auto tilted = [&list](const char* name, auto f) {
    list.function(
        "calculus/tilt.hpp", std::string("tilt ") + name, [f](index_t n) { return tilt(f, quarters<S>(n)); },
        every_size, 4);
  };
  tilted("zero", zero<S>());
  tilted("l1_norm(1)", l1_norm<S>(1));
  tilted("huber(1)", huber<S>(1));
  tilted("squared_l2_norm(1)", squared_l2_norm<S>(1));
  tilted("box(-1, 2)", indicator(box<S>(-1, 2)));

  list.function("calculus/regularise.hpp", "regularise l1_norm(1), rho 0.5", regularise(l1_norm<S>(1), S(0.5)));
  list.function("calculus/regularise.hpp", "regularise l1_norm(1), rho 0", regularise(l1_norm<S>(1), S(0)));
  list.function("calculus/regularise.hpp", "regularise mcp(1, 3), rho 0.1", regularise(mcp<S>(1, 3), S(0.1)));
  list.function("calculus/regularise.hpp", "regularise mcp(1, 3), rho 2", regularise(mcp<S>(1, 3), S(2)));
  list.function("calculus/regularise.hpp", "regularise huber(1), rho 2, c",
                [](index_t n) { return regularise(huber<S>(1), S(2), quarters<S>(n)); });
  list.function("calculus/regularise.hpp", "regularise box(-1, 2), rho 2, c",
                [](index_t n) { return regularise(indicator(box<S>(-1, 2)), S(2), quarters<S>(n)); });

  list.function("calculus/separable_sum.hpp", "separable_sum of l1_norm, l2_norm and zero", [half](index_t n) {
    return separable_sum(part(l1_norm<S>(1), half(n)), part(l2_norm<S>(S(0.3)), half(n)), part(zero<S>(), n % 2));
  });
  list.function("calculus/separable_sum.hpp", "separable_sum of huber and squared_l2_norm", [half](index_t n) {
    return separable_sum(part(huber<S>(1), half(n)), part(squared_l2_norm<S>(S(0.3)), n - half(n)));
  });
  list.function("calculus/separable_sum.hpp", "separable_sum of mcp and box(-1, 2)", [half](index_t n) {
    return separable_sum(part(mcp<S>(1, 3), half(n)), part(indicator(box<S>(-1, 2)), n - half(n)));
  });

  list.function("calculus/sliced_sum.hpp", "sliced_sum of linf_norms", [](index_t n) {
    return sliced_sum(mixed_groups(n), std::vector{linf_norm<S>(1), linf_norm<S>(S(0.3))});
  });
  list.function("calculus/sliced_sum.hpp", "sliced_sum of huber(1)",
                [](index_t n) { return sliced_sum(mixed_groups(n), huber<S>(1)); });
  list.function("calculus/sliced_sum.hpp", "sliced_sum of squared_l2_norm(2), all in one group",
                [](index_t n) { return sliced_sum(index_groups::contiguous({n}), squared_l2_norm<S>(2)); });

  list.function("calculus/conjugate.hpp", "conjugate of squared_l2_norm(0.3)",
                conjugate(with_conjugate(squared_l2_norm<S>(S(0.3)), squared_l2_norm<S>(1 / S(0.3)))));
  list.function("calculus/conjugate.hpp", "conjugate of elastic_net(1, 2)",
                conjugate(with_conjugate(elastic_net<S>(1, 2), shrunk_square<S>{1, 2})), every_size, 4);

  const auto smoothed = [&list](const char* name, auto f, S lambda) {
    list.function("calculus/moreau_envelope.hpp", std::string("moreau_envelope of ") + name, moreau_envelope(f, lambda),
                  every_size, 8);
  };
  smoothed("l1_norm(1), 0.5", l1_norm<S>(1), S(0.5));
  smoothed("l2_norm(0.3), 2", l2_norm<S>(S(0.3)), S(2));
  smoothed("huber(1), 2", huber<S>(1), S(2));
  smoothed("squared_l2_norm(1), 2", squared_l2_norm<S>(1), S(2));
  smoothed("mcp(1, 3), 2", mcp<S>(1, 3), S(2));
  smoothed("box(-1, 2), 2", indicator(box<S>(-1, 2)), S(2));

  list.function("calculus/distance.hpp", "distance to box(-1, 2)", distance(box<S>(-1, 2)), every_size, 1);
  list.function("calculus/distance.hpp", "distance to box(0.3, 0.3)", distance(box<S>(S(0.3), S(0.3))), every_size, 1);
  list.function("calculus/squared_distance.hpp", "squared_distance to box(-1, 2)", squared_distance(box<S>(-1, 2)),
                every_size, 8);

  list.function(
      "calculus/tight_frame.hpp", "tight_frame of l1_norm(1)",
      [](index_t n) { return tight_frame(l1_norm<S>(1), sums_and_differences<S>(n)); }, every_size, 16);
  list.function(
      "calculus/tight_frame.hpp", "tight_frame of huber(1), sums",
      [](index_t n) { return tight_frame(huber<S>(1), sums<S>(n)); }, every_size, 16);
  list.function(
      "calculus/tight_frame.hpp", "tight_frame of squared_l2_norm(1)",
      [](index_t n) { return tight_frame(squared_l2_norm<S>(1), sums_and_differences<S>(n)); }, every_size, 320);
}

template void support::register_calculus(catalogue<float>&);
template void support::register_calculus(catalogue<double>&);
