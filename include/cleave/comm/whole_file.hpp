/// \file
/// Files that are read and written as a whole, and how one takes the place of an older one.
#pragma once

#include <cleave/core/check.hpp>

#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace cleave::detail {

/// \param what who wants to do what: "checkpoint: cannot read"
[[noreturn]] inline void refuse_file(const std::string& what, const std::string& path, const std::string& why) {
  throw std::runtime_error(what + " " + path + ": " + why);
}
/// The operating system's own words for an errno.
inline std::string reason(int error) { return std::error_code(error, std::generic_category()).message(); }

/// Refuses what is there but is no ordinary file: to open a pipe would wait for its other end, to replace a device
/// would remove it.
inline void check_ordinary(const std::string& what, const std::string& path) {
  if (path.empty()) refuse_file(what, path, "the path is empty");
#if defined(__unix__) || defined(__APPLE__)
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return;  // not there: for the caller to see
  if (S_ISDIR(found.st_mode)) refuse_file(what, path, "it is a directory");
  if (!S_ISREG(found.st_mode)) refuse_file(what, path, "it is not a file");
#endif
}

/// \param who for the error messages
/// \throws std::runtime_error
inline std::string read_file(const std::string& who, const std::string& path) {
  const std::string what = who + ": cannot read";
  check_ordinary(what, path);
  std::FILE* const f = std::fopen(path.c_str(), "rb");
  if (f == nullptr) refuse_file(what, path, reason(errno));
  std::string bytes;
  char block[1 << 16];
  for (std::size_t n; (n = std::fread(block, 1, sizeof block, f)) != 0;) bytes.append(block, n);
  const int error = std::ferror(f) != 0 ? errno : 0;
  std::fclose(f);
  if (error != 0) refuse_file(what, path, reason(error));
  return bytes;
}

/// Makes a new file beside `path`, under a name that no other process or thread uses, and returns it open and its name.
/// \return null, with errno set, where that cannot be done
inline std::pair<std::FILE*, std::string> create_beside(const std::string& path) {
  std::string stem = path;
#if defined(__unix__) || defined(__APPLE__)
  stem += "." + number(getpid());
#endif
  for (int again = 0;; ++again) {
    const std::string name = stem + (again == 0 ? "" : "." + number(again)) + ".tmp";
    std::FILE* const f = std::fopen(name.c_str(), "wbx");
    if (f != nullptr || errno != EEXIST) return {f, name};
  }
}

/// Gives a new file the permissions of the old one, if there is one: who keeps a model to himself goes on doing so.
inline void keep_permissions(std::FILE* f, const std::string& of) {
#if defined(__unix__) || defined(__APPLE__)
  struct stat old {};
  if (stat(of.c_str(), &old) == 0) (void)fchmod(fileno(f), old.st_mode & 0777);
#else
  (void)f, (void)of;
#endif
}

/// Brings a renaming to the disk, on systems where that is a matter of its own.
inline void flush_directory_of(const std::string& path) {
#if defined(__unix__) || defined(__APPLE__)
  const std::size_t slash = path.rfind('/');
  const int directory =
      open(slash == std::string::npos ? "." : path.substr(0, slash + 1).c_str(), O_RDONLY | O_CLOEXEC);
  if (directory < 0) return;  // it may be written to and not be read
  (void)fsync(directory);     // some file systems refuse that, and have no other way
  close(directory);
#else
  (void)path;
#endif
}

/// Puts a file in the place of `path`: written beside it, flushed to the disk, renamed over it. At any moment, even
/// when the process is killed, either the old file is there or the new one, whole; only a process that is killed leaves
/// the file beside it, `path`.<process>.tmp, behind.
/// \param who for the error messages
/// \throws std::runtime_error, and keeps the old file
inline void replace_file(const std::string& who, const std::string& path, const std::string& bytes) {
  const std::string what = who + ": cannot write";
  check_ordinary(what, path);
  const auto [f, beside] = create_beside(path);
  const auto kept = [](int error) { return reason(error) + "; a previous file is kept"; };
  if (f == nullptr) refuse_file(what, path, kept(errno));
  int error = 0;
  const auto note = [&error](bool good) {
    if (!good && error == 0) error = errno;
  };
  keep_permissions(f, path);
  note(std::fwrite(bytes.data(), 1, bytes.size(), f) == bytes.size());
  note(std::fflush(f) == 0);
#if defined(__unix__) || defined(__APPLE__)
  note(fsync(fileno(f)) == 0);
#endif
  note(std::fclose(f) == 0);
  if (error == 0) note(std::rename(beside.c_str(), path.c_str()) == 0);
  if (error != 0) {
    std::remove(beside.c_str());
    refuse_file(what, path, kept(error));
  }
  flush_directory_of(path);
}

}  // namespace cleave::detail
