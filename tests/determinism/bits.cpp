/// \file
/// Prints a hash of everything random: a line for each distribution and each partition. Compiled with several compilers
/// and flags, it has to print the same.
#include <cleave/comm/participation.hpp>
#include <cleave/core/distributions.hpp>
#include <cleave/data/partition.hpp>

#include <bit>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

/// FNV-1a over 64-bit words.
class digest {
 public:
  digest& operator<<(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte, word >>= 8) hash_ = (hash_ ^ (word & 0xFF)) * 0x100000001b3u;
    return *this;
  }
  digest& operator<<(std::int64_t number) { return *this << static_cast<std::uint64_t>(number); }
  digest& operator<<(double number) { return *this << std::bit_cast<std::uint64_t>(number); }
  digest& operator<<(const std::vector<cleave::index_t>& list) {
    *this << static_cast<std::uint64_t>(list.size());
    for (const cleave::index_t i : list) *this << static_cast<std::int64_t>(i);
    return *this;
  }
  digest& operator<<(const cleave::partition& parts) {
    for (const auto& part : parts) *this << part;
    return *this;
  }

  void print(const char* what) const { std::printf("%016" PRIx64 " %s\n", hash_, what); }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

constexpr int draws = 20000;

/// The hash of many draws from a stream of their own.
template <class Draw>
void of_draws(const char* what, Draw draw) {
  cleave::stream random(2024, cleave::purpose::noise, 3, 5);
  digest d;
  for (int i = 0; i < draws; ++i) d << draw(random);
  d.print(what);
}

/// The hash of a function over numbers of every size.
template <class Function>
void of_values(const char* what, Function f) {
  cleave::stream random(2025);
  digest d;
  for (int i = 0; i < draws; ++i) {
    const double u = random.uniform();  // in an order of its own: arguments have none
    d << f(u, static_cast<int>(random.below(600)));
  }
  d.print(what);
}

/// Unequal classes, the numbers a fraction so that they are no whole numbers by accident.
cleave::vec<> labels() {
  cleave::stream random(2026);
  cleave::vec<> all(3000);
  for (double& label : all) label = 0.1 * static_cast<double>(random.below(1 + random.below(12)));
  return all;
}

}  // namespace

int main() {
  using namespace cleave;
  of_draws("next", [](stream& s) { return s.next(); });
  of_draws("uniform", [](stream& s) { return s.uniform(); });
  of_draws("below", [](stream& s) { return s.below(1 + (std::int64_t{1} << s.below(33)) / 3); });
  of_draws("below, 64 bits", [](stream& s) { return s.below((std::int64_t{3} << (31 + s.below(31))) - 1); });
  of_draws("normal", [](stream& s) { return normal(s); });
  of_draws("exponential", [](stream& s) { return exponential(s); });
  of_draws("laplace", [](stream& s) { return laplace(s); });
  for (const double shape : {1e-300, 1e-6, 0.01, 0.3, 0.999, 1.0, 2.5, 40.0, 1e9}) {
    char name[64];
    std::snprintf(name, sizeof name, "gamma %g", shape);
    of_draws(name, [shape](stream& s) { return gamma(s, shape); });
    std::snprintf(name, sizeof name, "log gamma %g", shape);
    of_draws(name, [shape](stream& s) { return log_gamma_variate(s, shape); });
  }
  of_values("portable_log", [](double u, int k) { return detail::portable_log(std::ldexp(1 + u, k - 300)); });
  of_values("portable_log near 1", [](double u, int k) { return detail::portable_log(1 + (u - 0.5) / (1 + k)); });
  of_values("portable_exp", [](double u, int k) { return detail::portable_exp((u - 0.5) * (1 + k)); });
  of_values("normal_quantile", [](double u, int k) { return normal_quantile(std::ldexp(u, -k)); });

  digest orders, sets, rounds;
  stream random(7, purpose::user);
  for (const index_t n : {0, 1, 2, 10, 1000, 30000}) {
    std::vector<index_t> order = detail::row_numbers(n);
    permute(random, order.begin(), order.end());
    orders << order;
    for (const index_t k : {index_t{0}, n / 100, n / 2, n}) sets << subset(random, n, k);
  }
  sets << subset(random, index_t{1} << 60, 1000);
  std::vector<index_t> who;
  for (std::uint64_t round = 0; round < 200; ++round) {
    sample_uniformly(10, 3).sample(round, 500, who);
    rounds << who;
    bernoulli(0.03, 3).sample(round, 500, who);
    rounds << who;
  }
  orders.print("permute");
  sets.print("subset");
  rounds.print("participation");

  const vec<> y = labels();
  digest parts;
  (parts << label_skew(y, 7) << iid(y.size(), 7, 3)).print("label skew, iid");
  for (const double alpha : {1e-300, 1e-3, 0.1, 0.5, 1.0, 10.0, 1e6}) {
    digest d;
    for (std::uint64_t seed = 0; seed < 20; ++seed) d << dirichlet(y, 11, alpha, seed);
    char name[64];
    std::snprintf(name, sizeof name, "dirichlet %g", alpha);
    d.print(name);
  }
}
