// The program as a user meets it: exit codes, one line for bad input, the JSON that other software reads.
#include <cleave/data/libsvm.hpp>
#include <cleave/data/partition.hpp>
#include <cleave/problems/logistic.hpp>

#include "programs/program.hpp"
#include "support/reference.hpp"

#include <cmath>
#include <cstdio>

using namespace programs;

namespace {

const std::string program = "federated_logistic";

/// Twelve rows, two features, both classes.
std::string small_file(const support::temporary_directory& here) {
  std::ostringstream text;
  for (int i = 0; i < 12; ++i)
    text << (i % 3 == 0 ? "+1" : "-1") << " 1:" << i % 5 << " 2:" << 0.25 * (i % 4) - 0.5 << "\n";
  return here.file("small.libsvm", text.str());
}

}  // namespace

TEST_CASE("federated_logistic: bad input is exit code 2 and one line that names the program") {
  const support::temporary_directory here;
  const std::string small = small_file(here);
  for (const auto* table : {&wrong_for_all, &wrong_for_stars})
    for (const auto& arguments : *table) check_refused(here, program, "--data " + small + " " + arguments);
  for (const std::string arguments :
       {"--solver fedavg --l1 1", "--solver fedprox --l1 0.1", "--l1 -1", "--l1 nan", "--relaxation 2 --l1 0.1",
        "--test", "--test /nowhere/file", "--test /", "--response y", "--intercept=maybe", "--intercept --l1 0.1"})
    check_refused(here, program, "--data " + small + " " + arguments);
}

TEST_CASE("federated_logistic: a bad file is exit code 2 and one line with the place") {
  const support::temporary_directory here;
  const std::vector<std::pair<std::string, std::string>> files{{"", "empty"},
                                                               {"\n\n", ":"},
                                                               {"+1 1:1 2:nan\n", ":1:"},
                                                               {"+1 1:1\n-1 2:inf\n", ":2:"},
                                                               {"+1 2:1 1:1\n", ":1:"},
                                                               {"+1 0:1\n", ":1:"},
                                                               {"+1 1;1\n", ":1:4: "},
                                                               {"+1 1:1\n5 1:2\n", "labels"},
                                                               {"1 1:1\n2 1:1\n3 1:1\n", "labels"},
                                                               {"x 1:1\n", ":1:1: "},
                                                               {"+1 100000:1\n-1 1:1\n", "columns"},
                                                               {"+1\n-1\n", "no features"}};
  for (const auto& [text, part] : files) {
    INFO(text);
    check_refused(here, program, "--clients 1 --data " + here.file("bad.libsvm", text), part);
    if (part != "no features")  // which a test file need not have
      check_refused(here, program, "--data " + small_file(here) + " --test " + here.file("bad.libsvm", text));
  }
  check_refused(here, program, "--data " + small_file(here) + " --test " + here.file("wide.libsvm", "+1 1:1 3:1\n"),
                "features");
}

TEST_CASE("federated_logistic: the JSON holds what was run, and its model has the objective that it states") {
  const support::temporary_directory here;
  const std::string csv = here.path("history.csv");
  const json results = results_of(
      here, program, "--data " + small_file(here) + " --clients 5 --l2 0.1 --rounds 40 --tol 0 --csv " + csv);
  CHECK(results["example"] == "federated_logistic");
  CHECK(results["data"]["rows"] == 12);
  CHECK(results["data"]["columns"] == 2);
  CHECK(results["client_rows"] == json{3, 3, 2, 2, 2});
  for (const char* name :
       {"data", "solver", "clients", "partition", "weights", "intercept", "l2", "l1", "participation", "rounds", "tol",
        "local", "step", "relaxation", "mu", "lr", "local-steps", "threads", "seed"})
    CHECK(results["options"].contains(name));
  REQUIRE(results["runs"].size() == 4);
  std::size_t rounds_written = 1;
  for (const auto& run : results["runs"]) {
    INFO(run["solver"]);
    CHECK(run["status"] == "rounds_spent");
    CHECK(run["rounds"] == 40);
    const double x = run["model"][0], y = run["model"][1];
    double objective = 0.05 * (x * x + y * y);
    for (int i = 0; i < 12; ++i) {
      const double margin = (i % 3 == 0 ? 1 : -1) * (x * (i % 5) + y * (0.25 * (i % 4) - 0.5));
      objective += std::log1p(std::exp(-margin)) / 12;
    }
    CHECK(std::abs(objective - run["objective"].get<double>()) < 1e-14);
    CHECK(run["gap"].get<double>() == run["objective"].get<double>() - results["reference"]["objective"].get<double>());
    for (const char* column : {"round", "objective", "gap", "residual", "floats", "seconds"})
      CHECK(run["history"][column].size() == 41);
    CHECK(run["history"]["residual"][0].is_null());  // infinite before the first round
    CHECK(run["counters"]["floats_up"] == 40 * 5 * 2);
    CHECK(run["counters"]["floats_down"] == 40 * 5 * 2);
    CHECK(run["counters"]["messages"] == 2 * 40 * 5);
    CHECK(run["counters"]["bytes"] == 8 * 2 * 40 * 5 * 2);
    CHECK(run["history"]["floats"][40] == 2 * 40 * 5 * 2);
    rounds_written += 41;
  }
  CHECK(std::abs(results["runs"][2]["gap"].get<double>()) < 1e-10);
  CHECK(results["runs"][0]["gap"].get<double>() > 1e-4);
  const std::string history = read(csv);
  CHECK(static_cast<std::size_t>(std::count(history.begin(), history.end(), '\n')) == rounds_written);
}

TEST_CASE("federated_logistic: all means every method that the options allow") {
  const support::temporary_directory here;
  for (const std::string restriction : {" --l1 0.01", " --participation 0.5"}) {
    const json results = results_of(here, program, "--data " + small_file(here) + " --clients 3" + restriction);
    REQUIRE(results["runs"].size() == 1);
    CHECK(results["runs"][0]["solver"] == "feddr");
  }
}

TEST_CASE("federated_logistic: a run that breaks down is exit code 1 with a finite model") {
  const support::temporary_directory here;
  const std::string file = here.path("results.json");
  const answer a =
      call(here, program, "--data " + small_file(here) + " --clients 3 --solver fedavg --lr 1e300 --json " + file);
  CHECK(a.exit_code == 1);
  const json results = json::parse(read(file));
  CHECK(results["runs"][0]["status"] == "not_finite");
  for (const auto& number : results["runs"][0]["model"]) CHECK(number.is_number());
}

TEST_CASE("federated_logistic: any number of threads writes the same numbers") {
  const support::temporary_directory here;
  const std::string data = "--data " + small_file(here) + " --clients 5 --rounds 25 --threads ";
  const json alone = without_times(results_of(here, program, data + "1"));
  for (const std::string threads : {"2", "3", "0"})
    CHECK(without_times(results_of(here, program, data + threads)) == alone);
}

#if defined(CLEAVE_MPIEXEC)
TEST_CASE("federated_logistic_mpi: any number of ranks writes the same numbers") {
  const support::temporary_directory here;
  const std::string small = small_file(here);
  for (const std::string options : {"--rounds 25", "--rounds 25 --solver feddr --participation 0.4 --l1 0.01"})
    check_same_over_mpi(here, program, "--data " + small + " --clients 5 " + options);
  CHECK(call_over_mpi(here, program, 2, "--l2 nan").exit_code == 2);
}
#endif

namespace {

/// Breast cancer, standardised, as LIBSVM: 569 rows, 30 features, numbers with 17 digits.
std::string breast_cancer_as_libsvm(const support::temporary_directory& here) {
  std::istringstream table(read(CLEAVE_DATA_DIR "/breast_cancer/breast_cancer_std.csv"));
  std::string line, text;
  std::getline(table, line);
  while (std::getline(table, line)) {
    std::istringstream cells(line);
    std::string row, cell;
    char pair[64];
    for (int j = 1; std::getline(cells, cell, ','); ++j) {
      std::snprintf(pair, sizeof pair, j <= 30 ? " %d:%.17g" : "%d", j, std::strtod(cell.c_str(), nullptr));
      row += j <= 30 ? pair : "";
    }
    text += cell + row + "\n";
  }
  return here.file("breast_cancer", text);
}

}  // namespace

TEST_CASE("federated_logistic: breast cancer is what others compute, with an intercept and without, to ten digits") {
  for (const std::string name : {"1e-2", "1_over_n", "1e-2_intercept"}) {
    const std::string path = CLEAVE_DATA_DIR "/breast_cancer/reference.logistic_l2_lam_" + name + ".txt";
    if (!support::reference::exists(path)) CLEAVE_SKIP("no " << path);
    const support::reference known(path);
    const support::temporary_directory here;
    char ridge[32];
    std::snprintf(ridge, sizeof ridge, "%.17g", known.number("lambda"));
    const json results = results_of(here, program,
                                    "--data " + breast_cancer_as_libsvm(here) + " --l2 " + ridge +
                                        (known.number("intercept") == 1 ? " --intercept" : "") +
                                        " --solver fedsplit,feddr --rounds 3000 --tol 1e-11");
    CHECK(results["data"]["rows"] == 569);
    CHECK(results["data"]["columns"] == 30);
    CHECK(std::abs(results["reference"]["objective"].get<double>() - known.number("f_star")) < 1e-15);
    for (const auto& run : results["runs"]) {
      INFO(run["solver"]);
      CHECK(run["status"] == "solved");
      CHECK(std::abs(run["objective"].get<double>() - known.number("f_star")) < 1e-14);
      CHECK(run["accuracy"].get<double>() == known.number("train_accuracy"));
      const cleave::vec<>& w = known.vector("w");
      REQUIRE(static_cast<cleave::index_t>(run["model"].size()) == w.size());
      for (std::size_t j = 0; j < run["model"].size(); ++j)
        CHECK(std::abs(run["model"][j].get<double>() - w[static_cast<cleave::index_t>(j)]) < 1e-9);
    }
  }
}

TEST_CASE("federated_logistic: the objective of the model that is read back is the one stated, bit for bit") {
  const support::temporary_directory here;
  const std::string small = small_file(here);
  const json results = results_of(here, program, "--data " + small + " --clients 5 --l2 0.1 --rounds 7");
  const auto data = cleave::read_libsvm(small);
  const auto rows_of = cleave::label_skew(data.labels, 5);
  for (const auto& run : results["runs"]) {
    const auto numbers = run["model"].get<std::vector<double>>();
    const cleave::vec<> w = Eigen::Map<const cleave::vec<>>(numbers.data(), 2);
    double objective = 0;
    for (const auto& rows : rows_of) {
      const auto own = cleave::subset(data, rows);
      objective +=
          static_cast<double>(rows.size()) / 12 * cleave::logistic(own.rows, own.labels, {.ridge = 0.1}).value(w);
    }
    CHECK(objective == run["objective"].get<double>());
    CHECK(objective == run["history"]["objective"].back().get<double>());
  }
}
