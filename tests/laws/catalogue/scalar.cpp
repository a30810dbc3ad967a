// Functions that act on each entry alone.
#include <cleave/operators/functions/elastic_net.hpp>
#include <cleave/operators/functions/epsilon_insensitive.hpp>
#include <cleave/operators/functions/exponential_sum.hpp>
#include <cleave/operators/functions/hinge.hpp>
#include <cleave/operators/functions/huber.hpp>
#include <cleave/operators/functions/kullback_leibler.hpp>
#include <cleave/operators/functions/l0_norm.hpp>
#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/functions/l_half.hpp>
#include <cleave/operators/functions/logistic_loss.hpp>
#include <cleave/operators/functions/mcp.hpp>
#include <cleave/operators/functions/negative_entropy.hpp>
#include <cleave/operators/functions/negative_log.hpp>
#include <cleave/operators/functions/pinball.hpp>
#include <cleave/operators/functions/scad.hpp>
#include <cleave/operators/functions/squared_hinge.hpp>
#include <cleave/operators/functions/squared_l2_norm.hpp>
#include <cleave/operators/functions/zero.hpp>

#include "support/operators.hpp"

using namespace cleave;

template <class S>
void support::register_scalar(catalogue<S>& list) {
  list.function("functions/zero.hpp", "zero", zero<S>());
  list.function("functions/l0_norm.hpp", "l0_norm(0.3)", l0_norm<S>(S(0.3)));
  list.function("functions/l0_norm.hpp", "l0_norm(0)", l0_norm<S>(0));
  list.function("functions/l1_norm.hpp", "l1_norm(1)", l1_norm<S>(1));
  list.function("functions/l1_norm.hpp", "l1_norm(0.3)", l1_norm<S>(S(0.3)));
  list.function("functions/l1_norm.hpp", "l1_norm(0)", l1_norm<S>(0));
  list.function("functions/squared_l2_norm.hpp", "squared_l2_norm(1)", squared_l2_norm<S>(1));
  list.function("functions/squared_l2_norm.hpp", "squared_l2_norm(0.3)", squared_l2_norm<S>(S(0.3)));
  list.function("functions/squared_l2_norm.hpp", "squared_l2_norm(0)", squared_l2_norm<S>(0));
  list.function("functions/elastic_net.hpp", "elastic_net(1, 2)", elastic_net<S>(1, 2));
  list.function("functions/elastic_net.hpp", "elastic_net(0, 2)", elastic_net<S>(0, 2));
  list.function("functions/huber.hpp", "huber(1)", huber<S>(1));
  list.function("functions/huber.hpp", "huber(0.1)", huber<S>(S(0.1)));
  list.function("functions/hinge.hpp", "hinge", hinge<S>());
  list.function("functions/squared_hinge.hpp", "squared_hinge", squared_hinge<S>());
  list.function("functions/pinball.hpp", "pinball(0.25)", pinball<S>(S(0.25)));
  list.function("functions/pinball.hpp", "pinball(0)", pinball<S>(0));
  list.function("functions/pinball.hpp", "pinball(1)", pinball<S>(1));
  list.function("functions/epsilon_insensitive.hpp", "epsilon_insensitive(0.1)", epsilon_insensitive<S>(S(0.1)));
  list.function("functions/epsilon_insensitive.hpp", "epsilon_insensitive(0)", epsilon_insensitive<S>(0));
  list.function("functions/logistic_loss.hpp", "logistic_loss", logistic_loss<S>());
  list.function("functions/negative_log.hpp", "negative_log", negative_log<S>());
  list.function("functions/kullback_leibler.hpp", "kullback_leibler(2)", kullback_leibler<S>(2));
  list.function("functions/kullback_leibler.hpp", "kullback_leibler(0)", kullback_leibler<S>(0));
  list.function("functions/negative_entropy.hpp", "negative_entropy", negative_entropy<S>());
  list.function("functions/exponential_sum.hpp", "exponential_sum", exponential_sum<S>());
  list.function("functions/mcp.hpp", "mcp(1, 3)", mcp<S>(1, 3));
  list.function("functions/scad.hpp", "scad(1, 3.7)", scad<S>(1));
  list.function("functions/l_half.hpp", "l_half(1)", l_half<S>(1));
  list.function("functions/l_half.hpp", "l_half(0)", l_half<S>(0));
}

template void support::register_scalar(catalogue<float>&);
template void support::register_scalar(catalogue<double>&);
