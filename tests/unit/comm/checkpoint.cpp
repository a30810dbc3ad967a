#include <cleave/comm/checkpoint.hpp>
#include <cleave/comm/star.hpp>

#include "support/catch.hpp"
#include "support/points.hpp"
#include "support/temporary_directory.hpp"
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

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
  index_t clients = 3;
  star<> network() const { return star_of(clients); }
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

/// The same, with a column for each client.
struct spread_out {};
template <>
struct other<spread_out> {
  struct state {
    std::uint64_t round = 0;
    mat<> z = mat<>::Zero(2, 1);
    static auto fields(auto& s) { return std::tuple{kept("round", s.round), columns("omega", s.z)}; }
  };
};

/// A solver that has a field more in one of its shapes.
template <int Fields>
struct in_parts {
  struct state {
    std::uint64_t round = 0;
    double moved = 0;
    static auto fields(auto& s) {
      if constexpr (Fields == 1)
        return std::tuple{kept("round", s.round)};
      else
        return std::tuple{kept("round", s.round), kept("moved", s.moved)};
    }
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

/// What load() says about a file, without "checkpoint: " and the path, or "accepted"; anything but std::runtime_error
/// gets through. A state that is refused its file must be as it was.
template <class Solver>
std::string refusal(const std::string& path, typename Solver::state s, const Solver& solver = {}) {
  const auto before = s;
  try {
    load(path, solver, s);
  } catch (const std::runtime_error& e) {
    CHECK(same_bits(before, s));
    const std::string message = e.what(), start = "checkpoint: " + path + " ";
    return message.starts_with(start) ? message.substr(start.size()) : message;
  }
  return "accepted";
}

/// The checksum made right again, after the bytes before it were changed.
std::string sealed(std::string bytes) {
  bytes.resize(bytes.size() - 8);
  const std::uint64_t sum = detail::checksum(bytes.data(), bytes.size());
  return bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
}

/// The bytes of a number, put in the place of others.
template <class T>
std::string patched(std::string bytes, std::size_t at, T value) {
  return bytes.replace(at, sizeof value, reinterpret_cast<const char*>(&value), sizeof value);
}

/// The files in a directory: nothing may be left over.
std::vector<std::string> names_in(const std::string& directory) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) names.push_back(entry.path().filename());
  return names;
}
using names = std::vector<std::string>;

/// What save() says about a path, or "saved".
std::string failure(const std::string& path, const saver::state& s = filled()) {
  try {
    save(path, saver{}, s);
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "saved";
}

/// For as long as it lives this process may not write files longer than so many bytes: a disk that runs full.
class full_disk {
 public:
  explicit full_disk(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit less{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &less);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~full_disk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  full_disk(const full_disk&) = delete;
  full_disk& operator=(const full_disk&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

/// For as long as it lives, a superuser is nobody in particular, whom permissions concern.
class nobody {
 public:
  nobody() : me_(geteuid()) {
    if (me_ == 0) REQUIRE(seteuid(65534) == 0);
  }
  ~nobody() {
    if (me_ == 0) (void)!seteuid(me_);
  }
  nobody(const nobody&) = delete;
  nobody& operator=(const nobody&) = delete;

 private:
  uid_t me_;
};

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
    REQUIRE(refusal<saver>(here.file("cut", whole.substr(0, n)), {}) ==
            (n == 0   ? "is empty"
             : n < 28 ? "is too short to be a checkpoint"
                      : "is damaged: the checksum does not match"));
  }
  CHECK(refusal<saver>(here.file("cut", whole), {}) == "accepted");
}

TEST_CASE("checkpoint: every flipped bit, and every byte too many, is refused", "[comm]") {
  const support::temporary_directory here;
  save(here.path("a"), saver{}, filled());
  const std::string whole = bytes_of(here.path("a"));
  const auto damaged = [&](std::size_t at, int flip) {
    std::string bad = whole;
    bad[at] = static_cast<char>(bad[at] ^ flip);
    return refusal<saver>(here.file("bad", bad), {});
  };
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const int flip : {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
      INFO("byte " << at << " of " << whole.size() << ", bits " << flip);
      if (at < 13 || at == 14 || at == 15)
        REQUIRE(damaged(at, flip) == "is not a checkpoint");
      else if (at == 13)
        REQUIRE(damaged(at, flip) == "was written on a machine of another byte order");
      else if (at < 20)
        REQUIRE_THAT(damaged(at, flip),
                     support::contains("is of version ") && support::contains(", and this cleave reads version 1"));
      else
        REQUIRE(damaged(at, flip) == "is damaged: the checksum does not match");
    }
  CHECK(refusal<saver>(here.file("bad", whole + '\0'), {}) == "is damaged: the checksum does not match");
  CHECK(refusal<saver>(here.file("bad", whole + whole), {}) == "is damaged: the checksum does not match");
}

TEST_CASE("checkpoint: what is no checkpoint at all is refused, each in a sentence of its own", "[comm]") {
  const support::temporary_directory here;
  const auto cannot = [&](const std::string& name) { return "checkpoint: cannot read " + here.path(name) + ": "; };
  CHECK(refusal<saver>(here.path("none"), {}) == cannot("none") + "No such file or directory");
  CHECK(refusal<saver>("", {}) == "checkpoint: cannot read : the path is empty");
  CHECK(refusal<saver>(here.file("empty", ""), {}) == "is empty");
  CHECK(refusal<saver>(here.file("text", std::string(1000, 'x')), {}) == "is not a checkpoint");
  std::filesystem::create_directory(here.path("directory"));
  CHECK(refusal<saver>(here.path("directory"), {}) == cannot("directory") + "it is a directory");
  REQUIRE(mkfifo(here.path("pipe").c_str(), 0600) == 0);
  CHECK(refusal<saver>(here.path("pipe"), {}) == cannot("pipe") + "it is not a file");  // and nobody waits for it
  save(here.path("a"), saver{}, filled());
  CHECK(refusal<saver>(here.path("a/b"), {}) == cannot("a/b") + "Not a directory");
  std::filesystem::permissions(here.path("a"), std::filesystem::perms::none);
  std::filesystem::permissions(here.path("."), std::filesystem::perms::all);
  const nobody me;
  CHECK(refusal<saver>(here.path("a"), {}) == cannot("a") + "Permission denied");
}

TEST_CASE("checkpoint: a file of the future or of another machine is refused by its version and byte order", "[comm]") {
  const support::temporary_directory here;
  save(here.path("a"), saver{}, filled());
  const std::string whole = bytes_of(here.path("a"));
  CHECK(refusal<saver>(here.file("b", sealed(patched(whole, 16, std::uint32_t{2}))), {}) ==
        "is of version 2, and this cleave reads version 1");
  CHECK(refusal<saver>(here.file("b", patched(whole, 16, std::uint32_t{7})), {}) ==  // its checksum may be another one
        "is of version 7, and this cleave reads version 1");
  CHECK(refusal<saver>(here.file("b", sealed(patched(whole, 13, whole[13] == 'l' ? 'b' : 'l'))), {}) ==
        "was written on a machine of another byte order");
}

TEST_CASE("checkpoint: sizes that lie under a right checksum neither allocate nor wrap", "[comm]") {
  const support::temporary_directory here;
  save(here.path("a"), saver{}, filled());
  const std::string whole = bytes_of(here.path("a"));
  REQUIRE(whole.substr(20, 13) == std::string("\x05\0\0\0\0\0\0\0saver", 13));
  // the length of the name, the name, spread, scalar size, rows, columns
  const std::size_t z = whole.find(std::string("\x01\0\0\0\0\0\0\0z", 9));
  REQUIRE(z != std::string::npos);
  const auto with = [&](std::size_t at, auto value) {
    return refusal<saver>(here.file("bad", sealed(patched(whole, at, value))), {});
  };
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t length :
       {most, most - 7, std::uint64_t{1} << 63, std::uint64_t{1} << 40, std::uint64_t{1000}}) {
    CHECK(with(z, length) == "ends too early");
    CHECK(with(20, length) == "ends too early");  // of the solver's name
  }
  for (const std::int64_t n : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{1} << 60, std::int64_t{1} << 61,
                               std::int64_t{1} << 62, std::numeric_limits<std::int64_t>::min()}) {
    CHECK(with(z + 17, n) == "has " + std::to_string(n) + " x 3 numbers in the field z, expected 2 x 3");
    CHECK(with(z + 25, n) == "has 2 x " + std::to_string(n) + " numbers in the field z, expected 2 x 3");
    CHECK(with(33, n) == "is of " + std::to_string(n) + " clients, expected 3");
  }
  // 2^63 x 2 numbers of 8 bytes wrap to none
  CHECK(refusal<saver>(here.file("bad", sealed(patched(patched(whole, z + 17, std::int64_t{1} << 62), z + 25,
                                                       std::int64_t{1} << 62))),
                       {}) == "has 4611686018427387904 x 4611686018427387904 numbers in the field z, expected 2 x 3");
  CHECK(with(z + 13, std::uint32_t{0}) ==
        "has numbers of 0 bytes in the field z, expected 8: it was written for another type of numbers");
  CHECK(with(z + 9, std::uint32_t{77}) ==
        "spreads the field z over ranks in another way: it belongs to another solver");
}

TEST_CASE("checkpoint: contents that end anywhere are refused under a right checksum, too", "[comm]") {
  const support::temporary_directory here;
  save(here.path("a"), saver{}, filled());
  const std::string whole = bytes_of(here.path("a"));
  for (std::size_t n = 28; n < whole.size(); ++n) {
    INFO("the first " << n << " of " << whole.size() << " bytes");
    const std::string why = refusal<saver>(here.file("cut", sealed(whole.substr(0, n))), {});
    REQUIRE((why == "ends too early" || why.starts_with("lacks the field ")));
  }
  CHECK(refusal<saver>(here.file("long", sealed(whole + "12345678")), {}) ==
        "has more fields than expected: it belongs to another solver");
}

TEST_CASE("checkpoint: where the write fails the old file is kept and nothing is left over", "[comm]") {
  const support::temporary_directory here;
  const auto cannot = [&](const std::string& name) { return "checkpoint: cannot write " + here.path(name) + ": "; };
  CHECK(failure(here.path("missing/a")) == cannot("missing/a") + "No such file or directory; a previous file is kept");
  CHECK(names_in(here.path(".")).empty());

  std::filesystem::create_directories(here.path("b/full"));
  CHECK(failure(here.path("b")) == cannot("b") + "it is a directory");
  CHECK(failure(here.path("b/")) == cannot("b/") + "it is a directory");
  CHECK(std::filesystem::exists(here.path("b/full")));
  REQUIRE(mkfifo(here.path("pipe").c_str(), 0600) == 0);
  CHECK(failure(here.path("pipe")) == cannot("pipe") + "it is not a file");  // nor is a device replaced
  CHECK(std::filesystem::is_fifo(here.path("pipe")));
  CHECK(failure("") == "checkpoint: cannot write : the path is empty");
  const std::string longest(250, 'n');  // the name beside it does not fit
  CHECK(failure(here.path(longest)) == cannot(longest) + "File name too long; a previous file is kept");
  CHECK(names_in(here.path(".")).size() == 2);
  CHECK(names_in(here.path("b")) == names{"full"});
}

TEST_CASE("checkpoint: a disk that is full at any byte keeps the old file and nothing is left over", "[comm]") {
  const support::temporary_directory here;
  save(here.path("a"), saver{}, filled());
  const std::string before = bytes_of(here.path("a"));
  for (std::size_t room = 0; room < before.size(); room += 31) {
    INFO(room << " bytes of " << before.size() << " fit");
    std::string message;
    {
      const full_disk disk(room);
      message = failure(here.path("a"), saver::state{});
    }
    REQUIRE(message == "checkpoint: cannot write " + here.path("a") + ": File too large; a previous file is kept");
    REQUIRE(bytes_of(here.path("a")) == before);
    REQUIRE(names_in(here.path(".")) == names{"a"});
  }
  const full_disk large_enough(before.size());
  CHECK(failure(here.path("a"), saver::state{}) == "saved");
}

TEST_CASE("checkpoint: a directory that may not be written to, or a file that may not be replaced, is kept", "[comm]") {
  const support::temporary_directory here;
  save(here.path("a"), saver{}, filled());
  const std::string before = bytes_of(here.path("a"));
  using std::filesystem::perms;
  const auto attempt = [&](perms p) {
    std::filesystem::permissions(here.path("."), p);
    std::string message;
    {
      const nobody me;
      message = failure(here.path("a"), saver::state{});
    }
    std::filesystem::permissions(here.path("."), perms::owner_all);
    CHECK(bytes_of(here.path("a")) == before);
    CHECK(names_in(here.path(".")) == names{"a"});
    return message;
  };
  const std::string cannot = "checkpoint: cannot write " + here.path("a") + ": ";
  CHECK(attempt(perms::owner_read | perms::owner_exec | perms::others_read | perms::others_exec) ==
        cannot + "Permission denied; a previous file is kept");
  // Everybody may make files here, but only owners may remove theirs: it is the renaming that fails.
  if (geteuid() != 0) CLEAVE_SKIP("a file of somebody else needs a superuser");
  CHECK(attempt(perms::all | perms::sticky_bit) == cannot + "Operation not permitted; a previous file is kept");
}

TEST_CASE("checkpoint: what is in the way of the file beside it is left alone", "[comm]") {
  const support::temporary_directory here;
  const std::string stem = here.path("a." + std::to_string(getpid()));
  std::filesystem::create_directory(stem + ".tmp");
  std::ofstream(here.path("victim")) << "precious";
  std::filesystem::create_symlink(here.path("victim"), stem + ".1.tmp");
  std::ofstream(stem + ".2.tmp") << "left over by somebody who was killed";
  save(here.path("a"), saver{}, filled());
  CHECK(refusal<saver>(here.path("a"), {}) == "accepted");
  CHECK(bytes_of(here.path("victim")) == "precious");
  CHECK(bytes_of(stem + ".2.tmp") == "left over by somebody who was killed");
  CHECK(names_in(here.path(".")).size() == 5);
}

TEST_CASE("checkpoint: the new file has the permissions of the old one", "[comm]") {
  const support::temporary_directory here;
  using std::filesystem::perms;
  save(here.path("a"), saver{}, filled());
  for (const perms p : {perms::owner_read | perms::owner_write, perms::all}) {
    std::filesystem::permissions(here.path("a"), p);
    save(here.path("a"), saver{}, filled());
    CHECK(std::filesystem::status(here.path("a")).permissions() == p);
  }
}

TEST_CASE("checkpoint: a path without a directory is in the current one", "[comm]") {
  const support::temporary_directory here;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(here.path("."));
  save("a", saver{}, filled());
  const std::string answer = refusal<saver>("a", {});
  std::filesystem::current_path(before);
  CHECK(answer == "accepted");
  CHECK(names_in(here.path(".")) == names{"a"});
}

namespace {
/// A state that a mixture of two would not be.
saver::state numbered(int n) {
  saver::state s = filled();
  s.round = static_cast<std::uint64_t>(n);
  s.z.setConstant(n);
  s.cost.bytes = static_cast<std::uint64_t>(n);
  return s;
}
bool is_numbered(const saver::state& s) { return same_bits(s, numbered(static_cast<int>(s.round))); }

void save_often(const std::string& path, int first) {
  for (int n = first; n < first + 50; ++n) save(path, saver{}, numbered(n));
}
}  // namespace

TEST_CASE("checkpoint: threads that save to one path and load from it never see a mixture", "[comm][threads]") {
  const support::temporary_directory here;
  const std::string path = here.path("a");
  save(path, saver{}, numbered(0));
  std::atomic<int> writers{3}, mixtures{0};
  {
    std::vector<std::jthread> all;
    for (int w = 0; w < 3; ++w)
      all.emplace_back([&, w] {
        save_often(path, 100 * w);
        --writers;
      });
    all.emplace_back([&] {
      while (writers > 0) {
        saver::state s;
        load(path, saver{}, s);
        if (!is_numbered(s)) ++mixtures;
      }
    });
  }
  CHECK(mixtures == 0);
  CHECK(names_in(here.path(".")) == names{"a"});
}

TEST_CASE("checkpoint: processes that save to one path never leave a mixture", "[comm]") {
  const support::temporary_directory here;
  const std::string path = here.path("a");
  save(path, saver{}, numbered(0));
  std::vector<pid_t> children;
  for (int w = 0; w < 3; ++w) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      save_often(path, 100 * w);
      _exit(0);
    }
    children.push_back(child);
  }
  for (int i = 0; i < 300; ++i) {
    saver::state s;
    load(path, saver{}, s);
    REQUIRE(is_numbered(s));
  }
  for (const pid_t child : children) {
    int how = -1;
    REQUIRE(waitpid(child, &how, 0) == child);
    CHECK(how == 0);
  }
  CHECK(names_in(here.path(".")) == names{"a"});
}

TEST_CASE("checkpoint: another solver's file is refused by name, or by the name of the field", "[comm]") {
  const support::temporary_directory here;
  save(here.path("a"), saver{}, filled());
  using two = other<vec<>>;
  CHECK(refusal<two>(here.path("a"), {0, vec<>::Zero(2)}) == "belongs to another solver: saver, not other");
  save(here.path("two"), two{}, two::state{1, vec<>::Ones(2)});
  CHECK(refusal<saver>(here.path("two"), {}) == "belongs to another solver: other, not saver");
  // one solver of other parts
  two::name = "sigma";
  const std::string renamed = refusal<two>(here.path("two"), {0, vec<>::Zero(2)});
  two::name = "omega";
  CHECK(renamed == "has the field omega where sigma is expected: it belongs to another solver");
}

TEST_CASE("checkpoint: a solver's name in the file is that of its class, not of its parts", "[comm]") {
  CHECK(detail::bare_name<saver>() == "saver");
  CHECK(detail::bare_name<other<vec<>>>() == "other");
  CHECK(detail::bare_name<other<other<mat<float>>>>() == "other");
  CHECK(detail::bare_name<star<>>() == "star");
  CHECK(detail::bare_name<int>() == "int");
}

TEST_CASE("checkpoint: a file with fewer or more fields is refused", "[comm]") {
  const support::temporary_directory here;
  using part = in_parts<1>;
  using whole = in_parts<2>;
  save(here.path("two"), whole{}, whole::state{});
  CHECK(refusal<part>(here.path("two"), {}) == "has more fields than expected: it belongs to another solver");
  save(here.path("one"), part{}, part::state{});
  CHECK(refusal<whole>(here.path("one"), {}) == "lacks the field moved: it belongs to another solver");
}

TEST_CASE("checkpoint: another size, spread, scalar or number of clients is refused", "[comm]") {
  const support::temporary_directory here;
  using doubles = other<vec<>>;
  const std::string path = here.path("a");
  save(path, doubles{}, doubles::state{1, vec<>::Ones(2)});
  CHECK(refusal<doubles>(path, {0, vec<>::Zero(3)}) == "has 2 x 1 numbers in the field omega, expected 3 x 1");
  CHECK(refusal<other<mat<>>>(path, {0, mat<>::Zero(1, 2)}) == "has 2 x 1 numbers in the field omega, expected 1 x 2");
  CHECK(refusal<other<vec<float>>>(path, {0, vec<float>::Zero(2)}) ==
        "has numbers of 8 bytes in the field omega, expected 4: it was written for another type of numbers");
  CHECK(refusal<other<spread_out>>(path, {}) ==
        "spreads the field omega over ranks in another way: it belongs to another solver");

  save(path, saver{}, filled());
  CHECK(refusal(path, saver::state{}, saver{4}) == "is of 3 clients, expected 4");
}
