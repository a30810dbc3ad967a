/// \file
/// A sequence whose length is known only at its end.
#pragma once

#include <cleave/core/types.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace cleave::detail {

/// Numbers that arrive one after another and then move to where they belong. They sit in blocks of about a mebibyte,
/// which are never copied while the sequence grows and are freed one by one when it moves: at the peak there is the
/// sequence once, and one block.
template <class T>
class growing {
 public:
  /// Appends `count` elements side by side, not yet written, and returns the first.
  T* add(std::size_t count) {
    if (count > room_ || blocks_.empty()) open(count);
    T* const at = blocks_.back().data.get() + blocks_.back().used;
    blocks_.back().used += count;
    room_ -= count;
    size_ += static_cast<index_t>(count);
    return at;
  }
  void push_back(T value) { *add(1) = value; }

  index_t size() const { return size_; }

  /// Writes all elements to `to` and is empty then.
  void move_to(T* to) {
    for (block& b : blocks_) {
      to = std::copy_n(b.data.get(), b.used, to);
      b.data.reset();
    }
    *this = growing();
  }

 private:
  static constexpr std::size_t usual = (std::size_t{1} << 20) / sizeof(T);

  struct block {
    std::unique_ptr<T[]> data;
    std::size_t used;
  };

  void open(std::size_t count) {
    room_ = std::max(usual, count);
    blocks_.push_back({std::make_unique_for_overwrite<T[]>(room_), 0});
  }

  std::vector<block> blocks_;
  std::size_t room_ = 0;
  index_t size_ = 0;
};

}  // namespace cleave::detail
