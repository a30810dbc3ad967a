/// \file
/// What the clients know about their problems, over all ranks.
#pragma once

#include <cleave/comm/transport.hpp>
#include <cleave/core/check.hpp>
#include <cleave/core/types.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace cleave {

/// L = max_k L_k and l = min_k l_k; infinite and 0 where some client does not know.
struct conditioning {
  double smoothness = 0;
  double strong_convexity = 0;
};

/// Asks every client of the network. Cost: what smoothness() and strong_convexity() of the problems cost.
template <class Net, class Clients>
conditioning conditioning_of(const Net& net, const Clients& clients) {
  mat<double> mine(2, clients.count()), buffer;
  net.exec().for_each(clients.count(), [&](index_t at, index_t) {
    mine(0, at) = clients.smoothness(at);
    mine(1, at) = clients.strong_convexity(at);
  });
  const mat<double>& all = net.carrier().gather(mine, buffer);
  conditioning c{0, std::numeric_limits<double>::infinity()};
  for (index_t k = 0; k < all.cols(); ++k) {  // a NaN is kept
    if (!(all(0, k) <= c.smoothness)) c.smoothness = all(0, k);
    if (!(all(1, k) >= c.strong_convexity)) c.strong_convexity = all(1, k);
    if (all(0, k) != all(0, k) || all(1, k) != all(1, k)) return {all(0, k), all(1, k)};
  }
  return c;
}

namespace detail {
/// The step that was given, or 1 / sqrt(l L), as the scalar that the iterates have.
template <class S, class Net, class Clients>
S step_or_default(std::optional<double> step, const Net& net, const Clients& clients, const char* who) {
  const std::string name = std::string(who) + ": step";
  if (!step) {
    const conditioning c = conditioning_of(net, clients);
    step = 1 / (std::sqrt(c.strong_convexity) * std::sqrt(c.smoothness));
    if (!(*step > 0 && std::isfinite(*step)))
      throw std::invalid_argument(
          name + " is not given and 1/sqrt(l L) is not defined: the clients' largest smoothness L is " +
          number(c.smoothness) + ", their smallest strong convexity l is " + number(c.strong_convexity));
  }
  return check_positive_as<S>(*step, name.c_str());
}

/// Refuses clients that are not those of this rank.
template <class Net, class Clients>
void check_clients(const Net& net, const Clients& clients, const char* who) {
  all_or_none(net, who, [&] {
    check_same(clients.count(), std::string(who) + ": number of problems", net.owned().count(),
               "the network has clients on this rank");
  });
}

/// Refuses an x0 that does not fit the clients of some rank.
template <class Net, class Clients>
void check_start(const Net& net, const Clients& clients, in<typename Clients::scalar> x0, const char* who) {
  all_or_none(net, who, [&] { clients.check_start(x0, net.owned().first, who); });
}
}  // namespace detail

}  // namespace cleave
