/// \file
/// What the clients know about their problems, over all ranks.
#pragma once

#include <cleave/comm/transport.hpp>
#include <cleave/core/check.hpp>
#include <cleave/core/types.hpp>
#include <cleave/operators/concepts.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
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
  using number = double_for<typename Clients::scalar>;
  mat<number> mine(2, clients.count()), buffer;
  net.exec().for_each(clients.count(), [&](index_t at, index_t) {
    mine(0, at) = clients.smoothness(at);
    mine(1, at) = clients.strong_convexity(at);
  });
  const mat<number>& all = net.carrier().gather(mine, buffer);
  conditioning c{0, std::numeric_limits<double>::infinity()};
  for (index_t k = 0; k < all.cols(); ++k) {  // a NaN is kept
    if (!(all(0, k) <= c.smoothness)) c.smoothness = all(0, k);
    if (!(all(1, k) >= c.strong_convexity)) c.strong_convexity = all(1, k);
    if (all(0, k) != all(0, k) || all(1, k) != all(1, k)) return {all(0, k), all(1, k)};
  }
  return c;
}

namespace detail {
template <class Net>
concept a_network = requires(const Net& net) {
  net.carrier();
  net.exec();
};
template <class Clients>
concept some_clients = requires {
  typename Clients::problem;
  typename Clients::desk;
};

/// Says in one sentence what the arguments of a solver are, where they are others or in another order.
template <class Net, class Clients>
constexpr bool require_network_and_clients() {
  static_assert(a_network<Net> && some_clients<Clients>,
                "cleave: a solver takes a network and clients, in this order, as in fedsplit(star_of(n), "
                "clients(problems)), or a std::vector with a problem for each client");
  return a_network<Net> && some_clients<Clients>;
}
template <class Net, class Clients>
constexpr bool require_star_and_clients() {
  constexpr bool star = requires { Net::everyone_speaks; };
  static_assert(star || !require_network_and_clients<Net, Clients>(),
                "cleave: this solver needs a star network, such as star_of(n)");
  return star && require_network_and_clients<Net, Clients>();
}
/// Says that one problem is not several.
template <class P>
constexpr bool require_several() {
  static_assert(!local_problem<P>,
                "cleave: a solver takes a std::vector with a problem for each client; of a single client too");
  return !local_problem<P>;
}

/// Says why no step can be made of what the clients know, and what to do.
/// \param name    "solver: option"
/// \param convex  true where the step takes l too
/// \throws std::invalid_argument, always
[[noreturn]] inline void refuse_default(const std::string& name, const std::string& formula, const conditioning& c,
                                        bool convex) {
  const double l = c.strong_convexity, L = c.smoothness;
  const std::string why =
      std::isnan(L) || (convex && std::isnan(l)) ? "a client says NaN of its smoothness L or strong convexity l"
      : std::isinf(L)                            ? "a client does not know its smoothness L"
      : !(L > 0)                                 ? "no client has a smoothness L above 0"
      : convex && !(l > 0) ? "a client is not strongly convex, or does not know that it is (l is " + number(l) + ")"
                           : "the data are too large or too small for it";
  throw std::invalid_argument(name + " is not given, and the default " + formula + " is not defined: " + why +
                              "; give one, as in {." + name.substr(name.rfind(' ') + 1) + " = 0.1}");
}

/// The step that was given, or 1 / sqrt(l L), as the scalar that the iterates have.
template <class S, class Net, class Clients>
S step_or_default(std::optional<double> step, const Net& net, const Clients& clients, const char* who) {
  const std::string name = std::string(who) + ": step";
  if (!step) {
    const conditioning c = conditioning_of(net, clients);
    step = 1 / (std::sqrt(c.strong_convexity) * std::sqrt(c.smoothness));
    if (!(*step > 0 && std::isfinite(*step))) refuse_default(name, "1/sqrt(l L)", c, true);
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
