#include "support/oracles.hpp"

#include "support/catch.hpp"
#include "support/points.hpp"

#include <cmath>
#include <filesystem>
#include <limits>
#include <set>
#include <string>

using namespace cleave;
using support::oracle_entry;
using support::point;
using wide = vec<double>;

namespace {

/// Calls visit(entry, an open session, n) for every registered oracle and size.
template <class S, class Visit>
void everywhere(Visit visit) {
  for (const auto& one : support::oracles<S>())
    for (const index_t n : support::sizes) {
      if (!one.fits(n)) continue;
      INFO(one.name << ", n = " << n);
      visit(one, one.make(n), n);
    }
}

template <class S>
wide dense(const typename support::any_oracle<S>::session& at, index_t n) {
  vec<S> x = vec<S>::Zero(n);
  at.add_to(1, x);
  return x.template cast<double>();
}

template <class S>
double rounding(const oracle_entry<S>& one, index_t n) {
  return 16 * static_cast<double>(std::numeric_limits<S>::epsilon()) * (1 + one.size) *
         std::sqrt(static_cast<double>(n) + 1);
}

/// What the product may miss: rounding, and the tolerance that the oracle states.
template <class S>
double allowed(const oracle_entry<S>& one, const wide& d) {
  return d.stableNorm() * (rounding(one, d.size()) + one.tolerance * one.size);
}

}  // namespace

TEMPLATE_TEST_CASE("oracle: the atom lies in the set and its product is the smallest one", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const auto& one, const auto& oracle, index_t n) {
    const auto at = oracle.open();
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const vec<S> d = point<S>(n, 300 + seed, std::pow(10.0, static_cast<double>(seed % 4) - 2));
      vec<S> warm = vec<S>::Zero(oracle.memory());
      at->minimize(d, warm);
      const wide a = dense<S>(*at, n), wd = d.template cast<double>();
      CHECK(one.outside(a) <= rounding(one, n));
      CHECK(a.dot(wd) <= one.least(wd) + allowed(one, wd));
      CHECK(a.dot(wd) >= one.least(wd) - allowed(one, wd));
    }
  });
}

TEMPLATE_TEST_CASE("oracle: no other atom, and no mixture of atoms, has a smaller product", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const auto& one, const auto& oracle, index_t n) {
    const auto at = oracle.open(), other = oracle.open();
    const vec<S> d = point<S>(n, 41, 3);
    vec<S> warm = vec<S>::Zero(oracle.memory());
    at->minimize(d, warm);
    const wide wd = d.template cast<double>();
    const double best = dense<S>(*at, n).dot(wd);
    wide mixture = wide::Zero(n);
    for (std::uint64_t k = 0; k < 16; ++k) {
      warm.setZero();
      other->minimize(point<S>(n, 500 + k, 2), warm);
      const wide a = dense<S>(*other, n);
      mixture += a / 16;
      CHECK(best <= a.dot(wd) + allowed(one, wd));
    }
    CHECK(best <= mixture.dot(wd) + allowed(one, wd));
  });
}

TEMPLATE_TEST_CASE("oracle: the atom's product and its sum agree with all its entries", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const auto& one, const auto& oracle, index_t n) {
    const auto at = oracle.open();
    const vec<S> d = point<S>(n, 43, 3), e = point<S>(n, 44, 2), x = point<S>(n, 45, 1);
    vec<S> warm = vec<S>::Zero(oracle.memory()), moved = x;
    at->minimize(d, warm);
    const wide a = dense<S>(*at, n);
    at->add_to(S(0.25), moved);
    for (const vec<S>& with : {d, e})
      CHECK(std::abs(static_cast<double>(at->dot(with)) - a.dot(with.template cast<double>())) <=
            rounding(one, n) * static_cast<double>(with.norm()));
    CHECK((moved.template cast<double>() - x.template cast<double>() - 0.25 * a).norm() <=
          rounding(one, n) * (1 + static_cast<double>(x.norm())));
  });
}

TEMPLATE_TEST_CASE("oracle: a warm start does not change the product beyond the tolerance", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const auto& one, const auto& oracle, index_t n) {
    const auto at = oracle.open();
    vec<S> warm = vec<S>::Zero(oracle.memory());
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const vec<S> d = point<S>(n, 600 + seed, 2);
      const wide wd = d.template cast<double>();
      for (int again = 0; again < 3; ++again) {
        at->minimize(d, warm);
        CHECK(warm.allFinite());
        CHECK(std::abs(dense<S>(*at, n).dot(wd) - one.least(wd)) <= allowed(one, wd));
      }
    }
  });
}

TEMPLATE_TEST_CASE("oracle: the same question has the same bits, in any scratch, and is left as it was", "[laws]",
                   float, double) {
  using S = TestType;
  everywhere<S>([](const auto&, const auto& oracle, index_t n) {
    const auto at = oracle.open(), fresh = oracle.open();
    const vec<S> d = point<S>(n, 46, 3), given = d;
    vec<S> warm = vec<S>::Zero(oracle.memory()), warm_too = warm;
    at->minimize(point<S>(n, 47, 3), warm);
    warm.setZero();
    at->minimize(given, warm);
    mat<S> columns = mat<S>::Zero(n + 1, 2);
    columns.col(1).tail(n) = d;
    fresh->minimize(columns.col(1).tail(n), warm_too);
    CHECK(support::same_bits(given, d));
    CHECK(support::same_bits(warm, warm_too));
    CHECK(dense<S>(*at, n) == dense<S>(*fresh, n));
  });
}

TEMPLATE_TEST_CASE("oracle: huge and tiny questions have the answer of plain ones", "[laws]", float, double) {
  using S = TestType;
  const double extreme = std::is_same_v<S, float> ? 1e30 : 1e200;
  everywhere<S>([&](const auto& one, const auto& oracle, index_t n) {
    const auto at = oracle.open();
    for (const double size : {extreme, 1 / extreme}) {
      const vec<S> d = point<S>(n, 48, size);
      vec<S> warm = vec<S>::Zero(oracle.memory());
      at->minimize(d, warm);
      const wide a = dense<S>(*at, n), wd = d.template cast<double>() / size;
      CHECK(a.allFinite());
      CHECK(one.outside(a) <= rounding(one, n));
      CHECK(std::abs(a.dot(wd) - one.least(wd)) <= allowed(one, wd));
    }
  });
}

TEMPLATE_TEST_CASE("oracle: d = 0 has a point of the set for an answer", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const auto& one, const auto& oracle, index_t n) {
    const auto at = oracle.open();
    vec<S> warm = vec<S>::Zero(oracle.memory());
    for (int again = 0; again < 2; ++again) {
      at->minimize(vec<S>::Zero(n), warm);
      const wide a = dense<S>(*at, n);
      CHECK(a.allFinite());
      CHECK(warm.allFinite());
      CHECK(one.outside(a) <= rounding(one, n));
      at->minimize(point<S>(n, 49), warm);  // what it leaves behind does no harm
    }
  });
}

TEMPLATE_TEST_CASE("oracle: NaN in the question is NaN in the product, and is forgotten", "[laws]", float, double) {
  using S = TestType;
  everywhere<S>([](const auto& one, const auto& oracle, index_t n) {
    const auto at = oracle.open();
    vec<S> warm = vec<S>::Zero(oracle.memory());
    for (const index_t where : {index_t{0}, n / 2, n - 1}) {
      if (n == 0 || one.name == "k_support_ball of radius 2, k 0") return;
      vec<S> bad = point<S>(n, 50);
      bad[where] = std::numeric_limits<S>::quiet_NaN();
      at->minimize(bad, warm);
      CHECK(std::isnan(at->dot(bad)));
      vec<S> x = vec<S>::Zero(n);
      at->add_to(1, x);
      CHECK(x.hasNaN());
      const vec<S> d = point<S>(n, 51);
      const wide wd = d.template cast<double>();
      at->minimize(d, warm);
      CHECK(std::abs(dense<S>(*at, n).dot(wd) - one.least(wd)) <= allowed(one, wd));
    }
  });
}

TEST_CASE("oracle: every header below lmo is held to the laws", "[laws]") {
  std::set<std::string> registered, present;
  for (const auto& one : support::oracles<double>()) registered.insert(one.header);
  for (const auto& file : std::filesystem::directory_iterator(CLEAVE_SOURCE_DIR "/include/cleave/operators/lmo"))
    present.insert("lmo/" + file.path().filename().string());
  CHECK(present.size() >= 10);
  for (const std::string& header : present) {
    INFO(header << " is missing from tests/laws/catalogue/oracles.cpp");
    CHECK(registered.count(header) == 1);
  }
  CHECK(registered == present);
}
