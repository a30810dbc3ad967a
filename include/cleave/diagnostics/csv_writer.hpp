/// \file
/// The record of a run as a file that grows with it.
#pragma once

#include <cleave/comm/whole_file.hpp>
#include <cleave/diagnostics/number_text.hpp>
#include <cleave/diagnostics/only_first_rank.hpp>
#include <cleave/diagnostics/reading.hpp>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

namespace cleave {

/// An observer that writes a CSV file with a header and a line a round: round,objective,residual,floats,seconds. Lines
/// go out whole as they come, so that a killed run leaves all that it did. Numbers read back to the same bits; NaN and
/// infinities are null. The file is made anew before the first round. On several ranks only the first one writes.
/// Give it to run() as an lvalue to write several runs into one file.
/// \tparam Objective as in history
template <class Objective = no_objective>
class csv_writer {
 public:
  explicit csv_writer(std::string path, Objective of_model = {})
      : path_(std::move(path)), objective_(std::move(of_model)) {}

  /// \throws std::runtime_error on every rank where the file cannot be written
  void operator()(const auto& view) {
    const reading now = reading_of(view, objective_);
    detail::only_first_rank(view.solver, "csv_writer", [&] {
      if (!file_) put("round,objective,residual,floats,seconds\n", "wb");
      using detail::number_text;
      put(number_text(now.round) + "," + number_text(now.objective) + "," + number_text(now.residual) + "," +
              number_text(now.floats) + "," + number_text(now.seconds) + "\n",
          "ab");
    });
  }

 private:
  void put(const std::string& line, const char* mode) {
    if (!file_) file_.reset(std::fopen(path_.c_str(), mode));
    if (!file_ || std::fputs(line.c_str(), file_.get()) < 0 || std::fflush(file_.get()) != 0)
      detail::refuse_file("csv_writer: cannot write", path_, detail::reason(errno));
  }

  struct close {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };

  std::string path_;
  [[no_unique_address]] Objective objective_;
  std::unique_ptr<std::FILE, close> file_;
};

}  // namespace cleave
