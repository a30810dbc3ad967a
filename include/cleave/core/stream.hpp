/// \file
/// Keyed random streams. A stream is a pure function of (seed, purpose, client, round): nothing about randomness is
/// ever saved, and every thread and every rank derives the same numbers.
#pragma once

#include <cleave/core/check.hpp>

#include <array>
#include <cstdint>

namespace cleave {

/// The block function Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3"
/// (SC 2011), DOI 10.1145/2063384.2063405.
constexpr std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                                  std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53u} * counter[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57u} * counter[2];
    counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
               static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return counter;
}

namespace detail {

/// A number of 128 bits, in two halves.
struct two_words {
  std::uint64_t high;
  std::uint64_t low;
};

/// The whole product. By hand, since not every compiler has a type of 128 bits, and g++ calls its own one pedantically
/// wrong.
constexpr two_words multiply(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t lower_half = 0xFFFFFFFFu;
  const std::uint64_t middle = (a >> 32) * (b & lower_half) + ((a & lower_half) * (b & lower_half) >> 32);
  const std::uint64_t cross = (a & lower_half) * (b >> 32) + (middle & lower_half);
  return {(a >> 32) * (b >> 32) + (middle >> 32) + (cross >> 32), a * b};
}

}  // namespace detail

/// What a stream is drawn for. Two purposes never share a number.
enum class purpose : std::uint8_t { user, partition, participation, activation, noise, initial, data, row_order };

/// A stream of numbers for one (seed, purpose, client, round), none of which is another's; it holds 2^33 numbers of 64
/// bits. For simulation and reproducible study, not for secrets.
class stream {
 public:
  /// \param client below 2^40
  /// \param round  below 2^48
  /// \throws std::invalid_argument
  constexpr explicit stream(std::uint64_t seed, purpose what = purpose::user, std::uint64_t client = 0,
                            std::uint64_t round = 0)
      : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)},
        counter_{0, static_cast<std::uint32_t>(client), static_cast<std::uint32_t>(round),
                 (static_cast<std::uint32_t>(what) << 24) | ((static_cast<std::uint32_t>(client >> 32) & 0xFFu) << 16) |
                     (static_cast<std::uint32_t>(round >> 32) & 0xFFFFu)} {
    if ((client >> 40) != 0) check(false, "stream: client", "below 2^40", client);
    if ((round >> 48) != 0) check(false, "stream: round", "below 2^48", round);
  }

  /// The next 64 bits.
  constexpr std::uint64_t next() {
    if (left_ == 0) {
      block_ = philox4x32(counter_, key_);
      ++counter_[0];
      left_ = 2;
    }
    --left_;
    const std::size_t at = left_ == 1 ? 0 : 2;
    return (std::uint64_t{block_[at + 1]} << 32) | block_[at];
  }

  /// Uniform on [0, 1), a multiple of 2^-53.
  constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// Uniform on {0, ..., n - 1}, without bias. Takes one number of the stream; with probability below n / 2^32 (n /
  /// 2^64 for an n above 2^32) another one. Lemire (2019), DOI 10.1145/3230636.
  /// \throws std::invalid_argument unless n is at least 1
  constexpr std::int64_t below(std::int64_t n) {
    const auto bound = static_cast<std::uint64_t>(n);
    if (bound - 1 >= two_to_the_32) return below_beyond_32_bits(n);  // or not even positive
    std::uint64_t product = (next() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint64_t threshold = two_to_the_32 % bound;
      while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * bound;
    }
    return static_cast<std::int64_t>(product >> 32);
  }

 private:
  static constexpr std::uint64_t two_to_the_32 = std::uint64_t{1} << 32;

  /// The same with all 64 bits of a number and a product of 128.
  constexpr std::int64_t below_beyond_32_bits(std::int64_t n) {
    if (n < 1) check(false, "stream::below: n", "at least 1", n);
    const auto bound = static_cast<std::uint64_t>(n);
    auto product = detail::multiply(next(), bound);
    if (product.low < bound) {
      const std::uint64_t threshold = (0 - bound) % bound;  // 2^64 mod n
      while (product.low < threshold) product = detail::multiply(next(), bound);
    }
    return static_cast<std::int64_t>(product.high);
  }

  std::array<std::uint32_t, 2> key_;
  std::array<std::uint32_t, 4> counter_;
  std::array<std::uint32_t, 4> block_{};
  int left_ = 0;
};

}  // namespace cleave
