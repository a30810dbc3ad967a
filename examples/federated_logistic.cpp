// Logistic regression on data that stay with their owners: which federated method finds the pooled optimum?
#include <cleave/data/binary_labels.hpp>
#include <cleave/data/libsvm.hpp>
#include <cleave/data/partition_spec.hpp>
#include <cleave/problems/logistic.hpp>

#include "support/centralised.hpp"
#include "support/star_program.hpp"

#include <optional>

namespace {

using namespace cleave;

struct logistic_task {
  static constexpr const char* name = "federated_logistic";
  static constexpr const char* description =
      "Federated logistic regression. Minimises the pooled objective\n"
      "  F(w, b) = (1/n) sum_i log(1 + exp(-y_i (x_i'w + b))) + (l2/2) ||w||^2 + l1 ||w||_1\n"
      "over n rows that are spread over clients, by several methods, and compares them with a centralised solve.\n"
      "b is 0 without --intercept and is never penalised; `model` is w, then b.\n"
      "`objective` and `gap` are those of F at the returned model.";
  static constexpr index_t most_columns = 10000;
  using problem = logistic<sparse_rows<>>;

  void declare(example::option_list& list, example::star_options& o) {
    list.add("data", data_, "LIBSVM file, labels -1/+1, 0/1 or 1/2 (default: the bundled Adult, a9a)");
    list.add("test", test_, "LIBSVM file for test accuracy");
    list.flag("intercept", intercept_, "fit an intercept");
    list.add("l2", l2_, "ridge");
    list.add("l1", o.l1, "l1 weight (feddr only, without --intercept)");
    o.declare(list, {"label-skew, iid, dirichlet:A or sizes:a,b,...", "1/sqrt(l2 L), or 10/L without --l2",
                     "exact, newton or gd:L"});
  }
  void check(const example::star_options& o) const {
    check_not_negative(l2_, "--l2");
    if (intercept_ && o.l1 > 0)
      throw std::invalid_argument("--l1 does not go with --intercept: it would penalise the intercept too");
  }

  std::vector<std::string> inputs() const { return {data_, test_}; }
  void read(const example::star_options&) {
    all_ = read_libsvm(data_);
    if (rows() == 0 || columns() == 0) throw std::invalid_argument(data_ + ": no features in any row");
    cleave::check(columns() <= most_columns, "--data: the number of columns",
                  "at most 10000: the exact solves factor a dense Hessian", columns());
    mapping_ = binary_labels(all_.labels, data_);
    pooled_.emplace(all_.rows, all_.labels, loss());
    if (test_.empty()) return;
    auto test = read_libsvm(test_, columns());
    check_same(test.rows.cols(), test_ + ": number of features", columns(), "the training file has");
    binary_labels(test.labels, test_);
    test_rows_.emplace(std::move(test.rows), std::move(test.labels), loss());
  }
  index_t rows() const { return all_.rows.rows(); }
  index_t columns() const { return all_.rows.cols(); }
  index_t dimension() const { return pooled_->dimension(); }

  partition split(const example::star_options& o) const {
    return make_partition(o.partition, all_.labels, o.clients_wanted(o.partition.starts_with("sizes:")),
                          static_cast<std::uint64_t>(o.seed));
  }
  problem part(std::span<const index_t> rows) const {
    auto own = subset(all_, rows);
    return problem(std::move(own.rows), std::move(own.labels), loss());
  }
  double default_step(const conditioning& c) const {
    return l2_ > 0 ? 1 / (std::sqrt(l2_) * std::sqrt(c.smoothness)) : 10 / c.smoothness;
  }
  example::centralised optimum(const example::star_options& o) const {
    return {example::centralised_optimum(*pooled_, o.l1), o.l1 > 0 ? "proximal newton" : "newton"};
  }
  void finish(example::run_record& run) const {
    const auto accuracy = [&](const problem& f) {
      return static_cast<double>(f.correct(run.model)) / static_cast<double>(f.rows());
    };
    run.accuracy = accuracy(*pooled_);
    if (test_rows_ && test_rows_->rows() > 0) run.test_accuracy = accuracy(*test_rows_);
  }
  std::string remark() const { return mapping_.empty() ? "" : ", " + mapping_; }
  void describe(example::json&) const {}

 private:
  logistic_options loss() const { return {.ridge = l2_, .intercept = intercept_}; }

  std::string data_ = CLEAVE_EXAMPLE_DATA_DIR "/a9a", test_;
  bool intercept_ = false;
  double l2_ = 1e-3;
  labelled<double> all_;
  std::string mapping_;
  std::optional<problem> pooled_, test_rows_;
};

}  // namespace

int main(int argc, char** argv) { return example::star_program<logistic_task>(argc, argv); }
