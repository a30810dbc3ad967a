/// \file
/// The clients of a federation: their problems, how they are solved, what they weigh.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/fields.hpp>
#include <cleave/problems/local/automatic.hpp>

#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace cleave {

namespace detail {
/// std::variant, which programs with problems of several types have included and others do not pay for.
template <class P>
concept is_variant = requires(const P& p) {
  p.valueless_by_exception();
};

/// One problem type, or the alternatives of a std::variant.
template <class P>
struct alternatives {
  using first = P;
  template <class L>
  using memory = typename L::template memory<P>;
  template <class L>
  static constexpr bool warm_started = L::template warm_started<P>;
  static constexpr bool has_gradients = has_gradient<P>;
  static constexpr bool require() { return require_local_problem<P>(); }
};
template <template <class...> class Variant, class... P>
requires is_variant<Variant<P...>>
struct alternatives<Variant<P...>> {
  using first = std::tuple_element_t<0, std::tuple<P...>>;
  template <class L>
  using memory = Variant<std::pair<std::type_identity<P>, typename L::template memory<P>>...>;
  template <class L>
  static constexpr bool warm_started = (L::template warm_started<P> || ...);
  static constexpr bool has_gradients = (has_gradient<P> && ...);
  static constexpr bool require() { return (require_local_problem<P>() && ...); }
};

template <class P, class Work>
decltype(auto) with_problem(const P& p, Work&& work) {
  if constexpr (is_variant<P>)
    return visit(std::forward<Work>(work), p);  // std::visit
  else
    return work(p);
}
template <class L>
concept local_policy = requires {
  { L::is_exact } -> std::convertible_to<bool>;
};
}  // namespace detail

/// The clients that this process owns, in the order of their ids. Problems are one type or a std::variant of several;
/// they are shared and never change, so that copies of this object cost nothing and several solvers can be compared on
/// them.
template <class P, class Local = automatic>
class clients {
  static_assert(detail::local_policy<Local>,
                "cleave: the second argument of clients is a local solver, such as newton(), or weights, an Eigen::VectorXd");
  static_assert(detail::alternatives<P>::require());

 public:
  using scalar = scalar_of<typename detail::alternatives<P>::first>;
  using problem = P;
  using local_memory = typename detail::alternatives<P>::template memory<Local>;
  static constexpr bool is_exact = Local::is_exact;
  static constexpr bool has_gradients = detail::alternatives<P>::has_gradients;
  static constexpr bool warm_started = detail::alternatives<P>::template warm_started<Local>;

  /// \param problems one for each owned client, all of one dimension
  /// \param weights  of the owned clients, >= 0, in any scale: a network normalises them over all clients. Empty:
  /// equal.
  /// \throws std::invalid_argument on dimensions or sizes that differ, and on negative or non-finite weights
  explicit clients(std::vector<P> problems, Local local = {}, vec<scalar> weights = {})
      : clients(std::make_shared<const std::vector<P>>(std::move(problems)), std::move(local), std::move(weights)) {}
  clients(std::vector<P> problems, vec<scalar> weights) : clients(std::move(problems), Local{}, std::move(weights)) {}

  /// The same problems and weights, solved otherwise: `c.with(newton{1e-10})`.
  template <class Other>
  clients<P, Other> with(Other local) const {
    return clients<P, Other>(problems_, std::move(local), weights_);
  }

  /// The same problems, solved the same way, with other weights.
  /// \throws std::invalid_argument as the constructor does
  clients weighted(vec<scalar> weights) const { return clients(problems_, local_, std::move(weights)); }

  index_t count() const { return static_cast<index_t>(problems_->size()); }
  /// The common dimension; 0 on a rank that owns no client.
  index_t dimension() const { return count() == 0 ? 0 : dimension_of(0); }
  const vec<scalar>& weights() const { return weights_; }
  const P& operator[](index_t at) const { return (*problems_)[static_cast<std::size_t>(at)]; }

  scalar value(index_t at, in<scalar> x) const {
    return detail::with_problem((*this)[at], [&](const auto& f) -> scalar { return f.value(x); });
  }
  /// g = grad f(x); returns f(x). On nobody's bill.
  scalar gradient(index_t at, in<scalar> x, out<scalar> g) const {
    return detail::with_problem((*this)[at], [&](const auto& f) { return f.gradient(x, g); });
  }
  double smoothness(index_t at) const {
    return detail::with_problem((*this)[at], [](const auto& f) { return smoothness_of(f); });
  }
  double strong_convexity(index_t at) const {
    return detail::with_problem((*this)[at], [](const auto& f) { return strong_convexity_of(f); });
  }

  /// What the local work needs: a memory for each client, scratch and a bill for each thread slot.
  struct desk {
    counters cost;

    static auto fields(auto& self) { return std::tuple{tally("cost", self.cost)}; }

    // a pure function of problems and step, and scratch
    struct alignas(64) bill : counters {};  // a cache line each
    std::vector<local_memory> memory;
    std::vector<typename Local::template scratch<scalar>> scratch;
    std::vector<bill> bills;
  };

  desk open(index_t slots) const {
    desk d;
    d.memory.reserve(problems_->size());
    for (const P& p : *problems_) d.memory.push_back(memory_of(p));
    for (index_t slot = 0; slot < slots; ++slot) d.scratch.emplace_back(dimension());
    d.bills.resize(static_cast<std::size_t>(slots));
    return d;
  }

  /// x ~= prox_{step f}(v) for the client on this seat; x carries a warm start in.
  void prox(desk& d, seat k, scalar step, in<scalar> v, out<scalar> x) const {
    auto& memory = d.memory[static_cast<std::size_t>(k.at)];
    auto& scratch = d.scratch[static_cast<std::size_t>(k.slot)];
    detail::with_problem((*this)[k.at], [&](const auto& f) {
      d.bills[static_cast<std::size_t>(k.slot)] += local_.prox(f, mine<decltype(f)>(memory), scratch, step, v, x);
    });
  }

  /// g = grad f(x) for the client on this seat; returns f(x).
  scalar gradient(desk& d, seat k, in<scalar> x, out<scalar> g) const {
    ++d.bills[static_cast<std::size_t>(k.slot)].gradients;
    return gradient(k.at, x, g);
  }

  /// Adds the bills of the slots to the cost: after every round, when nobody works.
  void settle(desk& d) const {
    for (auto& bill : d.bills) {
      d.cost += bill;
      bill = {};
    }
  }

  /// Refuses an x0 that does not fit, naming the client: "fedsplit: x0 has size 12, client 3 has dimension 10".
  void check_start(in<scalar> x0, index_t first_id, const char* who) const {
    for (index_t at = 0; at < count(); ++at)
      if (x0.size() != dimension_of(at))
        check_same(x0.size(), std::string(who) + ": x0 has size", dimension_of(at),
                   "client " + detail::number(first_id + at) + " has dimension");
    if (!x0.allFinite()) throw std::invalid_argument(std::string(who) + ": x0 holds a NaN or an infinity");
  }

 private:
  template <class, class>
  friend class clients;

  clients(std::shared_ptr<const std::vector<P>> problems, Local local, vec<scalar> weights)
      : problems_(std::move(problems)), local_(std::move(local)), weights_(std::move(weights)) {
    for (index_t at = 1; at < count(); ++at)
      check_same(dimension_of(at), "clients: problem " + detail::number(at) + " has dimension", dimension_of(0),
                 "problem 0 has dimension");
    if (weights_.size() != 0) check_same(weights_.size(), "clients: number of weights", count(), "number of problems");
    for (index_t at = 0; at < weights_.size(); ++at)
      check(weights_[at] >= 0 && std::isfinite(weights_[at]), "clients: every weight", "finite and not negative",
            weights_[at]);
  }

  index_t dimension_of(index_t at) const {
    return detail::with_problem((*this)[at], [](const auto& f) -> index_t { return f.dimension(); });
  }
  local_memory memory_of(const P& p) const {
    return detail::with_problem(p, [&](const auto& f) -> local_memory {
      using F = std::remove_cvref_t<decltype(f)>;
      if constexpr (std::is_same_v<F, P>)
        return local_.prepare(f);
      else
        return std::pair{std::type_identity<F>{}, local_.prepare(f)};
    });
  }
  template <class Ref>
  static auto& mine(local_memory& memory) {
    using F = std::remove_cvref_t<Ref>;
    if constexpr (std::is_same_v<F, P>)
      return memory;
    else
      return get<std::pair<std::type_identity<F>, typename Local::template memory<F>>>(memory).second;
  }

  std::shared_ptr<const std::vector<P>> problems_;
  Local local_;
  vec<scalar> weights_;
};

template <class P>
clients(std::vector<P>) -> clients<P>;
template <class P, class L>
clients(std::vector<P>, L) -> clients<P, L>;
template <class P, class L, class W>
clients(std::vector<P>, L, W) -> clients<P, L>;
template <class P, detail::matrix_like W>
clients(std::vector<P>, W) -> clients<P>;

}  // namespace cleave
