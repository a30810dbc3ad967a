/// \file
/// Recycled ADMM.
#pragma once

#include <cleave/comm/graph_network.hpp>
#include <cleave/core/status.hpp>
#include <cleave/problems/clients.hpp>
#include <cleave/solvers/conditioning.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace cleave {

/// eta: penalty, > 0. gamma: damping of the even step, >= 0.
struct r_admm_options {
  double eta = 1;
  double gamma = 0;
};

/// The even step of R-ADMM. An empty type: all it can see is what nodes have published, and two numbers.
struct recycled_step {
  /// f_i(2k) = f_i(2k-1) - eta / (2 eta V_i + gamma) sum_j [ f_i(2k-2) + f_j(2k-2) - 2 f_j(2k-1) ]
  template <class S>
  static void apply(index_t i, std::span<const neighbour> neighbours, const published<S>& now,
                    const published<S>& before, out<S> f, S eta, S gamma) {
    f.setZero();
    for (const auto& j : neighbours) f += before[i] + before[j.column] - S{2} * now[j.column];
    const S degree = static_cast<S>(neighbours.size());
    f = now[i] - eta / (2 * eta * degree + gamma) * f;
  }
};

/// min_f sum_i O_i(f) over a connected graph, each node with its own copy f_i. V_i is the degree of node i.
///
///     start  f_i = f0, lambda_i = 0
///     odd    f_i(t) = argmin_f O_i(f) + 2 lambda_i'f + eta sum_j ||(f_i(t-1) + f_j(t-1)) / 2 - f||^2
///            lambda_i += (eta / 2) sum_j (f_i(t) - f_j(t))
///     even   f_i(t) by recycled_step: the gradient step at f_i(t-1), written without data because the optimality of
///     the
///            odd solve gives the gradient in terms of what was published; lambda stays
///
/// The odd line is prox_{s O_i}(v) with s = 1 / (2 eta V_i), v = mean_j (f_i + f_j) / 2 - 2 s lambda_i.
///
/// | symbol   | member  | meaning                                           |
/// |----------|---------|---------------------------------------------------|
/// | f_i(t)   | now     | what the nodes published last                     |
/// | f_i(t-1) | before  | what they had published before the last odd step  |
/// | lambda_i | lambda  | dual, a column for each node                      |
///
/// Assumptions: O_i convex; the odd solve exact, to the tolerance of the local solver. gamma = 0 is the fastest when
/// eta is at least the curvature. The pair (odd, even) costs one solve for each node and 4 messages for each edge.
/// Zhang, Khalili and Liu, Recycled ADMM, Allerton 2018, equations (8), (9) and (12), DOI 10.48550/arXiv.1810.03197.
template <class Net, class Clients>
class r_admm_solver {
  static_assert(Clients::is_exact,
                "cleave: r_admm recycles the gradient of the odd solve, which must be exact: "
                "use automatic, exact, newton or accelerated_gradient");

 public:
  using scalar = typename Clients::scalar;
  using S = scalar;

  struct state {
    std::uint64_t round = 0;
    mat<S> lambda;
    mat<S> f;  // the solves' warm start
    typename Net::template board<S> now, before;
    typename Clients::desk local;

    static auto fields(auto& s) {
      return std::tuple_cat(std::tuple{kept("round", s.round), columns("lambda", s.lambda), kept_columns("f", s.f)},
                            within("now", s.now), within("before", s.before), within("local", s.local));
    }

    mat<S> v;  // by thread slot
  };

  /// \throws std::invalid_argument on a number of problems that is not the network's, weights, fewer than two nodes, an
  /// eta that is not positive, a negative gamma
  r_admm_solver(Net net, Clients clients, r_admm_options o) : net_(std::move(net)), clients_(std::move(clients)) {
    detail::check_clients(net_, clients_, "r_admm");
    check(clients_.weights().size() == 0, "r_admm: the number of weights",
          "0: a graph minimises the sum of the problems, so scale them instead", clients_.weights().size());
    check(net_.size() >= 2, "r_admm: the number of nodes", "at least 2", net_.size());
    eta_ = check_positive_as<S>(o.eta, "r_admm: eta");
    check_positive_as<S>(1 / o.eta, "r_admm: 1 / eta");
    gamma_ = check_not_negative_as<S>(o.gamma, "r_admm: gamma");
  }

  /// \throws std::invalid_argument if x0 does not have the nodes' dimension
  state init(in<S> x0) const {
    detail::check_start(net_, clients_, x0, "r_admm");
    state s;
    const index_t n = net_.owned().count();
    s.lambda.setZero(x0.size(), n);
    s.f = x0.replicate(1, n);
    s.now = net_.template open<S>(x0);
    s.before = s.now;
    s.local = clients_.open(net_.exec().slots());
    s.v.resize(x0.size(), net_.exec().slots());
    return s;
  }

  status step(state& s) const {
    ++s.round;
    const bool finite = s.round % 2 == 1 ? solve(s) : net_.relay(s.now, s.before.known, recycled_step{}, eta_, gamma_);
    return finite ? status::running : status::not_finite;
  }

  /// The mean over the nodes; collective. Every node's own: models().
  vec<S> model(const state& s) const { return net_.mean(models(s)); }
  const mat<S>& models(const state& s) const { return s.now.known.own(); }

  /// max_i of the distances ||f_i - mean|| and ||f_i(t) - f_i(t-1)||: both vanish at a solution only. Infinite at the
  /// start.
  S residual(const state& s) const {
    if (s.round == 0) return std::numeric_limits<S>::infinity();
    const vec<S> mean = model(s);
    const mat<S>&now = models(s), &before = s.before.known.own();
    mat<S> apart(1, now.cols()), buffer;
    for (index_t i = 0; i < now.cols(); ++i)
      apart(0, i) = (std::max)((now.col(i) - mean).norm(), (now.col(i) - before.col(i)).norm());
    return net_.carrier().gather(apart, buffer).maxCoeff();
  }
  std::uint64_t rounds(const state& s) const { return s.round; }
  counters cost(const state& s) const { return s.now.cost + s.local.cost; }
  index_t blamed(const state& s) const { return s.now.blamed; }
  const Net& network() const { return net_; }
  /// Hears the neighbours on other ranks again, after the fields were loaded.
  void restore(state& s) const {
    net_.restore(s.now);
    net_.restore(s.before);
  }

 private:
  bool solve(state& s) const {
    s.before.known = s.now.known;  // f(2k-2)
    const auto& f = s.now.known;
    const bool finite = net_.publish(s.now, s.round, free_of_charge{}, [&](seat i, auto message) {
      const auto degree = static_cast<S>(net_.degree(i.at));
      const S step = 1 / (2 * eta_ * degree);
      auto v = s.v.col(i.slot), own = s.f.col(i.at);
      v.setZero();
      for (const auto& j : net_.neighbours(i.at)) v += f[i.at] + f[j.column];
      v = v / (2 * degree) - 2 * step * s.lambda.col(i.at);
      clients_.prox(s.local, i, step, v, own);  // argmin O(f) + 2 lambda'f + eta sum ||(f_i + f_j) / 2 - f||^2
      message = own;
    });
    clients_.settle(s.local);
    if (!finite) return false;
    net_.for_each_node([&](seat i) {
      auto lambda = s.lambda.col(i.at);
      for (const auto& j : net_.neighbours(i.at)) lambda += eta_ / 2 * (f[i.at] - f[j.column]);
    });
    return true;
  }

  Net net_;
  Clients clients_;
  S eta_;
  S gamma_;
};

/// R-ADMM over a graph network.
template <class Net, class Clients>
auto r_admm(Net net, Clients clients, r_admm_options o = {}) {
  return r_admm_solver<Net, Clients>(std::move(net), std::move(clients), o);
}

}  // namespace cleave
