/// \file
/// Clients spread over the ranks of an MPI communicator. The only header that sees <mpi.h>; networks, solvers and
/// policies do not know of it. Link with cleave::mpi.
#pragma once

#if !defined(OMPI_SKIP_MPICXX)
#define OMPI_SKIP_MPICXX 1
#endif
#if !defined(MPICH_SKIP_MPICXX)
#define MPICH_SKIP_MPICXX 1
#endif
#include <cleave/comm/in_process.hpp>

#include <mpi.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace cleave::mpi {

namespace detail {

/// Throws with the call's name and MPI's own text.
inline void check_call(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw std::runtime_error(std::string(call) + ": " + std::string(text, static_cast<std::size_t>(length)));
}

template <class S>
MPI_Datatype datatype() {
  static_assert(std::is_same_v<S, double> || std::is_same_v<S, float>);
  if constexpr (std::is_same_v<S, double>)
    return MPI_DOUBLE;
  else
    return MPI_FLOAT;
}

/// MPI counts are ints.
inline int to_count(index_t n) {
  if (n > (std::numeric_limits<int>::max)())
    throw std::length_error("mpi: a message of " + std::to_string(n) + " numbers exceeds what one MPI call can carry");
  return static_cast<int>(n);
}

/// A private copy of the communicator, so that our messages meet no one else's and errors come back as codes.
inline std::shared_ptr<MPI_Comm> duplicate(MPI_Comm parent) {
  int initialised = 0;
  MPI_Initialized(&initialised);
  if (initialised == 0) throw std::logic_error("mpi::ranks: call MPI_Init first");
  auto comm = std::shared_ptr<MPI_Comm>(new MPI_Comm(MPI_COMM_NULL), [](MPI_Comm* c) {
    int finalised = 0;
    MPI_Finalized(&finalised);
    if (finalised == 0 && *c != MPI_COMM_NULL) MPI_Comm_free(c);
    delete c;
  });
  check_call(MPI_Comm_dup(parent, comm.get()), "MPI_Comm_dup");
  check_call(MPI_Comm_set_errhandler(*comm, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  return comm;
}

}  // namespace detail

/// The transport over MPI: rank r of P owns the clients from n r / P to n (r + 1) / P. It neither initialises nor
/// finalises MPI and works on any communicator; destroy it before MPI_Finalize. Constructing it is collective.
template <executor E = sequential>
class ranks {
 public:
  using executor_type = E;
  static constexpr bool whole = false;

  /// Buffers that are kept between rounds.
  template <class S>
  struct workspace {
    std::vector<S> out, in;
    std::vector<int> send_count, send_at, receive_count, receive_at;
    std::vector<MPI_Request> requests;
    vec<S> part;
  };

  /// \param clients over all ranks, at least 1 and the same on every rank; a rank may own none
  /// \throws std::invalid_argument, std::logic_error before MPI_Init
  explicit ranks(index_t clients, MPI_Comm comm = MPI_COMM_WORLD, E exec = {})
      : comm_(detail::duplicate(comm)), clients_(clients), exec_(std::move(exec)) {
    check(clients >= 1, "mpi::ranks: the number of clients", "at least 1", clients);
    detail::check_call(MPI_Comm_rank(*comm_, &rank_), "MPI_Comm_rank");
    detail::check_call(MPI_Comm_size(*comm_, &ranks_), "MPI_Comm_size");
    long long smallest[2] = {clients, -clients};  // one reduction for the minimum and the maximum
    detail::check_call(MPI_Allreduce(MPI_IN_PLACE, smallest, 2, MPI_LONG_LONG, MPI_MIN, *comm_), "MPI_Allreduce");
    if (smallest[0] != -smallest[1])
      throw std::invalid_argument("mpi::ranks: the number of clients differs between ranks: from " +
                                  std::to_string(smallest[0]) + " to " + std::to_string(-smallest[1]));
  }

  index_t size() const { return clients_; }
  int rank() const { return rank_; }
  block owned(int r) const { return part(clients_, r); }
  int rank_of(index_t id) const { return static_cast<int>(((id + 1) * ranks_ - 1) / clients_); }
  const E& exec() const { return exec_; }

  template <class S>
  const mat<S>& gather(const mat<S>& mine, mat<S>& all) const {
    const index_t d = mine.rows();
    all.resize(d, clients_);
    std::vector<int> count, at;
    for (int r = 0; r < ranks_; ++r) {
      count.push_back(detail::to_count(d * owned(r).count()));
      at.push_back(detail::to_count(d * owned(r).first));
    }
    detail::check_call(MPI_Allgatherv(mine.data(), detail::to_count(mine.size()), detail::datatype<S>(), all.data(),
                                      count.data(), at.data(), detail::datatype<S>(), *comm_),
                       "MPI_Allgatherv");
    return all;
  }

  /// Rank r adds up its slice of the coordinates for all clients, then the slices are gathered: K d / P numbers a rank
  /// instead of K d, and the bits of the sequential sum, since each coordinate is one chain of additions.
  template <class S>
  void add_in_order(const mat<S>& columns, std::span<const index_t> who, vec<S>& total, workspace<S>& w) const {
    const index_t d = total.size();
    const auto present = [&](int r) {
      const block b = owned(r);
      return std::lower_bound(who.begin(), who.end(), b.last) - std::lower_bound(who.begin(), who.end(), b.first);
    };
    const block slice = part(d, rank_);
    const index_t mine = present(rank_);
    w.out.resize(static_cast<std::size_t>(d * mine));
    w.in.resize(static_cast<std::size_t>(slice.count()) * who.size());
    reserve_counts(w);
    index_t sent = 0, received = 0;
    for (int r = 0; r < ranks_; ++r) {
      const block c = part(d, r);
      const auto q = static_cast<std::size_t>(r);
      w.send_at[q] = detail::to_count(sent);
      w.receive_at[q] = detail::to_count(received);
      w.send_count[q] = detail::to_count(c.count() * mine);
      w.receive_count[q] = detail::to_count(slice.count() * present(r));
      for (index_t j = 0; j < mine; ++j)
        std::copy_n(columns.data() + j * d + c.first, c.count(), w.out.data() + sent + j * c.count());
      sent += w.send_count[q];
      received += w.receive_count[q];
    }
    detail::check_call(
        MPI_Alltoallv(w.out.data(), w.send_count.data(), w.send_at.data(), detail::datatype<S>(), w.in.data(),
                      w.receive_count.data(), w.receive_at.data(), detail::datatype<S>(), *comm_),
        "MPI_Alltoallv");
    w.part = total.segment(slice.first, slice.count());
    for (std::size_t j = 0; j < who.size(); ++j)
      w.part += Eigen::Map<const vec<S>>(w.in.data() + static_cast<index_t>(j) * slice.count(), slice.count());
    for (int r = 0; r < ranks_; ++r) {
      w.receive_count[static_cast<std::size_t>(r)] = detail::to_count(part(d, r).count());
      w.receive_at[static_cast<std::size_t>(r)] = detail::to_count(part(d, r).first);
    }
    detail::check_call(
        MPI_Allgatherv(w.part.data(), detail::to_count(slice.count()), detail::datatype<S>(), total.data(),
                       w.receive_count.data(), w.receive_at.data(), detail::datatype<S>(), *comm_),
        "MPI_Allgatherv");
  }

  template <class S>
  void exchange(const mat<S>& own, mat<S>& heard, std::span<const peer> peers, workspace<S>& w) const {
    const index_t d = own.rows();
    w.requests.clear();
    const auto columns = [](const auto& list) { return static_cast<index_t>(list.size()); };
    index_t given = 0, taken = 0;
    for (const peer& p : peers) given += columns(p.give), taken += columns(p.take);
    w.out.resize(static_cast<std::size_t>(given * d));
    w.in.resize(static_cast<std::size_t>(taken * d));
    S *out = w.out.data(), *in = w.in.data();
    for (const peer& p : peers) {
      S* const message = out;
      for (const index_t c : p.give) out = std::copy_n(own.data() + c * d, d, out);
      detail::check_call(MPI_Irecv(in, detail::to_count(columns(p.take) * d), detail::datatype<S>(), p.rank, 0, *comm_,
                                   &w.requests.emplace_back()),
                         "MPI_Irecv");
      detail::check_call(MPI_Isend(message, detail::to_count(columns(p.give) * d), detail::datatype<S>(), p.rank, 0,
                                   *comm_, &w.requests.emplace_back()),
                         "MPI_Isend");
      in += columns(p.take) * d;
    }
    detail::check_call(MPI_Waitall(static_cast<int>(w.requests.size()), w.requests.data(), MPI_STATUSES_IGNORE),
                       "MPI_Waitall");
    const S* from = w.in.data();
    for (const peer& p : peers)
      for (const index_t c : p.take) {
        std::copy_n(from, d, heard.data() + c * d);
        from += d;
      }
  }

  int agree(int v) const {
    detail::check_call(MPI_Allreduce(MPI_IN_PLACE, &v, 1, MPI_INT, MPI_MAX, *comm_), "MPI_Allreduce");
    return v;
  }
  std::uint64_t total(std::uint64_t n) const {
    detail::check_call(MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_UINT64_T, MPI_SUM, *comm_), "MPI_Allreduce");
    return n;
  }

 private:
  block part(index_t n, int r) const { return {n * r / ranks_, n * (r + 1) / ranks_}; }
  template <class W>
  void reserve_counts(W& w) const {
    for (auto* v : {&w.send_count, &w.send_at, &w.receive_count, &w.receive_at})
      v->resize(static_cast<std::size_t>(ranks_));
  }

  std::shared_ptr<MPI_Comm> comm_;
  index_t clients_;
  int rank_ = 0;
  int ranks_ = 1;
  E exec_;
};

}  // namespace cleave::mpi
