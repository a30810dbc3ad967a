/// \file
/// Rows of one data set spread over clients: all that the methods of a comparison share.
#pragma once

#include <cleave/comm/star.hpp>
#include <cleave/comm/transport.hpp>
#include <cleave/data/partition.hpp>
#include <cleave/problems/clients.hpp>
#include <cleave/solvers/conditioning.hpp>

#include "support/star_options.hpp"

#include <utility>
#include <vector>

namespace example {

template <class Transport, class Problem>
struct federation {
  using problem = Problem;
  Transport carrier;
  cleave::clients<Problem> members;
  cleave::vec<> share;  // of the rows, for each owned client
  double l1;
  cleave::index_t dimension;
  cleave::conditioning numbers;
  double step = 0, learning_rate = 0, reference = 0;

  /// F(x) = sum_k share_k f_k(x) + l1 ||x||_1, added up over clients in the order of their ids.
  double objective(const cleave::vec<>& x) const {
    cleave::mat<> part(1, members.count());
    carrier.exec().for_each(
        members.count(), [&](cleave::index_t at, cleave::index_t) { part(0, at) = share[at] * members.value(at, x); });
    return sum_in_order(carrier, part) + l1 * x.lpNorm<1>();
  }
};

/// \param task    makes the problem of some rows: task.part(rows)
/// \param rows_of all clients' rows; of these the transport says which are this process's
template <class Task, class Transport>
auto make_federation(const Task& task, const star_options& o, const cleave::partition& rows_of, Transport carrier) {
  using namespace cleave;
  using problem = typename Task::problem;
  const block mine = carrier.owned(carrier.rank());
  std::vector<problem> problems;
  vec<> share(mine.count());
  for (index_t k = mine.first; k < mine.last; ++k) {
    const auto& rows = rows_of[static_cast<std::size_t>(k)];
    problems.push_back(task.part(rows));
    share[k - mine.first] = static_cast<double>(rows.size()) / static_cast<double>(task.rows());
  }
  const clients<problem> members(std::move(problems), o.weights == "rows" ? share : vec<>());
  const conditioning numbers = conditioning_of(star(carrier), members);
  return federation<Transport, problem>{std::move(carrier), members, share, o.l1, task.dimension(), numbers};
}

}  // namespace example
