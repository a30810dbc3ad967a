#include <cleave/data/binary_labels.hpp>
#include <cleave/data/libsvm.hpp>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"

#include <clocale>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

using namespace cleave;

namespace {

using dense = Eigen::MatrixXd;

labelled<> parse(std::string_view text, index_t min_features = 0) { return parse_libsvm(text, "f", min_features); }

/// What the refusal of a text says, or "accepted".
std::string refusal(std::string_view text) {
  try {
    (void)parse(text);
  } catch (const parse_error& error) {
    return error.what();
  }
  return "accepted";
}

std::string refusal_of_file(const std::string& path) {
  try {
    (void)read_libsvm(path);
  } catch (const parse_error& error) {
    return error.what();
  }
  return "accepted";
}

void check_same_data(const labelled<>& a, const labelled<>& b) {
  CHECK(a.labels == b.labels);
  CHECK(dense(a.rows) == dense(b.rows));
}

}  // namespace

TEST_CASE("libsvm: rows, labels and values", "[data]") {
  const auto data = parse("+1 1:0.5 3:-2e-1\n-1 2:+4 \n0.25\n");
  dense rows(3, 3);
  rows << 0.5, 0, -0.2, 0, 4, 0, 0, 0, 0;
  CHECK(dense(data.rows) == rows);
  CHECK(data.labels == Eigen::Vector3d(1, -1, 0.25));
  CHECK(data.rows.isCompressed());
  CHECK(data.rows.nonZeros() == 3);
}

TEST_CASE("libsvm: CRLF, tabs, remarks, blank lines, a byte-order mark and a missing last newline change nothing",
          "[data]") {
  const auto plain = parse("1 1:2 2:3\n-1 2:4\n");
  check_same_data(parse("1 1:2 2:3\r\n-1 2:4\r\n"), plain);
  check_same_data(parse("\xEF\xBB\xBF"
                        "1 1:2 2:3\n-1 2:4\n"),
                  plain);
  check_same_data(parse("1 1:2 2:3\n-1 2:4"), plain);
  check_same_data(parse("1 1:2 2:3\r\n-1 2:4\r"), plain);
  check_same_data(parse("# head\n\n  \t\n1 1:2 2:3 # 3:9\n#-1 1:1\n\r\n-1 2:4#x\n\n"), plain);
  check_same_data(parse("\t1\t1:2 \t 2:3  \n  -1 2:4\t\n"), plain);
}

TEST_CASE("libsvm: qid after the label is ignored", "[data]") {
  check_same_data(parse("3 qid:1 1:2\n1 qid:x\n2 qid: 2:5\n"), parse("3 1:2\n1\n2 2:5\n"));
  CHECK(refusal("3 1:2 qid:1\n") == "f:1:7: expected index:value, got 'qid:1'");
}

TEST_CASE("libsvm: rows without features are legal, in the middle and at the end", "[data]") {
  const auto data = parse("1\n-1 2:1\n1\n");
  CHECK(data.rows.rows() == 3);
  CHECK(data.rows.cols() == 2);
  CHECK(data.rows.nonZeros() == 1);
  CHECK(parse("1\n2\n").rows.cols() == 0);
}

TEST_CASE("libsvm: min_features widens but never narrows", "[data]") {
  CHECK(parse("1 2:1\n", 5).rows.cols() == 5);
  CHECK(parse("1 7:1\n", 5).rows.cols() == 7);
  CHECK_THROWS_WITH(parse("1 2:1\n", -1), "read_libsvm: min_features must be from 0 to 2147483646, got -1");
  CHECK_THROWS_AS(parse("1 2:1\n", index_t{1} << 40), std::invalid_argument);
}

TEST_CASE("libsvm: stored zeros stay stored", "[data]") { CHECK(parse("1 1:0 2:0.0\n").rows.nonZeros() == 2); }

TEST_CASE("libsvm: numbers as people write them", "[data]") {
  const auto data = parse("1e3 1:.5 2:5. 3:+.25 4:1E2 5:-0 6:007 7:1e-310 8:1e-400 9:-0.0000001e-320 10:0e999\n");
  CHECK(data.labels[0] == 1000);
  const dense row = dense(data.rows).transpose();
  const std::vector<double> values{.5, 5, .25, 100, 0, 7, 1e-310, 0, 0, 0};
  for (std::size_t i = 0; i < values.size(); ++i) CHECK(row(static_cast<index_t>(i)) == values[i]);
  CHECK(parse("1 007:1\n").rows.cols() == 7);
}

TEST_CASE("libsvm: 0.1 reads as the nearest double, and as the nearest float", "[data]") {
  CHECK(parse("1 1:0.1\n").rows.coeff(0, 0) == 0.1);
  const auto data = parse_libsvm<float>("1 1:0.1 2:1e-60\n", "f");
  CHECK(data.rows.coeff(0, 0) == 0.1f);
  CHECK(data.rows.coeff(0, 1) == 0);
  CHECK_THROWS_WITH(parse_libsvm<float>("1 1:1e60\n", "f"), "f:1:5: expected a finite number, got '1e60'");
}

TEST_CASE("libsvm: the largest index is 2^31 - 2", "[data]") {
  CHECK(parse("1 2147483646:1\n").rows.cols() == 2147483646);
  CHECK(refusal("1 2147483647:1\n") == "f:1:3: expected an index up to 2147483646, got '2147483647:1'");
  CHECK(refusal("1 99999999999999999999999999:1\n") ==
        "f:1:3: expected an index up to 2147483646, got '99999999999999999999999999:1'");
}

TEST_CASE("libsvm: a descending index is refused at its line and column", "[data]") {
  CHECK(refusal("1 1:1\n1 7:1 3:1\n") == "f:2:7: expected an index above 7, got '3:1'");
}

TEST_CASE("libsvm: a repeated index is refused at its line and column", "[data]") {
  CHECK(refusal("1 1:1 1:2\n") == "f:1:7: expected an index above 1, got '1:2'");
}

TEST_CASE("libsvm: index 0 is refused", "[data]") {
  CHECK(refusal("1 0:1\n") == "f:1:3: expected an index from 1 on, got '0:1'");
  CHECK(refusal("1 000:1\n") == "f:1:3: expected an index from 1 on, got '000:1'");
}

TEST_CASE("libsvm: what is not index:value is refused with the token", "[data]") {
  for (const std::string token : {"7;1",   "7",     "7:",    ":1",    ":",     "7:1:2", "7:1,2",   "7:one", "7:0x1p3",
                                  "7:1e",  "7:--1", "7:+-1", "7:-+1", "7:++1", "7:+",   "7:-",     "-7:1",  "+7:1",
                                  "7.0:1", "1e2:1", "a:1",   "7=1",   "7:1;",  "7:1d3", "7:1_000", "7:.",   "7:e5"}) {
    INFO(token);
    CHECK(refusal("1 " + token + "\n") == "f:1:3: expected index:value, got '" + token + "'");
  }
}

TEST_CASE("libsvm: a missing or odd label is refused", "[data]") {
  for (const std::string token : {"1:1", "yes", "1,2", "+", "-", "+-1", "0x1", "qid:1", "\"1\"", ",", "<html>"}) {
    INFO(token);
    CHECK(refusal("1 1:1\n" + token + " 2:1\n") == "f:2:1: expected a label, got '" + token + "'");
  }
}

TEST_CASE("libsvm: NaN and infinity are refused where they stand", "[data]") {
  for (const std::string word : {"nan", "NaN", "-nan", "nan(1)", "inf", "Inf", "-inf", "infinity", "1e999", "-1e999",
                                 "1e99999999999999999999"}) {
    INFO(word);
    CHECK(refusal("1 1:1\n1 2:" + word + "\n") == "f:2:5: expected a finite number, got '" + word + "'");
    CHECK(refusal(word + " 1:1\n") == "f:1:1: expected a finite number, got '" + word + "'");
  }
  CHECK(refusal("1 1:" + std::string(400, '9') + "\n").starts_with("f:1:5: expected a finite number, got '9999"));
  CHECK(refusal("1 1:0." + std::string(400, '0') + "1\n") == "accepted");
}

TEST_CASE("libsvm: an error says the line as an editor counts it, CRLF, remarks and mark included", "[data]") {
  try {
    (void)parse("\xEF\xBB\xBF# remark\r\n\r\n1 1:1\r\n1\t 2:1 7;1 \r\n");
    FAIL("accepted");
  } catch (const parse_error& error) {
    CHECK(error.path() == "f");
    CHECK(error.line() == 4);
    CHECK(error.column() == 8);
  }
  CHECK(refusal("\xEF\xBB\xBFx") == "f:1:1: expected a label, got 'x'");
}

TEST_CASE("libsvm: messages stay one printable line whatever the bytes", "[data]") {
  using namespace std::string_view_literals;
  CHECK(refusal("1 1:1\r-1 2:1\n") == "f:1:3: expected index:value, got '1:1\\x0d-1'");
  CHECK(refusal("1 1:1\0\n"sv) == "f:1:3: expected index:value, got '1:1\\x00'");
  CHECK(refusal("\0\0\0"sv) == "f:1:1: expected a label, got '\\x00\\x00\\x00'");
  CHECK(refusal("\x1f\x8a\x08 1:1\n") == "f:1:1: expected a label, got '\\x1f\\x8a\\x08'");
  CHECK(refusal("\xff\xff"
                "1\0 \0"sv) == "f:1:1: expected a label, got '\\xff\\xff1\\x00'");
  CHECK(refusal("1 1:\xC2\xA0"
                "1\n") == "f:1:3: expected index:value, got '1:\\xc2\\xa01'");
  CHECK(refusal("1 1:1\v2:1\n") == "f:1:3: expected index:value, got '1:1\\x0b2:1'");
  CHECK(refusal("1 " + std::string(100000, 'x')) ==
        "f:1:3: expected index:value, got '" + std::string(40, 'x') + "...'");
}

TEST_CASE("libsvm: every text cut short is accepted or refused, never worse", "[data]") {
  const std::string text = "\xEF\xBB\xBF-1.5e1 qid:3 1:+1 2147483646:-1e-5 # r\r\n\n+1 3:nan 2:1\n";
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const std::string cut = text.substr(0, length);
    const std::vector<char> exact(cut.begin(), cut.end());  // so that reading past the end is noticed
    CHECK_FALSE(refusal({exact.data(), exact.size()}).empty());
  }
}

TEST_CASE("libsvm: an empty file, or one without rows, is refused in a sentence", "[data]") {
  const support::temporary_directory directory;
  const std::string empty = directory.file("empty", "");
  CHECK(refusal_of_file(empty) == empty + ": the file is empty");
  CHECK(refusal("\xEF\xBB\xBF") == "f: the file is empty");
  CHECK(refusal("\n\n# nothing\n \r\n") == "f:4:2: no rows");
}

TEST_CASE("libsvm: a missing file and a directory are refused in a sentence", "[data]") {
  const support::temporary_directory directory;
  const std::string missing = directory.path("missing");
  CHECK(refusal_of_file(missing) == missing + ": cannot be read: No such file or directory");
  CHECK(refusal_of_file(directory.path("")) == directory.path("") + ": cannot be read: Is a directory");
  CHECK(refusal_of_file("") == ": cannot be read: No such file or directory");
}

TEST_CASE("libsvm: a file reads as its text does, longer than any buffer too", "[data]") {
  const support::temporary_directory directory;
  std::string text;
  for (int i = 0; i < 20000; ++i) text += (i % 2 == 0 ? "1 " : "-1 ") + std::to_string(1 + i % 50) + ":0.125\n";
  const auto data = read_libsvm(directory.file("rows", text));
  CHECK(data.rows.rows() == 20000);
  check_same_data(data, parse(text));
  const std::string exact = "1 1:" + std::string((1 << 16) - 4, '1').replace(1, 1, ".");  // just fills the first buffer
  CHECK(read_libsvm(directory.file("exact", exact)).rows.nonZeros() == 1);
}

TEST_CASE("libsvm: numbers do not depend on the locale", "[data]") {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"})
    if (std::setlocale(LC_ALL, name) != nullptr) break;
  CHECK(parse("1.5 1:2.25\n").labels[0] == 1.5);
  CHECK(refusal("1 1:2,25\n") == "f:1:3: expected index:value, got '1:2,25'");
  std::setlocale(LC_ALL, before.c_str());
}

TEST_CASE("libsvm: a9a has the size that its page says", "[data]") {
  const std::string path = CLEAVE_DATA_DIR "/a9a/a9a";
  if (!std::filesystem::exists(path)) CLEAVE_SKIP("no " << path);
  auto data = read_libsvm(path);
  CHECK(data.rows.rows() == 32561);
  CHECK(data.rows.cols() == 123);
  CHECK(data.rows.nonZeros() == 451592);
  CHECK((data.labels.array() > 0).count() == 7841);
  CHECK(binary_labels(data.labels, path) == "labels -1, +1");
}
