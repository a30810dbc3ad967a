#include <cleave/data/text.hpp>

#include "support/catch.hpp"
#include "support/splitmix.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <string>

using namespace cleave::detail;

namespace {

/// A decimal number that is short or long, with or without a point, a sign and an exponent, or nearly one.
std::string decimal(support::splitmix& random) {
  const auto below = [&](std::uint64_t n) { return random.next() % n; };
  std::string text = below(3) == 0 ? "-" : "";
  for (auto n = below(below(4) == 0 ? 24 : 9); n > 0; --n) text += static_cast<char>('0' + below(10));
  if (below(3) != 0) text += '.';
  for (auto n = below(below(4) == 0 ? 30 : 6); n > 0; --n) text += static_cast<char>('0' + below(10));
  if (below(5) == 0) text.append(below(2) == 0 ? "e" : "E") += std::to_string(static_cast<int>(below(80)) - 40);
  if (below(5) == 0) text += " ,:x.-"[below(6)];
  return text;
}

}  // namespace

TEMPLATE_TEST_CASE("read_number: gives the bits and the end that from_chars gives", "[data]", float, double) {
  support::splitmix random{11};
  int shortcuts = 0;
  for (int i = 0; i < 100000; ++i) {
    const std::string text = decimal(random);
    const char* const end = text.data() + text.size();
    TestType want = 0, value = 0, quick = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, want);
    const char* const got = read_number(text.data(), end, value);
    INFO(text);
    REQUIRE(got == (error == std::errc() && std::isfinite(want) ? stop : nullptr));
    if (got != nullptr) REQUIRE(std::memcmp(&value, &want, sizeof want) == 0);
    if (read_short_number(text.data(), end, quick) != nullptr) ++shortcuts;
  }
  CHECK(shortcuts > 20000);
}

TEST_CASE("read_number: the sign of zero, the largest short numbers and the first long ones", "[data]") {
  for (const std::string text :
       {"-0", "-0.0", "9007199254740992", "9007199254740993", "9007199254740995", "0.9007199254740993",
        "900719925474099.3", "1e22", "18446744073709551616", "99999999999999999999", "0.0000000000000000000001",
        "0.00000000000000000000001", "00000000000000000001", "123456789012345678.", ".5", "5.", "16777217", "0.1"}) {
    INFO(text);
    double value = 1, want = 2;
    const char* const end = text.data() + text.size();
    std::from_chars(text.data(), end, want);
    REQUIRE(read_number(text.data(), end, value) == end);
    CHECK(std::memcmp(&value, &want, sizeof want) == 0);
    float narrow = 1, want_narrow = 2;
    std::from_chars(text.data(), end, want_narrow);
    REQUIRE(read_number(text.data(), end, narrow) == end);
    CHECK(std::memcmp(&narrow, &want_narrow, sizeof narrow) == 0);
  }
}

TEST_CASE("read_number: few digits behind many zeros are rounded once", "[data]") {
  for (int zeros = 0; zeros < 18; ++zeros)
    for (int digits = 1; digits < 10000; digits += 7) {
      const std::string text = "." + std::string(static_cast<std::size_t>(zeros), '0') + std::to_string(digits);
      const char* const end = text.data() + text.size();
      float value = 0, want = 1;
      std::from_chars(text.data(), end, want);
      INFO(text);
      REQUIRE(read_number(text.data(), end, value) == end);
      REQUIRE(value == want);
    }
}

TEST_CASE("read_number: leaves words, signs and what is out of range to others", "[data]") {
  double value;
  for (const std::string text : {"", "-", ".", "-.", "+1", "--1", "x", " 1", "nan", "inf", "-inf", "1e999", "1e-999"}) {
    INFO(text);
    CHECK(read_number(text.data(), text.data() + text.size(), value) == nullptr);
  }
}

TEST_CASE("shown: one printable line of at most forty bytes", "[data]") {
  CHECK(shown("a b") == "'a b'");
  CHECK(shown("\n\x7f\xff") == "'\\x0a\\x7f\\xff'");
  CHECK(shown(std::string(40, 'x')) == "'" + std::string(40, 'x') + "'");
  CHECK(shown(std::string(41, 'x')) == "'" + std::string(40, 'x') + "...'");
}
