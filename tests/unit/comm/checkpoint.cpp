#include <cleave/comm/checkpoint.hpp>
#include <cleave/comm/star.hpp>

#include "support/catch.hpp"
#include "support/points.hpp"
#include "support/temporary_directory.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>

using namespace cleave;

namespace {

/// A solver as far as files are concerned; one field of every kind.
struct saver {
  struct state {
    std::uint64_t round = 0;
    mat<> z = mat<>::Zero(2, 3);
    mat<> warm = mat<>::Zero(0, 3);
    vec<> mean = vec<>::Zero(2);
    vec<float> small = vec<float>::Zero(3);
    double moved = 0;
    int flag = 0;
    counters cost;
    vec<> scratch;
    static auto fields(auto& s) {
      return std::tuple{kept("round", s.round), columns("z", s.z),      kept_columns("warm", s.warm),
                        shared("mean", s.mean), kept("small", s.small), kept("moved", s.moved),
                        kept("flag", s.flag),   tally("cost", s.cost)};
    }
  };
  star<> network() const { return star_of(3); }
};

/// Another solver: the second field has another name, or another size or type.
template <class Z>
struct other {
  struct state {
    std::uint64_t round = 0;
    Z z;
    static auto fields(auto& s) { return std::tuple{kept("round", s.round), shared(name, s.z)}; }
  };
  static inline std::string name = "omega";
  static inline int restored = 0;
  void restore(state& s) const { restored += static_cast<int>(s.round); }
};

struct round_only {
  struct state {
    std::uint64_t round = 0;
    static auto fields(auto& s) { return std::tuple{kept("round", s.round)}; }
  };
};
struct spread_out {
  struct state {
    std::uint64_t round = 0;
    mat<> z = mat<>::Zero(2, 1);
    static auto fields(auto& s) { return std::tuple{kept("round", s.round), columns("omega", s.z)}; }
  };
};

saver::state filled() {
  saver::state s;
  s.round = (std::uint64_t{1} << 40) + 7;
  s.z << 1, -0.0, std::nan(""), 1e-320, std::numeric_limits<double>::infinity(), 0.1;
  s.mean << 1.0 / 3, -2;
  s.small << 0.1f, -0.0f, 3e38f;
  s.moved = 0.7;
  s.flag = -5;
  s.cost = {1, 2, 3, 4, 5, 6, 7, 8};
  return s;
}

std::string bytes_of(const std::string& path) {
  std::ifstream f(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(f), {}};
}

/// What load() says about a file, or "accepted"; anything but std::runtime_error gets through.
template <class Solver>
std::string refusal(const std::string& path, typename Solver::state s) {
  try {
    load(path, Solver{}, s);
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("checkpoint: every kind of field comes back to the bit, scratch stays as it is", "[comm]") {
  const support::temporary_directory here;
  const saver::state from = filled();
  save(here.path("a"), saver{}, from);
  saver::state to;
  to.scratch = vec<>::Ones(4);
  load(here.path("a"), saver{}, to);
  CHECK(same_bits(from, to));
  CHECK(to.scratch == vec<>::Ones(4));
  save(here.path("b"), saver{}, to);
  CHECK(bytes_of(here.path("a")) == bytes_of(here.path("b")));
  CHECK_FALSE(std::filesystem::exists(here.path("a.tmp")));
}

TEST_CASE("checkpoint: restore is called once the fields are there", "[comm]") {
  const support::temporary_directory here;
  using solver = other<vec<>>;
  const solver::state from{7, vec<>::Ones(2)};
  solver::state to{0, vec<>::Zero(2)};
  save(here.path("a"), solver{}, from);
  solver::restored = 0;
  load(here.path("a"), solver{}, to);
  CHECK(solver::restored == 7);
}

TEST_CASE("checkpoint: every truncation of a file is refused", "[comm]") {
  const support::temporary_directory here;
  save(here.path("a"), saver{}, filled());
  const std::string whole = bytes_of(here.path("a"));
  REQUIRE(whole.size() > 300);
  for (std::size_t n = 0; n < whole.size(); ++n) {
    INFO("the first " << n << " of " << whole.size() << " bytes");
    const std::string path = here.file("cut", whole.substr(0, n));
    const std::string message = refusal<saver>(path, {});
    const std::string want = n < 24 ? " is too short to be a checkpoint" : " is damaged: the checksum does not match";
    REQUIRE(message == "checkpoint: " + path + want);
  }
  CHECK(refusal<saver>(here.file("cut", whole), {}) == "accepted");
}

TEST_CASE("checkpoint: every flipped byte, and every byte too many, is refused", "[comm]") {
  const support::temporary_directory here;
  save(here.path("a"), saver{}, filled());
  const std::string whole = bytes_of(here.path("a"));
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const char flip : {'\x01', '\xff'}) {
      INFO("byte " << at << " of " << whole.size());
      std::string bad = whole;
      bad[at] = static_cast<char>(bad[at] ^ flip);
      const std::string path = here.file("bad", bad);
      const std::string want =
          at < 16 ? " is not a checkpoint of this version and machine" : " is damaged: the checksum does not match";
      REQUIRE(refusal<saver>(path, {}) == "checkpoint: " + path + want);
    }
  CHECK_THAT(refusal<saver>(here.file("bad", whole + '\0'), {}), support::contains("is damaged"));
  CHECK_THAT(refusal<saver>(here.file("bad", whole + whole), {}), support::contains("is damaged"));
}

TEST_CASE("checkpoint: a file that is not there or is something else is refused", "[comm]") {
  const support::temporary_directory here;
  CHECK(refusal<saver>(here.path("none"), {}) == "checkpoint: cannot read " + here.path("none"));
  CHECK_THAT(refusal<saver>(here.file("text", std::string(1000, 'x')), {}),
             support::contains("is not a checkpoint of this version and machine"));
  CHECK_THAT(refusal<saver>(here.file("empty", ""), {}), support::contains("is too short to be a checkpoint"));
}

TEST_CASE("checkpoint: where the write fails the old file is kept", "[comm]") {
  const support::temporary_directory here;
  CHECK_THROWS_AS(save(here.path("missing/a"), saver{}, filled()), std::runtime_error);
  CHECK_THROWS_WITH(save(here.path("missing/a"), saver{}, filled()),
                    "checkpoint: cannot write " + here.path("missing/a.tmp"));
  CHECK_FALSE(std::filesystem::exists(here.path("missing")));

  save(here.path("a"), saver{}, filled());
  const std::string before = bytes_of(here.path("a"));
  std::filesystem::create_directory(here.path("a.tmp"));  // the file beside it cannot be made
  CHECK_THROWS_AS(save(here.path("a"), saver{}, saver::state{}), std::runtime_error);
  CHECK(bytes_of(here.path("a")) == before);

  std::filesystem::create_directories(here.path("b/full"));  // the file beside it cannot be renamed
  CHECK_THROWS_WITH(save(here.path("b"), saver{}, filled()),
                    "checkpoint: cannot write " + here.path("b") + "; a previous file is kept");
  CHECK(std::filesystem::exists(here.path("b/full")));
  CHECK_FALSE(std::filesystem::exists(here.path("b.tmp")));
}

TEST_CASE("checkpoint: a full disk keeps the old file", "[comm]") {
  if (!std::filesystem::exists("/dev/full")) CLEAVE_SKIP("there is no /dev/full");
  const support::temporary_directory here;
  save(here.path("a"), saver{}, filled());
  const std::string before = bytes_of(here.path("a"));
  std::filesystem::create_symlink("/dev/full", here.path("a.tmp"));
  CHECK_THROWS_WITH(save(here.path("a"), saver{}, saver::state{}),
                    "checkpoint: cannot write " + here.path("a") + "; a previous file is kept");
  CHECK(bytes_of(here.path("a")) == before);
}

TEST_CASE("checkpoint: another solver's file is refused by the name of the field", "[comm]") {
  const support::temporary_directory here;
  save(here.path("a"), saver{}, filled());
  CHECK(refusal<other<vec<>>>(here.path("a"), {0, vec<>::Zero(2)}) ==
        "checkpoint: " + here.path("a") + " has the field z where omega is expected: it belongs to another solver");
  using shorter = other<vec<>>;
  save(here.path("short"), shorter{}, shorter::state{1, vec<>::Ones(2)});
  CHECK_THAT(refusal<saver>(here.path("short"), {}), support::contains("has the field omega where z is expected"));
}

TEST_CASE("checkpoint: a file with fewer or more fields is refused", "[comm]") {
  const support::temporary_directory here;
  using two = other<vec<>>;
  save(here.path("two"), two{}, two::state{1, vec<>::Ones(2)});
  CHECK(refusal<round_only>(here.path("two"), {}) ==
        "checkpoint: " + here.path("two") + " has more fields than expected: it belongs to another solver");
  save(here.path("one"), round_only{}, round_only::state{});
  CHECK(refusal<two>(here.path("one"), {0, vec<>::Zero(2)}) == "checkpoint: " + here.path("one") + " is truncated");
}

TEST_CASE("checkpoint: another size, spread or scalar is refused", "[comm]") {
  const support::temporary_directory here;
  using doubles = other<vec<>>;
  const std::string path = here.path("a");
  save(path, doubles{}, doubles::state{1, vec<>::Ones(2)});
  CHECK(refusal<doubles>(path, {0, vec<>::Zero(3)}) ==
        "checkpoint: " + path + " has 2 x 1 numbers in the field omega, expected 3 x 1");
  CHECK(refusal<other<mat<>>>(path, {0, mat<>::Zero(1, 2)}) ==
        "checkpoint: " + path + " has 2 x 1 numbers in the field omega, expected 1 x 2");
  CHECK(refusal<other<vec<float>>>(path, {0, vec<float>::Zero(2)}) ==
        "checkpoint: " + path + " has another type in the field omega");
  CHECK(refusal<spread_out>(path, {}) == "checkpoint: " + path + " has another type in the field omega");
}
