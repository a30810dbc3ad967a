/// \file
/// The options of the programs whose clients stand around a server, and the methods that these have.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/types.hpp>

#include "support/options.hpp"

#include <charconv>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace example {

/// What --help says of the options that programs differ in.
struct star_help {
  std::string partitions;  // how rows can be split
  std::string step;        // what is taken without --step
  std::string locals;      // the local solvers
};

struct star_options : common_options {
  std::vector<std::string> solver{"all"};
  long long clients = 10;
  std::string partition = "label-skew", weights = "rows", local = "exact";
  double l1 = 0;  // an option of the programs that declare it
  double participation = 1, relaxation = 1, mu = 1;
  std::optional<double> step, lr;
  int local_steps = 5;

  void declare(option_list& list, const star_help& help) {
    list.add_list("solver", solver, "fedavg,fedprox,fedsplit,feddr or all that the other options allow");
    clients_option_ = list.add("clients", clients, "number of clients");
    list.add("partition", partition, help.partitions);
    list.add("weights", weights, "rows: a client weighs its share of the rows; uniform: all the same");
    list.add("participation", participation, "share of the clients in a round, (0, 1] (below 1: feddr only)");
    declare_stop(list);
    list.add("local", local, "local solver of fedprox, fedsplit, feddr: " + help.locals + " (L gradient steps)");
    list.add("step", step, "prox step of fedsplit and feddr (default " + help.step + ")");
    list.add("relaxation", relaxation, "feddr's alpha in (0, 2); 2 with everybody and without a regulariser");
    list.add("mu", mu, "fedprox's proximal weight");
    list.add("lr", lr, "step of fedavg and of gd:L (default 1/L)");
    list.add("local-steps", local_steps, "gradient steps of fedavg in a round");
    declare_rest(list, "seed of partitions and sampling");
  }

  /// The number of clients asked for; 0 where nobody asked and the partition says it itself.
  cleave::index_t clients_wanted(bool partition_says) const {
    return partition_says && clients_option_->count() == 0 ? 0 : clients;
  }
  bool sampled() const { return participation < 1; }

  /// L of "gd:L". \throws std::invalid_argument
  int local_gradient_steps() const {
    int steps = 0;
    const char* const end = local.data() + local.size();
    if (local.starts_with("gd:"))
      if (const auto [at, error] = std::from_chars(local.data() + 3, end, steps); error == std::errc() && at == end)
        return steps;
    throw std::invalid_argument("--local: expected exact, newton or gd:L, got '" + local + "'");
  }

  /// \throws std::invalid_argument on a value outside its range
  void check() const {
    common_options::check();
    cleave::check(clients >= 1, "--clients", "at least 1", clients);
    cleave::check_positive(mu, "--mu");
    cleave::check(relaxation > 0 && relaxation <= 2, "--relaxation", "in (0, 2]", relaxation);
    cleave::check(local_steps >= 1, "--local-steps", "at least 1", local_steps);
    if (local != "exact" && local != "newton") local_gradient_steps();
    cleave::check_not_negative(l1, "--l1");
    cleave::check(participation > 0 && participation <= 1, "--participation", "in (0, 1]", participation);
    if (weights != "rows" && weights != "uniform")
      throw std::invalid_argument("--weights: expected rows or uniform, got '" + weights + "'");
    if (step) cleave::check_positive(*step, "--step");
    if (lr) cleave::check_positive(*lr, "--lr");
  }

 private:
  CLI::Option* clients_option_ = nullptr;
};

}  // namespace example
