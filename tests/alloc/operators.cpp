// Every registered operator allocates where the reference page says so and nowhere else.
#include "support/operators.hpp"

#include "alloc/allocations.hpp"
#include "support/catch.hpp"
#include "support/points.hpp"
#include "support/reference_page.hpp"

#include <map>
#include <string>

using namespace cleave;

namespace {

/// Whether work() allocates, by operator new or by Eigen.
template <class Work>
bool allocates(Work&& work) {
  try {
    return support::allocations_of(work) > 0;
  } catch (const support::eigen_assertion&) {
    return true;
  }
}

}  // namespace

TEST_CASE("operators: prox and projection allocate where the reference page says so and nowhere else", "[alloc]") {
  std::map<std::string, std::string> said;
  for (const auto& row : support::reference_page()) said[row.header] = row.cell("allocates");
  std::map<std::string, bool> apart, in_place;  // by header: whether any of its operators allocates
  for (const auto& one : support::functions<double>()) {
    for (const index_t n : {0, 1, 2, 7, 64, 300}) {
      if (!one.fits(n)) continue;
      const auto f = one.make(n);
      for (const double step : {0.0, 0.3, 30.0}) {
        INFO(one.name << " with " << n << " entries and step " << step);
        const vec<> x = support::point<double>(n, 17, 3);
        vec<> y = x;
        const bool here = allocates([&] { f.prox(x, step, y); });
        y = x;
        const bool in_its_place = allocates([&] { f.prox(y, step, y); });
        if (said[one.header] == "") CHECK_FALSE(in_its_place);
        if (said[one.header] != "yes") CHECK_FALSE(here);
        apart[one.header] |= here;
        in_place[one.header] |= in_its_place;
      }
    }
  }
  for (const auto& [header, words] : said) {
    INFO(header);
    if (words == "yes") CHECK(apart[header]);
    if (words == "in place") CHECK(in_place[header]);
  }
}
