// What all programs have in common: help, pictures, broken pipes, silence in a pipe, progress on a terminal.
#include "programs/program.hpp"
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace programs;

namespace {

const std::vector<std::string> all_programs{"federated_logistic", "federated_least_squares", "two_clients"};

/// Arguments with which a program ends soon.
std::string short_run(const support::temporary_directory& here, const std::string& program, int rounds = 20) {
  const std::string end = "--rounds " + std::to_string(rounds);
  if (program == "federated_logistic")
    return "--data " + here.file("data.libsvm", "+1 1:1\n-1 2:1\n+1 1:2 2:1\n-1 1:-1\n") + " --clients 2 " + end;
  if (program == "federated_least_squares")
    return "--data " + here.file("data.csv", "x,y\n1,1\n2,3\n3,2\n4,5\n") + " --clients 2 " + end;
  return end;
}

}  // namespace

TEST_CASE("programs: --help lists the options and is exit code 0") {
  const support::temporary_directory here;
  for (const auto& program : all_programs) {
    INFO(program);
    const answer a = call(here, program, "--help");
    CHECK(a.exit_code == 0);
    CHECK(a.err.empty());
    for (const char* option : {"--solver", "--rounds", "--tol", "--threads", "--seed", "--json", "--csv", "--plot"})
      CHECK(a.out.find(option) != std::string::npos);
    if (program != "two_clients")
      for (const char* option : {"--data", "--clients", "--partition", "--weights", "--participation"})
        CHECK(a.out.find(option) != std::string::npos);
  }
}

TEST_CASE("programs: a picture is drawn, or its absence is said") {
  const support::temporary_directory here;
  for (const auto& program : all_programs)
    for (const std::string end : {".svg", ".png"}) {
      const std::string picture = here.path("it's " + program + end);
      const answer a = call(here, program, short_run(here, program) + " --plot \"" + picture + "\"");
      INFO(program << " " << a.err);
      CHECK(a.exit_code == 0);
      const bool drawn = read(picture).size() > 1000;
      const bool said = a.err.find("gnuplot") != std::string::npos;
      CHECK(drawn != said);
    }
}

TEST_CASE("programs: a run of no rounds has a history of one row, a picture and no division by zero") {
  const support::temporary_directory here;
  for (const auto& program : all_programs) {
    const std::string picture = here.path("picture.svg");
    const json results = results_of(here, program, short_run(here, program, 0) + " --csv " + here.path("h.csv"));
    for (const auto& run : results["runs"]) {
      CHECK(run["status"] == "rounds_spent");
      CHECK(run["rounds"] == 0);
      CHECK(run["history"]["round"] == json{0});
    }
    CHECK(call(here, program, short_run(here, program, 0) + " --plot " + picture).exit_code == 0);
  }
}

TEST_CASE("programs: a reader that goes away does not stop the work nor make a noise") {
  const support::temporary_directory here;
  for (const auto& program : all_programs) {
    const std::string file = here.path("results.json"), code = here.path("code");
    const answer a = call_shell(here, "{ " + command(program) + " " + short_run(here, program) + " --json " + file +
                                          "; echo $? > " + code + "; } | true");
    INFO(program << " " << a.err);
    CHECK(a.err.empty());
    CHECK(read(code) == "0\n");
    CHECK(json::parse(read(file))["runs"].size() >= 4);
    std::remove(file.c_str());
  }
}

TEST_CASE("programs: output that cannot be written is said") {
  if (access("/dev/full", W_OK) != 0) CLEAVE_SKIP("no /dev/full");
  const support::temporary_directory here;
  for (const auto& program : all_programs) {
    const answer a = call_shell(here, command(program) + " " + short_run(here, program) + " > /dev/full");
    INFO(program << " " << a.err);
    CHECK(a.exit_code == 2);
    CHECK(a.err.rfind(program + ": cannot write", 0) == 0);
    check_refused(here, program, short_run(here, program) + " --bogus > /dev/full");
  }
}

TEST_CASE("programs: nothing is written over the data or over another result") {
  const support::temporary_directory here;
  const std::string both = here.path("both.svg");
  for (const auto& program : all_programs) {
    const std::string run = short_run(here, program);
    check_refused(here, program, run + " --json " + both + " --csv " + both, "written over");
    check_refused(here, program, run + " --csv " + both + " --plot " + here.path("./both.svg"), "written over");
    CHECK(read(both).empty());
    CHECK(call(here, program, run + " --json /dev/null --csv /dev/null").exit_code == 0);
    if (program == "two_clients") continue;
    const std::string data = run.substr(7, run.find(" --clients") - 7), before = read(data);
    check_refused(here, program, run + " --json " + data, "written over");
    CHECK(read(data) == before);
  }
}

TEST_CASE("programs: results that were there stay as they are when the input is bad") {
  const support::temporary_directory here;
  const std::string kept = here.file("kept.json", "kept"), absent = here.path("absent.csv");
  for (const auto& program : all_programs) {
    check_refused(here, program, "--json " + kept + " --csv " + absent + " --plot /nowhere/p.svg");
    CHECK(read(kept) == "kept");
    CHECK(access(absent.c_str(), F_OK) != 0);
  }
}

TEST_CASE("programs: the way of a run is shown on a terminal and not in a pipe") {
  const int master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) CLEAVE_SKIP("no terminal to be had");
  const std::string terminal = ptsname(master);
  const int keeps_open = open(terminal.c_str(), O_RDWR | O_NOCTTY);
  const support::temporary_directory here;
  for (const auto& program : all_programs) {
    const std::string line = command(program) + " " + short_run(here, program);
    CHECK(call_shell(here, line).err.empty());
    CHECK(call_shell(here, line + " 2> " + terminal).exit_code == 0);
    char shown[4096];
    const auto size = ::read(master, shown, sizeof shown);
    INFO(program);
    REQUIRE(size > 0);
    CHECK(std::string(shown, static_cast<std::size_t>(size)).find("fedavg round 20") != std::string::npos);
  }
  close(keeps_open);
  close(master);
}

TEST_CASE("programs: nothing is no number") {
  const support::temporary_directory here;
  for (const auto& program : all_programs)
    for (const std::string option : {"--rounds", "--tol", "--threads", "--seed"}) {
      INFO(program << " " << option);
      check_refused(here, program, short_run(here, program) + " " + option + " ''");
    }
}

TEST_CASE("programs: data may come from a pipe, and a name that is too long is one line") {
  const support::temporary_directory here;
  for (const std::string program : {"federated_logistic", "federated_least_squares"}) {
    INFO(program);
    const std::string arguments = short_run(here, program);
    const std::string file = arguments.substr(7, arguments.find(' ', 7) - 7);
    const answer a =
        call_shell(here, "cat " + file + " | " + command(program) + " --data /dev/stdin --clients 2 --rounds 2");
    CHECK(a.exit_code == 0);
    CHECK(a.err.empty());
    check_refused(here, program, "--data " + std::string(5000, 'x'));
  }
}

TEST_CASE("programs: a run that breaks down says on standard error which client sent a NaN") {
  const support::temporary_directory here;
  const answer a =
      call(here, "federated_least_squares", short_run(here, "federated_least_squares") + " --solver fedavg --lr 1e300");
  CHECK(a.exit_code == 1);
  CHECK(a.err.find("federated_least_squares: fedavg: not_finite after ") == 0);
  CHECK(a.err.find("client ") != std::string::npos);
  CHECK(std::count(a.err.begin(), a.err.end(), '\n') == 1);
}

TEST_CASE("programs: the default step is right for data of a huge scale, and none is made up for others") {
  const support::temporary_directory here;
  const auto data = [&](const std::string& exponent) {
    std::string text = "a,b,y\n";
    for (const char* row : {"1,2", "2,1", "3,5", "4,1", "5,2", "1,4"})
      text += std::string(row).substr(0, 1) + exponent + "," + std::string(row).substr(2) + exponent + ",1\n";
    return "--scale none --clients 2 --solver fedsplit --rounds 500 --data " + here.file("huge.csv", text);
  };
  const json small = results_of(here, "federated_least_squares", data(""));
  const json huge = results_of(here, "federated_least_squares", data("e90"));
  const double step = huge["options"]["step"], same = small["options"]["step"];
  CHECK(std::abs(step * 1e180 - same) <= 1e-12 * same);
  const answer tiny = call(here, "federated_least_squares", data("e-160"));
  CHECK(tiny.exit_code == 2);
  CHECK(tiny.err.find("--step: there is no default") != std::string::npos);
}
