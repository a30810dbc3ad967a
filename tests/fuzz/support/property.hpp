/// \file
/// What the fuzz targets share: a property that must hold, a file in memory, and the comparison of two ways to read.
#pragma once

#include <cleave/data/parse_error.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace fuzz {

/// Ends the program, which is how a fuzzer learns that a property does not hold.
inline void holds(bool property, const char* what) {
  if (property) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

/// A file of this content, without a disk (Linux).
inline const std::string& file_with(std::string_view content) {
  static const int file = memfd_create("fuzz", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  holds(ftruncate(file, 0) == 0 &&
            pwrite(file, content.data(), content.size(), 0) == static_cast<ssize_t>(content.size()),
        "the file can be written");
  return path;
}

/// What came of reading: a result, or the refusal without the name of the file.
template <class Result>
struct outcome {
  Result result{};
  std::string refusal;
};

template <class Read>
auto outcome_of(Read read) {
  outcome<decltype(read())> o;
  try {
    o.result = read();
  } catch (const cleave::parse_error& error) {
    o.refusal = std::string(error.what()).substr(error.path().size());
    holds(o.refusal.size() > 2 && o.refusal.size() < 1000, "a refusal is a sentence");
    for (const char c : o.refusal) holds(c >= ' ' && c <= '~', "a refusal is one printable line");
    holds((error.line() >= 1) == (error.column() >= 1), "a place is a line and a column");
  }
  return o;
}

}  // namespace fuzz
