#include <cleave/data/growing.hpp>
#include <cleave/data/lines.hpp>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using namespace cleave;
using detail::line_source;

namespace {

std::vector<std::string> lines_of(line_source source) {
  std::vector<std::string> lines;
  while (source.next()) {
    lines.emplace_back(source.line());
    CHECK(source.number() == static_cast<index_t>(lines.size()));
  }
  return lines;
}

using strings = std::vector<std::string>;

}  // namespace

TEST_CASE("lines: LF and CRLF end a line, the last one need not, and the mark is skipped", "[data]") {
  const auto lines = [](std::string_view text) { return lines_of(line_source::of_text(text, "f")); };
  CHECK(lines("") == strings{});
  CHECK(lines("\xEF\xBB\xBF") == strings{});
  CHECK(lines("\n") == strings{""});
  CHECK(lines("a") == strings{"a"});
  CHECK(lines("a\r\n\r\nb\r") == strings{"a", "", "b"});
  CHECK(lines("\xEF\xBB\xBF"
              "a\nb\n") == strings{"a", "b"});
  CHECK(lines("a\rb\n\xEF\xBB\xBF\n") == strings{"a\rb", "\xEF\xBB\xBF"});
  CHECK(lines("\xEF\xBB\n") == strings{"\xEF\xBB"});
}

TEST_CASE("lines: a file reads as its text does, whatever the size of the chunks", "[data]") {
  const support::temporary_directory directory;
  for (const std::string text : {"", "\n", "a", "ab\r\ncdefghijklmnopqrstuvwxyz\n\n\nx",
                                 "\xEF\xBB\xBF"
                                 "12345678\r\n1\r\n",
                                 "\xEF\xBB\xBF", "\xEF\xBB", "1234567\n1234567\n123456\n12345\n", "\r\n\r\n\r"}) {
    const std::string path = directory.file("f", text);
    const strings whole = lines_of(line_source::of_text(text, "f"));
    for (std::size_t chunk = 0; chunk < 40; ++chunk) {
      INFO("chunk " << chunk << ", text " << text);
      CHECK(lines_of(line_source::of_file(path, chunk)) == whole);
    }
    CHECK(lines_of(line_source::of_file(path)) == whole);
  }
}

TEST_CASE("lines: a line may be longer than many chunks", "[data]") {
  const support::temporary_directory directory;
  const std::string text = "a\n" + std::string(3000000, 'x') + "\n" + std::string(50, 'y') + "\nb";
  CHECK(lines_of(line_source::of_file(directory.file("f", text))) == lines_of(line_source::of_text(text, "f")));
}

TEST_CASE("lines: at the end the source stays at the last line", "[data]") {
  const support::temporary_directory directory;
  line_source source = line_source::of_file(directory.file("f", "abc\nde"), 4);
  while (source.next()) {}
  CHECK(source.line() == "de");
  CHECK_FALSE(source.next());
  CHECK(source.line() == "de");
  CHECK(std::string(source.error(source.line().data() + 2, "over").what()) == directory.path("f") + ":2:3: over");
}

TEST_CASE("lines: lines can be joined, placed and cut off again", "[data]") {
  const support::temporary_directory directory;
  const std::string path = directory.file("f", "ab\r\n\ncdefgh\r\ni");
  for (const std::size_t chunk : std::vector<std::size_t>{0, 5, 6, 7, 9, 100}) {
    line_source source = line_source::of_file(path, chunk);
    REQUIRE(source.next());
    REQUIRE(source.extend());
    REQUIRE(source.extend());
    CHECK(source.line() == "ab\r\n\ncdefgh");
    const auto place = source.place(source.line().data() + 7);
    CHECK(place.line == 3);
    CHECK(place.column == 3);
    source.cut(2);
    CHECK(source.line() == "ab");
    REQUIRE(source.next());
    CHECK(source.line().empty());
    REQUIRE(source.next());
    CHECK(source.line() == "cdefgh");
    CHECK(source.number() == 3);
    REQUIRE(source.extend());
    CHECK_FALSE(source.extend());
    CHECK(source.line() == "cdefgh\r\ni");
  }
}

TEST_CASE("lines: what cannot be read is refused in a sentence", "[data]") {
  const support::temporary_directory directory;
  CHECK_THROWS_WITH(line_source::of_file(directory.path("x")),
                    directory.path("x") + ": cannot be read: No such file or directory");
  CHECK_THROWS_WITH(line_source::of_file(directory.path("")), directory.path("") + ": cannot be read: Is a directory");
  CHECK_THROWS_AS(line_source::of_file(std::string("a\0b", 3)), parse_error);
}

TEST_CASE("growing: what went in comes out in order, over any number of blocks", "[data]") {
  detail::growing<int> numbers;
  CHECK(numbers.size() == 0);
  std::vector<int> want;
  for (int i = 0; i < 700000; ++i) want.push_back(7 * i % 1000003);
  for (std::size_t i = 0; i < 3000; ++i) numbers.push_back(want[i]);
  for (std::size_t i = 3000; i < 700000; i += 1000)
    std::copy_n(want.begin() + static_cast<long>(i), 1000, numbers.add(1000));
  std::vector<int> each;
  numbers.each([&](int number) { each.push_back(number); });
  CHECK(each == want);
  CHECK(numbers.size() == 700000);
  std::vector<int> out(want.size());
  numbers.move_to(out.data());
  CHECK(out == want);
  CHECK(numbers.size() == 0);
}

TEST_CASE("growing: takes nothing, and more than a block, at once", "[data]") {
  detail::growing<double> numbers;
  (void)numbers.add(0);
  CHECK(numbers.size() == 0);
  numbers.push_back(1);
  std::fill_n(numbers.add(400000), 400000, 2.0);
  numbers.push_back(3);
  std::vector<double> out(400002);
  CHECK(numbers.size() == 400002);
  numbers.move_to(out.data());
  CHECK(out[0] == 1);
  CHECK(out[1] == 2);
  CHECK(out[400000] == 2);
  CHECK(out[400001] == 3);
}
