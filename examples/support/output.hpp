/// \file
/// The files that a program writes.
#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace example {

/// Names of files; an empty one is not written.
struct output_files {
  std::string json, csv, plot;
};

/// Refuses a file that cannot be written; leaves one that is there as it is. \throws std::runtime_error
inline void check_writable(const std::string& path) {
  const bool there = std::ifstream(path).good();
  if (!std::ofstream(path, std::ios::app)) throw std::runtime_error("cannot write " + path);
  if (!there) std::remove(path.c_str());
}

/// Refuses, before any work is done, a picture of another kind, a file that cannot be written, and one that would be
/// written over another or over the data.
/// \param inputs files that are read
/// \throws std::invalid_argument, std::runtime_error
inline void check_outputs(const output_files& files, const std::vector<std::string>& inputs) {
  namespace fs = std::filesystem;
  if (const fs::path picture = files.plot;
      !picture.empty() && picture.extension() != ".svg" && picture.extension() != ".png")
    throw std::invalid_argument("--plot: expected a name ending in .svg or .png, got '" + files.plot + "'");
  std::vector<fs::path> taken;
  std::error_code ignored;  // a file that cannot be read is refused by who reads it
  for (const auto& path : inputs)
    if (!path.empty() && fs::is_regular_file(path, ignored)) taken.push_back(fs::weakly_canonical(path, ignored));
  for (const auto& path : {files.json, files.csv, files.plot}) {
    if (path.empty()) continue;
    check_writable(path);
    if (fs::is_other(path)) continue;  // a device or a pipe may take several
    const fs::path name = fs::weakly_canonical(path);
    for (const auto& other : taken)
      if (name == other) throw std::invalid_argument(path + " would be written over another file of this run");
    taken.push_back(name);
  }
}

/// \throws std::runtime_error if the file cannot be written
inline void write_text(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

}  // namespace example
