/// \file
/// What other software computed on the optional data: "#" remarks, then lines "key value", then vectors, "vec name
/// size" and a number a line.
#pragma once

#include <cleave/core/types.hpp>

#include <cstdlib>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>

namespace support {

class reference {
 public:
  /// \throws std::runtime_error on a file that is not there or not of that form
  explicit reference(const std::string& path) : path_(path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::string word, rest;
    while (file >> word) {
      if (word.front() == '#') {
        std::getline(file, rest);
      } else if (word == "vec") {
        cleave::index_t size = 0;
        file >> word >> size;
        cleave::vec<>& v = vectors_[word];
        v.resize(size);
        for (double& number : v)
          if (!(file >> number)) throw std::runtime_error(path + ": the vector " + word + " is cut short");
      } else {
        file >> rest;
        numbers_[word] = std::strtod(rest.c_str(), nullptr);
      }
    }
  }

  static bool exists(const std::string& path) { return std::ifstream(path).good(); }

  double number(const std::string& key) const { return found(numbers_, key); }
  const cleave::vec<>& vector(const std::string& name) const { return found(vectors_, name); }

 private:
  template <class Map>
  const typename Map::mapped_type& found(const Map& map, const std::string& key) const {
    const auto at = map.find(key);
    if (at == map.end()) throw std::runtime_error(path_ + ": no " + key);
    return at->second;
  }

  std::string path_;
  std::map<std::string, double> numbers_;
  std::map<std::string, cleave::vec<>> vectors_;
};

}  // namespace support
