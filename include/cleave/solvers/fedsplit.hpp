/// \file
/// FedSplit.
#pragma once

#include <cleave/comm/star.hpp>
#include <cleave/core/status.hpp>
#include <cleave/operators/splitting.hpp>
#include <cleave/problems/clients.hpp>
#include <cleave/solvers/conditioning.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace cleave {

/// step: s > 0; not given: 1 / sqrt(l L), for which the problems must know l and L.
struct fedsplit_options {
  std::optional<double> step = std::nullopt;
};

/// min_x sum_k w_k f_k(x),  sum_k w_k = 1,  f_k convex, by Peaceman-Rachford splitting on the product space.
///
///     start   z_k = x0 for all k
///     client  p_k = prox_{s f_k}(2 x - z_k)
///             z_k += 2 (p_k - x)                 z_k stays with the client between rounds
///     server  x = sum_k w_k z_k
///
/// | symbol | member     | meaning                              |
/// |--------|------------|--------------------------------------|
/// | x      | wire.mean  | the model, on the server             |
/// | z_k    | z          | a column for each client             |
/// | p_k    | p          | prox point, the next warm start      |
/// | s      | step       | prox step                            |
///
/// Assumptions: every client in every round; f_k l-strongly convex and L-smooth for the linear rate: with
/// s = 1/sqrt(l L), kappa = L / l and b a bound on the error of the local prox,
/// ||x^{t+1} - x*|| <= (1 - 2/(sqrt(kappa)+1))^t ||z^1 - z*||_w + (sqrt(kappa)+1) b.
/// An inexact local solver must be warm started and stand still at the prox only, as gradient_steps: then even one
/// gradient step reaches the exact optimum. stochastic_gradient moves on at the prox and ends beside the optimum, where
/// the residual vanishes all the same.
/// Cost of a round: a prox and two messages of d numbers for each client.
/// Pathak and Wainwright, FedSplit, NeurIPS 2020, algorithm 1 and theorem 1, DOI 10.48550/arXiv.2005.05238.
template <class Net, class Clients>
class fedsplit_solver {
  static_assert(
      Net::everyone_speaks && Net::exact,
      "cleave: fedsplit needs every client in every round: averaging over a sample is another, wrong algorithm; "
      "use feddr");

 public:
  using scalar = typename Clients::scalar;
  using S = scalar;

  struct state {
    std::uint64_t round = 0;
    mat<S> z;
    mat<S> p;      // without rows where the local solver takes no warm start
    mat<S> moved;  // w_k ||p_k - x||^2
    typename Net::template wire<S> wire;
    typename Clients::desk local;

    static auto fields(auto& s) {
      return std::tuple_cat(
          std::tuple{kept("round", s.round), columns("z", s.z), kept_columns("p", s.p), kept_columns("moved", s.moved)},
          within("wire", s.wire), within("local", s.local));
    }

    mat<S> v, scratch;  // by thread slot
  };

  /// \throws std::invalid_argument on a number of problems that is not the network's, or a step that is not positive
  fedsplit_solver(Net net, Clients clients, fedsplit_options o) : net_(std::move(net)), clients_(std::move(clients)) {
    detail::check_clients(net_, clients_, "fedsplit");
    step_ = detail::step_or_default<S>(o.step, net_, clients_, "fedsplit");
  }

  /// \throws std::invalid_argument if x0 does not have the clients' dimension
  state init(in<S> x0) const {
    detail::check_start(net_, clients_, x0, "fedsplit");
    state s;
    const index_t k = net_.owned().count(), slots = net_.exec().slots();
    s.z = x0.replicate(1, k);
    s.p.resize(0, k);
    if constexpr (Clients::warm_started) s.p = s.z;
    s.moved.setConstant(1, k, std::numeric_limits<S>::infinity());
    s.wire = net_.template open<S>(x0, clients_.weights());
    s.local = clients_.open(slots);
    s.v.resize(x0.size(), slots);
    s.scratch.resize(x0.size(), slots);
    return s;
  }

  status step(state& s) const {
    ++s.round;
    const vec<S>& x = s.wire.mean;
    const bool finite = net_.round(s.wire, s.round, [&](seat k, auto message) {
      auto z = s.z.col(k.at), p = Clients::warm_started ? s.p.col(k.at) : s.scratch.col(k.slot);
      const auto prox = [&](in<S> v, out<S> y) { clients_.prox(s.local, k, step_, v, y); };
      splitting_step<S>(prox, x, S{1}, z, s.v.col(k.slot), p);  // p_k = prox(2 x - z_k);  z_k += 2 (p_k - x)
      s.moved(0, k.at) = s.wire.weight[k.at] * (p - x).squaredNorm();
      message = z;
    });  // x = sum_k w_k z_k
    clients_.settle(s.local);
    return finite ? status::running : status::not_finite;
  }

  const vec<S>& model(const state& s) const { return s.wire.mean; }
  /// sqrt(sum_k w_k ||p_k - x||^2) with the x that the clients heard: zero at the optimum only, for an exact prox.
  S residual(const state& s) const { return std::sqrt(net_.sum(s.moved)); }
  std::uint64_t rounds(const state& s) const { return s.round; }
  counters cost(const state& s) const { return s.wire.cost + s.local.cost; }
  index_t blamed(const state& s) const { return s.wire.blamed; }
  const Net& network() const { return net_; }
  /// s
  S prox_step() const { return step_; }

 private:
  Net net_;
  Clients clients_;
  S step_;
};

/// FedSplit over a star network.
template <class Net, class Clients>
auto fedsplit(Net net, Clients clients, fedsplit_options o = {}) {
  return fedsplit_solver<Net, Clients>(std::move(net), std::move(clients), o);
}
/// FedSplit in this process, all clients weighing the same.
template <class P>
auto fedsplit(std::vector<P> problems, fedsplit_options o = {}) {
  const auto net = star_of(static_cast<index_t>(problems.size()));
  return fedsplit(net, clients<P>(std::move(problems)), o);
}

}  // namespace cleave
