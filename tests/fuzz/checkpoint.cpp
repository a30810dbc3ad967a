// Arbitrary bytes as a checkpoint: refused with std::runtime_error and the state as it was, or loaded, and then saved
// as the same bytes. The checksum is put right, since no mutation would ever get past it; the bytes as they are, too.
#include <cleave/comm/checkpoint.hpp>
#include <cleave/comm/star.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <tuple>

using namespace cleave;

namespace {

/// A solver as far as files are concerned; one field of every kind.
struct saver {
  struct state {
    std::uint64_t round = 7;
    mat<> z = mat<>::Ones(2, 3);
    mat<> warm = mat<>::Zero(0, 3);
    vec<float> mean = vec<float>::Ones(2);
    int flag = -5;
    counters cost;
    static auto fields(auto& s) {
      return std::tuple{kept("round", s.round), columns("z", s.z),    kept_columns("warm", s.warm),
                        shared("mean", s.mean), kept("flag", s.flag), tally("cost", s.cost)};
    }
  };
  star<> network() const { return star_of(3); }
};

void require(bool good) {
  if (!good) std::abort();
}

void try_to_load(const std::string& bytes) {
  saver::state s;
  const saver::state before;
  try {
    detail::checkpoint_reader file("bytes", bytes);
    detail::read_fields(file, saver{}, s, false);
    require(same_bits(s, before));
    detail::read_fields(file, saver{}, s, true);
  } catch (const std::runtime_error&) {
    require(same_bits(s, before));
    return;
  }
  require(detail::checkpoint_of(saver{}, s) == bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  try_to_load(bytes);
  const std::uint64_t sum = detail::checksum(bytes.data(), bytes.size());
  bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
  try_to_load(bytes);
  return 0;
}
