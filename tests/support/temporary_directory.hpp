/// \file
/// A directory for the files that a test writes; it goes away with the object.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace support {

class temporary_directory {
 public:
  temporary_directory() {
    std::string name = (std::filesystem::temp_directory_path() / "cleave-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    path_ = name;
  }
  ~temporary_directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  temporary_directory(const temporary_directory&) = delete;
  temporary_directory& operator=(const temporary_directory&) = delete;

  /// The name of a file in the directory, made or not.
  std::string path(const std::string& name) const { return (path_ / name).string(); }

  /// Writes a file, byte for byte, and returns its name.
  std::string file(const std::string& name, std::string_view content) const {
    std::ofstream(path_ / name, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
    return path(name);
  }

 private:
  std::filesystem::path path_;
};

}  // namespace support
