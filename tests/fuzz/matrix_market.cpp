// Whatever the bytes, read_matrix_market() gives a matrix that is in order or refuses, a file reads as its text does,
// and an array is the same dense and sparse.
#include <cleave/data/matrix_market.hpp>

#include "support/property.hpp"

#include <cctype>

namespace {

using matrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// The number of rows that the header states, as far as that can be said without reading it.
double stated_rows(std::string_view text) {
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    const std::size_t first = text.find_first_not_of(" \t", at + 1);
    if (first == std::string_view::npos || !std::isdigit(static_cast<unsigned char>(text[first]))) continue;
    double rows = 0;
    for (std::size_t i = first; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i)
      rows = 10 * rows + text[i] - '0';
    return rows;
  }
  return 0;
}

void check_matrix(const matrix& m) {
  fuzz::holds(m.isCompressed(), "the matrix is compressed");
  fuzz::holds(m.outerIndexPtr()[0] == 0 && m.outerIndexPtr()[m.rows()] == m.nonZeros(), "rows are all there is");
  for (cleave::index_t i = 0; i < m.rows(); ++i)
    for (auto k = m.outerIndexPtr()[i], previous = -1; k < m.outerIndexPtr()[i + 1]; ++k) {
      fuzz::holds(m.innerIndexPtr()[k] > previous && m.innerIndexPtr()[k] < m.cols(), "columns ascend");
      fuzz::holds(std::isfinite(m.valuePtr()[k]), "values are finite");
      previous = m.innerIndexPtr()[k];
    }
}

bool same(const matrix& a, const matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && a.nonZeros() == b.nonZeros() &&
         std::equal(a.outerIndexPtr(), a.outerIndexPtr() + a.rows() + 1, b.outerIndexPtr()) &&
         std::equal(a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros(), b.innerIndexPtr()) &&
         std::equal(a.valuePtr(), a.valuePtr() + a.nonZeros(), b.valuePtr());
}

}  // namespace

// The first byte chooses the size of the chunks.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cleave;
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  // A true header may ask for gigabytes of empty rows, which is no fault of the reader.
  const double rows = stated_rows(text);
  if (rows > 1e5 && rows < 2147483647) return 0;

  const auto whole = fuzz::outcome_of([&] { return parse_matrix_market(text, "f"); });
  if (whole.refusal.empty()) check_matrix(whole.result);
  const std::string& path = fuzz::file_with(text);
  const auto chunks = fuzz::outcome_of(
      [&] { return detail::matrix_market_parser<double>(detail::line_source::of_file(path, data[0])).parse(); });
  fuzz::holds(whole.refusal == chunks.refusal, "chunks are refused as the whole is");
  if (whole.refusal.empty()) fuzz::holds(same(whole.result, chunks.result), "chunks read as the whole does");

  const auto array = fuzz::outcome_of([&] { return parse_matrix_market_array(text, "f"); });
  if (array.refusal.empty()) {
    fuzz::holds(whole.refusal.empty(), "an array can be read as a sparse matrix");
    const matrix sparse = array.result.sparseView();
    fuzz::holds(same(whole.result, sparse), "an array is the same dense and sparse");
  }
  return 0;
}
