// Texts that a reader must refuse, each at its place and in one line: the list to add to when somebody finds another.
#include <cleave/data/csv.hpp>
#include <cleave/data/libsvm.hpp>
#include <cleave/data/matrix_market.hpp>

#include "support/catch.hpp"

#include <string>
#include <string_view>
#include <vector>

using namespace cleave;
using namespace std::string_view_literals;

namespace {

struct hostile {
  std::string_view text;
  index_t line;  // 0: the text as a whole
  index_t column;
  std::string_view message;  // or a part of it
};

const std::vector<hostile> libsvm_texts{
    {"", 0, 0, "the file is empty"},
    {"\xEF\xBB\xBF", 0, 0, "the file is empty"},
    {"# nothing\n\n", 0, 0, "no rows"},
    {"yes 1:1\n", 1, 1, "expected a label, got 'yes'"},
    {"1 1:1\n1:1\n", 2, 1, "expected a label, got '1:1'"},
    {"NaN 1:1\n", 1, 1, "expected a finite number, got 'NaN'"},
    {"1 1:nan\n", 1, 5, "expected a finite number, got 'nan'"},
    {"1 1:1\n\n-1 1:1 2:-inf\n", 3, 10, "expected a finite number, got '-inf'"},
    {"1 1:1e400\n", 1, 5, "expected a finite number, got '1e400'"},
    {"1 0:1\n", 1, 3, "expected an index from 1 on, got '0:1'"},
    {"1 -1:1\n", 1, 3, "expected index:value, got '-1:1'"},
    {"1 2:1 1:1\n", 1, 7, "expected an index above 2, got '1:1'"},
    {"1 2:1 2:1\n", 1, 7, "expected an index above 2, got '2:1'"},
    {"1 2147483647:1\n", 1, 3, "expected an index up to 2147483646"},
    {"1 18446744073709551617:1\n", 1, 3, "expected an index up to 2147483646"},
    {"1 1:\n", 1, 3, "expected index:value, got '1:'"},
    {"1 1:1,2:2\n", 1, 3, "expected index:value, got '1:1,2:2'"},
    {"1 1:1\v2:2\n", 1, 3, "got '1:1\\x0b2:2'"},
    {"1 1:1\0\n"sv, 1, 3, "got '1:1\\x00'"},
    {"\xFF\xFE"
     "1\0 \0001\0"sv,
     1, 1, "expected a label, got '\\xff\\xfe1\\x00'"},
    {"PK\x03\x04 1:1\n", 1, 1, "expected a label, got 'PK\\x03\\x04'"},
    {"<html>\n", 1, 1, "expected a label, got '<html>'"},
    {"1,2,3\n", 1, 1, "expected a label, got '1,2,3'"},
};

const std::vector<hostile> csv_texts{
    {"", 0, 0, "the file is empty"},
    {"\n \r\n", 0, 0, "no rows"},
    {"a,b,y\n", 0, 0, "no rows"},
    {"a,y\n1,2\n3\n", 3, 2, "expected 2 cells, got 1"},
    {"a,y\n1,2\n3,4,5\n", 3, 5, "expected 2 cells, got 3"},
    {"a,y\n1,2,\n", 2, 5, "expected 2 cells, got 3"},
    {"a,y\n1,x\n", 2, 3, "expected a number for 'y', got 'x'"},
    {"a,y\n1,2\nx,4\n", 3, 1, "expected a number for 'a', got 'x'"},
    {"a,y\n1,2\n,4\n", 3, 1, "expected a number for 'a', got a missing cell"},
    {"a,y\n1,2\n3,\n", 3, 3, "expected a number for 'y', got a missing cell"},
    {"a,y\n1,2\n NA ,4\n", 3, 2, "expected a number for 'a', got a missing cell"},
    {"a,y\n1,2\n\"\",4\n", 3, 2, "expected a number for 'a', got a missing cell"},
    {"a,y\n1,2\nnull,4\n", 3, 1, "a missing cell"},
    {"a,y\n1,2\n?,4\n", 3, 1, "a missing cell"},
    {"a,y\n1,NaN\n", 2, 3, "a missing cell"},
    {"a,y\n?,2\n?,2\n", 2, 1, "expected a number for 'a', got a missing cell"},
    {"a,y\n1,2\n3,inf\n", 3, 3, "expected a finite number for 'y', got 'inf'"},
    {"a,y\n-Infinity,2\n", 2, 1, "expected a finite number for 'a', got '-Infinity'"},
    {"a,y\n1,2\n3,1e309\n", 3, 3, "expected a finite number for 'y', got '1e309'"},
    {"a,y\n1,2\n0x10,4\n", 3, 1, "expected a number for 'a', got '0x10'"},
    {"a,y\n1,2\n1 000,4\n", 3, 1, "expected a number for 'a', got '1 000'"},
    {"a,y\n1,2\n1.5.2,4\n", 3, 1, "got '1.5.2'"},
    {"a,y\n1,2\n\"1\"\"2\",4\n", 3, 2, "expected a number for 'a', got '1\"\"2'"},
    {"a,y\n1,2\n\"3,4\n", 3, 1, "expected a closing quote, got the end of the file"},
    {"a,y\n\"1\"2,4\n", 2, 4, "expected ',' behind the closing quote, got '2'"},
    {"a;y\n1;2\n", 1, 2, "is ';' the delimiter?"},
    {"a\ty\n1\t2\n", 1, 2, "is '\\x09' the delimiter?"},
    {"5.1,x\n4.9,y\n", 1, 5, "expected names or numbers, got both"},
    {"a,y\n1,2\n\0,2\n"sv, 3, 1, "expected a number for 'a', got '\\x00'"},
    {"a,y\n1,2\n\n3,4\r5,6\n", 4, 7, "expected 2 cells, got 3"},
    {"y\n1\n\n2\n", 3, 1, "expected a number for 'y', got a blank line"},
};

#define COORDINATE "%%MatrixMarket matrix coordinate "
const std::vector<hostile> matrix_market_texts{
    {"", 0, 0, "the file is empty"},
    {"\n", 1, 1, "expected %%MatrixMarket, got the end of the line"},
    {"%%MatrixMarkets matrix\n", 1, 1, "expected %%MatrixMarket, got '%%MatrixMarkets'"},
    {"1 1 1\n", 1, 1, "expected %%MatrixMarket, got '1'"},
    {"%%MatrixMarket vector coordinate real general\n", 1, 16, "expected matrix, got 'vector'"},
    {"%%MatrixMarket matrix table real general\n", 1, 23, "expected coordinate or array, got 'table'"},
    {COORDINATE "complex general\n1 1 1\n1 1 1 1\n", 1, 34, "expected real, integer or pattern, got 'complex'"},
    {COORDINATE "real hermitian\n1 1 1\n1 1 1\n", 1, 39, "expected general, symmetric or skew-symmetric, got 'herm"},
    {"%%MatrixMarket matrix array pattern general\n1 1\n", 1, 29, "expected real or integer, got 'pattern'"},
    {COORDINATE "real general 5\n1 1 1\n", 1, 47, "expected the end of the line, got '5'"},
    {COORDINATE "real general\n% only remarks\n", 2, 15, "expected the sizes, got the end of the file"},
    {COORDINATE "real general\n1 1\n1 1 1\n", 2, 4, "expected a number of entries from 0 to 1, got the end of"},
    {COORDINATE "real general\n-1 1 1\n", 2, 1, "expected a number of rows from 0 to 2147483646, got '-1'"},
    {COORDINATE "real general\n3000000000 1 1\n", 2, 1, "expected a number of rows from 0 to 2147483646"},
    {COORDINATE "real general\n9 9 99999999999999999999\n", 2, 5, "expected a number of entries from 0 to 81"},
    {COORDINATE "real general\n2147483646 2147483646 0\n", 2, 1,
     "expected at most 2^26 rows, or 64 for each entry, got '21"},
    {COORDINATE "real symmetric\n2 3 1\n1 1 1\n", 2, 3, "expected as many columns as rows, got '3'"},
    {COORDINATE "real general\n2 2 2\n1 1 1\n", 3, 6, "expected 2 entries, got 1"},
    {COORDINATE "real general\n2 2 1\n1 1 1\n2 2 1\n", 4, 1, "expected 1 entries, got more"},
    {COORDINATE "real general\n2 2 1\n0 1 1\n", 3, 1, "expected a row from 1 to 2, got '0'"},
    {COORDINATE "real general\n2 2 1\n1 3 1\n", 3, 3, "expected a column from 1 to 2, got '3'"},
    {COORDINATE "real general\n2 2 1\n1.0 1 1\n", 3, 1, "expected a row from 1 to 2, got '1.0'"},
    {COORDINATE "real general\n2 2 1\n1 1\n", 3, 4, "expected a number, got the end of the line"},
    {COORDINATE "real general\n2 2 1\n1 1 1 1\n", 3, 7, "expected the end of the line, got '1'"},
    {COORDINATE "real general\n2 2 1\n1 1 nan\n", 3, 5, "expected a finite number, got 'nan'"},
    {COORDINATE "real general\n2 2 1\n1 1 -1e999\n", 3, 5, "expected a finite number, got '-1e999'"},
    {COORDINATE "real general\n2 2 1\n1 1 1d3\n", 3, 5, "expected a number, got '1d3'"},
    {COORDINATE "integer general\n2 2 1\n1 1 1.5\n", 3, 5, "expected a whole number, got '1.5'"},
    {COORDINATE "integer general\n2 2 1\n1 1 1-2\n", 3, 5, "expected a number, got '1-2'"},
    {COORDINATE "pattern general\n2 2 1\n1 1 1\n", 3, 5, "expected the end of the line, got '1'"},
    {COORDINATE "real symmetric\n2 2 1\n1 2 1\n", 3, 3, "on or below the diagonal, the rest being symmetric, got '2'"},
    {COORDINATE "real skew-symmetric\n2 2 1\n2 2 1\n", 3, 3, "below the diagonal, the rest being skew-symmetric"},
    {COORDINATE "real general\n2 2 2\n1 1 1\n1 1 1\n", 4, 1, "expected one entry in row 1, column 1, got a second"},
    {"%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n", 5, 2, "expected 4 numbers, got 3"},
    {"%%MatrixMarket matrix array real general\n1 1\n1\n2\n", 4, 1, "expected 1 numbers, got more"},
    {"%%MatrixMarket matrix array real general\n1 2\n1 2\n", 3, 3, "expected the end of the line, got '2'"},
    {"%%MatrixMarket matrix array real general\n1 1 1\n1\n", 2, 5, "expected the end of the line, got '1'"},
};

template <class Read>
void check_refused(const std::vector<hostile>& texts, Read read) {
  for (const hostile& h : texts) {
    INFO("text " << detail::shown(h.text.substr(h.text.rfind('\n', h.text.size() - 2) + 1)) << " expected "
                 << h.message);
    const std::vector<char> exact(h.text.begin(), h.text.end());  // so that reading past the end is noticed
    try {
      read(std::string_view(exact.data(), exact.size()));
      CHECK(std::string("accepted").empty());
    } catch (const parse_error& error) {
      const std::string what = error.what();
      INFO(what);
      CHECK(error.line() == h.line);
      CHECK(error.column() == h.column);
      CHECK(what.find(h.message) != std::string::npos);
      CHECK(what.starts_with("f:"));
      CHECK(what.find_first_of("\n\r\t\0"sv) == std::string::npos);
    }
  }
}

}  // namespace

TEST_CASE("libsvm: hostile texts are refused at their place", "[data]") {
  check_refused(libsvm_texts, [](std::string_view text) { (void)parse_libsvm(text, "f"); });
}

TEST_CASE("csv: hostile texts are refused at their place", "[data]") {
  check_refused(csv_texts, [](std::string_view text) { (void)parse_csv(text, "f"); });
}

TEST_CASE("matrix_market: hostile texts are refused at their place", "[data]") {
  check_refused(matrix_market_texts, [](std::string_view text) { (void)parse_matrix_market(text, "f"); });
}
