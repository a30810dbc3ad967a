// The program as a user meets it, on files good and bad, against what other software says of diabetes.
#include "programs/program.hpp"
#include "support/coordinates.hpp"
#include "support/reference.hpp"

#include <cmath>

using namespace programs;

namespace {

const std::string program = "federated_least_squares";
const std::string diabetes = CLEAVE_DATA_DIR "/diabetes/";

/// Twelve rows, two columns of numbers and one of text, the response last.
std::string small_file(const support::temporary_directory& here) {
  std::ostringstream text;
  text << "a,town,b,y\n";
  for (int i = 0; i < 12; ++i)
    text << i % 5 << "," << (i % 3 == 0 ? "Here" : "There") << "," << 0.25 * (i % 4) - 0.5 << "," << (i * i) % 7
         << "\n";
  return here.file("small.csv", text.str());
}

struct table {
  std::vector<std::vector<double>> x;
  std::vector<double> y;
};

/// Rows of numbers below a line of names, the response last.
table rows_of(const std::string& path) {
  std::istringstream file(read(path));
  std::string line, cell;
  std::getline(file, line);
  table t;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    t.x.emplace_back();
    while (std::getline(cells, cell, ',')) t.x.back().push_back(std::strtod(cell.c_str(), nullptr));
    t.y.push_back(t.x.back().back());
    t.x.back().pop_back();
  }
  return t;
}

/// (1/(2n)) sum_i (y_i - x_i'w - b)^2 + (l2/2) ||w||^2, in long double; the model is w and, where it is longer than a
/// row, b.
double objective(const table& t, const std::vector<double>& model, double l2) {
  long double sum = 0, ridge = 0;
  for (std::size_t i = 0; i < t.y.size(); ++i) {
    long double r = t.y[i];
    for (std::size_t j = 0; j < t.x[i].size(); ++j) r -= static_cast<long double>(t.x[i][j]) * model[j];
    if (model.size() > t.x[i].size()) r -= model.back();
    sum += r * r;
  }
  for (std::size_t j = 0; j < t.x[0].size(); ++j) ridge += static_cast<long double>(model[j]) * model[j];
  return static_cast<double>(sum / (2 * static_cast<long double>(t.y.size())) + l2 / 2 * ridge);
}

/// That the runs of the exact methods have the model and the objective that others found.
/// \param digits relative tolerance of every coefficient
void check_reference(const json& results, const std::string& key, const std::string& file, double digits,
                     double intercept = 0) {
  const support::reference known(diabetes + file);
  const cleave::vec<>& w = known.vector("w");
  const double least = known.number(key);
  CHECK(std::abs(results["reference"]["objective"].get<double>() - least) <= 1e-15 * least);
  for (const auto& run : results["runs"]) {
    INFO(run["solver"] << " " << file);
    CHECK(run["status"] == "solved");
    CHECK(std::abs(run["objective"].get<double>() - least) <= 1e-14 * least);
    const auto model = run["model"].get<std::vector<double>>();
    REQUIRE(static_cast<cleave::index_t>(model.size()) == w.size() + (intercept == 0 ? 0 : 1));
    for (cleave::index_t j = 0; j < w.size(); ++j)
      CHECK(std::abs(model[static_cast<std::size_t>(j)] - w[j]) <= digits * std::abs(w[j]));
    if (intercept != 0) CHECK(std::abs(model.back() - intercept) <= digits * intercept);
  }
}

}  // namespace

TEST_CASE(
    "federated_least_squares: raw diabetes with an intercept is what exact arithmetic says, however it is split") {
  if (!support::reference::exists(diabetes + "reference.ols_raw_intercept.txt")) CLEAVE_SKIP("no " << diabetes);
  const support::temporary_directory here;
  for (const std::string split :
       {"", "--partition iid --clients 3", "--partition dirichlet:0.3", "--partition sizes:42,150,250",
        "--partition column:sex --columns age,sex,bmi,bp,s1,s2,s3,s4,s5,s6", "--clients 1", "--clients 50"}) {
    INFO(split);
    const json results = results_of(
        here, program, "--data " + diabetes + "diabetes_raw.csv --intercept --solver fedsplit,feddr " + split);
    check_reference(results, "f_star_half_mean_square", "reference.ols_raw_intercept.txt", 1e-7);
  }
  check_reference(results_of(here, program,
                             "--data " + diabetes + "diabetes_raw.csv --intercept --solver fedsplit,feddr --tol 1e-12"),
                  "f_star_half_mean_square", "reference.ols_raw_intercept.txt", 1e-10);
}

TEST_CASE("federated_least_squares: scaled diabetes is what exact arithmetic says, with a ridge and without") {
  if (!support::reference::exists(diabetes + "reference.ridge_lam_1e-3.txt")) CLEAVE_SKIP("no " << diabetes);
  const support::temporary_directory here;
  const std::string centred =
      "--tol 1e-12 --solver fedsplit,feddr --data " + diabetes + "diabetes_scaled_centered.csv ";
  check_reference(results_of(here, program, centred), "f_star_half_mean_square", "reference.ols_scaled_centered.txt",
                  1e-9);
  check_reference(results_of(here, program, centred + "--l2 1e-3"), "F_star", "reference.ridge_lam_1e-3.txt", 1e-9);
  check_reference(results_of(here, program, centred + "--l2 1e-3 --scale columns"), "F_star",
                  "reference.ridge_lam_1e-3.txt", 1e-9);
  // The mean of the response comes back as the intercept, which no ridge pulls at.
  const std::string shifted =
      "--tol 1e-12 --solver fedsplit,feddr --intercept --data " + diabetes + "diabetes_scaled.csv ";
  const double mean = 67243.0 / 442;
  check_reference(results_of(here, program, shifted), "f_star_half_mean_square", "reference.ols_scaled_centered.txt",
                  1e-9, mean);
  check_reference(results_of(here, program, shifted + "--l2 1e-3"), "F_star", "reference.ridge_lam_1e-3.txt", 1e-9,
                  mean);
}

TEST_CASE("federated_least_squares: the bundled file is the raw diabetes of the references") {
  if (!support::reference::exists(diabetes + "diabetes_raw.csv")) CLEAVE_SKIP("no " << diabetes);
  CHECK(read(CLEAVE_BUNDLED_DATA_DIR "/diabetes.csv") == read(diabetes + "diabetes_raw.csv"));
}

TEST_CASE("federated_least_squares: the objective of the model that is read back is the one stated, to 1e-15") {
  const support::temporary_directory here;
  const table data = rows_of(CLEAVE_BUNDLED_DATA_DIR "/diabetes.csv");
  for (const std::string options :
       {"", "--intercept", "--l2 0.1", "--intercept --l2 0.1", "--scale none --rounds 50"}) {
    INFO(options);
    const json results = results_of(here, program, options + " --partition iid");
    const double l2 = options.find("--l2") == std::string::npos ? 0 : 0.1;
    REQUIRE(results["runs"].size() == 4);
    for (const auto& run : results["runs"]) {
      INFO(run["solver"]);
      const double stated = run["objective"], again = objective(data, run["model"].get<std::vector<double>>(), l2);
      CHECK(std::abs(stated - again) <= 1e-15 * again);
      CHECK(run["gap"].get<double>() == stated - results["reference"]["objective"].get<double>());
      CHECK(run["history"]["objective"].back() == run["objective"]);
    }
  }
}

TEST_CASE("federated_least_squares: the JSON holds what was run") {
  const support::temporary_directory here;
  const json results =
      results_of(here, program, "--data " + small_file(here) + " --clients 5 --rounds 40 --tol 0 --l2 0.1");
  CHECK(results["example"] == program);
  CHECK(results["data"]["rows"] == 12);
  CHECK(results["data"]["columns"] == 2);
  CHECK(results["data"]["names"] == json{"a", "b"});
  CHECK(results["data"]["response"] == "y");
  CHECK(results["client_rows"] == json{3, 3, 2, 2, 2});
  for (const char* name :
       {"data",       "response",  "columns", "delimiter",     "intercept", "l2",   "scale", "solver",
        "clients",    "partition", "weights", "participation", "rounds",    "tol",  "local", "step",
        "relaxation", "mu",        "lr",      "local-steps",   "threads",   "seed", "json",  "csv",
        "plot"})
    CHECK(results["options"].contains(name));
  CHECK(results["options"]["columns"] == json{"a", "b"});
  CHECK(results["options"]["response"] == "y");
  CHECK(results["options"]["scale"] == "none");
  CHECK(results["options"]["intercept"] == false);
  REQUIRE(results["runs"].size() == 4);
  for (const auto& run : results["runs"]) {
    CHECK_FALSE(run.contains("accuracy"));
    CHECK(run["rounds"] == 40);
    CHECK(run["model"].size() == 2);
    CHECK(run["counters"]["floats_up"] == 40 * 5 * 2);
    for (const char* column : {"round", "objective", "gap", "residual", "floats", "seconds"})
      CHECK(run["history"][column].size() == 41);
  }
}

TEST_CASE("federated_least_squares: columns are named, chosen and reported in the order of the file") {
  const support::temporary_directory here;
  const std::string data = "--data " + small_file(here) + " --clients 2 --tol 1e-12 --solver feddr ";
  const json all = results_of(here, program, data), named = results_of(here, program, data + "--columns b,a");
  CHECK(named["data"]["names"] == json{"a", "b"});
  CHECK(named["runs"][0]["model"] == all["runs"][0]["model"]);
  const json other = results_of(here, program, data + "--response a --columns y");
  CHECK(other["data"]["names"] == json{"y"});
  CHECK(other["data"]["response"] == "a");
  CHECK(other["runs"][0]["model"].size() == 1);

  const json groups = results_of(here, program, "--data " + small_file(here) + " --partition column:town");
  CHECK(groups["client_rows"] == json{4, 8});
  CHECK(groups["data"]["groups"] == json{"Here", "There"});
  CHECK(groups["options"]["clients"] == 2);
  const json chosen = results_of(here, program, "--data " + small_file(here) + " --partition column:b");
  CHECK(chosen["data"]["names"] == json{"a"});
  CHECK(chosen["client_rows"] == json{3, 3, 3, 3});
}

TEST_CASE("federated_least_squares: other delimiters, quotes, no line of names") {
  const support::temporary_directory here;
  const auto model = [&](const std::string& text, const std::string& options) {
    return results_of(
        here, program,
        "--data " + here.file("data.csv", text) + " --clients 2 --solver feddr " + options)["runs"][0]["model"];
  };
  const json plain = model("x,z,y\n1,2,1\n2,1,3\n3,5,2\n4,0,5\n", "");
  CHECK(model("x;z;y\n1;2;1\n2;1;3\n3;5;2\n4;0;5\n", "--delimiter ';'") == plain);
  CHECK(model("x\tz\ty\n1\t2\t1\n2\t1\t3\n3\t5\t2\n4\t0\t5\n", "--delimiter tab") == plain);
  CHECK(model("\"x\",\"z\",\"y\"\r\n1,2,1\r\n2,1,3\r\n3,5,2\r\n4,0,5", "") == plain);
  CHECK(model("1,2,1\n2,1,3\n3,5,2\n4,0,5\n", "") == plain);
  CHECK(model("1,2,1\n2,1,3\n3,5,2\n4,0,5\n", "--response 3 --columns 2,1") == plain);
}

TEST_CASE("federated_least_squares: columns of any scale, and columns that say nothing, are survived") {
  const support::temporary_directory here;
  const auto results = [&](const std::string& text, const std::string& options) {
    return results_of(here, program,
                      "--data " + here.file("data.csv", text) + " --clients 2 --solver fedsplit,feddr " + options);
  };
  // y = 1 + x exactly, beside a constant, an empty and a doubled column
  const json idle = results("c,o,d,x,y\n7,0,2,1,2\n7,0,4,2,3\n7,0,6,3,4\n7,0,10,5,6\n", "--intercept --scale columns");
  for (const auto& run : idle["runs"]) {
    CHECK(run["objective"].get<double>() < 1e-16);
    CHECK(run["model"][0] == 0);
    CHECK(run["model"][1] == 0);
  }
  // y = 1e-200 x + 1e150 z
  const json huge = results("x,z,y\n1e200,1e-150,2\n2e200,1e-150,3\n1e200,3e-150,4\n5e200,-1e-150,4\n", "");
  for (const auto& run : huge["runs"]) {
    CHECK(run["status"] == "solved");
    CHECK(std::abs(run["model"][0].get<double>() - 1e-200) < 1e-208);
    CHECK(std::abs(run["model"][1].get<double>() - 1e150) < 1e142);
  }
  const json nothing = results("x,y\n0,1\n0,2\n0,3\n", "");
  for (const auto& run : nothing["runs"]) CHECK(run["model"] == json{0.0});
  const json single = results_of(here, program, "--clients 1 --data " + here.file("data.csv", "x,y\n2,4\n"));
  CHECK(std::abs(single["runs"][2]["model"][0].get<double>() - 2) < 1e-7);
}

TEST_CASE("federated_least_squares: one gradient step a round, sampled clients and equal weights") {
  const support::temporary_directory here;
  const json steps = results_of(here, program, "--intercept --local gd:1 --solver fedsplit,feddr --l2 0.5 --tol 1e-10");
  for (const auto& run : steps["runs"]) {
    CHECK(run["status"] == "solved");
    CHECK(run["gap"].get<double>() < 1e-9);
    CHECK(run["counters"]["gradients"] == run["counters"]["prox"]);
  }
  const json sampled = results_of(here, program, "--intercept --participation 0.3 --rounds 20000");
  REQUIRE(sampled["runs"].size() == 1);
  CHECK(sampled["runs"][0]["gap"].get<double>() < 1e-6);
  const json uniform =
      results_of(here, program, "--intercept --weights uniform --partition sizes:42,400 --solver feddr --rounds 20000");
  CHECK(uniform["runs"][0]["gap"].get<double>() > 1);  // it weighs 42 rows like 400
}

TEST_CASE("federated_least_squares: any number of threads writes the same numbers") {
  const support::temporary_directory here;
  const std::string run = "--intercept --rounds 100 --threads ";
  const json alone = without_times(results_of(here, program, run + "1"));
  for (const std::string threads : {"2", "3"}) CHECK(without_times(results_of(here, program, run + threads)) == alone);
}

#if defined(CLEAVE_MPIEXEC)
TEST_CASE("federated_least_squares_mpi: any number of ranks writes the same numbers") {
  const support::temporary_directory here;
  check_same_over_mpi(here, program, "--intercept --rounds 50");
  check_same_over_mpi(here, program, "--partition column:sex --rounds 50");  // fewer clients than ranks
  CHECK(call_over_mpi(here, program, 2, "--response nobody").exit_code == 2);
}
#endif

TEST_CASE("federated_least_squares: bad options are exit code 2 and one line that names the program") {
  const support::temporary_directory here;
  const std::string data = "--data " + small_file(here) + " ";
  for (const auto* table : {&wrong_for_all, &wrong_for_stars})
    for (const auto& arguments : *table) check_refused(here, program, data + arguments);
  for (const std::string arguments :
       {"--response nobody", "--response town", "--response", "--columns a,nobody", "--columns town", "--columns a,a",
        "--columns a,y", "--columns ''", "--delimiter ';'", "--delimiter ''", "--delimiter ab", "--delimiter 1",
        "--scale nonsense", "--scale 2", "--l1 0.1", "--intercept=maybe", "--local newton",
        "--partition column:town --clients 3", "--partition column:town --columns town"})
    check_refused(here, program, data + arguments);
}

TEST_CASE("federated_least_squares: a bad file is exit code 2 and one line with the place") {
  const support::temporary_directory here;
  const std::vector<std::pair<std::string, std::string>> files{
      {"", "empty"},
      {"\n\n", "no rows"},
      {"x,y\n", "no rows"},
      {"y\n1\n2\n", "beside the response"},
      {"name,y\nA,1\nB,2\n", "beside the response"},
      {"x,y\n1,\n2,3\n", ":2:3: "},
      {"x,y\n1,2\n,3\n", ":3:1: "},
      {"x,y\n1,2\n3\n", ":3:"},
      {"x,y\n1,2\n3,4,5\n", ":3:5: "},
      {"x,y\n1,2\nnan,4\n", ":3:1: "},
      {"x,y\n1,2\n3,inf\n", ":3:3: "},
      {"x,y\n1,2\n1e999,3\n", ":3:1: "},
      {"x,y\n1,2\ntext,3\n", ":3:1: "},
      {"x,y\n1,text\n2,3\n", ":2:3: "},
      {"x;y\n1;2\n3;4\n", "delimiter"},
      {"x,y\n1,\"2\n3,4\n", ":"},
      {"x,y\n1,0x10\n2,3\n", ":2:3: "},
      {std::string("\x7f\x45\x4c\x46\0\1\2\3\xff\xfe", 10), ""},
      {std::string("x,y\n1,\0002\n", 9), ":2:3: "}};
  for (const auto& [text, part] : files) {
    INFO(text);
    check_refused(here, program, "--clients 1 --data " + here.file("bad.csv", text), part);
  }
  std::string wide = "c1";
  for (int j = 2; j <= 2002; ++j) wide += ",c" + std::to_string(j);
  wide += "\n1";
  for (int j = 2; j <= 2002; ++j) wide += ",1";
  check_refused(here, program, "--clients 1 --data " + here.file("wide.csv", wide + "\n"), "columns");
}

TEST_CASE("coordinates: a model in scaled columns predicts what it predicts in those of the file") {
  cleave::dense_rows<> x(4, 3);
  x << 1e6, 1e-3, 5, 1e6 + 1, 2e-3, 5, 1e6 + 3, -1e-3, 5, 1e6 - 2, 0, 5;
  const cleave::vec<> v = cleave::vec<>::LinSpaced(4, -1, 2);
  for (const bool intercept : {false, true}) {
    const example::coordinates scaled(x, intercept, true);
    const auto rows = scaled.rows(x);
    const cleave::vec<> own = v.head(scaled.dimension()), model = scaled.model(own);
    cleave::vec<> there = x * model.head(3);
    if (intercept) there.array() += model[3];
    CHECK((rows * own - there).norm() < 1e-9);
    for (cleave::index_t j = 0; j < (intercept ? 2 : 3); ++j)
      CHECK(std::abs(rows.col(j).squaredNorm() / 4 - 1) < 1e-12);
    if (intercept) CHECK(rows.col(2).isZero(0));
    CHECK(scaled.weight().size() == scaled.dimension());
  }
}
