// Logistic regression on data that stay with their owners: which federated method finds the pooled optimum?
#include <cleave/cleave.hpp>
#include <cleave/data/binary_labels.hpp>
#include <cleave/data/libsvm.hpp>
#include <cleave/data/partition_spec.hpp>
#include <cleave/exec/threads.hpp>

#include "support/centralised.hpp"
#include "support/plot.hpp"
#include "support/program.hpp"
#include "support/report.hpp"

#include <charconv>
#include <limits>
#include <optional>

#if defined(CLEAVE_EXAMPLE_MPI)
#include <cleave/comm/mpi.hpp>
#endif

namespace {

using namespace cleave;
using problem = logistic<sparse_rows<>>;

/// The processes that run this program together.
struct world {
  static int agree(int v) {
#if defined(CLEAVE_EXAMPLE_MPI)
    MPI_Allreduce(MPI_IN_PLACE, &v, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
#endif
    return v;
  }
};

constexpr index_t most_columns = 10000;
const std::vector<std::string> all_solvers{"fedavg", "fedprox", "fedsplit", "feddr"};

struct options {
  std::string data = CLEAVE_EXAMPLE_DATA_DIR "/a9a", test;
  std::vector<std::string> solver{"all"};
  long long clients = 10;
  bool clients_given = false;
  std::string partition = "label-skew", weights = "rows", local = "exact";
  double l2 = 1e-3, l1 = 0, participation = 1, tol = 1e-8, mu = 1, relaxation = 1;
  std::optional<double> step, lr;
  long long rounds = 200, threads = 1, seed = 1;
  int local_steps = 5;
  std::string json, csv, plot;
};

void declare(CLI::App& app, options& o) {
  app.description(
      "Federated logistic regression. Minimises the pooled objective\n"
      "  F(w) = (1/n) sum_i log(1 + exp(-y_i x_i'w)) + (l2/2) ||w||^2 + l1 ||w||_1\n"
      "over n rows that are spread over clients, by several methods, and compares them with a centralised solve.\n"
      "Without an intercept; `objective` and `gap` are those of F at the returned model.");
  app.option_defaults()->always_capture_default();
  app.add_option("--data", o.data, "LIBSVM file, labels -1/+1, 0/1 or 1/2 (default: the bundled Adult, a9a)");
  app.add_option("--test", o.test, "LIBSVM file for test accuracy");
  app.add_option("--solver", o.solver, "fedavg,fedprox,fedsplit,feddr or all that the other options allow")
      ->delimiter(',');
  app.add_option("--clients", o.clients, "number of clients");
  app.add_option("--partition", o.partition, "label-skew, iid, dirichlet:A or sizes:a,b,...");
  app.add_option("--weights", o.weights, "rows: a client weighs its share of the rows; uniform: all the same");
  app.add_option("--l2", o.l2, "ridge");
  app.add_option("--l1", o.l1, "l1 weight (feddr only)");
  app.add_option("--participation", o.participation, "share of the clients in a round, (0, 1] (below 1: feddr only)");
  app.add_option("--rounds", o.rounds, "rounds at the most");
  app.add_option("--tol", o.tol, "stop when the method's own residual is at most this; 0 runs all rounds");
  app.add_option("--local", o.local,
                 "local solver of fedprox, fedsplit, feddr: exact, newton or gd:L (L gradient steps)");
  app.add_option("--step", o.step, "prox step of fedsplit and feddr (default 1/sqrt(l L), or 10/L without --l2)");
  app.add_option("--relaxation", o.relaxation, "feddr's alpha in (0, 2); 2 without --l1 and with everybody");
  app.add_option("--mu", o.mu, "fedprox's proximal weight");
  app.add_option("--lr", o.lr, "step of fedavg and of gd:L (default 1/L)");
  app.add_option("--local-steps", o.local_steps, "gradient steps of fedavg in a round");
  app.add_option("--threads", o.threads, "threads; 0: all processors");
  app.add_option("--seed", o.seed, "seed of partitions and sampling");
  app.add_option("--json", o.json, "write the results to this file");
  app.add_option("--csv", o.csv, "write the history of all runs to this file");
  app.add_option("--plot", o.plot, "write a picture, .svg or .png, with gnuplot");
}

std::string refusal(const std::string& solver, const options& o) {
  if (solver == "feddr") return "";
  if (o.l1 > 0) return solver + " cannot honour --l1: it has no regulariser; use feddr";
  if (o.participation < 1) return solver + " cannot honour --participation below 1: it needs every client; use feddr";
  return "";
}

/// L of "gd:L".
int gradient_steps_of(const std::string& local) {
  int steps = 0;
  const char* const end = local.data() + local.size();
  if (local.rfind("gd:", 0) == 0)
    if (const auto [at, error] = std::from_chars(local.data() + 3, end, steps); error == std::errc() && at == end)
      return steps;
  throw std::invalid_argument("--local: expected exact, newton or gd:L, got '" + local + "'");
}

void check_options(const options& o) {
  check(o.clients >= 1, "--clients", "at least 1", o.clients);
  constexpr long long most = std::numeric_limits<long long>::max();  // what a number that is too large is read as
  check(o.rounds >= 0 && o.rounds < most, "--rounds", "from 0 to 2^63 - 2", o.rounds);
  check(o.seed >= 0 && o.seed < most, "--seed", "from 0 to 2^63 - 2", o.seed);
  check_positive(o.mu, "--mu");
  if (o.local != "exact" && o.local != "newton") gradient_steps_of(o.local);
  check_not_negative(o.l2, "--l2");
  check_not_negative(o.l1, "--l1");
  check_not_negative(o.tol, "--tol");
  check(o.participation > 0 && o.participation <= 1, "--participation", "in (0, 1]", o.participation);
  if (o.weights != "rows" && o.weights != "uniform")
    throw std::invalid_argument("--weights: expected rows or uniform, got '" + o.weights + "'");
  if (o.step) check_positive(*o.step, "--step");
  if (o.lr) check_positive(*o.lr, "--lr");
  example::check_picture(o.plot);
}

/// Everything that is the same for all methods.
template <class Transport>
struct federation {
  const options& o;
  Transport carrier;
  clients<problem> members;
  vec<> share;  // of the rows, for each owned client
  const problem& pooled;
  const problem* test;
  double reference;
  double step;
  double learning_rate;

  /// F(x), added up over clients in the order of their ids.
  double objective(const vec<>& x) const {
    mat<> part(1, members.count());
    carrier.exec().for_each(members.count(),
                            [&](index_t at, index_t) { part(0, at) = share[at] * members.value(at, x); });
    return sum_in_order(carrier, part) + o.l1 * x.lpNorm<1>();
  }
};

template <class Transport, class Solver>
example::run_record measure(const federation<Transport>& f, const std::string& name, const Solver& solver) {
  auto state = solver.init(vec<>::Zero(f.pooled.dimension()));
  history record([&](const vec<>& x) { return f.objective(x); });
  const stop::rounds all_rounds(static_cast<std::uint64_t>(f.o.rounds));
  const result ended = f.o.tol > 0 ? run(solver, state, stop::residual(f.o.tol) || all_rounds, progress(name), record)
                                   : run(solver, state, all_rounds, progress(name), record);

  example::run_record out;
  out.solver = name;
  out.status = ended.status;
  out.rounds = ended.rounds;
  out.seconds = ended.seconds;
  out.model = solver.model(state);
  out.objective = f.objective(out.model);
  out.gap = out.objective - f.reference;
  out.residual = static_cast<double>(solver.residual(state));
  out.accuracy = static_cast<double>(f.pooled.correct(out.model)) / static_cast<double>(f.pooled.rows());
  if (f.test != nullptr && f.test->rows() > 0)
    out.test_accuracy = static_cast<double>(f.test->correct(out.model)) / static_cast<double>(f.test->rows());
  out.counters = total_over_ranks(f.carrier, solver.cost(state));
  std::vector<double> gaps;
  for (const double value : record.objective) gaps.push_back(value - f.reference);
  out.history = {{"round", {record.round.begin(), record.round.end()}},
                 {"objective", record.objective},
                 {"gap", gaps},
                 {"residual", record.residual},
                 {"floats", {record.floats.begin(), record.floats.end()}},
                 {"seconds", record.seconds}};
  return out;
}

template <class Transport, class Local>
example::run_record run_method(const federation<Transport>& f, const std::string& name, Local local) {
  const options& o = f.o;
  const star net(f.carrier);
  const auto members = f.members.with(std::move(local));
  const auto feddr_with = [&](const auto& network, auto g) {
    return measure(f, name, feddr(network, members, g, {.step = f.step, .relaxation = o.relaxation}));
  };
  if (name == "fedavg")
    return measure(f, name, fedavg(net, members, {.learning_rate = f.learning_rate, .local_steps = o.local_steps}));
  if (name == "fedprox") return measure(f, name, fedprox(net, members, {.mu = o.mu}));
  if (name == "fedsplit") return measure(f, name, fedsplit(net, members, {.step = f.step}));
  if (o.participation == 1) return o.l1 > 0 ? feddr_with(net, l1_norm(o.l1)) : feddr_with(net, zero());
  const auto m = static_cast<index_t>(std::llround(o.participation * static_cast<double>(net.size())));
  return feddr_with(net.with(sample_uniformly(std::max<index_t>(m, 1), static_cast<std::uint64_t>(o.seed))),
                    l1_norm(o.l1));
}

template <class Transport>
example::run_record run_method(const federation<Transport>& f, const std::string& name) {
  const std::string& local = f.o.local;
  if (local == "exact") return run_method(f, name, automatic{});
  if (local == "newton") return run_method(f, name, newton{});
  return run_method(f, name, gradient_steps(gradient_steps_of(local), f.o.lr.value_or(0)));
}

problem read_test(const std::string& path, index_t columns) {
  auto data = read_libsvm(path, columns);
  check_same(data.rows.cols(), path + ": number of features", columns, "the training file has");
  binary_labels(data.labels, path);
  return problem(std::move(data.rows), std::move(data.labels));
}

/// \param talks          whether this process prints and writes
/// \param processes      all that run this program together
/// \param make_transport a transport of so many clients
template <class Processes, class MakeTransport>
int compare(const options& o, bool talks, const Processes& processes, MakeTransport&& make_transport) {
  check_options(o);
  const auto methods =
      example::choose_methods(o.solver, all_solvers, [&](const std::string& solver) { return refusal(solver, o); });

  labelled<double> data;
  std::string mapping;
  partition rows_of;
  std::optional<problem> pooled, test;
  all_or_none(processes, "data", [&] {
    if (talks)  // before any work is done
      for (const std::string* file : {&o.json, &o.csv, &o.plot}) example::check_writable(*file);
    data = read_libsvm(o.data);
    if (data.rows.rows() == 0 || data.rows.cols() == 0)
      throw std::invalid_argument(o.data + ": no features in any row");
    check(data.rows.cols() <= most_columns, "--data: the number of columns",
          "at most 10000: the exact solves factor a dense Hessian", data.rows.cols());
    mapping = binary_labels(data.labels, o.data);
    const bool sized = o.partition.rfind("sizes:", 0) == 0;
    rows_of = make_partition(o.partition, data.labels, sized && !o.clients_given ? 0 : o.clients,
                             static_cast<std::uint64_t>(o.seed));
    pooled.emplace(data.rows, data.labels, logistic_options{.ridge = o.l2});
    if (!o.test.empty()) test = read_test(o.test, data.rows.cols());
  });
  const auto count = static_cast<index_t>(rows_of.size()), n = data.rows.rows();

  const auto carrier = make_transport(count);
  const block mine = carrier.owned(carrier.rank());
  std::vector<problem> problems;
  vec<> share(mine.count());
  for (index_t k = mine.first; k < mine.last; ++k) {
    const auto& rows = rows_of[static_cast<std::size_t>(k)];
    auto own = subset(data, rows);
    problems.emplace_back(std::move(own.rows), std::move(own.labels), logistic_options{.ridge = o.l2});
    share[k - mine.first] = static_cast<double>(rows.size()) / static_cast<double>(n);
  }
  const clients<problem> members(std::move(problems), o.weights == "rows" ? share : vec<>());
  const conditioning numbers = conditioning_of(star(carrier), members);
  const double automatic_step =
      o.l2 > 0 ? 1 / std::sqrt(numbers.strong_convexity * numbers.smoothness) : 10 / numbers.smoothness;

  federation<std::remove_const_t<decltype(carrier)>> f{o, carrier, members, share, *pooled, test ? &*test : nullptr,
                                                       0, 0,       0};
  f.step = o.step.value_or(automatic_step);
  f.learning_rate = o.lr.value_or(1 / numbers.smoothness);
  f.reference = f.objective(example::centralised_optimum(*pooled, o.l1));
  if (talks) {
    std::printf("%s: %lld rows, %lld columns, %lld clients (%s)%s%s\n", o.data.c_str(), static_cast<long long>(n),
                static_cast<long long>(data.rows.cols()), static_cast<long long>(count), o.partition.c_str(),
                mapping.empty() ? "" : ", ", mapping.c_str());
    std::printf("optimum of a centralised solve: %.16g\n\n", f.reference);
    std::fflush(stdout);
  }

  std::vector<example::run_record> runs;
  for (const auto& method : methods) runs.push_back(run_method(f, method));
  int code = example::as_asked;
  for (const auto& run : runs)
    if (broke_down(run.status)) code = example::broke_down;
  if (!talks) return code;

  example::print_table(runs, "gap");
  if (!o.csv.empty()) example::write_history(o.csv, runs);
  if (!o.json.empty()) {
    example::json out;
    out["example"] = "federated_logistic";
    out["data"] = {{"path", o.data}, {"rows", n}, {"columns", data.rows.cols()}};
    out["options"] = {{"data", o.data},
                      {"test", o.test},
                      {"solver", methods},
                      {"clients", count},
                      {"partition", o.partition},
                      {"weights", o.weights},
                      {"l2", o.l2},
                      {"l1", o.l1},
                      {"participation", o.participation},
                      {"rounds", o.rounds},
                      {"tol", o.tol},
                      {"local", o.local},
                      {"step", f.step},
                      {"relaxation", o.relaxation},
                      {"mu", o.mu},
                      {"lr", f.learning_rate},
                      {"local-steps", o.local_steps},
                      {"threads", o.threads},
                      {"seed", o.seed},
                      {"json", o.json},
                      {"csv", o.csv},
                      {"plot", o.plot}};
    out["client_rows"] = example::json::array();
    for (const auto& rows : rows_of) out["client_rows"].push_back(rows.size());
    out["reference"] = {{"objective", f.reference}, {"method", o.l1 > 0 ? "proximal newton" : "newton"}};
    out["runs"] = example::json::array();
    for (const auto& run : runs) out["runs"].push_back(example::to_json(run));
    example::write_text(o.json, out.dump(1, ' ', false, example::json::error_handler_t::replace) + "\n");
  }
  if (!o.plot.empty()) {
    std::vector<example::curve> curves;
    for (const auto& run : runs) curves.push_back({run.solver, run.history[0].second, run.history[2].second});
    example::plot_log(o.plot, std::to_string(count) + " clients (" + o.partition + "): who reaches the pooled optimum?",
                      "a curve that flattens out has stopped at another model", "round of communication",
                      "objective above the pooled optimum", curves, 1e-16);
  }
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  options o;
#if defined(CLEAVE_EXAMPLE_MPI)
  CLI::App app("", "federated_logistic_mpi");
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const bool talks = rank == 0;
  const auto transport = [&](index_t n) { return mpi::ranks(n, MPI_COMM_WORLD, threads(o.threads)); };
#else
  CLI::App app("", "federated_logistic");
  const bool talks = true;
  const auto transport = [&](index_t n) { return in_process(n, threads(o.threads)); };
#endif
  declare(app, o);
  const int code = example::run_program(app, argc, argv, talks, [&] {
    o.clients_given = app.count("--clients") > 0;
    return compare(o, talks, world{}, transport);
  });
#if defined(CLEAVE_EXAMPLE_MPI)
  MPI_Finalize();
#endif
  return code;
}
