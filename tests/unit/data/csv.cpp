#include <cleave/data/csv.hpp>
#include <cleave/data/partition.hpp>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"

#include <clocale>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using namespace cleave;

namespace {

using dense = Eigen::MatrixXd;
using names = std::vector<std::string>;

table<> parse(std::string_view text, const csv_options& options = {}) { return parse_csv(text, "f", options); }

/// What the refusal of a text says, or "accepted".
std::string refusal(std::string_view text, const csv_options& options = {}) {
  try {
    (void)parse(text, options);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "accepted";
}

void check_same_data(const table<>& a, const table<>& b) {
  CHECK(dense(a.rows) == dense(b.rows));
  CHECK(a.response == b.response);
  CHECK(a.columns == b.columns);
  CHECK(a.response_name == b.response_name);
  CHECK(a.group == b.group);
  CHECK(a.groups == b.groups);
}

dense matrix_2_2(double a, double b, double c, double d) { return (dense(2, 2) << a, b, c, d).finished(); }

}  // namespace

TEST_CASE("csv: the last column is the response, the others are features", "[data]") {
  const auto data = parse("a,b,y\n1,2.5,3\n-4,5e-1,6\n");
  CHECK(dense(data.rows) == matrix_2_2(1, 2.5, -4, 0.5));
  CHECK(data.response == Eigen::Vector2d(3, 6));
  CHECK(data.columns == names{"a", "b"});
  CHECK(data.response_name == "y");
  CHECK(data.group.empty());
  CHECK(data.groups.empty());
}

TEST_CASE("csv: without a header the columns are called by their numbers", "[data]") {
  const auto data = parse("1,2,3\n4,5,6\n");
  CHECK(dense(data.rows) == matrix_2_2(1, 2, 4, 5));
  CHECK(data.columns == names{"1", "2"});
  CHECK(data.response_name == "3");
  CHECK(parse("1,2,3\n4,5,6\n", {.response = "1"}).columns == names{"2", "3"});
}

TEST_CASE("csv: the options choose the response, the features and their order", "[data]") {
  const std::string text = "a,b,c,d\n1,2,3,4\n5,6,7,8\n";
  const auto data = parse(text, {.response = "b", .columns = {"d", "a"}});
  CHECK(dense(data.rows) == matrix_2_2(4, 1, 8, 5));
  CHECK(data.response == Eigen::Vector2d(2, 6));
  CHECK(data.columns == names{"d", "a"});
  CHECK(parse(text, {.response = "b"}).columns == names{"a", "c", "d"});
}

TEST_CASE("csv: columns of text are ignored unless chosen", "[data]") {
  const std::string text = "id,a,s,y\nn1,1,x,2\nn2,3,7,4\nn3,5,,6\n";
  const auto data = parse(text);
  CHECK(data.columns == names{"a"});
  CHECK(data.rows.rows() == 3);
  CHECK(refusal(text, {.columns = {"a", "s"}}) == "f:2:6: expected a number for 's', got 'x'");
  CHECK(refusal(text, {.response = "id"}) == "f:2:1: expected a number for 'id', got 'n1'");
}

TEST_CASE("csv: columns that are not chosen may hold anything", "[data]") {
  const auto data = parse("a,b,c,y\n1,,inf,2\n3,x,1e999,4\n", {.columns = {"a"}});
  CHECK(dense(data.rows) == Eigen::Vector2d(1, 3));
  CHECK(data.response == Eigen::Vector2d(2, 4));
}

TEST_CASE("csv: a column of text may begin with missing cells, a column of numbers may not", "[data]") {
  CHECK(parse("s,a,y\n?,1,2\n,1,2\nx,1,2\n").columns == names{"a"});
  CHECK(refusal("s,a,y\n\n?,1,2\n,1,2\n5,1,2\n") == "f:3:1: expected a number for 's', got a missing cell");
  CHECK(refusal("a,s,y\n1,NA,2\n1,,2\n") == "f:2:3: expected a number for 's', got a missing cell");
}

TEST_CASE("csv: CRLF, a byte-order mark, blank lines and a missing last newline change nothing", "[data]") {
  const auto plain = parse("a,b,y\n1,2,3\n4,5,6\n");
  check_same_data(parse("a,b,y\r\n1,2,3\r\n4,5,6\r\n"), plain);
  check_same_data(parse("\xEF\xBB\xBF"
                        "a,b,y\n1,2,3\n4,5,6"),
                  plain);
  check_same_data(parse("\n \r\na,b,y\n\n1,2,3\n\t\n4,5,6\r\n\r\n\n  "), plain);
  check_same_data(parse(" a , b,\ty\n1 , 2,3 \n4,5,  6\t\n"), plain);
}

TEST_CASE("csv: quoted cells may have delimiters, quotes and line breaks in them", "[data]") {
  const auto data = parse(
      "\"a \"\"first\"\"\",\"b,\nc\",note,\" y \"\r\n\"1\", \"2.5\" ,\"two\r\nlines, \"\"quoted\"\"\",3\r\n"
      "4,5,5\" pipe,6\n7,\"8\",\"\",9");
  CHECK(data.columns == names{"a \"first\"", "b,\nc"});
  CHECK(data.response_name == " y ");
  CHECK(data.rows.rows() == 3);
  CHECK(dense(data.rows.topRows(2)) == matrix_2_2(1, 2.5, 4, 5));
  CHECK(data.response == Eigen::Vector3d(3, 6, 9));
}

TEST_CASE("csv: places are right behind quoted line breaks", "[data]") {
  CHECK(refusal("s,a,y\n\"x\ny\",1,2\nx,z,3\n") == "f:4:3: expected a number for 'a', got 'z'");
  CHECK(refusal("s,a,y\n\"x\n\ny\",1,z\n") == "f:4:6: expected a number for 'y', got 'z'");
  CHECK(refusal("s,a,y\nx,1,2\n\"x\n\n,1,2\n") == "f:3:1: expected a closing quote, got the end of the file");
  CHECK(refusal("s,a,y\n\"x\n\"w,1,2\n") == "f:3:2: expected ',' behind the closing quote, got 'w'");
}

TEST_CASE("csv: other delimiters", "[data]") {
  const auto plain = parse("a,b,y\n1,2,3\n4,5,6\n");
  for (const std::string delimiter : {";", "\t", "|", " ", ":"}) {
    std::string text = "a,b,y\n1,2,3\n4,5,6\n";
    for (char& c : text)
      if (c == ',') c = delimiter[0];
    check_same_data(parse(text, {.delimiter = delimiter[0]}), plain);
  }
  CHECK(refusal("a\tb\n1\t2\n\t\n3\t4\n", {.delimiter = '\t'}) ==
        "f:3:1: expected a number for 'a', got a missing cell");
}

TEST_CASE("csv: a delimiter that could be part of a cell is refused", "[data]") {
  for (const char c : {'1', 'e', 'Z', '.', '+', '-', '_', '"', '\n', '\r', '\0', '\x7f', '\xff'})
    CHECK_THROWS_AS(parse("a\n1\n", {.delimiter = c}), std::invalid_argument);
  CHECK(refusal("a\n1\n", {.delimiter = 'e'}) ==
        "read_csv: delimiter must be a tab or a printable sign that is in no number or name, got 'e'");
}

TEST_CASE("csv: a wrong delimiter is noticed and named", "[data]") {
  CHECK(refusal("a;b;y\n1;2;3\n") ==
        "f:1:2: expected cells split by ',', got one that has ';' in it: is ';' the delimiter?");
  CHECK(refusal("1\t2\n3\t4\n") ==
        "f:1:2: expected cells split by ',', got one that has '\\x09' in it: is '\\x09' the delimiter?");
  CHECK(refusal("a,y\n1,2\n", {.delimiter = ';'}) ==
        "f:1:2: expected cells split by ';', got one that has ',' in it: is ',' the delimiter?");
  CHECK(refusal("a,y\n1,2\n1;5,2\n") == "f:3:1: expected a number for 'a', got '1;5' (is ';' the delimiter?)");
  CHECK(refusal("1 2 3\n4 5 6\n") == "f:2:1: expected a number for '1 2 3', got '4 5 6' (is ' ' the delimiter?)");
  CHECK(parse("\"a;b\"\n1\n").response_name == "a;b");
}

TEST_CASE("csv: a header is text over numbers, or text alone", "[data]") {
  CHECK(parse("a,2001,y\n1,2,3\n").columns == names{"a", "2001"});
  CHECK(parse("s,y,a\nx,1,2\n").response_name == "a");
  CHECK(parse(",a,y\n1,2,3\n").columns == names{"1", "a"});
  CHECK(parse("NaN,a,y\n1,2,3\n").columns == names{"NaN", "a"});
  CHECK(parse("2001,2002\n1,2\n").rows.rows() == 2);
  CHECK(parse("2001,2002\n1,2\n", {.header = csv_header::present}).columns == names{"2001"});
}

TEST_CASE("csv: a first line of numbers and text is refused where the next one has the same, unless told", "[data]") {
  const std::string text = "5.1,x,3\n4.9,y,4\n";
  CHECK(refusal(text) ==
        "f:1:5: expected names or numbers, got both, and no more in the next line: put a line of names before it");
  const auto data = parse(text, {.header = csv_header::absent});
  CHECK(dense(data.rows) == Eigen::Vector2d(5.1, 4.9));
  CHECK(data.columns == names{"1"});
  CHECK(parse(text, {.header = csv_header::present}).rows.rows() == 1);
}

TEST_CASE("csv: a column that is not there, or there twice, is refused", "[data]") {
  CHECK(refusal("a,b,y\n1,2,3\n", {.response = "z"}) == "f: no column 'z', only 'a', 'b', 'y'");
  CHECK(refusal("1,2,3,4,5,6,7,8,9,10,11\n", {.group = "0"}) ==
        "f: no column '0', only '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', ...");
  CHECK(refusal("a,b,a\n1,2,3\n", {.columns = {"a"}}) == "f:1:5: expected one column 'a', got a second");
  CHECK(parse("a,a,y\n1,2,3\n").columns == names{"a", "a"});
  CHECK_THROWS_WITH(parse("a,b,y\n1,2,3\n", {.columns = {"a", "a"}}), "read_csv: columns has 'a' twice");
  CHECK_THROWS_WITH(parse("a,b,y\n1,2,3\n", {.response = "y", .columns = {"a", "y"}}),
                    "read_csv: columns has the response 'y'");
  CHECK_THROWS_WITH(parse("a,b,y\n1,2,3\n", {.columns = {"a", "y"}}),
                    support::contains(":1:5: 'y' is the last column, and the last column is the response where none"));
}

TEST_CASE("csv: a group column says whose row it is", "[data]") {
  const std::string text = "h,a,y,w\nnorth,1,2,7\n\"so,uth\",3,4,8\nnorth,5,6,7\n";
  const auto data = parse(text, {.response = "y", .group = "h"});
  CHECK(data.groups == names{"north", "so,uth"});
  CHECK(data.group == std::vector<index_t>{0, 1, 0});
  CHECK(data.columns == names{"a", "w"});
  CHECK(by_column(data.group) == partition{{0, 2}, {1}});

  const auto by_number = parse(text, {.group = "w"});  // the last column: the response is then the one before it
  CHECK(by_number.groups == names{"7", "8"});
  CHECK(by_number.response_name == "y");
  CHECK(by_number.columns == names{"a"});
  CHECK(parse(text, {.response = "y", .columns = {"w"}, .group = "w"}).rows(1, 0) == 8);
  CHECK(parse(text, {.response = "w", .group = "w"}).group == std::vector<index_t>{0, 1, 0});
}

TEST_CASE("csv: a missing group is refused at its place", "[data]") {
  CHECK(refusal("g,y\nx,1\n,2\n", {.group = "g"}) == "f:3:1: expected a group for 'g', got a missing cell");
  CHECK(refusal("y,g\n1,x\n2,NA\n", {.group = "g"}) == "f:3:3: expected a group for 'g', got a missing cell");
  CHECK(parse("y,g\n1,x\n2,\"NA\"\n", {.group = "g"}).groups == names{"x", "NA"});
  CHECK(refusal("g\nx\n", {.group = "g"}) == "f: no response beside the group");
}

TEST_CASE("csv: a single column is the response of rows without features", "[data]") {
  const auto data = parse("y\n1\n2\n\n");
  CHECK(data.rows.rows() == 2);
  CHECK(data.rows.cols() == 0);
  CHECK(data.response == Eigen::Vector2d(1, 2));
  CHECK(refusal("y\n1\n\n\n2\n") == "f:3:1: expected a number for 'y', got a blank line");
}

TEST_CASE("csv: numbers as people write them, in double and float", "[data]") {
  const auto data = parse("+1,.5,5.,1E2,-0,007,1e-400,0.1\n");
  CHECK(data.rows == (Eigen::RowVectorXd(7) << 1, .5, 5, 100, 0, 7, 0).finished());
  CHECK(data.response[0] == 0.1);
  CHECK(parse_csv<float>("0.1,0.3\n", "f").rows(0, 0) == 0.1f);
  CHECK_THROWS_WITH(parse_csv<float>("0.1,1e39\n", "f"), "f:1:5: expected a finite number for '2', got '1e39'");
}

TEST_CASE("csv: every text cut short is accepted or refused, never worse", "[data]") {
  const std::string text =
      "\xEF\xBB\xBF\"a\"\"x\",s ,\"g\n,\",y\r\n\r\n1, x,\"\"\"u\"\"\",-2.5e1\r\n+3,\"\",\"\n\",NaN\n";
  for (const char* group : {"", "g\n,"})
    for (std::size_t length = 0; length <= text.size(); ++length) {
      const std::vector<char> exact(text.begin(), text.begin() + static_cast<long>(length));  // its end is guarded
      CHECK_FALSE(refusal({exact.data(), exact.size()}, {.group = group}).empty());
    }
}

TEST_CASE("csv: a file reads as its text does, whatever the size of the chunks", "[data]") {
  const support::temporary_directory directory;
  const std::string text = "a,\"n\nb\",s,y\r\n1,2,\"x\r\n\"\"\r\n,\",3\n\n\n4,5,\"\n\",6\r\n7,8,z,9";
  const std::string path = directory.file("f", text);
  const auto whole = parse(text, {.group = "s", .header = csv_header::present});
  for (std::size_t chunk = 0; chunk < 70; ++chunk)
    check_same_data(detail::csv_parser<double>(detail::line_source::of_file(path, chunk),
                                               csv_options{.group = "s", .header = csv_header::present})
                        .parse(),
                    whole);
  check_same_data(read_csv(path, {.group = "s", .header = csv_header::present}), whole);
}

TEST_CASE("csv: many rows come back as they were written", "[data]") {
  const support::temporary_directory directory;
  std::string text = "a,b,y\n";
  for (int i = 0; i < 100000; ++i)
    text.append(std::to_string(i)).append(",0.5,").append(std::to_string(2 * i)).append("\n");
  const auto data = read_csv(directory.file("rows.csv", text));
  REQUIRE(data.rows.rows() == 100000);
  const Eigen::VectorXd count = Eigen::VectorXd::LinSpaced(100000, 0, 99999);
  CHECK(data.rows.col(0) == count);
  CHECK((data.rows.col(1).array() == 0.5).all());
  CHECK(data.response == 2 * count);
}

TEST_CASE("csv: numbers do not depend on the locale", "[data]") {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"})
    if (std::setlocale(LC_ALL, name) != nullptr) break;
  CHECK(parse("1.5,2.25\n").response[0] == 2.25);
  CHECK(refusal("1,5;2,5\n1,6;2,5\n").starts_with("f:1:3: expected names or numbers, got both"));
  std::setlocale(LC_ALL, before.c_str());
}

TEST_CASE("csv: diabetes, breast cancer and digits have the sizes and the values that their pages say", "[data]") {
  const std::string directory = CLEAVE_DATA_DIR;
  if (!std::filesystem::exists(directory + "/digits/digits.csv"))
    CLEAVE_SKIP("no " << directory << "/digits/digits.csv");

  const auto diabetes = read_csv(directory + "/diabetes/diabetes_raw.csv");
  CHECK(diabetes.rows.rows() == 442);
  CHECK(diabetes.columns == names{"age", "sex", "bmi", "bp", "s1", "s2", "s3", "s4", "s5", "s6"});
  CHECK(diabetes.response_name == "y");
  CHECK(diabetes.rows(0, 2) == 32.1);
  CHECK(diabetes.rows(441, 2) == 19.6);
  CHECK(diabetes.response.sum() == 67243);
  const auto scaled = read_csv(directory + "/diabetes/diabetes_scaled_centered.csv", {.columns = {"sex", "age"}});
  CHECK(scaled.rows(0, 1) == 0.03807590643342302);
  CHECK(scaled.rows(441, 0) == -0.044641636506989144);
  CHECK(scaled.response[441] == -95.13348416289594);

  const auto cancer = read_csv(directory + "/breast_cancer/breast_cancer.csv");
  CHECK(cancer.rows.rows() == 569);
  CHECK(cancer.rows.cols() == 30);
  CHECK(cancer.columns.back() == "worst_fractal_dimension");
  CHECK(cancer.rows(568, 29) == 0.07039);
  CHECK(cancer.response.sum() == 357);

  const auto digits = read_csv(directory + "/digits/digits.csv", {.response = "p63", .group = "label"});
  CHECK(digits.rows.rows() == 1797);
  CHECK(digits.rows.cols() == 63);
  CHECK(digits.groups.size() == 10);
  CHECK(by_column(digits.group)[3].size() == 183);
  CHECK(digits.groups[3] == "3");
}
