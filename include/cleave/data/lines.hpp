/// \file
/// The lines of a text, in memory or in a file, one after another: what the readers of text files read from.
#pragma once

#include <cleave/core/types.hpp>
#include <cleave/data/parse_error.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace cleave::detail {

/// A line and a column, both counted from 1; columns are bytes.
struct text_place {
  index_t line;
  index_t column;
};

/// Goes through a text line by line. A line is a view without its LF or CRLF, good until the next call; it may have any
/// length, and the last one need not end. A UTF-8 byte-order mark before the first line is skipped. Of a file it holds
/// one chunk and, while it is read, the longest line.
class line_source {
 public:
  /// The lines of a text in memory, which must outlive the source; `name` stands in the messages.
  static line_source of_text(std::string_view text, std::string name) {
    line_source source(std::move(name));
    source.text_ = text.data();
    source.end_ = text.size();
    source.skip_byte_order_mark();
    return source;
  }

  /// The lines of a file, or of a pipe up to its end.
  /// \throws parse_error, now or later, where it cannot be opened or read, a directory say
  static line_source of_file(const std::string& path, std::size_t chunk = std::size_t{1} << 20) {
    line_source source(path);
    if (path.find('\0') != std::string::npos) source.cannot_be_read(EINVAL);
    source.file_.reset(std::fopen(path.c_str(), "rb"));
    if (!source.file_) source.cannot_be_read(errno);
    std::setvbuf(source.file_.get(), nullptr, _IONBF, 0);  // the chunk is the buffer
    source.capacity_ = std::max<std::size_t>(chunk, 4);
    source.buffer_ = std::make_unique_for_overwrite<char[]>(source.capacity_);
    source.text_ = source.buffer_.get();
    while (source.end_ < 3 && source.refill()) {}
    source.skip_byte_order_mark();
    return source;
  }

  /// True before the first line if there is not a byte.
  bool empty() const { return end_ == first_; }

  /// Goes to the next line; false at the end, where it stays at the last one.
  bool next() {
    if (next_ == end_ && !refill()) return false;
    first_ = next_;
    line_ = last_ + 1;
    return extend();
  }

  /// Adds the next line to this one, which then has the line break in it; false at the end.
  bool extend() {
    for (std::size_t from = next_;;) {
      if (const void* found = from < end_ ? std::memchr(text_ + from, '\n', end_ - from) : nullptr) {
        stop_ = static_cast<std::size_t>(static_cast<const char*>(found) - text_);
        next_ = stop_ + 1;
        ++last_;
        return true;
      }
      const std::size_t searched = end_ - first_;
      if (!refill()) break;
      from = first_ + searched;
    }
    if (next_ == end_) return false;
    stop_ = next_ = end_;
    ++last_;
    return true;
  }

  /// Ends the line after its first `size` bytes, where it has a line break or ends; what follows will be read again.
  void cut(std::size_t size) {
    const std::string_view rest(text_ + first_ + size, stop_ - first_ - size);
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return;
    last_ -= static_cast<index_t>(std::count(rest.begin(), rest.end(), '\n'));
    stop_ = first_ + size + end;
    next_ = stop_ + 1;
  }

  std::string_view line() const {
    std::string_view line(text_ + first_, stop_ - first_);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  /// The number of this line, from 1.
  index_t number() const { return line_; }

  /// Where `at` is, which points into the line or at its end.
  text_place place(const char* at) const {
    const std::string_view before(text_ + first_, static_cast<std::size_t>(at - text_) - first_);
    const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
    return {line_ + std::count(before.begin(), before.end(), '\n'), static_cast<index_t>(before.size() - start) + 1};
  }

  /// The refusal of what stands at a place.
  parse_error error(text_place where, const std::string& message) const {
    return {name_, where.line, where.column, message};
  }
  parse_error error(const char* at, const std::string& message) const { return error(place(at), message); }
  /// The refusal of the whole.
  parse_error error(const std::string& message) const { return {name_, message}; }

 private:
  struct close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  explicit line_source(std::string name) : name_(std::move(name)) {}

  [[noreturn]] void cannot_be_read(int code) const {
    throw parse_error(name_, "cannot be read: " + std::generic_category().message(code));
  }

  void skip_byte_order_mark() {
    if (std::string_view(text_, end_).starts_with("\xEF\xBB\xBF")) first_ = next_ = stop_ = 3;
  }

  /// Moves this line to the front of the buffer and reads on behind it; false if nothing is left.
  bool refill() {
    if (!file_) return false;
    char* const buffer = buffer_.get();
    if (first_ > 0) {
      std::memmove(buffer, buffer + first_, end_ - first_);
      next_ -= first_;
      stop_ = stop_ > first_ ? stop_ - first_ : 0;
      end_ -= first_;
      first_ = 0;
    }
    if (end_ == capacity_) {
      capacity_ *= 2;
      auto larger = std::make_unique_for_overwrite<char[]>(capacity_);
      std::memcpy(larger.get(), buffer, end_);
      buffer_ = std::move(larger);
      text_ = buffer_.get();
    }
    const std::size_t got = std::fread(buffer_.get() + end_, 1, capacity_ - end_, file_.get());
    if (got == 0 && std::ferror(file_.get())) cannot_be_read(errno);
    end_ += got;
    return got > 0;
  }

  std::string name_;
  std::unique_ptr<std::FILE, close> file_;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
  const char* text_ = nullptr;
  std::size_t first_ =
      0;  // this line is [first_, stop_) of text_, the next one starts at next_, the text stops at end_
  std::size_t stop_ = 0;
  std::size_t next_ = 0;
  std::size_t end_ = 0;
  index_t line_ = 0;  // numbers of this line's first and last line
  index_t last_ = 0;
};

}  // namespace cleave::detail
