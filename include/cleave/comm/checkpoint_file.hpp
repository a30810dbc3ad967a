/// \file
/// The format of the file behind save() and load().
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/fields.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

namespace cleave::detail {

/// FNV-1a, 64 bits: every flipped byte changes it, and any other damage is overlooked with probability 2^-64; no
/// protection against intent.
inline std::uint64_t checksum(const char* bytes, std::size_t n) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i < n; ++i) h = (h ^ static_cast<unsigned char>(bytes[i])) * 0x100000001b3u;
  return h;
}

/// What a checkpoint begins with: the byte order of the machine is in there, as of all numbers that follow.
inline constexpr std::array<char, 16> checkpoint_magic{
    'c',  'l', 'e', 'a', 'v', 'e', ' ',
    's',  't', 'a', 't', 'e', ' ', std::endian::native == std::endian::little ? 'l' : 'b',
    '\n', '\0'};
inline constexpr std::uint32_t checkpoint_version = 1;

/// What a checkpoint belongs to.
struct checkpoint_owner {
  std::string solver;
  index_t clients;
};

/// How the numbers of a field are laid out; the bytes follow it in the file.
struct field_layout {
  spread where;
  std::size_t scalar_size;
  index_t rows;
  index_t cols;

  std::size_t bytes() const { return scalar_size * static_cast<std::size_t>(rows * cols); }
};

/// Makes the contents of a checkpoint: magic, version, solver, number of clients, then for each field its name, spread,
/// scalar size, rows, columns and numbers, then a checksum of all that.
class checkpoint_writer {
 public:
  explicit checkpoint_writer(const checkpoint_owner& owner) {
    put(checkpoint_magic);
    put(checkpoint_version);
    put(owner.solver);
    put(static_cast<std::int64_t>(owner.clients));
  }

  void field(const std::string& name, const field_layout& layout, const void* numbers) {
    put(name);
    put(static_cast<std::uint32_t>(layout.where));
    put(static_cast<std::uint32_t>(layout.scalar_size));
    put(static_cast<std::int64_t>(layout.rows));
    put(static_cast<std::int64_t>(layout.cols));
    bytes_.append(static_cast<const char*>(numbers), layout.bytes());
  }

  /// Once, after the last field.
  std::string finish() && {
    put(checksum(bytes_.data(), bytes_.size()));
    return std::move(bytes_);
  }

 private:
  template <class T>
  void put(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put(const std::string& text) {
    put(static_cast<std::uint64_t>(text.size()));
    bytes_.append(text);
  }

  std::string bytes_;
};

/// Reads what a checkpoint_writer made and refuses everything else. Nothing is sized by what the bytes say: a field has
/// the size that the caller expects, or is refused.
class checkpoint_reader {
 public:
  /// \param path  for the error messages
  /// \param bytes the whole contents
  /// \throws std::runtime_error, as do the others
  checkpoint_reader(std::string path, std::string bytes) : path_(std::move(path)), bytes_(std::move(bytes)) {
    constexpr std::size_t shortest = sizeof checkpoint_magic + sizeof checkpoint_version + sizeof(std::uint64_t);
    constexpr std::size_t order = 13;  // where the magic tells the byte order
    if (bytes_.empty()) refuse("is empty");
    if (bytes_.size() < shortest) refuse("is too short to be a checkpoint");
    const auto starts_alike = [&](std::size_t from, std::size_t n) {
      return std::memcmp(bytes_.data() + from, checkpoint_magic.data() + from, n) == 0;
    };
    if (!starts_alike(0, order) || !starts_alike(order + 1, sizeof checkpoint_magic - order - 1))
      refuse("is not a checkpoint");
    if (!starts_alike(order, 1)) refuse("was written on a machine of another byte order");
    end_ = bytes_.size() - sizeof(std::uint64_t);
    at_ = sizeof checkpoint_magic;
    const auto version = get<std::uint32_t>();
    if (version != checkpoint_version)
      refuse("is of version " + number(version) + ", and this cleave reads version " + number(checkpoint_version));
    std::uint64_t sum;
    std::memcpy(&sum, bytes_.data() + end_, sizeof sum);
    if (sum != checksum(bytes_.data(), end_)) refuse("is damaged: the checksum does not match");
  }

  /// Goes to the first field of a file that belongs to this owner.
  void begin(const checkpoint_owner& owner) {
    at_ = sizeof checkpoint_magic + sizeof checkpoint_version;
    const std::string solver = text();
    if (solver != owner.solver) refuse("belongs to another solver: " + solver + ", not " + owner.solver);
    const auto clients = get<std::int64_t>();
    if (clients != owner.clients) refuse("is of " + number(clients) + " clients, expected " + number(owner.clients));
  }

  /// The numbers of the next field, which must be this one.
  const char* field(const std::string& name, const field_layout& expected) {
    if (at_ == end_) refuse("lacks the field " + name + ": it belongs to another solver");
    const std::string found = text();
    if (found != name)
      refuse("has the field " + found + " where " + name + " is expected: it belongs to another solver");
    if (get<std::uint32_t>() != static_cast<std::uint32_t>(expected.where))
      refuse("spreads the field " + name + " over ranks in another way: it belongs to another solver");
    const auto scalar_size = get<std::uint32_t>();
    if (scalar_size != expected.scalar_size)
      refuse("has numbers of " + number(scalar_size) + " bytes in the field " + name + ", expected " +
             number(expected.scalar_size) + ": it was written for another type of numbers");
    const auto rows = get<std::int64_t>(), cols = get<std::int64_t>();
    if (rows != expected.rows || cols != expected.cols)
      refuse("has " + number(rows) + " x " + number(cols) + " numbers in the field " + name + ", expected " +
             number(expected.rows) + " x " + number(expected.cols));
    return take(expected.bytes());
  }

  /// After the last field.
  void finish() const {
    if (at_ != end_) refuse("has more fields than expected: it belongs to another solver");
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw std::runtime_error("checkpoint: " + path_ + " " + why);
  }
  const char* take(std::uint64_t n) {
    if (n > end_ - at_) refuse("ends too early");
    at_ += static_cast<std::size_t>(n);
    return bytes_.data() + at_ - n;
  }
  template <class T>
  T get() {
    T value;
    std::memcpy(&value, take(sizeof value), sizeof value);
    return value;
  }
  std::string text() {
    const auto n = get<std::uint64_t>();
    const char* const from = take(n);
    return std::string(from, static_cast<std::size_t>(n));
  }

  std::string path_;
  std::string bytes_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
};

}  // namespace cleave::detail
