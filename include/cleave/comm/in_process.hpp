/// \file
/// All clients in this process.
#pragma once

#include <cleave/comm/transport.hpp>
#include <cleave/core/check.hpp>
#include <cleave/exec/sequential.hpp>

#include <utility>

namespace cleave {

/// The transport of a single process: every client is here and nothing has to travel.
template <executor E = sequential>
class in_process {
 public:
  using executor_type = E;
  static constexpr bool whole = true;
  template <class S>
  struct workspace {};

  /// \param clients at least 1
  /// \throws std::invalid_argument
  explicit in_process(index_t clients, E exec = {}) : clients_(clients), exec_(std::move(exec)) {
    check(clients >= 1, "in_process: the number of clients", "at least 1", clients);
  }

  index_t size() const { return clients_; }
  static constexpr int rank() { return 0; }
  block owned(int = 0) const { return {0, clients_}; }
  static constexpr int rank_of(index_t) { return 0; }
  const E& exec() const { return exec_; }

  template <class S>
  static const mat<S>& gather(const mat<S>& mine, mat<S>&) {
    return mine;
  }
  template <class S>
  static void add_in_order(const mat<S>& columns, std::span<const index_t> who, vec<S>& total, workspace<S>&) {
    for (index_t j = 0; j < static_cast<index_t>(who.size()); ++j) total += columns.col(j);
  }
  template <class S>
  static void exchange(const mat<S>&, mat<S>&, std::span<const peer>, workspace<S>&) {}
  static constexpr int agree(int v) { return v; }
  static constexpr std::uint64_t total(std::uint64_t n) { return n; }

 private:
  index_t clients_;
  E exec_;
};

}  // namespace cleave
