/// \file
/// Save and load: any state with fields, on any number of ranks. The file does not know how many wrote it.
#pragma once

#include <cleave/comm/in_process.hpp>
#include <cleave/core/fields.hpp>

#include <array>
#include <bit>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace cleave {

namespace detail {

/// FNV-1a, 64 bits: finds torn and flipped bytes; no protection against intent.
inline std::uint64_t checksum(const char* bytes, std::size_t n) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i < n; ++i) h = (h ^ static_cast<unsigned char>(bytes[i])) * 0x100000001b3u;
  return h;
}

/// The contents of a checkpoint: magic, then for each field its name, spread, scalar size, rows, columns and bytes,
/// then a checksum of all that. Numbers are in the byte order of the machine, which the magic tells.
class checkpoint_writer {
 public:
  checkpoint_writer() { put(magic); }

  void field(const std::string& name, spread where, std::uint32_t scalar, index_t rows, index_t cols,
             const void* data) {
    put(static_cast<std::uint64_t>(name.size()));
    bytes_.append(name);
    put(static_cast<std::uint32_t>(where));
    put(scalar);
    put(static_cast<std::int64_t>(rows));
    put(static_cast<std::int64_t>(cols));
    bytes_.append(static_cast<const char*>(data), scalar * static_cast<std::size_t>(rows * cols));
  }

  /// Written beside the old file, flushed, renamed over it: at any moment one of the two is whole.
  void write(const std::string& path) {
    put(checksum(bytes_.data(), bytes_.size()));
    const std::string beside = path + ".tmp";
    std::FILE* f = std::fopen(beside.c_str(), "wb");
    if (f == nullptr) throw std::runtime_error("checkpoint: cannot write " + beside);
    bool good = std::fwrite(bytes_.data(), 1, bytes_.size(), f) == bytes_.size() && std::fflush(f) == 0;
#if defined(__unix__) || defined(__APPLE__)
    good = good && fsync(fileno(f)) == 0;
#endif
    good = std::fclose(f) == 0 && good;
    good = good && std::rename(beside.c_str(), path.c_str()) == 0;
    if (!good) {
      std::remove(beside.c_str());
      throw std::runtime_error("checkpoint: cannot write " + path + "; a previous file is kept");
    }
  }

  static constexpr std::array<char, 16> magic{
      'c', 'l', 'e', 'a', 'v', 'e', ' ',
      's', 't', 'a', 't', 'e', ' ', std::endian::native == std::endian::little ? 'l' : 'b',
      '1', '\n'};

 private:
  template <class T>
  void put(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }

  std::string bytes_;
};

class checkpoint_reader {
 public:
  explicit checkpoint_reader(const std::string& path) : path_(path) {
    std::FILE* f = std::fopen(path.c_str(), "rb");
    if (f == nullptr) throw std::runtime_error("checkpoint: cannot read " + path);
    char block[1 << 16];
    for (std::size_t n; (n = std::fread(block, 1, sizeof block, f)) != 0;) bytes_.append(block, n);
    std::fclose(f);
    std::array<char, 16> magic{};
    std::uint64_t sum = 0;
    if (bytes_.size() < sizeof magic + sizeof sum) refuse("is too short to be a checkpoint");
    end_ = bytes_.size() - sizeof sum;
    get(magic);
    if (magic != checkpoint_writer::magic) refuse("is not a checkpoint of this version and machine");
    std::memcpy(&sum, bytes_.data() + end_, sizeof sum);
    if (sum != checksum(bytes_.data(), end_)) refuse("is damaged: the checksum does not match");
  }

  /// The bytes of the next field, which must be this one.
  const char* field(const std::string& name, spread where, std::uint32_t scalar, index_t rows, index_t cols) {
    std::uint64_t length = 0;
    get(length);
    if (length > end_ - at_) refuse("ends within a name");
    const std::string found = bytes_.substr(at_, static_cast<std::size_t>(length));
    at_ += static_cast<std::size_t>(length);
    if (found != name)
      refuse("has the field " + found + " where " + name + " is expected: it belongs to another solver");
    std::uint32_t spread_found = 0, scalar_found = 0;
    std::int64_t rows_found = 0, cols_found = 0;
    get(spread_found), get(scalar_found), get(rows_found), get(cols_found);
    if (spread_found != static_cast<std::uint32_t>(where) || scalar_found != scalar)
      refuse("has another type in the field " + name);
    if (rows_found != rows || cols_found != cols)
      refuse("has " + std::to_string(rows_found) + " x " + std::to_string(cols_found) + " numbers in the field " +
             name + ", expected " + std::to_string(rows) + " x " + std::to_string(cols));
    const std::size_t size = scalar * static_cast<std::size_t>(rows * cols);
    if (size > end_ - at_) refuse("ends within the field " + name);
    at_ += size;
    return bytes_.data() + at_ - size;
  }
  void finish() const {
    if (at_ != end_) refuse("has more fields than expected: it belongs to another solver");
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw std::runtime_error("checkpoint: " + path_ + " " + why);
  }
  template <class T>
  void get(T& value) {
    if (sizeof value > end_ - at_) refuse("is truncated");
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
  }

  std::string path_;
  std::string bytes_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
};

template <class Solver>
auto carrier_of(const Solver& solver) {
  if constexpr (requires { solver.network(); })
    return solver.network().carrier();
  else
    return in_process<>(1);
}

template <class V>
using words = std::array<std::uint64_t, sizeof(V) / sizeof(std::uint64_t)>;

}  // namespace detail

/// Writes the state to a file, from all ranks at once; rank 0 writes.
/// \throws std::runtime_error, and keeps the old file
template <class Solver>
void save(const std::string& path, const Solver& solver, const typename Solver::state& state) {
  const auto transport = detail::carrier_of(solver);
  detail::checkpoint_writer file;
  for_each_field(state, [&](auto f) {
    using held = std::remove_cvref_t<decltype(f.value)>;
    if constexpr (detail::matrix_like<held>) {
      using scalar = typename held::Scalar;
      if constexpr (f.where == spread::columns) {
        mat<scalar> buffer;
        const mat<scalar>& all = transport.gather(f.value, buffer);
        file.field(f.full_name(), f.where, sizeof(scalar), all.rows(), all.cols(), all.data());
      } else {
        file.field(f.full_name(), f.where, sizeof(scalar), f.value.rows(), f.value.cols(), f.value.data());
      }
    } else if constexpr (f.where == spread::tally) {
      auto counts = std::bit_cast<detail::words<held>>(f.value);
      for (auto& n : counts) n = transport.total(n);
      file.field(f.full_name(), f.where, sizeof counts, 1, 1, counts.data());
    } else {
      static_assert(std::is_arithmetic_v<held>, "cleave: a field is a number, counters or an Eigen matrix");
      file.field(f.full_name(), f.where, sizeof(held), 1, 1, &f.value);
    }
  });
  all_or_none(transport, "checkpoint", [&] {
    if (transport.rank() == 0) file.write(path);
  });
}

/// Reads a file into a state made by init() of the same problem; all ranks read. The run goes on with the same bits on
/// any number of threads and ranks.
/// \throws std::runtime_error on every rank; the state then has to be made anew
template <class Solver>
void load(const std::string& path, const Solver& solver, typename Solver::state& state) {
  const auto transport = detail::carrier_of(solver);
  const block mine = transport.owned(transport.rank());
  all_or_none(transport, "checkpoint", [&] {
    detail::checkpoint_reader file(path);
    for_each_field(state, [&](auto f) {
      using held = std::remove_cvref_t<decltype(f.value)>;
      if constexpr (detail::matrix_like<held>) {
        using scalar = typename held::Scalar;
        constexpr bool spread_out = f.where == spread::columns;
        const index_t rows = f.value.rows(), cols = spread_out ? transport.size() : f.value.cols();
        const char* bytes = file.field(f.full_name(), f.where, sizeof(scalar), rows, cols);
        if constexpr (spread_out) bytes += sizeof(scalar) * static_cast<std::size_t>(rows * mine.first);
        if (f.value.size() != 0)
          std::memcpy(f.value.data(), bytes, sizeof(scalar) * static_cast<std::size_t>(f.value.size()));
      } else if constexpr (f.where == spread::tally) {
        std::memcpy(&f.value, file.field(f.full_name(), f.where, sizeof(held), 1, 1), sizeof(held));
        if (transport.rank() != 0) f.value = {};
      } else {
        std::memcpy(&f.value, file.field(f.full_name(), f.where, sizeof(held), 1, 1), sizeof(held));
      }
    });
    file.finish();
  });
  if constexpr (requires { solver.restore(state); }) solver.restore(state);
}

}  // namespace cleave
