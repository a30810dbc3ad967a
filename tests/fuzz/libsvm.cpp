// Whatever the bytes, read_libsvm() gives rows that are in order or refuses, and a file reads as its text does.
#include <cleave/data/libsvm.hpp>

#include "support/property.hpp"

namespace {

template <class S>
void check_rows(const cleave::labelled<S>& data, cleave::index_t min_features) {
  const auto& rows = data.rows;
  fuzz::holds(rows.rows() >= 1 && rows.rows() == data.labels.size(), "there is a label for every row");
  fuzz::holds(rows.cols() >= min_features, "there are as many columns as asked for");
  fuzz::holds(rows.isCompressed() && data.labels.allFinite(), "labels are finite");
  fuzz::holds(rows.outerIndexPtr()[0] == 0 && rows.outerIndexPtr()[rows.rows()] == rows.nonZeros(),
              "rows are all there is");
  for (cleave::index_t i = 0; i < rows.rows(); ++i)
    for (auto k = rows.outerIndexPtr()[i], previous = -1; k < rows.outerIndexPtr()[i + 1]; ++k) {
      fuzz::holds(rows.innerIndexPtr()[k] > previous && rows.innerIndexPtr()[k] < rows.cols(), "columns ascend");
      fuzz::holds(std::isfinite(rows.valuePtr()[k]), "values are finite");
      previous = rows.innerIndexPtr()[k];
    }
}

template <class S>
bool same(const cleave::labelled<S>& a, const cleave::labelled<S>& b) {
  const auto n = static_cast<std::size_t>(a.rows.nonZeros());
  return a.rows.rows() == b.rows.rows() && a.rows.cols() == b.rows.cols() && a.rows.nonZeros() == b.rows.nonZeros() &&
         a.labels == b.labels && std::equal(a.rows.valuePtr(), a.rows.valuePtr() + n, b.rows.valuePtr()) &&
         std::equal(a.rows.innerIndexPtr(), a.rows.innerIndexPtr() + n, b.rows.innerIndexPtr());
}

template <class S>
void check_text(std::string_view text, cleave::index_t min_features, std::size_t chunk) {
  using namespace cleave;
  const auto whole = fuzz::outcome_of([&] { return parse_libsvm<S>(text, "f", min_features); });
  if (whole.refusal.empty()) check_rows(whole.result, min_features);
  const std::string& path = fuzz::file_with(text);
  const auto chunks = fuzz::outcome_of(
      [&] { return detail::libsvm_parser<S>(detail::line_source::of_file(path, chunk)).parse(min_features); });
  fuzz::holds(whole.refusal == chunks.refusal, "chunks are refused as the whole is");
  if (whole.refusal.empty()) fuzz::holds(same(whole.result, chunks.result), "chunks read as the whole does");
}

}  // namespace

// The first byte chooses the scalar, the columns asked for and the size of the chunks.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::uint8_t way = data[0];
  const std::size_t chunk = 1 + way / 4;
  if (way % 2 == 0)
    check_text<double>(text, way % 4 == 0 ? 0 : 7, chunk);
  else
    check_text<float>(text, 0, chunk);
  return 0;
}
