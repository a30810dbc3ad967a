/// \file
/// What a state consists of: a tuple of named, tagged references. Comparison, copies, files, gathering over ranks and
/// acceleration are all derived from it, so a solver says once what its state is.
#pragma once

#include <cleave/core/types.hpp>

#include <cstring>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace cleave {

/// How a field is spread over ranks.
enum class spread {
  columns,  ///< one column for each client; a rank holds those that it owns
  shared,   ///< the same on every rank
  tally,    ///< counts: every rank holds a part of the sum
};

/// What an accelerator does with a field.
enum class role {
  iterate,  ///< a part of the point that the solver's map moves
  memory,   ///< carried along: round numbers, warm starts, counts
};

/// A named reference to one member of a state.
template <spread Spread, role Role, class T>
struct field {
  static constexpr spread where = Spread;
  static constexpr role as = Role;
  std::string_view scope;
  std::string_view name;
  T& value;

  /// "wire.mean"
  std::string full_name() const {
    return scope.empty() ? std::string(name) : std::string(scope) + "." + std::string(name);
  }
};

/// An iterate with a column for each client.
template <class T>
auto columns(std::string_view name, T& value) {
  return field<spread::columns, role::iterate, T>{{}, name, value};
}
/// An iterate that every rank holds.
template <class T>
auto shared(std::string_view name, T& value) {
  return field<spread::shared, role::iterate, T>{{}, name, value};
}
/// A column for each client that is carried along, such as a warm start.
template <class T>
auto kept_columns(std::string_view name, T& value) {
  return field<spread::columns, role::memory, T>{{}, name, value};
}
/// A value that every rank holds and that is carried along, such as the round.
template <class T>
auto kept(std::string_view name, T& value) {
  return field<spread::shared, role::memory, T>{{}, name, value};
}
/// Counts that add up over ranks.
template <class T>
auto tally(std::string_view name, T& value) {
  return field<spread::tally, role::memory, T>{{}, name, value};
}

/// A type that says what it consists of: `static auto fields(auto& self)` returns a tuple of fields.
/// Law (the state law): every other member is a pure function of the fields or scratch.
template <class T>
concept with_fields = requires(T& t) {
  T::fields(t);
};

/// The fields of a part, under the name of that part.
template <class T>
requires with_fields<std::remove_const_t<T>>
auto within(std::string_view scope, T& part) {
  auto named = [scope](auto f) {
    f.scope = scope;
    return f;
  };
  return std::apply([&](auto... f) { return std::tuple{named(f)...}; }, std::remove_const_t<T>::fields(part));
}

/// Calls visit(field) for each field in order.
template <class T, class Visit>
requires with_fields<std::remove_const_t<T>>
void for_each_field(T& state, Visit&& visit) {
  std::apply([&](auto... f) { (visit(f), ...); }, std::remove_const_t<T>::fields(state));
}

namespace detail {
template <class T>
concept matrix_like = std::is_base_of_v<Eigen::EigenBase<T>, T>;

template <class T>
bool same_bits(const T& a, const T& b) {
  if constexpr (matrix_like<T>) {
    const auto bytes = sizeof(typename T::Scalar) * static_cast<std::size_t>(a.size());
    return a.rows() == b.rows() && a.cols() == b.cols() && (bytes == 0 || std::memcmp(a.data(), b.data(), bytes) == 0);
  } else if constexpr (std::is_arithmetic_v<T>) {
    return std::memcmp(&a, &b, sizeof a) == 0;
  } else {
    return a == b;
  }
}

/// Calls visit(f, g) for the fields of two states, one by one.
template <class T, class U, class Visit>
void for_each_pair(T& a, U& b, Visit&& visit) {
  [&]<class... F, class... G>(std::tuple<F...> fs, std::tuple<G...> gs) {
    static_assert(sizeof...(F) == sizeof...(G), "cleave: states of different solvers have different fields");
    [&]<std::size_t... I>(std::index_sequence<I...>) { (visit(std::get<I>(fs), std::get<I>(gs)), ...); }
    (std::index_sequence_for<F...>{});
  }(std::remove_const_t<T>::fields(a), std::remove_const_t<U>::fields(b));
}
}  // namespace detail

/// True if every field of both states has the same bits; NaN equals itself here, and -0 differs from 0. The states may
/// belong to one solver on different executors.
template <with_fields T, with_fields U>
bool same_bits(const T& a, const U& b) {
  bool same = true;
  detail::for_each_pair(a, b, [&](auto f, auto g) { same = same && detail::same_bits(f.value, g.value); });
  return same;
}

/// Copies the fields and nothing else, which by the state law is all there is to copy. What a file does, in memory.
template <with_fields T, with_fields U>
void copy_fields(const T& from, U& to) {
  detail::for_each_pair(from, to, [](auto f, auto g) { g.value = f.value; });
}

}  // namespace cleave
