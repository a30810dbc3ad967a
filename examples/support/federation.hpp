/// \file
/// Rows of one data set spread over clients: all that the methods of a comparison share.
#pragma once

#include <cleave/comm/star.hpp>
#include <cleave/data/partition.hpp>
#include <cleave/diagnostics/pooled.hpp>
#include <cleave/operators/functions/l1_norm.hpp>
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
  /// F(x) over all rows, whatever the clients weigh.
  cleave::pooled_function<cleave::star<Transport>, cleave::clients<Problem>, cleave::l1_norm<>> objective;
  cleave::index_t dimension;
  cleave::conditioning numbers;
  double step = 0, learning_rate = 0, reference = 0;
};

/// \param task    makes the problem of some rows: task.part(rows)
/// \param rows_of all clients' rows; of these the transport says which are this process's
template <class Task, class Transport>
auto make_federation(const Task& task, const star_options& o, const cleave::partition& rows_of, Transport carrier) {
  using namespace cleave;
  using problem = typename Task::problem;
  const block mine = carrier.owned(carrier.rank());
  std::vector<problem> problems;
  vec<> count(mine.count());  // of rows
  for (index_t k = mine.first; k < mine.last; ++k) {
    const auto& rows = rows_of[static_cast<std::size_t>(k)];
    problems.push_back(task.part(rows));
    count[k - mine.first] = static_cast<double>(rows.size());
  }
  const star net(carrier);
  const clients<problem> by_rows(std::move(problems), count);
  const auto members = o.weights == "rows" ? by_rows : by_rows.weighted({});
  const conditioning numbers = conditioning_of(net, members);
  return federation<Transport, problem>{std::move(carrier), members, pooled_objective(net, by_rows, l1_norm(o.l1)),
                                        task.dimension(), numbers};
}

}  // namespace example
