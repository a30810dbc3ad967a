// How many bytes of text a second the readers take, beside a plain read of the same file. Files are written first and
// sit in the page cache, so what is timed is the parsing.
#include <cleave/core/stream.hpp>
#include <cleave/data/csv.hpp>
#include <cleave/data/libsvm.hpp>
#include <cleave/data/matrix_market.hpp>

#include <benchmark/benchmark.h>

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

using cleave::index_t;

std::string shortest(double value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

/// The Adult data ten times over: indices and ones.
std::string a9a() {
  std::ifstream file(CLEAVE_BUNDLED_DATA_DIR "/a9a", std::ios::binary);
  const std::string once{std::istreambuf_iterator<char>(file), {}};
  std::string text;
  for (int i = 0; i < 10; ++i) text += once;
  return text;
}

/// 20000 rows of about 50 entries in 17 digits.
std::string dense_values() {
  cleave::stream random(2);
  std::string text;
  for (int i = 0; i < 20000; ++i) {
    text += i % 2 == 0 ? "+1" : "-1";
    for (int j = 1; j <= 1000; ++j)
      if (random.uniform() < 0.05)
        text.append(" ").append(std::to_string(j)).append(":").append(shortest(2 * random.uniform() - 1));
    text += "\n";
  }
  return text;
}

/// 20000 rows of 50 numbers, as `cell` writes them.
template <class Cell>
std::string csv(Cell cell) {
  std::string text;
  for (int j = 0; j < 50; ++j) text.append(j == 0 ? "x" : ",x").append(std::to_string(j));
  for (int i = 0; i < 20000; ++i)
    for (int j = 0; j < 50; ++j) text.append(j == 0 ? "\n" : ",").append(cell());
  return text + "\n";
}

std::string csv_of_17_digits() {
  cleave::stream random(3);
  return csv([&] { return shortest(2 * random.uniform() - 1); });
}

std::string csv_of_pixels() {
  cleave::stream random(4);
  return csv([&] { return std::to_string(random.below(17)); });
}

/// 500000 entries of a matrix of 20000 x 5000, column by column, in 17 digits or as ratings from 1 to 5.
std::string coordinates(bool digits) {
  cleave::stream random(5);
  std::string text = "%%MatrixMarket matrix coordinate real general\n20000 5000 500000\n";
  for (int j = 1; j <= 5000; ++j)
    for (int i = 1; i <= 20000; i += 200)
      text.append(std::to_string(i + random.below(200)))
          .append(" ")
          .append(std::to_string(j))
          .append(" ")
          .append(digits ? shortest(2 * random.uniform() - 1) : std::to_string(1 + random.below(5)))
          .append("\n");
  return text;
}

void plain(benchmark::State& state, const std::string& path) {
  const std::unique_ptr<char[]> buffer(new char[1 << 20]);
  std::size_t bytes = 0;
  for (auto _ : state) {
    std::FILE* const file = std::fopen(path.c_str(), "rb");
    std::setvbuf(file, nullptr, _IONBF, 0);
    while (const std::size_t got = std::fread(buffer.get(), 1, 1 << 20, file)) bytes += got;
    std::fclose(file);
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

template <class Read>
void add(const std::string& name, const std::string& path, const std::string& text, Read read) {
  std::ofstream(path, std::ios::binary) << text;
  const auto bytes = static_cast<std::int64_t>(text.size());
  benchmark::RegisterBenchmark((name + "/fread").c_str(), plain, path)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark((name + "/cleave").c_str(), [=](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(read(path));
    state.SetBytesProcessed(state.iterations() * bytes);
  })->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  const std::filesystem::path directory =
      std::filesystem::temp_directory_path() / ("cleave-readers-" + std::to_string(std::random_device{}()));
  std::filesystem::create_directory(directory);
  const auto path = [&](const char* name) { return (directory / name).string(); };
  const auto libsvm = [](const std::string& file) { return cleave::read_libsvm(file); };
  const auto csv = [](const std::string& file) { return cleave::read_csv(file); };
  const auto market = [](const std::string& file) { return cleave::read_matrix_market(file); };

  add("libsvm, a9a ten times", path("a9a"), a9a(), libsvm);
  add("libsvm, 17 digits", path("values"), dense_values(), libsvm);
  add("csv, 17 digits", path("digits.csv"), csv_of_17_digits(), csv);
  add("csv, small whole numbers", path("pixels.csv"), csv_of_pixels(), csv);
  add("matrix market, 17 digits", path("values.mtx"), coordinates(true), market);
  add("matrix market, ratings", path("ratings.mtx"), coordinates(false), market);
  benchmark::RunSpecifiedBenchmarks();
  std::filesystem::remove_all(directory);
}
