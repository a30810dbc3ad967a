/// \file
/// The methods whose clients stand around a server, by the names that they have on the command line.
#pragma once

#include <cleave/operators/functions/l1_norm.hpp>
#include <cleave/operators/functions/zero.hpp>
#include <cleave/problems/local/automatic.hpp>
#include <cleave/problems/local/gradient_steps.hpp>
#include <cleave/problems/local/newton.hpp>
#include <cleave/solvers/fedavg.hpp>
#include <cleave/solvers/feddr.hpp>
#include <cleave/solvers/fedprox.hpp>
#include <cleave/solvers/fedsplit.hpp>

#include "support/federation.hpp"
#include "support/measure.hpp"
#include "support/star_options.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace example {

inline const std::vector<std::string> star_methods{"fedavg", "fedprox", "fedsplit", "feddr"};

/// Why a method cannot honour the options; empty if it can.
inline std::string star_refusal(const std::string& solver, const star_options& o) {
  if (solver == "feddr") {
    if (o.relaxation == 2 && (o.l1 > 0 || o.sampled()))
      return "feddr cannot honour --relaxation 2 with --l1 or with --participation below 1";
    return "";
  }
  if (o.l1 > 0) return solver + " cannot honour --l1: it has no regulariser; use feddr";
  if (o.sampled()) return solver + " cannot honour --participation below 1: it needs every client; use feddr";
  return "";
}

template <class Federation, class Local>
run_record run_method(const star_options& o, const Federation& f, const std::string& name, Local local) {
  using namespace cleave;
  const star net(f.carrier);
  const auto members = f.members.with(std::move(local));
  const auto measured = [&](const auto& solver) {
    return measure(o, name, solver, f.dimension, f.objective, f.reference);
  };
  const auto feddr_with = [&](const auto& network, auto g) {
    return measured(feddr(network, members, g, {.step = f.step, .relaxation = o.relaxation}));
  };

  if (name == "fedavg")
    return measured(fedavg(net, members, {.learning_rate = f.learning_rate, .local_steps = o.local_steps}));
  if (name == "fedprox") return measured(fedprox(net, members, {.mu = o.mu}));
  if (name == "fedsplit") return measured(fedsplit(net, members, {.step = f.step}));
  if (!o.sampled()) return o.l1 > 0 ? feddr_with(net, l1_norm(o.l1)) : feddr_with(net, zero());
  const auto m = static_cast<index_t>(std::llround(o.participation * static_cast<double>(net.size())));
  return feddr_with(net.with(sample_uniformly(std::max<index_t>(m, 1), static_cast<std::uint64_t>(o.seed))),
                    l1_norm(o.l1));
}

/// With the local solver that --local names, where the problem allows it.
template <class Federation>
run_record run_method(const star_options& o, const Federation& f, const std::string& name) {
  using namespace cleave;
  if (o.local == "exact") return run_method(o, f, name, automatic{});
  if (o.local != "newton") return run_method(o, f, name, gradient_steps(o.local_gradient_steps(), o.lr.value_or(0)));
  if constexpr (has_hessian<typename Federation::problem>)
    return run_method(o, f, name, newton{});
  else
    throw std::invalid_argument("--local newton: this problem has no Hessian; its exact prox is --local exact");
}

}  // namespace example
