// The program as a user meets it: exit codes, one line for bad input, the JSON that other software reads.
#include "support/catch.hpp"
#include "support/temporary_directory.hpp"
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using nlohmann::json;

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct answer {
  int exit_code;
  std::string out, err;
};

answer call(const support::temporary_directory& here, const std::string& command, const std::string& arguments) {
  const std::string out = here.path("out"), err = here.path("err");
  const int code = std::system((command + " " + arguments + " > " + out + " 2> " + err + " < /dev/null").c_str());
  return {WIFEXITED(code) ? WEXITSTATUS(code) : -1, read(out), read(err)};
}

const std::string program = CLEAVE_PROGRAM;

/// Twelve rows, two features, both classes.
std::string small_file(const support::temporary_directory& here) {
  const std::string path = here.path("small.libsvm");
  std::ofstream file(path);
  for (int i = 0; i < 12; ++i)
    file << (i % 3 == 0 ? "+1" : "-1") << " 1:" << i % 5 << " 2:" << 0.25 * (i % 4) - 0.5 << "\n";
  return path;
}

void drop_times(json& results) {
  for (auto& run : results["runs"]) {
    run.erase("seconds");
    run["history"].erase("seconds");
  }
  results.erase("options");
}

}  // namespace

TEST_CASE("federated_logistic: bad input is exit code 2 and one line that names the program") {
  const support::temporary_directory here;
  const std::string small = small_file(here);
  const std::vector<std::string> wrong{"--bogus",
                                       "--solver nonsense",
                                       "--solver ''",
                                       "--solver fedsplit --participation 0.3",
                                       "--solver fedavg --l1 1",
                                       "--solver fedprox --l1 0.1",
                                       "--participation 0",
                                       "--participation 1.5",
                                       "--participation nan",
                                       "--clients 0",
                                       "--clients -3",
                                       "--clients 13",
                                       "--clients x",
                                       "--clients 99999999999999999999",
                                       "--partition nonsense",
                                       "--partition dirichlet:",
                                       "--partition dirichlet:-1",
                                       "--partition dirichlet:x",
                                       "--partition sizes:1,2",
                                       "--partition sizes:6,6 --clients 3",
                                       "--partition sizes:0,12",
                                       "--weights nonsense",
                                       "--l2 -1",
                                       "--l2 nan",
                                       "--l2 inf",
                                       "--l1 -1",
                                       "--rounds -1",
                                       "--rounds 1.5",
                                       "--tol -1",
                                       "--tol nan",
                                       "--local nonsense",
                                       "--local gd:",
                                       "--local gd:0",
                                       "--local gd:x",
                                       "--local gd:-2",
                                       "--step 0",
                                       "--step -1",
                                       "--step nan",
                                       "--mu 0",
                                       "--mu -1",
                                       "--relaxation 0",
                                       "--relaxation 2.5",
                                       "--solver feddr --relaxation 2 --l1 0.1",
                                       "--relaxation nan",
                                       "--lr 0",
                                       "--lr -1",
                                       "--local-steps 0",
                                       "--threads -1",
                                       "--seed -1",
                                       "--seed 99999999999999999999",
                                       "--rounds 99999999999999999999",
                                       "--plot picture.pdf",
                                       "--json /nowhere/results.json",
                                       "--csv /nowhere/history.csv",
                                       "--data",
                                       "--rounds",
                                       "positional"};
  for (const auto& arguments : wrong) {
    INFO(arguments);
    const answer a = call(here, program, "--data " + small + " " + arguments);
    CHECK(a.exit_code == 2);
    CHECK(std::count(a.err.begin(), a.err.end(), '\n') == 1);
    CHECK(a.err.rfind("federated_logistic: ", 0) == 0);
    CHECK(a.out.find("solver") == std::string::npos);
  }
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
    const std::string path = here.path("bad.libsvm");
    std::ofstream(path) << text;
    INFO(text);
    const answer a = call(here, program, "--clients 1 --data " + path);
    CHECK(a.exit_code == 2);
    CHECK(std::count(a.err.begin(), a.err.end(), '\n') == 1);
    CHECK(a.err.find(part) != std::string::npos);
  }
  CHECK(call(here, program, "--data " + here.path("absent")).exit_code == 2);
  CHECK(call(here, program, "--data " + here.path(".")).exit_code == 2);
}

TEST_CASE("federated_logistic: the JSON holds what was run, and its model has the objective that it states") {
  const support::temporary_directory here;
  const std::string file = here.path("results.json"), csv = here.path("history.csv");
  const answer a =
      call(here, program,
           "--data " + small_file(here) + " --clients 5 --l2 0.1 --rounds 40 --tol 0 --json " + file + " --csv " + csv);
  REQUIRE(a.exit_code == 0);
  CHECK(a.err.empty());  // silence in a pipe
  const json results = json::parse(read(file));
  CHECK(results["example"] == "federated_logistic");
  CHECK(results["data"]["rows"] == 12);
  CHECK(results["data"]["columns"] == 2);
  CHECK(results["client_rows"] == json{3, 3, 2, 2, 2});
  for (const char* name : {"data", "solver", "clients", "partition", "weights", "l2", "l1", "participation", "rounds",
                           "tol", "local", "step", "relaxation", "mu", "lr", "local-steps", "threads", "seed"})
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
  const std::string file = here.path("results.json"),
                    data = "--data " + small_file(here) + " --clients 3 --json " + file;
  for (const std::string restriction : {" --l1 0.01", " --participation 0.5"}) {
    REQUIRE(call(here, program, data + restriction).exit_code == 0);
    const json results = json::parse(read(file));
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

TEST_CASE("federated_logistic: --help lists the options and is exit code 0") {
  const support::temporary_directory here;
  const answer a = call(here, program, "--help");
  CHECK(a.exit_code == 0);
  for (const char* option : {"--data", "--solver", "--partition", "--json", "--plot", "--threads"})
    CHECK(a.out.find(option) != std::string::npos);
}

TEST_CASE("federated_logistic: a picture is drawn, or its absence is said") {
  const support::temporary_directory here;
  for (const std::string end : {".svg", ".png"}) {
    const std::string picture = here.path("it's a picture" + end);
    const answer a = call(here, program, "--data " + small_file(here) + " --clients 3 --plot \"" + picture + "\"");
    CHECK(a.exit_code == 0);
    const bool drawn = read(picture).size() > 1000;
    const bool said = a.err.find("gnuplot") != std::string::npos;
    CHECK(drawn != said);
  }
}

TEST_CASE("federated_logistic: any number of threads writes the same numbers") {
  const support::temporary_directory here;
  const std::string file = here.path("results.json");
  json first;
  for (const std::string threads : {"1", "2", "3"}) {
    REQUIRE(call(here, program,
                 "--data " + small_file(here) + " --clients 5 --rounds 25 --threads " + threads + " --json " + file)
                .exit_code == 0);
    json results = json::parse(read(file));
    drop_times(results);
    if (first.is_null()) first = results;
    CHECK(results == first);
  }
}

#if defined(CLEAVE_PROGRAM_MPI)
TEST_CASE("federated_logistic_mpi: any number of ranks writes the same numbers") {
  const support::temporary_directory here;
  const std::string file = here.path("results.json"), small = small_file(here);
  for (const std::string options : {"--rounds 25", "--rounds 25 --solver feddr --participation 0.4 --l1 0.01"}) {
    const std::string arguments = "--data " + small + " --clients 5 --json " + file + " " + options;
    REQUIRE(call(here, program, arguments).exit_code == 0);
    json alone = json::parse(read(file));
    drop_times(alone);
    for (const std::string ranks : {"1", "2", "3"}) {
      REQUIRE(call(here, std::string(CLEAVE_MPIEXEC " ") + ranks + " " CLEAVE_PROGRAM_MPI, arguments).exit_code == 0);
      json results = json::parse(read(file));
      drop_times(results);
      CHECK(results == alone);
    }
  }
  CHECK(call(here, CLEAVE_MPIEXEC " 2 " CLEAVE_PROGRAM_MPI, "--l2 nan").exit_code == 2);
}
#endif
