/// \file
/// A whole run as one JSON document.
#pragma once

#include <cleave/comm/transport.hpp>
#include <cleave/comm/whole_file.hpp>
#include <cleave/core/status.hpp>
#include <cleave/diagnostics/history.hpp>
#include <cleave/diagnostics/number_text.hpp>
#include <cleave/diagnostics/only_first_rank.hpp>

#include <string>
#include <utility>

namespace cleave {

/// An observer that keeps a history and writes, when the run ends, however it ends, one strict JSON document
///
///     {"status", "rounds", "seconds", "residual", "counters": {"prox", ...}, "model": [...],
///      "history": {"round": [...], "objective": [...], "residual": [...], "floats": [...], "seconds": [...]}}
///
/// Numbers read back to the same bits; NaN and infinities are null. The document stands in place whole or not at all:
/// it is written beside the old one and renamed. On several ranks only the first one writes.
/// \tparam Objective as in history
template <class Objective = no_objective>
class json_writer {
 public:
  explicit json_writer(std::string path, Objective of_model = {})
      : path_(std::move(path)), history_(std::move(of_model)) {}

  /// \throws std::runtime_error on every rank where the file cannot be written
  void operator()(const auto& view) {
    history_(view);
    if (view.now == status::running) return;
    const auto model = view.model();
    const counters cost = total_cost(view);
    detail::only_first_rank(view.solver, "json_writer",
                            [&] { detail::replace_file("json_writer", path_, document(view, model, cost)); });
  }

 private:
  static counters total_cost(const auto& view) {
    const counters mine = view.solver.cost(view.state);
    if constexpr (requires { view.solver.network(); })
      return total_over_ranks(view.solver.network().carrier(), mine);
    else
      return mine;
  }

  std::string document(const auto& view, const auto& model, const counters& c) const {
    std::string text = "{\"status\": \"" + std::string(to_string(view.now)) + "\"";
    member(text, "rounds", view.round);
    member(text, "seconds", view.seconds);
    member(text, "residual", history_.residual.back());
    text += ",\n\"counters\": {\"prox\": " + detail::number(c.prox);
    const std::pair<const char*, std::uint64_t> counts[] = {
        {"gradients", c.gradients}, {"hessians", c.hessians},   {"inner_iterations", c.inner_iterations},
        {"messages", c.messages},   {"floats_up", c.floats_up}, {"floats_down", c.floats_down},
        {"bytes", c.bytes}};
    for (const auto& [name, count] : counts) member(text, name, count);
    text += "}";
    column(text, ",\n\"model\": ", model);
    column(text, ",\n\"history\": {\"round\": ", history_.round);
    column(text, ",\n \"objective\": ", history_.objective);
    column(text, ",\n \"residual\": ", history_.residual);
    column(text, ",\n \"floats\": ", history_.floats);
    column(text, ",\n \"seconds\": ", history_.seconds);
    return text + "}}\n";
  }

  template <class T>
  static void member(std::string& text, const char* name, T value) {
    text.append(", \"").append(name).append("\": ").append(detail::number_text(value));
  }
  static void column(std::string& text, const char* head, const auto& values) {
    text += head;
    char before = '[';
    for (const auto& value : values) {
      text += before;
      text += detail::number_text(value);
      before = ',';
    }
    text += before == '[' ? "[]" : "]";
  }

  std::string path_;
  history<Objective> history_;
};

}  // namespace cleave
