/// \file
/// Save and load: any state with fields, on any number of ranks. The file does not know how many wrote it.
#pragma once

#include <cleave/comm/checkpoint_file.hpp>
#include <cleave/comm/in_process.hpp>
#include <cleave/comm/whole_file.hpp>
#include <cleave/core/fields.hpp>

#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace cleave {

namespace detail {

/// The name of a class or a class template without its arguments, the same from every compiler: "fedsplit_solver".
template <class T>
std::string bare_name() {
#if defined(__GNUC__)
  std::string_view text =
      __PRETTY_FUNCTION__;  // "... [with T = cleave::fedsplit_solver<...>; ...]", clang: "[T = ...]"
  text.remove_prefix(text.find("T = ") + 4);
  text = text.substr(0, text.find_first_of("<;]"));
  return std::string(text.substr(text.rfind(':') + 1));
#else
  return "solver";
#endif
}

template <class Solver>
auto carrier_of(const Solver& solver) {
  if constexpr (requires { solver.network(); })
    return solver.network().carrier();
  else
    return in_process<>(1);
}

template <class V>
using words = std::array<std::uint64_t, sizeof(V) / sizeof(std::uint64_t)>;

template <class Solver, class Transport>
checkpoint_owner owner_of(const Transport& transport) {
  return {bare_name<Solver>(), transport.size()};
}

/// How a field is laid out in the file, where the columns of all ranks stand together.
template <class Field, class Transport>
field_layout layout_of(const Field& f, const Transport& transport) {
  using held = std::remove_cvref_t<decltype(f.value)>;
  if constexpr (matrix_like<held>) {
    const index_t cols = Field::where == spread::columns ? transport.size() : f.value.cols();
    return {Field::where, sizeof(typename held::Scalar), f.value.rows(), cols};
  } else {
    static_assert(std::is_arithmetic_v<held> || Field::where == spread::tally,
                  "cleave: a field is a number, counters or an Eigen matrix");
    return {Field::where, sizeof(held), 1, 1};
  }
}

/// The contents of a checkpoint, the same on every rank.
template <class Solver>
std::string checkpoint_of(const Solver& solver, const typename Solver::state& state) {
  const auto transport = carrier_of(solver);
  checkpoint_writer file(owner_of<Solver>(transport));
  for_each_field(state, [&](auto f) {
    using held = std::remove_cvref_t<decltype(f.value)>;
    const field_layout layout = layout_of(f, transport);
    if constexpr (matrix_like<held> && f.where == spread::columns) {
      mat<typename held::Scalar> buffer;
      file.field(f.full_name(), layout, transport.gather(f.value, buffer).data());
    } else if constexpr (matrix_like<held>) {
      file.field(f.full_name(), layout, f.value.data());
    } else if constexpr (f.where == spread::tally) {
      auto counts = std::bit_cast<words<held>>(f.value);
      for (auto& n : counts) n = transport.total(n);
      file.field(f.full_name(), layout, counts.data());
    } else {
      file.field(f.full_name(), layout, &f.value);
    }
  });
  return std::move(file).finish();
}

/// Reads the fields of a state; with `keep` false, only sees whether they are there.
/// \throws std::runtime_error, but not after it was called with `keep` false
template <class Solver>
void read_fields(checkpoint_reader& file, const Solver& solver, typename Solver::state& state, bool keep) {
  const auto transport = carrier_of(solver);
  file.begin(owner_of<Solver>(transport));
  for_each_field(state, [&](auto f) {
    using held = std::remove_cvref_t<decltype(f.value)>;
    const field_layout layout = layout_of(f, transport);
    const char* numbers = file.field(f.full_name(), layout);
    if (!keep) return;
    if constexpr (matrix_like<held>) {
      field_layout before = layout;  // the columns of lower ranks
      before.cols = f.where == spread::columns ? transport.owned(transport.rank()).first : 0;
      const std::size_t size = layout.scalar_size * static_cast<std::size_t>(f.value.size());
      if (size != 0) std::memcpy(f.value.data(), numbers + before.bytes(), size);
    } else {
      std::memcpy(&f.value, numbers, sizeof(held));
      if (f.where == spread::tally && transport.rank() != 0) f.value = {};
    }
  });
  file.finish();
}

}  // namespace detail

/// Writes the state to a file, from all ranks at once; rank 0 writes. The file is there as a whole, flushed to the
/// disk, or not at all: a process may be killed, and several may save to one path. A symbolic link is replaced by the
/// file.
/// \throws std::runtime_error with path and reason, and keeps the old file
template <class Solver>
void save(const std::string& path, const Solver& solver, const typename Solver::state& state) {
  const std::string bytes = detail::checkpoint_of(solver, state);
  const auto transport = detail::carrier_of(solver);
  all_or_none(transport, "checkpoint", [&] {
    if (transport.rank() == 0) detail::replace_file("checkpoint", path, bytes);
  });
}

/// Reads a file into a state made by init() of the same problem; all ranks read. The run goes on with the same bits on
/// any number of threads and ranks. Data and options, such as a step, are not in the file: with others it goes on as
/// another run.
/// \throws std::runtime_error with path and reason, on every rank, and leaves the state as it was, for a file that
/// cannot be read, is damaged in any way, or belongs to another solver, scalar, dimension or number of clients
template <class Solver>
void load(const std::string& path, const Solver& solver, typename Solver::state& state) {
  std::optional<detail::checkpoint_reader> file;
  all_or_none(detail::carrier_of(solver), "checkpoint", [&] {
    file.emplace(path, detail::read_file("checkpoint", path));
    detail::read_fields(*file, solver, state, false);
  });
  detail::read_fields(*file, solver, state, true);
  if constexpr (requires { solver.restore(state); }) solver.restore(state);
}

}  // namespace cleave
