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

/// Numbers that arrive one after another and then move to where they belong. They sit in blocks, each twice as large as
/// the one before up to a mebibyte, which are never copied while the sequence grows and are freed one by one when it
/// moves: at the peak there is the sequence once, and one block.
template <class T>
class growing {
 public:
  /// Appends `count` elements side by side, not yet written, and returns the first.
  T* add(std::size_t count) {
    if (static_cast<std::size_t>(end_ - at_) < count) open(count);
    return std::exchange(at_, at_ + count);
  }
  void push_back(T value) { *add(1) = value; }

  index_t size() const {
    index_t sum = at_ - first_;
    for (const block& b : full_) sum += b.size;
    return sum;
  }

  /// Calls visit(element) for each element, in order.
  template <class Visit>
  void each(Visit&& visit) const {
    for (const block& b : full_) std::for_each(b.data.get(), b.data.get() + b.size, visit);
    std::for_each<const T*>(first_, at_, visit);
  }

  /// Writes all elements to `to` and is empty then.
  void move_to(T* to) {
    close();
    for (block& b : full_) {
      to = std::copy_n(b.data.get(), b.size, to);
      b.data.reset();
    }
    full_.clear();
  }

 private:
  struct block {
    std::unique_ptr<T[]> data;
    index_t size;
  };

  static constexpr std::size_t smallest = std::size_t{1} << 10;  // bytes of a block
  static constexpr std::size_t largest = std::size_t{1} << 20;

  void open(std::size_t count) {
    const auto before = static_cast<std::size_t>(end_ - first_) * sizeof(T);
    const std::size_t room = (std::max)(std::clamp(2 * before, smallest, largest) / sizeof(T), count);
    close();
    open_ = std::make_unique_for_overwrite<T[]>(room);
    first_ = at_ = open_.get();
    end_ = first_ + room;
  }

  void close() {
    if (open_) full_.push_back({std::move(open_), at_ - first_});
    first_ = at_ = end_ = nullptr;
  }

  std::vector<block> full_;
  std::unique_ptr<T[]> open_;
  T* first_ = nullptr;  // of the open block: where it starts, goes on and ends
  T* at_ = nullptr;
  T* end_ = nullptr;
};

}  // namespace cleave::detail
