/// \file
/// A program that spreads the rows of a file over clients around a server and compares methods on them: in one process,
/// or over MPI where it is built with CLEAVE_EXAMPLE_MPI.
#pragma once

#include <cleave/core/status.hpp>

#include "support/federation.hpp"
#include "support/plot.hpp"
#include "support/program.hpp"
#include "support/report.hpp"
#include "support/star_methods.hpp"
#include "support/star_options.hpp"
#include "support/world.hpp"

#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace example {

/// The optimum of a solve with all the rows in one place.
struct centralised {
  cleave::vec<> x;
  std::string method;
};

/// How far rounding lets an objective be compared with one of this size, as a power of ten.
inline double rounding_of(double objective) {
  const double ulp = std::numeric_limits<double>::epsilon() * std::abs(objective);
  return ulp > 0 && std::isfinite(ulp) ? std::pow(10, std::ceil(std::log10(ulp))) : 1e-16;
}

/// A step that curvature suggests; where the losses have none, any will do.
/// \throws std::invalid_argument where the data are of a scale that leaves none
inline double suggested(double step, double smoothness, const std::string& option) {
  if (smoothness == 0) return 1;
  if (step > 0 && std::isfinite(step)) return step;
  throw std::invalid_argument(option +
                              ": there is no default for data of this scale: bring them to another, or give it");
}

template <class Runs>
picture gap_picture(const Runs& runs, const star_options& o, double reference) {
  picture p;
  p.title = std::to_string(o.clients) + " clients (" + o.partition + "): who reaches the pooled optimum?";
  p.remark = "a curve that flattens out has stopped at another model";
  p.x_label = "round of communication";
  p.y_label = "objective above the pooled optimum";
  p.log_y = true;
  p.floor = rounding_of(reference);
  for (const auto& run : runs) {
    const std::string end = run.status == cleave::status::solved ? ", solved in " + std::to_string(run.rounds) : "";
    p.curves.push_back({run.label() + end, run.solver, run.column("round"), run.column("gap")});
    p.log_x = p.log_x || run.rounds > 1000;
  }
  if (p.log_x) p.x_label += ", logarithmic";
  return p;
}

/// \param o      as parsed; afterwards with the values that were used
/// \param values every option with its value
template <class Task>
int compare(Task& task, star_options& o, const option_list& values, const world& processes) {
  o.check();
  task.check(o);
  if (o.local == "newton" && !cleave::has_hessian<typename Task::problem>)
    throw std::invalid_argument("--local newton: this loss has no Hessian, its prox is exact; expected exact or gd:L");
  o.solver = choose_methods(o.solver, star_methods, [&](const auto& solver) { return star_refusal(solver, o); });

  cleave::partition rows_of;
  cleave::all_or_none(processes, "data", [&] {
    if (processes.talks()) check_outputs(o.files, task.inputs());
    task.read(o);
    rows_of = task.split(o);
  });
  o.clients = static_cast<long long>(rows_of.size());

  auto f = make_federation(task, o, rows_of, processes.transport(o.clients, o.threads));
  const double smoothness = f.numbers.smoothness;
  if (!o.step) o.step = suggested(task.default_step(f.numbers), smoothness, "--step");
  if (!o.lr) o.lr = suggested(1 / smoothness, smoothness, "--lr");
  f.step = *o.step;
  f.learning_rate = *o.lr;
  const centralised best = task.optimum(o);
  f.reference = f.objective(best.x);
  if (!std::isfinite(f.reference))
    throw std::invalid_argument(task.inputs().front() + ": the objective overflows: bring the data to a smaller scale");
  if (processes.talks()) {
    std::printf("%s: %lld rows, %lld columns, %lld clients (%s)", task.inputs().front().c_str(),
                static_cast<long long>(task.rows()), static_cast<long long>(task.columns()), o.clients,
                o.partition.c_str());
    std::printf("%s\noptimum of a centralised solve: %.16g\n\n", task.remark().c_str(), f.reference);
    flush_output();
  }

  std::vector<run_record> runs;
  int code = as_asked;
  for (const auto& method : o.solver) {
    runs.push_back(run_method(o, f, method));
    task.finish(runs.back());
    if (!cleave::broke_down(runs.back().status)) continue;
    code = broke_down;
    if (processes.talks()) std::fprintf(stderr, "%s: %s: %s\n", Task::name, method.c_str(), runs.back().end.c_str());
  }
  if (!processes.talks()) return code;

  print_table(runs);
  if (!o.files.csv.empty()) write_text(o.files.csv, history_of(runs));
  if (!o.files.json.empty()) {
    json out;
    out["example"] = Task::name;
    out["data"] = {{"path", task.inputs().front()}, {"rows", task.rows()}, {"columns", task.columns()}};
    task.describe(out["data"]);
    out["options"] = values.values();
    out["client_rows"] = json::array();
    for (const auto& rows : rows_of) out["client_rows"].push_back(rows.size());
    out["reference"] = {{"objective", f.reference}, {"method", best.method}};
    out["runs"] = json::array();
    for (const auto& run : runs) out["runs"].push_back(json_of(run));
    write_text(o.files.json, text_of(out));
  }
  if (!o.files.plot.empty()) draw(o.files.plot, gap_picture(runs, o, f.reference));
  return code;
}

/// main() of such a program. A task is one loss on one kind of file:
///
///     name, description; problem       its names, the type of a client's problem
///     declare(options, star_options&)  adds its options to the command line
///     check(const star_options&)       refuses their values, before the file is read
///     inputs()                         the files that it reads, the data first
///     read(const star_options&)        reads them; from then on rows(), columns() of the file, and
///     dimension()                      what the methods work in, which may be other coordinates than the file's
///     split(const star_options&)       which rows every client has
///     part(rows)                       the problem of some rows
///     default_step(conditioning)       the prox step without --step
///     optimum(const star_options&)     of all rows
///     finish(run_record&)              brings a model back to the file's columns and scores it
///     remark(), describe(json&)        what the first line and the JSON's "data" say besides
template <class Task>
int star_program(int argc, char** argv) {
  const world processes(argc, argv);
  CLI::App app(Task::description, world::program(Task::name));
  option_list list(app);
  Task task;
  star_options o;
  task.declare(list, o);
  return run_program(app, argc, argv, processes.talks(), [&] { return compare(task, o, list, processes); });
}

}  // namespace example
