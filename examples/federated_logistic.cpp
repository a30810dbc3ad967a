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
      "  F(w) = (1/n) sum_i log(1 + exp(-y_i x_i'w)) + (l2/2) ||w||^2 + l1 ||w||_1\n"
      "over n rows that are spread over clients, by several methods, and compares them with a centralised solve.\n"
      "Without an intercept; `objective` and `gap` are those of F at the returned model.";
  static constexpr index_t most_columns = 10000;
  using problem = logistic<sparse_rows<>>;

  void declare(example::option_list& list, example::star_options& o) {
    list.add("data", data_, "LIBSVM file, labels -1/+1, 0/1 or 1/2 (default: the bundled Adult, a9a)");
    list.add("test", test_, "LIBSVM file for test accuracy");
    list.add("l2", l2_, "ridge");
    list.add("l1", o.l1, "l1 weight (feddr only)");
    o.declare(list, {"label-skew, iid, dirichlet:A or sizes:a,b,...", "1/sqrt(l L), or 10/L without --l2",
                     "exact, newton or gd:L"});
  }
  void check(const example::star_options&) const { check_not_negative(l2_, "--l2"); }

  std::vector<std::string> inputs() const { return {data_, test_}; }
  void read(const example::star_options&) {
    all_ = read_libsvm(data_);
    if (rows() == 0 || columns() == 0) throw std::invalid_argument(data_ + ": no features in any row");
    cleave::check(columns() <= most_columns, "--data: the number of columns",
                  "at most 10000: the exact solves factor a dense Hessian", columns());
    mapping_ = binary_labels(all_.labels, data_);
    pooled_.emplace(all_.rows, all_.labels, logistic_options{.ridge = l2_});
    if (test_.empty()) return;
    auto test = read_libsvm(test_, columns());
    check_same(test.rows.cols(), test_ + ": number of features", columns(), "the training file has");
    binary_labels(test.labels, test_);
    test_rows_.emplace(std::move(test.rows), std::move(test.labels));
  }
  index_t rows() const { return all_.rows.rows(); }
  index_t columns() const { return all_.rows.cols(); }
  index_t dimension() const { return columns(); }

  partition split(const example::star_options& o) const {
    return make_partition(o.partition, all_.labels, o.clients_wanted(o.partition.starts_with("sizes:")),
                          static_cast<std::uint64_t>(o.seed));
  }
  problem part(std::span<const index_t> rows) const {
    auto own = subset(all_, rows);
    return problem(std::move(own.rows), std::move(own.labels), logistic_options{.ridge = l2_});
  }
  double default_step(const conditioning& c) const {
    return l2_ > 0 ? 1 / std::sqrt(c.strong_convexity * c.smoothness) : 10 / c.smoothness;
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
  std::string data_ = CLEAVE_EXAMPLE_DATA_DIR "/a9a", test_;
  double l2_ = 1e-3;
  labelled<double> all_;
  std::string mapping_;
  std::optional<problem> pooled_, test_rows_;
};

}  // namespace

int main(int argc, char** argv) { return example::star_program<logistic_task>(argc, argv); }
