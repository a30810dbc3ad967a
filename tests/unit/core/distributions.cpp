#include <cleave/core/distributions.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

using namespace cleave;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Draw>
std::vector<double> sample(std::size_t n, Draw draw) {
  std::vector<double> values(n);
  for (double& value : values) value = draw();
  return values;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double variance(const std::vector<double>& values) {
  const double centre = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return sum / static_cast<double>(values.size());
}

/// sqrt(n) times the largest distance between the empirical distribution function and `cdf`. Above 1.95 with
/// probability 0.001 where the values come from it.
template <class Cdf>
double kolmogorov(std::vector<double> values, Cdf cdf) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double distance = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double expected = cdf(values[i]);
    distance = std::max({distance, std::abs(expected - static_cast<double>(i) / n),
                         std::abs(expected - static_cast<double>(i + 1) / n)});
  }
  return std::sqrt(n) * distance;
}

double normal_cdf(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

void check_relative(double got, double want, double tolerance) {
  INFO("got " << got << ", want " << want);
  CHECK(std::abs(got - want) <= tolerance * std::abs(want));
}

}  // namespace

TEST_CASE("portable_log: agrees with the C library to a unit in the last place", "[core]") {
  CHECK(detail::portable_log(1) == 0);
  CHECK(detail::portable_log(2) == 0.6931471805599453);
  CHECK(detail::portable_log(0.1) == -2.3025850929940455);
  CHECK(detail::portable_log(1e-300) == -690.7755278982137);
  CHECK(detail::portable_log(0.9999999999999999) == -1.1102230246251565e-16);
  CHECK(detail::portable_log(1.0000000000000002) == 2.2204460492503128e-16);
  check_relative(detail::portable_log(5e-324), std::log(5e-324), 2.3e-16);
  check_relative(detail::portable_log(1.7e308), std::log(1.7e308), 2.3e-16);
  stream random(1);
  for (int i = 0; i < 100000; ++i) {
    const double x = std::ldexp(1 + random.uniform(), static_cast<int>(random.below(80)) - 60);
    const double want = std::log(x);
    REQUIRE(std::abs(detail::portable_log(x) - want) <= 2.3e-16 * std::abs(want));
  }
}

TEST_CASE("portable_exp: agrees with the C library, underflows to 0 and overflows to infinity", "[core]") {
  CHECK(detail::portable_exp(0) == 1);
  CHECK(detail::portable_exp(1) == 2.718281828459045);
  CHECK(detail::portable_exp(-744) == 1e-323);
  CHECK(detail::portable_exp(-800) == 0);
  CHECK(detail::portable_exp(-infinity) == 0);
  CHECK(detail::portable_exp(800) == infinity);
  CHECK(std::isfinite(detail::portable_exp(709.78)));
  stream random(2);
  for (int i = 0; i < 100000; ++i) {
    const double x = 1400 * random.uniform() - 700;
    REQUIRE(std::abs(detail::portable_exp(x) - std::exp(x)) <= 4.5e-16 * std::exp(x));
  }
}

TEST_CASE("normal_quantile: known answers from the centre to the far tail", "[core]") {
  // Newton's method on the series of the distribution function with 100 digits, at the doubles nearest to these p.
  const std::vector<std::pair<double, double>> answers{
      {0.975, 1.9599639845400538},  {0.25, -0.6744897501960817},  {0.9, 1.2815515655446006},
      {0.99, 2.3263478740408408},   {0.001, -3.0902323061678136}, {1e-5, -4.264890793922825},
      {1e-10, -6.361340902404057},  {1e-12, -7.034483825301132},  {1e-15, -7.941345326170997},
      {0.07, -1.4757910281791706},  {0.075, -1.439531470938456},  {0.925, 1.4395314709384561},
      {0x1p-53, -8.209536151601387}};
  for (const auto& [p, x] : answers) check_relative(normal_quantile(p), x, 7e-16);
  CHECK(normal_quantile(0.5) == 0);
}

TEST_CASE("normal_quantile: infinite at both ends, NaN outside", "[core]") {
  CHECK(normal_quantile(0) == -infinity);
  CHECK(normal_quantile(1) == infinity);
  CHECK(std::isfinite(normal_quantile(5e-324)));
  for (const double p : {-0.1, 1.1, infinity, -infinity, std::nan("")}) CHECK(std::isnan(normal_quantile(p)));
}

TEST_CASE("normal: mean, variance, fourth moment and shape", "[core]") {
  stream random(3);
  const auto values = sample(200000, [&] { return normal(random); });
  CHECK(std::abs(mean(values)) < 0.01);            // 4.5 standard errors
  CHECK(std::abs(variance(values) - 1) < 0.0142);  // 4.5 standard errors
  double fourth = 0;
  for (const double x : values) fourth += x * x * x * x;
  CHECK(std::abs(fourth / 200000 - 3) < 0.1);
  CHECK(kolmogorov(values, normal_cdf) < 1.95);
}

TEST_CASE("exponential: mean, variance and shape, never zero or infinite", "[core]") {
  stream random(4);
  const auto values = sample(200000, [&] { return exponential(random); });
  CHECK(std::abs(mean(values) - 1) < 0.01);
  CHECK(std::abs(variance(values) - 1) < 0.03);
  CHECK(kolmogorov(values, [](double x) { return -std::expm1(-x); }) < 1.95);
  CHECK(*std::min_element(values.begin(), values.end()) > 0);
  CHECK(*std::max_element(values.begin(), values.end()) < 36.8);
}

TEST_CASE("laplace: mean, variance, fourth moment and shape, never zero or infinite", "[core]") {
  stream random(16);
  const auto values = sample(200000, [&] { return laplace(random); });
  CHECK(std::abs(mean(values)) < 0.0143);          // 4.5 standard errors, the variance of x being 2
  CHECK(std::abs(variance(values) - 2) < 0.0450);  // 4.5 standard errors, the variance of x^2 being 24 - 4
  CHECK(kolmogorov(values, [](double x) { return x < 0 ? std::exp(x) / 2 : 1 - std::exp(-x) / 2; }) < 1.95);
  double fourth = 0;
  for (const double x : values) {
    REQUIRE(std::isfinite(x));
    REQUIRE(x != 0);
    fourth += x * x * x * x;
  }
  CHECK(std::abs(fourth / 200000 - 24) < 2.01);  // 4.5 standard errors, the variance of x^4 being 8! - 24^2
}

TEST_CASE("laplace: takes one number of the stream and is the inverse of the distribution function", "[core]") {
  stream a(17), b(17);
  for (int i = 0; i < 1000; ++i) {
    const double x = laplace(a);
    const double u = (static_cast<double>(b.next() >> 12) + 0.5) * 0x1p-52;
    check_relative(x, u < 0.5 ? std::log(2 * u) : -std::log(2 * (1 - u)), 2.3e-16);
  }
  CHECK(a.next() == b.next());
}

TEST_CASE("gamma: mean and variance are the shape", "[core]") {
  for (const double shape : {0.1, 0.5, 0.999, 1.0, 1.5, 3.0, 40.0, 1e6}) {
    INFO("shape " << shape);
    stream random(5);
    const auto values = sample(100000, [&] { return gamma(random, shape); });
    const double error = std::sqrt(shape / 100000);
    const double variance_error = shape * std::sqrt((2 + 6 / shape) / 100000);
    CHECK(std::abs(mean(values) - shape) < 4.5 * error);
    CHECK(std::abs(variance(values) - shape) < 4.5 * variance_error);
  }
}

TEST_CASE("gamma: the distribution functions known in closed form", "[core]") {
  stream random(6);
  const auto of = [&](double shape) { return sample(100000, [&] { return gamma(random, shape); }); };
  CHECK(kolmogorov(of(0.5), [](double x) { return std::erf(std::sqrt(x)); }) < 1.95);
  CHECK(kolmogorov(of(1), [](double x) { return -std::expm1(-x); }) < 1.95);
  CHECK(kolmogorov(of(3), [](double x) { return 1 - std::exp(-x) * (1 + x + x * x / 2); }) < 1.95);
  CHECK(kolmogorov(of(1.5), [](double x) {
          return std::erf(std::sqrt(x)) - std::sqrt(x) * std::exp(-x) * 2 / std::sqrt(std::acos(-1.0));
        }) < 1.95);
}

TEST_CASE("log_gamma_variate: tiny shapes stay finite and follow the limit U^(1/shape)", "[core]") {
  for (const double shape : {1e-6, 1e-3, 1e-300}) {
    INFO("shape " << shape);
    stream random(7);
    const auto logs = sample(20000, [&] { return shape * log_gamma_variate(random, shape); });
    for (const double value : logs) REQUIRE(std::isfinite(value));
    CHECK(kolmogorov(logs, [](double x) { return std::exp(std::min(x, 0.0)); }) < 1.95);
  }
}

TEST_CASE("log_gamma_variate: is the logarithm of gamma for the same stream", "[core]") {
  for (const double shape : {0.3, 1.0, 7.0}) {
    stream a(8);
    stream b(8);
    for (int i = 0; i < 1000; ++i)
      CHECK(std::log(gamma(a, shape)) == Approx(log_gamma_variate(b, shape)).margin(1e-13));
  }
}

TEST_CASE("gamma: extreme shapes end", "[core]") {
  stream random(9);
  for (int i = 0; i < 1000; ++i) {
    CHECK(gamma(random, 1e-6) >= 0);
    CHECK(gamma(random, 5e-324) == 0);
    CHECK(gamma(random, 1e300) == Approx(1e300));
  }
}

TEST_CASE("gamma: a shape that is not positive and finite is refused", "[core]") {
  stream random(10);
  for (const double shape : {0.0, -1.0, infinity, std::nan("")}) {
    CHECK_THROWS_AS(gamma(random, shape), std::invalid_argument);
    CHECK_THROWS_AS(log_gamma_variate(random, shape), std::invalid_argument);
  }
  CHECK_THROWS_WITH(gamma(random, -1), "gamma: shape must be positive and finite, got -1");
}

TEST_CASE("permute: every order of four is equally likely", "[core]") {
  stream random(11);
  std::array<int, 256> counts{};
  constexpr int trials = 48000;
  for (int trial = 0; trial < trials; ++trial) {
    std::array<int, 4> order{0, 1, 2, 3};
    permute(random, order.begin(), order.end());
    ++counts[static_cast<std::size_t>(((order[0] * 4 + order[1]) * 4 + order[2]) * 4 + order[3])];
  }
  double chi_squared = 0;
  int seen = 0;
  for (const int count : counts) {
    if (count == 0) continue;
    ++seen;
    chi_squared += (count - trials / 24.0) * (count - trials / 24.0) / (trials / 24.0);
  }
  CHECK(seen == 24);
  CHECK(chi_squared < 49.7);  // 23 degrees of freedom: exceeded with probability 0.001
}

TEST_CASE("permute: keeps the elements, nothing and one element are legal", "[core]") {
  stream random(12);
  std::vector<int> none;
  permute(random, none.begin(), none.end());
  std::vector<int> one{7};
  permute(random, one.begin(), one.end());
  CHECK(one == std::vector<int>{7});
  std::vector<int> many(1000);
  for (int i = 0; i < 1000; ++i) many[static_cast<std::size_t>(i)] = i;
  auto shuffled = many;
  permute(random, shuffled.begin(), shuffled.end());
  CHECK(shuffled != many);
  std::sort(shuffled.begin(), shuffled.end());
  CHECK(shuffled == many);
}

TEST_CASE("subset: k ascending numbers below n, as Floyd's method draws them", "[core]") {
  stream a(18), b(18);
  std::vector<index_t> chosen{7, 7, 7};  // what was in there does not matter
  for (const index_t n : {index_t{0}, index_t{1}, index_t{2}, index_t{30}, index_t{1000}, index_t{1} << 50})
    for (const index_t k : {0, 1, 2, 15, 30, 999, 1000}) {
      if (k > n) continue;
      INFO(k << " of " << n);
      std::set<index_t> floyd;
      for (index_t j = n - k; j < n; ++j)
        if (!floyd.insert(b.below(j + 1)).second) floyd.insert(j);
      subset(a, n, k, chosen);
      REQUIRE(chosen == std::vector<index_t>(floyd.begin(), floyd.end()));
      REQUIRE(static_cast<index_t>(chosen.size()) == k);
      REQUIRE((k == 0 || (chosen.front() >= 0 && chosen.back() < n)));
    }
  CHECK(a.next() == b.next());
}

TEST_CASE("subset: all of n, and none", "[core]") {
  stream random(19);
  CHECK(subset(random, 0, 0).empty());
  CHECK(subset(random, 5, 0).empty());
  CHECK(subset(random, 1, 1) == std::vector<index_t>{0});
  CHECK(subset(random, 5, 5) == std::vector<index_t>{0, 1, 2, 3, 4});
  CHECK(subset(random, index_t{1} << 62, 1).size() == 1);
}

TEST_CASE("subset: every set of 3 of 6 is equally likely", "[core]") {
  stream random(20);
  std::map<std::vector<index_t>, int> counts;
  constexpr int trials = 40000;
  for (int i = 0; i < trials; ++i) ++counts[subset(random, 6, 3)];
  CHECK(counts.size() == 20);
  double chi_squared = 0;
  for (const auto& [who, count] : counts)
    chi_squared += (count - trials / 20.0) * (count - trials / 20.0) / (trials / 20.0);
  CHECK(chi_squared < 43.8);  // 19 degrees of freedom: exceeded with probability 0.001
}

TEST_CASE("subset: every number and every pair of 50 is chosen at its rate", "[core]") {
  stream random(21);
  constexpr int n = 50, k = 20, trials = 20000;
  std::vector<int> single(n), together(n * n);
  for (int i = 0; i < trials; ++i) {
    const auto chosen = subset(random, n, k);
    for (const index_t a : chosen) {
      ++single[static_cast<std::size_t>(a)];
      for (const index_t b : chosen) together[static_cast<std::size_t>(a * n + b)] += a < b ? 1 : 0;
    }
  }
  const double p = static_cast<double>(k) / n, q = p * (k - 1) / (n - 1);
  for (const int count : single) CHECK(std::abs(count - trials * p) < 4.5 * std::sqrt(trials * p * (1 - p)));
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = a + 1; b < n; ++b)
      CHECK(std::abs(together[a * n + b] - trials * q) < 5 * std::sqrt(trials * q * (1 - q)));
}

TEST_CASE("subset: a large part of many is drawn without quadratic cost, in memory of its own size", "[core]") {
  stream random(22);
  std::vector<index_t> chosen;
  subset(random, 3000000, 1000000, chosen);  // insertion into a sorted list would move 2e12 bytes
  CHECK(chosen.size() == 1000000);
  CHECK(std::adjacent_find(chosen.begin(), chosen.end(), std::greater_equal<>()) == chosen.end());
  CHECK(chosen.capacity() <= 4 * chosen.size());
}

TEST_CASE("subset: impossible numbers are refused", "[core]") {
  stream random(23);
  CHECK_THROWS_WITH(subset(random, -1, 0), "subset: n must be not negative, got -1");
  CHECK_THROWS_WITH(subset(random, 5, 6), "subset: k must be between 0 and n, got 6");
  CHECK_THROWS_WITH(subset(random, 5, -1), "subset: k must be between 0 and n, got -1");
  CHECK_THROWS_AS(subset(random, 0, 1), std::invalid_argument);
}

TEST_CASE("distributions: known answers, to the last bit", "[core]") {
  // Confirmed with 40 digits and another implementation of the whole chain, to some units in the last place. That they
  // are the same with every compiler and flag is what tests/determinism is for.
  const auto draws = [](auto draw) {
    stream random(2024, purpose::noise, 3, 5);
    return sample(4, [&] { return draw(random); });
  };
  using numbers = std::vector<double>;
  CHECK(draws([](stream& s) { return s.uniform(); }) ==
        numbers{0.2044978281731803, 0.5794466869758341, 0.34706438100989123, 0.6199877364436754});
  CHECK(draws([](stream& s) { return normal(s); }) ==
        numbers{-0.8256623483686533, 0.20047817409111962, -0.39325823490837825, 0.30544857977845075});
  CHECK(draws([](stream& s) { return exponential(s); }) ==
        numbers{1.5871979237357225, 0.5456816187505108, 1.0582449801934024, 0.4780555810681808});
  CHECK(draws([](stream& s) { return laplace(s); }) ==
        numbers{-0.8940507431757773, 0.17303684220821433, -0.36509779963345707, 0.27440457370586346});
  CHECK(draws([](stream& s) { return gamma(s, 0.3); }) ==
        numbers{0.010603324756889377, 0.0005050060156346736, 0.1604174887392776, 0.32714956631403025});
  CHECK(draws([](stream& s) { return gamma(s, 1); }) ==
        numbers{0.19422335721026154, 0.3943645731851785, 1.0081321249122193, 0.8260336587516711});
  CHECK(draws([](stream& s) { return gamma(s, 2.5); }) ==
        numbers{1.1644012837708506, 1.6378266084804511, 2.7444881657377724, 2.4448246484302167});
  CHECK(draws([](stream& s) { return gamma(s, 40); }) ==
        numbers{34.69045251734824, 37.24106118070211, 41.99092463841506, 40.820257315755434});
  CHECK(draws([](stream& s) { return log_gamma_variate(s, 1e-6); }) ==
        numbers{-1058246.6189372146, -2355796.201738934, -592542.0059308821, -501922.6797506009});

  stream random(2024, purpose::noise, 3, 5);
  std::vector<int> order{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  permute(random, order.begin(), order.end());
  CHECK(order == std::vector<int>{6, 1, 8, 7, 0, 3, 4, 9, 5, 2});
  random = stream(2024, purpose::noise, 3, 5);
  CHECK(subset(random, 20, 6) == std::vector<index_t>{1, 3, 5, 9, 11, 12});
  random = stream(2024, purpose::noise, 3, 5);
  CHECK(subset(random, index_t{1} << 40, 4) ==
        std::vector<index_t>{224847739930, 381601322506, 637108370005, 681683725298});
}
