#include <cleave/problems/logistic_loss.hpp>

#include "support/catch.hpp"
#include "support/points.hpp"

#include <cmath>
#include <limits>
#include <vector>

using namespace cleave;
using detail::block_of_rows;

namespace {

struct losses {
  block_of_rows loss, slope, curvature;
};

losses of(const block_of_rows& m) {
  const block_of_rows e = detail::exp_of_minus_magnitudes(m);
  return {detail::logistic_losses(m, e), detail::logistic_slopes(m, e), detail::logistic_curvatures(e)};
}

/// The distance in units of the last place of `want`.
double ulps(double got, long double want) {
  const double size = std::abs(static_cast<double>(want));
  const double unit = std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
  return static_cast<double>(std::abs(got - want) / unit);
}

/// Margins of all sizes: around 0, where exp underflows, and where it is subnormal.
std::vector<double> margins() {
  std::vector<double> all{0,     -0.0,  5e-324, 1e-300, 1e-17, 0x1p-53, 0x1p-52, 0.34657, 0.34658,
                          36.7,  36.8,  37.5,   708.3,  708.4, 709.8,   710,     744.4,   744.5,
                          745.1, 745.2, 746,    746.1,  800,   1e10,    1e300};
  support::splitmix random{1};
  for (const double size : {1e-8, 1e-3, 1.0, 5.0, 40.0, 800.0})
    for (int i = 0; i < 4000; ++i) all.push_back(size * random.u());
  const std::size_t half = all.size();
  for (std::size_t i = 0; i < half; ++i) all.push_back(-all[i]);
  while (all.size() % 64 != 0) all.push_back(0);
  return all;
}

}  // namespace

TEST_CASE("logistic_loss: values, slopes and curvatures to a few units in the last place", "[problems]") {
  const std::vector<double> all = margins();
  double loss = 0, slope = 0, curvature = 0;
  for (std::size_t first = 0; first < all.size(); first += 64) {
    const block_of_rows m = Eigen::Map<const block_of_rows>(all.data() + first);
    const losses got = of(m);
    for (index_t i = 0; i < 64; ++i) {
      const long double t = m[i], e = std::exp(-std::abs(t));
      loss = std::max(loss, ulps(got.loss[i], std::max(-t, 0.0L) + std::log1p(e)));
      slope = std::max(slope, ulps(got.slope[i], -(t > 0 ? e : 1) / (1 + e)));
      curvature = std::max(curvature, ulps(got.curvature[i], e / ((1 + e) * (1 + e))));
    }
  }
  CHECK(loss <= 2.5);
  CHECK(slope <= 2.5);
  CHECK(curvature <= 4.5);
}

TEST_CASE("logistic_loss: limits are exact", "[problems]") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double m : {747.0, 800.0, 1e308, infinity}) {
    INFO("margin " << m);
    const losses right = of(block_of_rows::Constant(m)), wrong = of(block_of_rows::Constant(-m));
    CHECK((right.loss == 0).all());
    CHECK((right.slope == 0).all());
    CHECK((right.curvature == 0).all());
    CHECK((wrong.loss == m).all());
    CHECK((wrong.slope == -1).all());
    CHECK((wrong.curvature == 0).all());
  }
  const losses even = of(block_of_rows::Zero());
  CHECK((even.slope == -0.5).all());
  CHECK((even.curvature == 0.25).all());
  CHECK(even.loss[0] == std::log(2.0));
}

TEST_CASE("logistic_loss: a NaN stays one, and where it is", "[problems]") {
  for (index_t at = 0; at < 64; ++at) {
    block_of_rows m = block_of_rows::LinSpaced(-40, 40);
    m[at] = std::nan("");
    const losses got = of(m);
    for (index_t i = 0; i < 64; ++i) {
      CHECK(std::isnan(got.loss[i]) == (i == at));
      CHECK(std::isnan(got.slope[i]) == (i == at));
      CHECK(std::isnan(got.curvature[i]) == (i == at));
    }
  }
}

TEST_CASE("logistic_loss: the bits do not depend on the place in the block", "[problems]") {
  const std::vector<double> all = margins();
  for (std::size_t at = 0; at < all.size(); at += 7) {
    const losses got = of(block_of_rows::Constant(all[at]));
    block_of_rows m = Eigen::Map<const block_of_rows>(all.data() + at / 64 * 64);
    const losses among = of(m);
    const auto i = static_cast<index_t>(at % 64);
    CHECK((got.loss == among.loss[i]).all());
    CHECK((got.slope == among.slope[i]).all());
    CHECK((got.curvature == among.curvature[i]).all());
  }
}
