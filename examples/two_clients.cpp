// Two clients, one unknown: where each method ends, beside the model that all the data together would give.
#include <cleave/comm/graph_network.hpp>
#include <cleave/comm/star.hpp>
#include <cleave/exec/threads.hpp>
#include <cleave/problems/clients.hpp>
#include <cleave/problems/least_squares.hpp>
#include <cleave/solvers/fedavg.hpp>
#include <cleave/solvers/feddr.hpp>
#include <cleave/solvers/fedprox.hpp>
#include <cleave/solvers/fedsplit.hpp>
#include <cleave/solvers/r_admm.hpp>

#include "support/centralised.hpp"
#include "support/measure.hpp"
#include "support/options.hpp"
#include "support/plot.hpp"
#include "support/program.hpp"

#include <limits>
#include <optional>

namespace {

using namespace cleave;

const char* const description =
    "Two clients fit y = m x. The first has the points (0, 2) and (1, 2), the second (2, 0) and (2, 1):\n"
    "  f_1(m) = ((0 - 2)^2 + (m - 2)^2) / 2,   f_2(m) = ((2m)^2 + (2m - 1)^2) / 2,   F(m) = (f_1(m) + f_2(m)) / 2\n"
    "Every method runs from m = 0. fedavg lets each client go to its own optimum in every round, fedgd takes\n"
    "--local-steps gradient steps. `objective` is F, `gap` is F above its minimum.";

struct options : example::common_options {
  std::vector<std::string> solver{"all"};
  std::vector<double> mu{0.1, 1, 10};
  double lr = 0.1;
  std::vector<int> local_steps{1, 2, 5};
  std::optional<double> step, penalty;
  double relaxation = 1;

  void declare(example::option_list& list) {
    list.add_list("solver", solver, "fedavg,fedgd,fedprox,fedsplit,feddr,r-admm or all");
    tol = 0;
    declare_stop(list);
    list.add_list("mu", mu, "fedprox's proximal weights, a run each");
    list.add("lr", lr, "step of fedgd");
    list.add_list("local-steps", local_steps, "gradient steps of fedgd in a round, a run each");
    list.add("step", step, "prox step of fedsplit and feddr (default 1/sqrt(l L))");
    list.add("relaxation", relaxation, "feddr's alpha in (0, 2]");
    list.add("eta", penalty, "r-admm's penalty (default sqrt(l L))");
    declare_rest(list, "taken for the sake of uniformity: nothing here is random");
  }
  void check() const {
    common_options::check();
    for (const double weight : mu) check_positive(weight, "--mu");
    for (const int steps : local_steps) cleave::check(steps >= 1, "--local-steps", "at least 1", steps);
    check_positive(lr, "--lr");
    if (step) check_positive(*step, "--step");
    if (penalty) check_positive(*penalty, "--eta");
    cleave::check(relaxation > 0 && relaxation <= 2, "--relaxation", "in (0, 2]", relaxation);
  }
};

/// Rows (x) and responses (y) of some points.
struct points {
  dense_rows<> x;
  vec<> y;

  points(std::initializer_list<std::pair<double, double>> all)
      : x(static_cast<index_t>(all.size()), 1), y(static_cast<index_t>(all.size())) {
    index_t i = 0;
    for (const auto& [at, value] : all) {
      x(i, 0) = at;
      y[i++] = value;
    }
  }
  double optimum() const { return example::least_squares_optimum(x, y)[0]; }
};

/// A run, and the sum that its fixed point minimises.
struct line {
  example::run_record run;
  std::string minimises;
};

class comparison {
 public:
  explicit comparison(options& o)
      : o_(o),
        net_(in_process(2, threads(o.threads))),
        members_({problem(first_.x, first_.y), problem(second_.x, second_.y)}),
        numbers_(conditioning_of(net_, members_)),
        best_(example::least_squares_optimum(pooled().x, pooled().y)),
        least_(objective(best_)) {
    const double middle = std::sqrt(numbers_.strong_convexity * numbers_.smoothness);
    o_.step = o_.step.value_or(1 / middle);
    o_.penalty = o_.penalty.value_or(middle);
  }

  /// F
  double objective(const vec<>& m) const { return (members_.value(0, m) + members_.value(1, m)) / 2; }
  const vec<>& best() const { return best_; }
  double least() const { return least_; }
  std::vector<double> own_optima() const { return {first_.optimum(), second_.optimum()}; }

  std::vector<line> run() const {
    std::vector<line> lines;
    for (const auto& name : o_.solver) {
      if (name == "fedavg") {
        const int steps = steps_to_the_end();
        lines.push_back({measured(name, fedavg(net_, members_, {.local_steps = steps}), {{"local-steps", steps}}),
                         "nothing: the mean of the clients' own optima"});
      } else if (name == "fedgd") {
        for (const int steps : o_.local_steps)
          lines.push_back({measured(name, fedavg(net_, members_, {.learning_rate = o_.lr, .local_steps = steps}),
                                    {{"local-steps", steps}}),
                           steps == 1 ? "F: it is gradient descent" : "nothing: clients drift towards their own"});
      } else if (name == "fedprox") {
        for (const double mu : o_.mu)
          lines.push_back(
              {measured(name, fedprox(net_, members_, {.mu = mu}), {{"mu", mu}}), "the sum of the Moreau envelopes"});
      } else if (name == "fedsplit") {
        lines.push_back({measured(name, fedsplit(net_, members_, {.step = o_.step})), "F"});
      } else if (name == "feddr") {
        lines.push_back(
            {measured(name, feddr(net_, members_, zero(), {.step = o_.step, .relaxation = o_.relaxation})), "F"});
      } else {
        const graph_network pair(net_.carrier(), graph(2, {{0, 1}}));
        lines.push_back({measured(name, r_admm(pair, members_, {.eta = *o_.penalty})), "F"});
      }
    }
    return lines;
  }

 private:
  using problem = least_squares<>;

  points pooled() const {
    points all = first_;
    all.x.conservativeResize(4, 1);
    all.y.conservativeResize(4);
    all.x.bottomRows(2) = second_.x;
    all.y.tail(2) = second_.y;
    return all;
  }
  /// Gradient steps of 1 / L after which a client is at its own optimum: (1 - l / L)^steps is below rounding.
  int steps_to_the_end() const {
    const double factor = 1 - numbers_.strong_convexity / numbers_.smoothness;
    return static_cast<int>(std::ceil(std::log(std::numeric_limits<double>::epsilon() / 8) / std::log(factor)));
  }
  template <class Solver>
  example::run_record measured(const std::string& name, const Solver& solver,
                               const example::json& settings = example::json::object()) const {
    std::vector<double> models;
    auto record = example::measure(
        o_, name, solver, 1, [&](const vec<>& m) { return objective(m); }, least_,
        [&](const auto& view) { models.push_back(view.model()[0]); });
    record.settings = settings;
    record.history.emplace_back("model", models);
    return record;
  }

  options& o_;
  points first_{{0, 2}, {1, 2}}, second_{{2, 0}, {2, 1}};
  star<in_process<threads>> net_;
  clients<problem> members_;
  conditioning numbers_;
  vec<> best_;
  double least_;
};

void print(std::FILE* to, const comparison& c, const std::vector<line>& lines) {
  const auto own = c.own_optima();
  std::fprintf(to, "Alone, client 1 would say m = %.16g and client 2 m = %.16g.\n", own[0], own[1]);
  std::fprintf(to, "All points together say m = %.16g: the pooled optimum.\n\n", c.best()[0]);
  std::fprintf(to, "%-23s %-20s %-16s %7s  %-13s %s\n", "method", "ends at m =", "from the optimum", "rounds", "status",
               "minimises");
  for (const auto& [run, minimises] : lines)
    std::fprintf(to, "%-23s %-20.16g %-16.2e %7llu  %-13s %s\n", run.label().c_str(), run.model[0],
                 std::abs(run.model[0] - c.best()[0]), static_cast<unsigned long long>(run.rounds),
                 cleave::to_string(run.status), minimises.c_str());
}

/// The models over the first rounds, until the last of them has come to rest.
example::picture picture_of(const comparison& c, const std::vector<line>& lines) {
  double least = c.best()[0], most = least;
  for (const auto& [run, minimises] : lines)
    for (const double m : run.column("model")) least = std::min(least, m), most = std::max(most, m);
  std::size_t rest = 0;
  for (const auto& [run, minimises] : lines) {
    const auto& m = run.column("model");
    for (std::size_t i = 0; i < m.size(); ++i)
      if (std::abs(m[i] - m.back()) > 0.005 * (most - least)) rest = std::max(rest, i + 1);
  }
  example::picture p;
  p.title = "Two clients: which methods end at the pooled optimum?";
  p.remark = "y = m x; alone, the clients would say 2 and 0.25";
  p.x_label = "round of communication";
  p.y_label = "the server's model m";
  p.lines = {{"pooled optimum", "", {}, {c.best()[0]}}};
  for (const auto& [run, minimises] : lines) {
    example::curve curve{run.label(), run.solver, run.column("round"), run.column("model")};
    const std::size_t shown = std::min(curve.x.size(), rest + rest / 5 + 2);
    curve.x.resize(shown);
    curve.y.resize(shown);
    p.curves.push_back(curve);
  }
  return p;
}

example::json report(const comparison& c, const example::option_list& values, const std::vector<line>& lines) {
  example::json out;
  out["example"] = "two_clients";
  out["data"] = {{"path", nullptr}, {"rows", 4}, {"columns", 1}};
  out["options"] = values.values();
  out["client_rows"] = {2, 2};
  out["client_models"] = c.own_optima();
  out["reference"] = {{"objective", c.least()}, {"method", "qr"}, {"model", example::json_of(c.best())}};
  out["runs"] = example::json::array();
  for (const auto& [run, minimises] : lines) out["runs"].push_back(example::json_of(run));
  return out;
}

int compare(options& o, const example::option_list& values) {
  o.check();
  o.solver = example::choose_methods(o.solver, {"fedavg", "fedgd", "fedprox", "fedsplit", "feddr", "r-admm"},
                                     [](const auto&) { return std::string(); });
  example::check_outputs(o.files, {});
  const comparison c(o);
  const auto lines = c.run();
  print(o.files.talk(), c, lines);
  int code = example::as_asked;
  std::vector<example::run_record> runs;
  for (const auto& [run, minimises] : lines) {
    if (broke_down(run.status)) {
      code = example::broke_down;
      std::fprintf(stderr, "two_clients: %s: %s\n", run.solver.c_str(), run.end.c_str());
    }
    runs.push_back(run);
  }
  if (!o.files.csv.empty()) example::write_text(o.files.csv, example::history_of(runs));
  if (!o.files.json.empty()) example::write_text(o.files.json, example::text_of(report(c, values, lines)));
  if (!o.files.plot.empty()) example::draw(o.files.plot, picture_of(c, lines));
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(description, "two_clients");
  example::option_list list(app);
  options o;
  o.declare(list);
  return example::run_program(app, argc, argv, true, [&] { return compare(o, list); });
}
