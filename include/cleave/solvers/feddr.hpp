/// \file
/// FedDR.
#pragma once

#include <cleave/comm/star.hpp>
#include <cleave/core/status.hpp>
#include <cleave/operators/functions/zero.hpp>
#include <cleave/operators/indicator.hpp>
#include <cleave/problems/clients.hpp>
#include <cleave/solvers/conditioning.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace cleave {

/// step: s > 0; not given: 1 / sqrt(l L), for which the problems must know l and L.
/// relaxation: alpha in (0, 2); 2 itself without regulariser and with every client in every round, where FedDR is
/// FedSplit.
struct feddr_options {
  std::optional<double> step = std::nullopt;
  double relaxation = 1;
};

/// min_x sum_k w_k f_k(x) + g(x),  sum_k w_k = 1, by randomised Douglas-Rachford splitting; S_t are the clients that
/// take part in round t.
///
///     start     x_k = y_k = xbar = xtil = x0
///     client k in S_t   y_k += alpha (xbar - x_k)          with the old x_k and xbar
///                       x_k  = prox_{s f_k}(y_k)
///                       xhat_k = 2 x_k - y_k               sent
///     server    xtil += sum_{k in S_t} w_k (xhat_k - what k said before)
///               xbar  = prox_{s g}(xtil)
///
/// | symbol | member    | meaning                                        |
/// |--------|-----------|------------------------------------------------|
/// | xbar   | xbar      | the model                                      |
/// | xtil   | wire.mean | weighted mean of the clients' last words       |
/// | x_k    | x         | prox point and warm start, a column a client   |
/// | y_k    | y         | a column for each client                       |
///
/// Assumptions: f_k smooth, convex or weakly convex with modulus w and s w < 1 - alpha / 2; g proximable and convex, or
/// a set. Silent clients keep their state. Cost of a round: a prox and two messages of d numbers for each client in
/// S_t. Tran-Dinh, Pham, Phan and Nguyen, FedDR, NeurIPS 2021, algorithm 1, DOI 10.48550/arXiv.2103.03452.
template <class Net, class Clients, proximable G>
class feddr_solver {
  static_assert(Net::exact, "cleave: feddr here needs a lossless channel");

 public:
  using scalar = typename Clients::scalar;
  using S = scalar;

  struct state {
    std::uint64_t round = 0;
    mat<S> x, y;
    mat<S> heard;  // 1 for a client that has taken part, else 0
    vec<S> xbar;
    typename Net::template wire<S> wire;
    typename Clients::desk local;

    static auto fields(auto& s) {
      return std::tuple_cat(std::tuple{kept("round", s.round), columns("x", s.x), columns("y", s.y),
                                       kept_columns("heard", s.heard), shared("xbar", s.xbar)},
                            within("wire", s.wire), within("local", s.local));
    }
  };

  /// \throws std::invalid_argument on a number of problems that is not the network's, a step that is not positive, a
  /// relaxation outside its range
  feddr_solver(Net net, Clients clients, G g, feddr_options o)
      : net_(std::move(net)), clients_(std::move(clients)), g_(std::move(g)), alpha_(S(o.relaxation)) {
    detail::check_clients(net_, clients_, "feddr");
    constexpr bool may_be_two = is_zero<G> && Net::everyone_speaks;
    check(alpha_ > 0 && o.relaxation <= 2 && (alpha_ < 2 || may_be_two), "feddr: relaxation",
          may_be_two ? "in (0, 2]" : "in (0, 2): 2 needs no regulariser and every client in every round", o.relaxation);
    step_ = detail::step_or_default<S>(o.step, net_, clients_, "feddr");
  }

  /// The consistent start x_k = y_k = xbar = xtil = x0.
  /// \throws std::invalid_argument if x0 does not have the clients' dimension
  state init(in<S> x0) const {
    detail::check_start(net_, clients_, x0, "feddr");
    state s;
    const index_t k = net_.owned().count();
    s.x = s.y = x0.replicate(1, k);
    s.heard.setZero(1, k);
    s.xbar = x0;
    s.wire = net_.template open<S>(x0, clients_.weights());
    s.local = clients_.open(net_.exec().slots());
    return s;
  }

  /// The other consistent start: y_k = x0, x_k = prox_{s f_k}(y_k), xtil = sum_k w_k xhat_k, xbar = prox_{s g}(xtil),
  /// for which every client takes part. It counts as no round.
  state init_from_prox(in<S> x0) const {
    state s = init(x0);
    if (net_.round_of_all(s.wire, [&](seat k, auto message) { answer(s, k, message); })) regularise(s);
    clients_.settle(s.local);
    return s;
  }

  status step(state& s) const {
    ++s.round;
    const bool finite = net_.round(s.wire, s.round, [&](seat k, auto message) {
      s.y.col(k.at) += alpha_ * (s.xbar - s.x.col(k.at));  // y_k += alpha (xbar - x_k)
      answer(s, k, message);
    });  // xtil += sum_k w_k (xhat_k - its last word)
    clients_.settle(s.local);
    if (!finite) return status::not_finite;
    regularise(s);
    return status::running;
  }

  const vec<S>& model(const state& s) const { return s.xbar; }
  /// sqrt(sum_k w_k ||x_k - xbar||^2): zero at a solution only, for an exact prox; infinite until every client has
  /// taken part. Cost K d.
  S residual(const state& s) const {
    mat<S> apart(1, s.x.cols());
    for (index_t at = 0; at < s.x.cols(); ++at)
      apart(0, at) = s.heard(0, at) != 0 ? s.wire.weight[at] * (s.x.col(at) - s.xbar).squaredNorm()
                                         : std::numeric_limits<S>::infinity();
    return std::sqrt(net_.sum(apart));
  }
  std::uint64_t rounds(const state& s) const { return s.round; }
  counters cost(const state& s) const { return s.wire.cost + s.local.cost; }
  index_t blamed(const state& s) const { return s.wire.blamed; }
  const Net& network() const { return net_; }
  /// s
  S prox_step() const { return step_; }

 private:
  template <class Message>
  void answer(state& s, seat k, Message message) const {
    auto x = s.x.col(k.at), y = s.y.col(k.at);
    clients_.prox(s.local, k, step_, y, x);  // x_k = prox_{s f_k}(y_k)
    message = S{2} * x - y;                  // xhat_k
    s.heard(0, k.at) = 1;
  }
  void regularise(state& s) const { g_.prox(s.wire.mean, step_, s.xbar); }  // xbar = prox_{s g}(xtil)

  Net net_;
  Clients clients_;
  G g_;
  S alpha_;
  S step_;
};

/// FedDR over a star network. g is a function with a prox or a set.
template <class Net, class Clients, class G = zero<typename Clients::scalar>>
auto feddr(Net net, Clients clients, G g = {}, feddr_options o = {}) {
  static_assert(require_proximable<G>());
  static_assert(std::is_same_v<scalar_of<G>, typename Clients::scalar>,
                "cleave: the regulariser and the clients must have one scalar type, such as l1_norm<float> for float");
  using function = decltype(as_function(std::move(g)));
  return feddr_solver<Net, Clients, function>(std::move(net), std::move(clients), as_function(std::move(g)), o);
}
/// FedDR in this process, all clients weighing the same.
template <class P, class G = zero<typename clients<P>::scalar>>
auto feddr(std::vector<P> problems, G g = {}, feddr_options o = {}) {
  static_assert(require_proximable<G>());
  const auto net = star_of(static_cast<index_t>(problems.size()));
  return feddr(net, clients<P>(std::move(problems)), std::move(g), o);
}

}  // namespace cleave
