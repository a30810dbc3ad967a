// Every registered operator allocates where the reference page says so and nowhere else.
#include "support/operators.hpp"

#include "alloc/allocations.hpp"
#include "support/catch.hpp"
#include "support/points.hpp"
#include "support/reference_page.hpp"

#include <map>
#include <set>
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
  std::map<std::string, std::set<std::string>> seen;  // by header, the words of what any of its operators did
  for (const auto& one : support::functions<double>()) {
    const std::string& words = said[one.header];
    const auto says = [&](const char* what) { return words.find(what) != std::string::npos; };
    for (const index_t n : {0, 1, 2, 7, 64, 300}) {
      if (!one.fits(n)) continue;
      const auto f = one.make(n);
      for (const double step : {0.0, 0.3, 30.0}) {
        INFO(one.name << " with " << n << " entries and step " << step);
        const vec<> x = support::point<double>(n, 17, 3);
        vec<> y = x;
        const bool apart = allocates([&] { f.prox(x, step, y); });
        y = x;
        const bool in_place = allocates([&] { f.prox(y, step, y); });
        const bool may = says("yes") || (step == 0 && says("at step 0"));
        if (!may) CHECK_FALSE(apart);
        if (!may && !says("in place")) CHECK_FALSE(in_place);
        if (apart) seen[one.header].insert(step == 0 ? "at step 0" : "yes");
        if (in_place && step != 0) seen[one.header].insert("in place");
      }
    }
  }
  for (const auto& [header, words] : said)
    for (const std::string what : {"yes", "at step 0", "in place"}) {
      INFO(header << ": " << what);
      if (words.find(what) != std::string::npos) CHECK(seen[header].count(what) == 1);
    }
}
