#include <cleave/data/matrix_market.hpp>

#include "support/catch.hpp"
#include "support/splitmix.hpp"
#include "support/temporary_directory.hpp"

#include <algorithm>
#include <clocale>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace cleave;

namespace {

using dense = Eigen::MatrixXd;

const std::string coordinate = "%%MatrixMarket matrix coordinate ";
const std::string array = "%%MatrixMarket matrix array ";

Eigen::SparseMatrix<double, Eigen::RowMajor> parse(std::string_view text) { return parse_matrix_market(text, "f"); }

/// What the refusal of a text says, or "accepted".
std::string refusal(std::string_view text) {
  try {
    (void)parse(text);
  } catch (const parse_error& error) {
    return error.what();
  }
  return "accepted";
}

dense matrix_3_3(const std::vector<double>& rows) {
  return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(rows.data());
}

}  // namespace

TEST_CASE("matrix_market: coordinates, in any order", "[data]") {
  const auto matrix = parse(coordinate + "real general\n3 4 5\n3 4 -1e-1\n1 1 2.5\n2 2 +7\n1 4 .5\n1 2 0\n");
  dense want(3, 4);
  want << 2.5, 0, 0, .5, 0, 7, 0, 0, 0, 0, 0, -.1;
  CHECK(dense(matrix) == want);
  CHECK(matrix.isCompressed());
  CHECK(matrix.nonZeros() == 5);
  const std::vector<int> columns(matrix.innerIndexPtr(), matrix.innerIndexPtr() + 5);
  CHECK(columns == std::vector<int>{0, 1, 3, 1, 3});
}

TEST_CASE("matrix_market: symmetric and skew-symmetric matrices are completed", "[data]") {
  CHECK(dense(parse(coordinate + "real symmetric\n3 3 4\n3 1 5\n1 1 2\n3 2 -1\n3 3 4\n")) ==
        matrix_3_3({2, 0, 5, 0, 0, -1, 5, -1, 4}));
  CHECK(dense(parse(coordinate + "real skew-symmetric\n3 3 2\n3 1 5\n3 2 -1\n")) ==
        matrix_3_3({0, 0, -5, 0, 0, 1, 5, -1, 0}));
}

TEST_CASE("matrix_market: whole numbers, and patterns of ones", "[data]") {
  CHECK(dense(parse(coordinate + "integer general\n3 3 2\n3 1 -5\n1 2 +007\n")) ==
        matrix_3_3({0, 7, 0, 0, 0, 0, -5, 0, 0}));
  CHECK(dense(parse(coordinate + "pattern symmetric\n3 3 2\n3 1\n2 2\n")) == matrix_3_3({0, 0, 1, 0, 1, 0, 1, 0, 0}));
  CHECK(dense(parse(coordinate + "pattern skew-symmetric\n3 3 1\n3 1\n")) == matrix_3_3({0, 0, -1, 0, 0, 0, 1, 0, 0}));
}

TEST_CASE("matrix_market: arrays are listed column by column", "[data]") {
  const std::string general = array + "real general\n2 3\n1\n2\n3\n0\n5\n6\n";
  dense want(2, 3);
  want << 1, 3, 5, 2, 0, 6;
  CHECK(dense(parse_matrix_market_array(general, "f")) == want);
  CHECK(dense(parse(general)) == want);
  CHECK(parse(general).nonZeros() == 5);
  CHECK(parse(general).isCompressed());
  CHECK(dense(parse_matrix_market_array(array + "integer symmetric\n3 3\n1\n2\n3\n4\n5\n6\n", "f")) ==
        matrix_3_3({1, 2, 3, 2, 4, 5, 3, 5, 6}));
  CHECK(dense(parse_matrix_market_array(array + "real skew-symmetric\n3 3\n1\n2\n3\n", "f")) ==
        matrix_3_3({0, -1, -2, 1, 0, -3, 2, 3, 0}));
  CHECK_THROWS_WITH(parse_matrix_market_array(coordinate + "real general\n1 1 1\n1 1 1\n", "f"),
                    "f: expected an array, got coordinates: read_matrix_market() reads both");
}

TEST_CASE("matrix_market: case, CRLF, remarks, blank lines, a mark and a missing last newline change nothing",
          "[data]") {
  const dense want = matrix_3_3({0, 7, 0, 0, 0, 0, -5, 0, 0});
  CHECK(dense(parse("\xEF\xBB\xBF%%matrixmarket  MATRIX\tCoordinate REAL General \r\n%x\r\n\r\n \t% y\r\n"
                    "  3\t3  2 \r\n%\r\n3 1 -5\r\n\r\n1 2 7\r")) == want);
  CHECK(dense(parse(coordinate + "real general\n3 3 2\n3 1 -5\n1 2 7\n\n% over\n")) == want);
}

TEST_CASE("matrix_market: matrices without entries, rows or columns", "[data]") {
  CHECK(parse(coordinate + "real general\n3 4 0\n").cols() == 4);
  CHECK(parse(coordinate + "real general\n0 0 0").rows() == 0);
  CHECK(parse(coordinate + "real general\n0 5 0").cols() == 5);
  CHECK(parse(array + "real general\n0 5\n").cols() == 5);
  CHECK(parse_matrix_market_array(array + "real general\n5 0\n", "f").rows() == 5);
  CHECK(dense(parse_matrix_market_array(array + "real skew-symmetric\n1 1\n", "f")) == dense::Zero(1, 1));
  CHECK(parse_matrix_market_array(array + "real symmetric\n0 0\n", "f").size() == 0);
}

TEST_CASE("matrix_market: stated counts beyond what is there are refused before anything is allocated", "[data]") {
  CHECK(refusal(coordinate + "real general\n2000000000 2000000000 1000000000000000\n1 1 1\n") ==
        "f:2:23: expected a number of entries from 0 to 2147483647, got '1000000000000000'");
  CHECK(refusal(coordinate + "real general\n2000000000 2000000000 2000000000\n1 1 1\n") ==
        "f:3:6: expected 2000000000 entries, got 1");
  CHECK(refusal(coordinate + "real general\n3 4 13\n") == "f:2:5: expected a number of entries from 0 to 12, got '13'");
  CHECK(refusal(coordinate + "real symmetric\n3 3 7\n") == "f:2:5: expected a number of entries from 0 to 6, got '7'");
  CHECK(refusal(coordinate + "real skew-symmetric\n3 3 4\n") ==
        "f:2:5: expected a number of entries from 0 to 3, got '4'");
  CHECK(refusal(coordinate + "real skew-symmetric\n0 0 1\n") ==
        "f:2:5: expected a number of entries from 0 to 0, got '1'");
  CHECK(refusal(array + "real general\n2147483646 2147483646\n1\n") ==
        "f:3:2: expected 4611686009837453316 numbers, got 1");
}

TEST_CASE("matrix_market: a second entry at a place is refused at its line", "[data]") {
  CHECK(refusal(coordinate + "real general\n3 3 3\n2 2 1\n1 1 1\n2 2 1\n") ==
        "f:5:1: expected one entry in row 2, column 2, got a second");
  CHECK(refusal(coordinate + "real symmetric\n3 3 4\n\n2 1 1\n% x\n\n3 3 1\n3 1 3\n%\n2 1 1\n") ==
        "f:10:1: expected one entry in row 2, column 1, got a second");
  CHECK(refusal(coordinate + "pattern general\n% x\n3 3 3\n1 1\n\n1 1\n1 1\n") ==
        "f:6:1: expected one entry in row 1, column 1, got a second");
}

TEST_CASE("matrix_market: many entries in random order come back in order", "[data]") {
  support::splitmix random{5};
  dense want = dense::Zero(300, 200);
  std::vector<std::string> entries;
  for (index_t i = 0; i < 300; ++i)
    for (index_t j = 0; j < 200; ++j)
      if (random.next() % 3 == 0) {
        want(i, j) = 1 + static_cast<double>(random.next() % 8);
        entries.push_back(std::to_string(i + 1) + " " + std::to_string(j + 1) + " " +
                          std::to_string(static_cast<int>(want(i, j))) + "\n");
      }
  for (std::size_t i = entries.size() - 1; i > 0; --i) std::swap(entries[i], entries[random.next() % (i + 1)]);
  std::string text = coordinate + "integer general\n300 200 " + std::to_string(entries.size()) + "\n";
  for (const auto& entry : entries) text += entry;

  const support::temporary_directory directory;
  const std::string path = directory.file("f", text);
  const auto matrix = read_matrix_market(path);
  CHECK(dense(matrix) == want);
  CHECK(matrix.nonZeros() == static_cast<index_t>(entries.size()));
  for (index_t i = 0; i < 300; ++i)
    CHECK(std::is_sorted(matrix.innerIndexPtr() + matrix.outerIndexPtr()[i],
                         matrix.innerIndexPtr() + matrix.outerIndexPtr()[i + 1]));
  CHECK(dense(detail::matrix_market_parser<double>(detail::line_source::of_file(path, 7)).parse()) == want);
}

TEST_CASE("matrix_market: an array in a file reads as its text does", "[data]") {
  const support::temporary_directory directory;
  std::string text = array + "real general\n30 20\n";
  for (int i = 0; i < 600; ++i) text += std::to_string(i) + ".5\n";
  const auto matrix = read_matrix_market_array(directory.file("f", text));
  CHECK(matrix(1, 0) == 1.5);
  CHECK(matrix(0, 1) == 30.5);
  CHECK(dense(matrix) == dense(parse_matrix_market_array(text, "f")));
  CHECK(dense(read_matrix_market(directory.path("f"))) == dense(matrix));
}

TEST_CASE("matrix_market: float", "[data]") {
  const auto matrix = parse_matrix_market<float>(coordinate + "real general\n1 2 2\n1 1 0.1\n1 2 1e-60\n", "f");
  CHECK(matrix.coeff(0, 0) == 0.1f);
  CHECK(matrix.coeff(0, 1) == 0);
  CHECK_THROWS_WITH(parse_matrix_market<float>(coordinate + "real general\n1 1 1\n1 1 1e39\n", "f"),
                    "f:3:5: expected a finite number, got '1e39'");
}

TEST_CASE("matrix_market: every text cut short is accepted or refused, never worse", "[data]") {
  for (const std::string& text : {coordinate + "real symmetric\r\n% r\n3 3 2\n\n3 1 -5e-1 \r\n2 2 nan\n",
                                  array + "real skew-symmetric\n3 3\n1\n2.5\n3"})
    for (std::size_t length = 0; length <= text.size(); ++length) {
      const std::vector<char> exact(text.begin(), text.begin() + static_cast<long>(length));  // its end is guarded
      CHECK_FALSE(refusal({exact.data(), exact.size()}).empty());
    }
}

TEST_CASE("matrix_market: numbers do not depend on the locale", "[data]") {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"})
    if (std::setlocale(LC_ALL, name) != nullptr) break;
  CHECK(parse(coordinate + "real general\n1 1 1\n1 1 1.5\n").coeff(0, 0) == 1.5);
  CHECK(refusal(coordinate + "real general\n1 1 1\n1 1 1,5\n") == "f:3:5: expected a number, got '1,5'");
  std::setlocale(LC_ALL, before.c_str());
}
