/// \file
/// The problem that all clients solve together, seen from outside: what a method is measured by, at any x.
#pragma once

#include <cleave/comm/transport.hpp>
#include <cleave/core/check.hpp>
#include <cleave/core/types.hpp>
#include <cleave/operators/concepts.hpp>
#include <cleave/operators/functions/zero.hpp>
#include <cleave/operators/indicator.hpp>

#include <utility>

namespace cleave {

/// F(x) = sum_k w_k f_k(x) + g(x) over all clients of a star network, sum_k w_k = 1. Clients are added in the order of
/// their ids, so that the bits do not depend on threads or ranks. Every call is collective. A study's tool, not a
/// federation's: it asks every client for its value.
template <class Net, class Clients, class G>
class pooled_function {
 public:
  using scalar = typename Clients::scalar;
  using S = scalar;

  /// \throws std::invalid_argument on a number of problems that is not the network's, or weights that are all zero
  pooled_function(Net net, Clients clients, G g)
      : net_(std::move(net)), clients_(std::move(clients)), g_(std::move(g)) {
    all_or_none(net_, "pooled_objective", [&] {
      check_same(clients_.count(), "pooled_objective: number of problems", net_.owned().count(),
                 "the network has clients on this rank");
    });
    weight_ = net_.shares(clients_.weights());
  }

  /// F(x). Cost: one value of each client.
  S operator()(in<S> x) const {
    static_assert(
        requires { g_.value(x); }, "cleave: the regulariser has no `S value(in<S> x) const`");
    mat<S> part(1, clients_.count());
    net_.exec().for_each(clients_.count(),
                         [&](index_t at, index_t) { part(0, at) = weight_[at] * clients_.value(at, x); });
    return net_.sum(part) + g_.value(x);
  }

  /// g = sum_k w_k grad f_k(x), without the regulariser. Cost: one gradient of each client, and d numbers for each in
  /// memory.
  void smooth_gradient(in<S> x, out<S> gradient) const {
    static_assert(Clients::has_gradients, "cleave: a problem here has no `S gradient(in<S> x, out<S> g) const`");
    mat<S> columns(x.size(), clients_.count()), buffer;
    net_.exec().for_each(clients_.count(), [&](index_t at, index_t) {
      clients_.gradient(at, x, columns.col(at));
      columns.col(at) *= weight_[at];
    });
    const mat<S>& all = net_.carrier().gather(columns, buffer);
    gradient.setZero();
    for (index_t k = 0; k < all.cols(); ++k) gradient += all.col(k);
  }

  /// ||x - prox_{s g}(x - s grad F_smooth(x))|| / s, the norm of the gradient mapping: zero at stationary points only,
  /// and ||grad F(x)|| without a regulariser. Nesterov (2013), DOI 10.1007/s10107-012-0629-5.
  /// \throws std::invalid_argument unless step is positive and finite
  S gradient_mapping(in<S> x, S step) const {
    check_positive(static_cast<double>(step), "pooled_objective: step");
    vec<S> gradient(x.size()), moved(x.size());
    smooth_gradient(x, gradient);
    gradient = x - step * gradient;
    g_.prox(gradient, step, moved);
    return (x - moved).norm() / step;
  }

 private:
  Net net_;
  Clients clients_;
  G g_;
  vec<S> weight_;
};

/// The pooled problem of clients on a star network; g is a function with a value and a prox, or a set.
template <class Net, class Clients, class G = zero<typename Clients::scalar>>
auto pooled_objective(Net net, Clients clients, G g = {}) {
  static_assert(require_proximable<G>());
  using function = decltype(as_function(std::move(g)));
  return pooled_function<Net, Clients, function>(std::move(net), std::move(clients), as_function(std::move(g)));
}

}  // namespace cleave
