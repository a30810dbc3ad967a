/// \file
/// Linear minimisation over a product of sets.
#pragma once

#include <cleave/operators/atoms.hpp>
#include <cleave/operators/part.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cleave::lmo {

/// argmin of <d, a> over the product of sets that act on consecutive segments: the minimisers side by side. Cost: that
/// of the parts. \code lmo::product ball_and_simplex(part(lmo::l2_ball(1), 10), part(lmo::simplex(1), 5)); \endcode
template <linear_minimizer... Oracles>
requires(sizeof...(Oracles) > 0) class product {
 public:
  using scalar = scalar_of<std::tuple_element_t<0, std::tuple<Oracles...>>>;
  static_assert((std::is_same_v<scalar, scalar_of<Oracles>> && ...), "cleave: the parts of a product share one scalar");
  using scratch = std::tuple<typename Oracles::scratch...>;

  explicit product(part<Oracles>... parts) : parts_(std::move(parts)...) {}

  index_t dimension() const {
    return std::apply([](const auto&... one) { return (one.size() + ...); }, parts_);
  }
  index_t memory() const {
    return std::apply([](const auto&... one) { return (index_t{one.of().memory()} + ...); }, parts_);
  }
  scratch prepare() const {
    return std::apply([](const auto&... one) { return scratch{one.of().prepare()...}; }, parts_);
  }

  /// The atoms of the parts.
  template <class... Atoms>
  struct atoms {
    std::tuple<part<Atoms>...> each;

    /// x += c a
    void add_to(scalar c, out<scalar> x) const {
      index_t at = 0;
      std::apply([&](const auto&... one) { ((one.of().add_to(c, x.segment(at, one.size())), at += one.size()), ...); },
                 each);
    }
    /// <d, a>
    scalar dot(in<scalar> d) const {
      index_t at = 0;
      scalar sum{0};
      std::apply([&](const auto&... one) { ((sum += one.of().dot(d.segment(at, one.size())), at += one.size()), ...); },
                 each);
      return sum;
    }
  };

  auto minimize(in<scalar> d, out<scalar> warm, scratch& m) const {
    check_size(d.size(), dimension(), "lmo::product");
    return minimize(d, warm, m, std::index_sequence_for<Oracles...>());
  }

 private:
  template <std::size_t... Is>
  auto minimize(in<scalar> d, out<scalar> warm, scratch& m, std::index_sequence<Is...>) const {
    index_t at = 0, remembered = 0;
    const auto answer = [&](const auto& one, auto& memory) {
      const index_t size = one.size(), kept = one.of().memory();
      auto atom = one.of().minimize(d.segment(at, size), warm.segment(remembered, kept), memory);
      at += size, remembered += kept;
      return part(std::move(atom), size);
    };
    std::tuple each{answer(std::get<Is>(parts_), std::get<Is>(m))...};  // braces: from left to right
    return as_atoms(std::move(each));
  }
  template <class... Atoms>
  static atoms<Atoms...> as_atoms(std::tuple<part<Atoms>...> each) {
    return {std::move(each)};
  }

  std::tuple<part<Oracles>...> parts_;
};

}  // namespace cleave::lmo
