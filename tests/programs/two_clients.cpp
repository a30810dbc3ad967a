// The two clients of Pathak and Wainwright: the program against closed forms.
#include "programs/program.hpp"

#include <cmath>

using namespace programs;

namespace {

const std::string program = "two_clients";

double model_of(const json& results, const std::string& solver, const json& settings = {}) {
  for (const auto& run : results["runs"])
    if (run["solver"] == solver && (settings.is_null() || run["settings"] == settings)) return run["model"][0];
  FAIL("no run of " << solver << " " << settings);
  return 0;
}

/// Where gradient steps of eta at both clients come to rest: client k's e steps are c_k + r_k^e (m - c_k), with the
/// optimum c_k and the contraction r_k = 1 - eta L_k; c = 2 and 1/4, L = 1 and 8.
double fedgd_limit(double eta, int e) {
  const double a = 1 - std::pow(1 - eta, e), b = 1 - std::pow(1 - 8 * eta, e);
  return (2 * a + 0.25 * b) / (a + b);
}

double fedprox_limit(double mu) { return (18 + 4 * mu) / (16 + 9 * mu); }

}  // namespace

TEST_CASE("two_clients: every method ends where its closed form says, to 1e-12") {
  const support::temporary_directory here;
  const json results = results_of(here, program, "");
  CHECK(std::abs(results["reference"]["model"][0].get<double>() - 4.0 / 9) < 1e-15);
  CHECK(std::abs(results["client_models"][0].get<double>() - 2) < 1e-15);
  CHECK(std::abs(results["client_models"][1].get<double>() - 0.25) < 1e-15);
  CHECK(results["runs"].size() == 10);
  for (const std::string solver : {"fedsplit", "feddr", "r-admm"}) {
    INFO(solver);
    CHECK(std::abs(model_of(results, solver) - 4.0 / 9) < 1e-12);
  }
  CHECK(std::abs(model_of(results, "fedavg") - 9.0 / 8) < 1e-12);
  for (const int e : {1, 2, 5})
    CHECK(std::abs(model_of(results, "fedgd", {{"local-steps", e}}) - fedgd_limit(0.1, e)) < 1e-12);
  CHECK(std::abs(fedgd_limit(0.1, 1) - 4.0 / 9) < 1e-15);
  for (const double mu : {0.1, 1.0, 10.0})
    CHECK(std::abs(model_of(results, "fedprox", {{"mu", mu}}) - fedprox_limit(mu)) < 1e-12);
}

TEST_CASE("two_clients: other steps and weights end at their own closed forms") {
  const support::temporary_directory here;
  const json results =
      results_of(here, program, "--mu 0.5,3 --lr 0.05 --local-steps 4 --step 2 --relaxation 1.5 --eta 3 --rounds 1000");
  CHECK(std::abs(model_of(results, "fedgd", {{"local-steps", 4}}) - fedgd_limit(0.05, 4)) < 1e-12);
  for (const double mu : {0.5, 3.0})
    CHECK(std::abs(model_of(results, "fedprox", {{"mu", mu}}) - fedprox_limit(mu)) < 1e-12);
  for (const std::string solver : {"fedsplit", "feddr", "r-admm"})
    CHECK(std::abs(model_of(results, solver) - 4.0 / 9) < 1e-12);
  CHECK(results["options"]["step"] == 2);
  CHECK(results["options"]["eta"] == 3);
}

TEST_CASE("two_clients: the JSON holds the options used, and an objective that is F at the model") {
  const support::temporary_directory here;
  const std::string csv = here.path("history.csv");
  const json results = results_of(here, program, "--rounds 30 --csv " + csv);
  CHECK(results["example"] == program);
  CHECK(results["data"] == json{{"path", nullptr}, {"rows", 4}, {"columns", 1}});
  CHECK(results["client_rows"] == json{2, 2});
  CHECK(results["options"]["step"].get<double>() == 1 / std::sqrt(8.0));
  for (const char* option : {"solver", "rounds", "tol", "mu", "lr", "local-steps", "relaxation", "threads", "seed"})
    CHECK(results["options"].contains(option));
  for (const auto& run : results["runs"]) {
    INFO(run["solver"]);
    const double m = run["model"][0];
    const double objective = ((0.0 - 2) * (0 - 2) + (m - 2) * (m - 2) + 2 * m * 2 * m + (2 * m - 1) * (2 * m - 1)) / 4;
    CHECK(std::abs(run["objective"].get<double>() - objective) <= 1e-15 * objective);
    CHECK(run["status"] == "rounds_spent");
    CHECK(run["history"]["model"].size() == 31);
    CHECK(run["history"]["model"].back() == run["model"][0]);
    CHECK(run["history"]["model"][0] == 0);
  }
  const std::string history = read(csv);
  CHECK(std::count(history.begin(), history.end(), '\n') == 1 + 10 * 31);
}

TEST_CASE("two_clients: the table prints the model in full") {
  const support::temporary_directory here;
  const answer a = call(here, program, "");
  CHECK(a.exit_code == 0);
  CHECK(a.out.find("fedsplit                0.4444444444444") != std::string::npos);
  CHECK(a.out.find("fedavg local-steps=286  1.125 ") != std::string::npos);
}

TEST_CASE("two_clients: a step that is too long is exit code 1 with a finite model") {
  const support::temporary_directory here;
  const std::string file = here.path("results.json");
  const answer a = call(here, program, "--solver fedgd --local-steps 5 --lr 10 --rounds 1000 --json " + file);
  CHECK(a.exit_code == 1);
  const json results = json::parse(read(file));
  CHECK(results["runs"][0]["status"] == "not_finite");
  CHECK(results["runs"][0]["model"][0].is_number());
}

TEST_CASE("two_clients: bad input is exit code 2 and one line that names the program") {
  const support::temporary_directory here;
  for (const auto& arguments : wrong_for_all) check_refused(here, program, arguments);
  for (const std::string arguments : {"--mu 1,0", "--mu 1,x", "--local-steps 1,0", "--eta 0", "--eta nan",
                                      "--data file", "--clients 3", "--solver fedavg,nonsense"})
    check_refused(here, program, arguments);
}
