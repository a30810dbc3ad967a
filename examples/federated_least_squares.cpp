// Linear regression on data that stay with their owners: which federated method finds the pooled optimum?
#include <cleave/data/partition_spec.hpp>
#include <cleave/problems/least_squares.hpp>

#include "support/centralised.hpp"
#include "support/coordinates.hpp"
#include "support/csv_data.hpp"
#include "support/star_program.hpp"

#include <numeric>

namespace {

using namespace cleave;

struct least_squares_task {
  static constexpr const char* name = "federated_least_squares";
  static constexpr const char* description =
      "Federated least squares. Minimises the pooled objective\n"
      "  F(w, b) = (1/(2n)) sum_i (y_i - x_i'w - b)^2 + (l2/2) ||w||^2\n"
      "over n rows that are spread over clients, by several methods, and compares them with a centralised solve.\n"
      "b is 0 without --intercept and is never penalised; `model` is w in the order of the file's columns, then b.\n"
      "`objective` and `gap` are those of F at the returned model.\n"
      "Rounds: about sqrt(L / l), times a few tens, where L and l bound the curvature of the clients' losses; a "
      "client\n"
      "with about as many rows as columns has a tiny l. --scale columns brings every column to mean square 1 first\n"
      "(and to mean 0 beside an intercept), by sums over all rows that clients would share beforehand: the optimum is\n"
      "the same, but --step, --mu, --lr, --tol and the limits of fedavg and fedprox are then those of the scaled "
      "columns.\n"
      "On badly scaled columns as they are (--scale none) 10000 rounds are often too few.";
  static constexpr index_t most_columns = 2000;
  using problem = least_squares<>;

  void declare(example::option_list& list, example::star_options& o) {
    file_.declare(list);
    list.flag("intercept", intercept_, "fit an intercept");
    list.add("l2", l2_, "ridge");
    list.add("scale", scale_, "columns, none, or auto: columns where their sizes differ by more than ten");
    o.rounds = 10000;
    o.declare(list, {"label-skew (by response), iid, dirichlet:A, sizes:a,b,... or column:NAME (a client for each "
                     "value; NAME is then no feature unless chosen)",
                     "1/sqrt(l L), or 100/L where l is below 1e-6 L", "exact or gd:L"});
  }
  void check(const example::star_options&) const {
    check_not_negative(l2_, "--l2");
    if (scale_ != "auto" && scale_ != "columns" && scale_ != "none")
      throw std::invalid_argument("--scale: expected auto, columns or none, got '" + scale_ + "'");
  }

  std::vector<std::string> inputs() const { return {file_.path()}; }
  void read(const example::star_options& o) {
    file_rows_ = file_.read(example::column_of(o.partition));
    cleave::check(columns() <= most_columns, "--data: the number of columns",
                  "at most 2000: every client keeps a dense matrix of that size", columns());
    if (scale_ == "auto") scale_ = example::badly_scaled(file_rows_.rows, intercept_) ? "columns" : "none";
    space_ = example::coordinates(file_rows_.rows, intercept_, scale_ == "columns");
    rows_ = space_.rows(file_rows_.rows);
  }
  index_t rows() const { return file_rows_.rows.rows(); }
  index_t columns() const { return file_rows_.rows.cols(); }
  index_t dimension() const { return space_.dimension(); }

  partition split(const example::star_options& o) const {
    const bool named = !example::column_of(o.partition).empty();
    const index_t wanted = o.clients_wanted(named || o.partition.starts_with("sizes:"));
    if (!named) return make_partition(o.partition, file_rows_.response, wanted, static_cast<std::uint64_t>(o.seed));
    partition parts = by_column(file_rows_.group);
    if (wanted != 0)
      check_same(static_cast<index_t>(parts.size()), o.partition + ": number of values", wanted, "number of clients");
    return parts;
  }
  problem part(std::span<const index_t> rows) const {
    const auto [a, b] = with_ridge(rows);
    return problem(a, b, {.scale = 1 / static_cast<double>(rows.size())});
  }
  double default_step(const conditioning& c) const {
    return c.strong_convexity > 1e-6 * c.smoothness ? 1 / (std::sqrt(c.strong_convexity) * std::sqrt(c.smoothness))
                                                    : 100 / c.smoothness;
  }
  example::centralised optimum(const example::star_options&) const {
    std::vector<index_t> all(static_cast<std::size_t>(rows()));
    std::iota(all.begin(), all.end(), index_t{0});
    const auto [a, b] = with_ridge(all);
    return {example::least_squares_optimum(a, b), "qr"};
  }
  void finish(example::run_record& run) const { run.model = space_.model(run.model); }
  std::string remark() const {
    return ", response " + file_rows_.response_name + (scale_ == "columns" ? ", columns scaled" : "");
  }
  void describe(example::json& data) const {
    data["response"] = file_rows_.response_name;
    data["names"] = file_rows_.columns;
    if (!file_rows_.groups.empty()) data["groups"] = file_rows_.groups;
  }

 private:
  /// Some rows and their responses, and rows below that are the ridge: scale and weights make them (l2 / 2) ||w||^2.
  std::pair<dense_rows<>, vec<>> with_ridge(std::span<const index_t> rows) const {
    const auto n = static_cast<index_t>(rows.size()), d = dimension();
    const index_t ridge = l2_ > 0 ? d : 0;
    dense_rows<> a(n + ridge, d);
    vec<> b = vec<>::Zero(n + ridge);
    for (index_t i = 0; i < n; ++i) {
      a.row(i) = rows_.row(rows[static_cast<std::size_t>(i)]);
      b[i] = file_rows_.response[rows[static_cast<std::size_t>(i)]];
    }
    if (ridge > 0) a.bottomRows(d) = (std::sqrt(l2_ * static_cast<double>(n)) * space_.weight()).asDiagonal();
    return {a, b};
  }

  example::csv_data file_{CLEAVE_EXAMPLE_DATA_DIR "/diabetes.csv", "diabetes"};
  bool intercept_ = false;
  double l2_ = 0;
  std::string scale_ = "auto";
  table<> file_rows_;
  example::coordinates space_;
  dense_rows<> rows_;  // in these coordinates
};

}  // namespace

int main(int argc, char** argv) { return example::star_program<least_squares_task>(argc, argv); }
