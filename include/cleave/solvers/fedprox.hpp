/// \file
/// FedProx.
#pragma once

#include <cleave/comm/star.hpp>
#include <cleave/core/status.hpp>
#include <cleave/problems/clients.hpp>
#include <cleave/solvers/conditioning.hpp>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace cleave {

/// mu: weight of the proximal term, > 0.
struct fedprox_options {
  double mu = 1;
};

/// FedProx, a baseline for min_x sum_k w_k f_k(x).
///
///     client  x_k = argmin_u f_k(u) + (mu / 2) ||u - x||^2  =  prox_{f_k / mu}(x)
///     server  x = sum_k w_k x_k
///
/// Its fixed point minimises the sum of the Moreau envelopes of the f_k, not the sum of the f_k; mu -> infinity closes
/// the gap and stops the progress. Cost of a round: a prox and two messages of d numbers for each client. Li, Sahu,
/// Zaheer, Sanjabi, Talwalkar and Smith, MLSys 2020, DOI 10.48550/arXiv.1812.06127; fixed point: Pathak and Wainwright
/// (2020), proposition 2.
template <class Net, class Clients>
class fedprox_solver {
  static_assert(Net::everyone_speaks && Net::exact, "cleave: fedprox here needs every client in every round");

 public:
  using scalar = typename Clients::scalar;
  using S = scalar;

  struct state {
    std::uint64_t round = 0;
    mat<S> moved;  // w_k ||x_k - x||^2
    typename Net::template wire<S> wire;
    typename Clients::desk local;

    static auto fields(auto& s) {
      return std::tuple_cat(std::tuple{kept("round", s.round), kept_columns("moved", s.moved)}, within("wire", s.wire),
                            within("local", s.local));
    }
  };

  /// \throws std::invalid_argument on a number of problems that is not the network's, or mu that is not positive
  fedprox_solver(Net net, Clients clients, fedprox_options o) : net_(std::move(net)), clients_(std::move(clients)) {
    detail::check_clients(net_, clients_, "fedprox");
    check_positive(o.mu, "fedprox: mu");
    step_ = check_positive_as<S>(1 / o.mu, "fedprox: 1 / mu");
  }

  /// \throws std::invalid_argument if x0 does not have the clients' dimension
  state init(in<S> x0) const {
    detail::check_start(net_, clients_, x0, "fedprox");
    state s;
    s.moved.setConstant(1, net_.owned().count(), std::numeric_limits<S>::infinity());
    s.wire = net_.template open<S>(x0, clients_.weights());
    s.local = clients_.open(net_.exec().slots());
    return s;
  }

  status step(state& s) const {
    ++s.round;
    const vec<S>& x = s.wire.mean;
    const bool finite = net_.round(s.wire, s.round, [&](seat k, auto x_k) {
      x_k = x;                                   // the warm start
      clients_.prox(s.local, k, step_, x, x_k);  // x_k = prox_{f_k / mu}(x)
      s.moved(0, k.at) = s.wire.weight[k.at] * (x_k - x).squaredNorm();
    });  // x = sum_k w_k x_k
    clients_.settle(s.local);
    return finite ? status::running : status::not_finite;
  }

  const vec<S>& model(const state& s) const { return s.wire.mean; }
  /// sqrt(sum_k w_k ||x_k - x||^2): how far the clients drift from the model. It does not vanish unless they agree.
  S residual(const state& s) const { return std::sqrt(net_.sum(s.moved)); }
  std::uint64_t rounds(const state& s) const { return s.round; }
  counters cost(const state& s) const { return s.wire.cost + s.local.cost; }
  index_t blamed(const state& s) const { return s.wire.blamed; }
  const Net& network() const { return net_; }

 private:
  Net net_;
  Clients clients_;
  S step_;
};

/// FedProx over a star network.
template <class Net, class Clients>
auto fedprox(Net net, Clients clients, fedprox_options o = {}) {
  return fedprox_solver<Net, Clients>(std::move(net), std::move(clients), o);
}
/// FedProx in this process, all clients weighing the same.
template <class P>
auto fedprox(std::vector<P> problems, fedprox_options o = {}) {
  const auto net = star_of(static_cast<index_t>(problems.size()));
  return fedprox(net, clients<P>(std::move(problems)), o);
}

}  // namespace cleave
