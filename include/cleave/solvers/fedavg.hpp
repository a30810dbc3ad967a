/// \file
/// Federated averaging.
#pragma once

#include <cleave/comm/star.hpp>
#include <cleave/core/status.hpp>
#include <cleave/problems/clients.hpp>
#include <cleave/solvers/conditioning.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace cleave {

/// learning_rate: eta > 0; not given: 1 / L. local_steps: gradient steps in a round, at least 1.
struct fedavg_options {
  std::optional<double> learning_rate = std::nullopt;
  int local_steps = 5;
};

/// Federated averaging (FedGD: full local gradients), a baseline for min_x sum_k w_k f_k(x).
///
///     client  x_k = x;   repeat local_steps times:  x_k -= eta grad f_k(x_k)
///     server  x = sum_k w_k x_k
///
/// With one local step it is gradient descent. With more its fixed point solves sum_k w_k sum_i grad f_k(G_k^i(x)) = 0,
/// G_k = I - eta grad f_k, which is not the optimum unless the clients agree: the bias that FedSplit removes.
/// Cost of a round: local_steps gradients and two messages of d numbers for each client.
/// McMahan, Moore, Ramage, Hampson and Aguera y Arcas, AISTATS 2017, DOI 10.48550/arXiv.1602.05629;
/// fixed point: Pathak and Wainwright (2020), proposition 1.
template <class Net, class Clients>
class fedavg_solver {
  static_assert(Clients::has_gradients, "cleave: fedavg needs `S gradient(in<S> x, out<S> g) const` of every problem");
  static_assert(Net::everyone_speaks && Net::exact, "cleave: fedavg here needs every client in every round");

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

    mat<S> gradient;  // by thread slot
  };

  /// \throws std::invalid_argument on a number of problems that is not the network's, a learning rate that is not
  /// positive, none where the problems do not know L, local_steps < 1
  fedavg_solver(Net net, Clients clients, fedavg_options o)
      : net_(std::move(net)), clients_(std::move(clients)), steps_(o.local_steps) {
    detail::check_clients(net_, clients_, "fedavg");
    check(o.local_steps >= 1, "fedavg: local_steps", "at least 1", o.local_steps);
    const double smoothness = o.learning_rate ? 0 : conditioning_of(net_, clients_).smoothness;
    if (!o.learning_rate && !(smoothness > 0 && std::isfinite(smoothness)))
      throw std::invalid_argument(
          "fedavg: learning_rate is not given and 1/L is not defined: the clients' largest smoothness L is " +
          detail::number(smoothness));
    const double eta = o.learning_rate.value_or(1 / smoothness);
    eta_ = check_positive_as<S>(eta, "fedavg: learning_rate");
  }

  /// \throws std::invalid_argument if x0 does not have the clients' dimension
  state init(in<S> x0) const {
    detail::check_start(net_, clients_, x0, "fedavg");
    state s;
    s.moved.setConstant(1, net_.owned().count(), std::numeric_limits<S>::infinity());
    s.wire = net_.template open<S>(x0, clients_.weights());
    s.local = clients_.open(net_.exec().slots());
    s.gradient.resize(x0.size(), net_.exec().slots());
    return s;
  }

  status step(state& s) const {
    ++s.round;
    const vec<S>& x = s.wire.mean;
    const bool finite = net_.round(s.wire, s.round, [&](seat k, auto x_k) {
      auto g = s.gradient.col(k.slot);
      x_k = x;
      for (int i = 0; i < steps_; ++i) {
        clients_.gradient(s.local, k, x_k, g);
        x_k -= eta_ * g;
      }
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
  /// eta
  S learning_rate() const { return eta_; }

 private:
  Net net_;
  Clients clients_;
  int steps_;
  S eta_;
};

/// FedAvg over a star network.
template <class Net, class Clients>
auto fedavg(Net net, Clients clients, fedavg_options o = {}) {
  return fedavg_solver<Net, Clients>(std::move(net), std::move(clients), o);
}
/// FedAvg in this process, all clients weighing the same.
template <class P>
auto fedavg(std::vector<P> problems, fedavg_options o = {}) {
  const auto net = star_of(static_cast<index_t>(problems.size()));
  return fedavg(net, clients<P>(std::move(problems)), o);
}

}  // namespace cleave
