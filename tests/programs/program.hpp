/// \file
/// Calls an example program as a user does, through a shell, and reads what it left behind.
#pragma once

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace programs {

using nlohmann::json;

inline std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct answer {
  int exit_code;
  std::string out, err;
};

/// How the shell calls a program.
inline std::string command(const std::string& name) { return CLEAVE_PROGRAMS "/" + name; }

inline answer call_shell(const support::temporary_directory& here, const std::string& line) {
  const std::string out = here.path("out"), err = here.path("err");
  const int code = std::system(("(" + line + ") > " + out + " 2> " + err + " < /dev/null").c_str());
  return {WIFEXITED(code) ? WEXITSTATUS(code) : -1, read(out), read(err)};
}

inline answer call(const support::temporary_directory& here, const std::string& program, const std::string& arguments) {
  return call_shell(here, command(program) + " " + arguments);
}

/// The JSON of a run that must go well and in silence.
inline json results_of(const support::temporary_directory& here, const std::string& program,
                       const std::string& arguments) {
  const std::string file = here.path("results.json");
  INFO(program << " " << arguments);
  const answer a = call(here, program, arguments + " --json " + file);
  INFO(a.err);
  CHECK(a.err.empty());
  REQUIRE(a.exit_code == 0);
  return json::parse(read(file));
}

/// Without what differs from run to run: the time, and the options, which name threads and files.
inline json without_times(json results) {
  for (auto& run : results["runs"]) {
    run.erase("seconds");
    run["history"].erase("seconds");
  }
  results.erase("options");
  return results;
}

#if defined(CLEAVE_MPIEXEC)
inline answer call_over_mpi(const support::temporary_directory& here, const std::string& program, int ranks,
                            const std::string& arguments) {
  return call_shell(here,
                    CLEAVE_MPIEXEC " " + std::to_string(ranks) + " " + command(program + "_mpi") + " " + arguments);
}

/// One rank or several write the numbers that the program without MPI writes.
inline void check_same_over_mpi(const support::temporary_directory& here, const std::string& program,
                                const std::string& arguments) {
  const json alone = without_times(results_of(here, program, arguments));
  const std::string file = here.path("ranks.json");
  for (const int ranks : {1, 2, 3}) {
    INFO(program << " " << arguments << ", ranks " << ranks);
    REQUIRE(call_over_mpi(here, program, ranks, arguments + " --json " + file).exit_code == 0);
    CHECK(without_times(json::parse(read(file))) == alone);
  }
}
#endif

/// Bad input: exit code 2, no result, and one line on standard error that begins with the program's name.
/// \param part what the line must say
inline void check_refused(const support::temporary_directory& here, const std::string& program,
                          const std::string& arguments, const std::string& part = "") {
  const answer a = call(here, program, arguments);
  INFO(program << " " << arguments << "\n" << a.err);
  CHECK(a.exit_code == 2);
  CHECK(std::count(a.err.begin(), a.err.end(), '\n') == 1);
  CHECK(a.err.rfind(program + ": ", 0) == 0);
  CHECK(a.err.find(part) != std::string::npos);
  CHECK(a.out.find("objective") == std::string::npos);
}

/// What every program refuses.
inline const std::vector<std::string> wrong_for_all{"--bogus",
                                                    "positional",
                                                    "--solver nonsense",
                                                    "--solver ''",
                                                    "--solver",
                                                    "--rounds",
                                                    "--rounds x",
                                                    "--rounds -1",
                                                    "--rounds 1.5",
                                                    "--rounds 99999999999999999999",
                                                    "--tol -1",
                                                    "--tol nan",
                                                    "--tol inf",
                                                    "--tol 1e-8x",
                                                    "--threads -1",
                                                    "--threads 100000",
                                                    "--threads x",
                                                    "--seed -1",
                                                    "--seed 99999999999999999999",
                                                    "--step 0",
                                                    "--step -1",
                                                    "--step nan",
                                                    "--step inf",
                                                    "--mu 0",
                                                    "--mu -1",
                                                    "--mu nan",
                                                    "--relaxation 0",
                                                    "--relaxation 2.5",
                                                    "--relaxation nan",
                                                    "--lr 0",
                                                    "--lr -1",
                                                    "--lr inf",
                                                    "--local-steps 0",
                                                    "--local-steps -2",
                                                    "--local-steps 1e3",
                                                    "--plot picture.pdf",
                                                    "--plot svg",
                                                    "--plot /nowhere/picture.svg",
                                                    "--json /nowhere/results.json",
                                                    "--json /",
                                                    "--csv /nowhere/history.csv",
                                                    "--csv /"};

/// What every program refuses whose clients stand around a server and whose rows come from a file; this one has twelve
/// rows.
inline const std::vector<std::string> wrong_for_stars{"--clients 0",
                                                      "--clients -3",
                                                      "--clients 13",
                                                      "--clients x",
                                                      "--clients 2.5",
                                                      "--clients 99999999999999999999",
                                                      "--partition nonsense",
                                                      "--partition ''",
                                                      "--partition dirichlet",
                                                      "--partition dirichlet:",
                                                      "--partition dirichlet:-1",
                                                      "--partition dirichlet:0",
                                                      "--partition dirichlet:nan",
                                                      "--partition dirichlet:x",
                                                      "--partition sizes:",
                                                      "--partition sizes:1,2",
                                                      "--partition sizes:6,6,",
                                                      "--partition sizes:6,6 --clients 3",
                                                      "--partition sizes:0,12",
                                                      "--partition sizes:-1,13",
                                                      "--partition column:",
                                                      "--partition column:nowhere",
                                                      "--weights nonsense",
                                                      "--l2 -1",
                                                      "--l2 nan",
                                                      "--l2 inf",
                                                      "--solver fedsplit --participation 0.3",
                                                      "--solver fedavg,fedprox --participation 0.3",
                                                      "--participation 0",
                                                      "--participation 1.5",
                                                      "--participation nan",
                                                      "--participation 0.5 --relaxation 2",
                                                      "--local nonsense",
                                                      "--local gd",
                                                      "--local gd:",
                                                      "--local gd:0",
                                                      "--local gd:x",
                                                      "--local gd:-2",
                                                      "--local gd:99999999999",
                                                      "--data",
                                                      "--data ''",
                                                      "--data /nowhere/file",
                                                      "--data /",
                                                      "--data /dev/null"};

}  // namespace programs
