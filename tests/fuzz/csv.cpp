// Whatever the bytes and the options, read_csv() gives a table whose sizes agree or refuses, and a file reads as its
// text does.
#include <cleave/data/csv.hpp>

#include "support/property.hpp"

namespace {

template <class S>
void check_table(const cleave::table<S>& data, const cleave::csv_options& options) {
  fuzz::holds(data.rows.rows() >= 1 && data.rows.rows() == data.response.size(), "there is a response for every row");
  fuzz::holds(data.rows.cols() == static_cast<cleave::index_t>(data.columns.size()),
              "there is a name for every column");
  fuzz::holds(data.rows.allFinite() && data.response.allFinite(), "numbers are finite");
  fuzz::holds(options.columns.empty() || options.columns == data.columns, "columns are those asked for");
  fuzz::holds(options.response.empty() || options.response == data.response_name, "so is the response");
  fuzz::holds(options.group.empty() == data.groups.empty(), "there are groups if asked for");
  fuzz::holds(data.group.size() == (options.group.empty() ? 0 : static_cast<std::size_t>(data.rows.rows())),
              "there is a group for every row then");
  std::size_t seen = 0;
  for (const cleave::index_t g : data.group) {
    fuzz::holds(g >= 0 && g <= static_cast<cleave::index_t>(seen), "groups are numbered by first appearance");
    if (g == static_cast<cleave::index_t>(seen)) ++seen;
  }
  fuzz::holds(seen == data.groups.size(), "every group has a row");
}

template <class S>
bool same(const cleave::table<S>& a, const cleave::table<S>& b) {
  return a.rows.rows() == b.rows.rows() && a.rows.cols() == b.rows.cols() && a.rows == b.rows &&
         a.response == b.response && a.columns == b.columns && a.response_name == b.response_name &&
         a.group == b.group && a.groups == b.groups;
}

template <class S>
void check_text(std::string_view text, const cleave::csv_options& options, std::size_t chunk) {
  using namespace cleave;
  const auto whole = fuzz::outcome_of([&] { return parse_csv<S>(text, "f", options); });
  if (whole.refusal.empty()) check_table(whole.result, options);
  const std::string& path = fuzz::file_with(text);
  const auto chunks = fuzz::outcome_of(
      [&] { return detail::csv_parser<S>(detail::line_source::of_file(path, chunk), options).parse(); });
  fuzz::holds(whole.refusal == chunks.refusal, "chunks are refused as the whole is");
  if (whole.refusal.empty()) fuzz::holds(same(whole.result, chunks.result), "chunks read as the whole does");
}

}  // namespace

// The first two bytes choose the options, the scalar and the size of the chunks.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const unsigned way = data[0];
  cleave::csv_options options;
  if (way & 1) options.response = "y";
  if (way & 2) options.group = "g";
  if (way & 4) options.columns = {"b", "a"};
  options.delimiter = ",;\t "[(way >> 3) & 3];
  options.header = static_cast<cleave::csv_header>(((way >> 5) & 3) % 3);
  const std::size_t chunk = 1 + data[1];
  if (way & 128)
    check_text<float>(text, options, chunk);
  else
    check_text<double>(text, options, chunk);
  return 0;
}
