#include "support/splitmix.hpp"

#include "support/catch.hpp"

TEST_CASE("splitmix: the first numbers of seed 7, as Python computes them", "[support]") {
  support::splitmix random{7};
  for (const double want :
       {-1.0009541026316917, 1.3335403660869787, .5188620948808316, -.8793701604433428, -.3444488284352154})
    CHECK(random.nrm() == want);
}

TEST_CASE("splitmix: the published first words of seed 0", "[support]") {
  support::splitmix random{0};
  CHECK(random.next() == 0xE220A8397B1DCDAFu);
  CHECK(random.next() == 0x6E789E6AA1B965F4u);
  CHECK(random.next() == 0x06C45D188009454Fu);
}

TEST_CASE("splitmix: u is the upper 53 bits", "[support]") {
  support::splitmix a{99};
  support::splitmix b{99};
  for (int i = 0; i < 100; ++i) {
    const double u = a.u();
    CHECK(u == static_cast<double>(b.next() / 2048) / 9007199254740992.0);
    CHECK((u >= 0 && u < 1));
  }
}

TEST_CASE("splitmix: matrices are filled row by row", "[support]") {
  const auto v = support::nrm_vector(6, 7);
  const auto m = support::nrm_matrix(2, 3, 7);
  CHECK(m(0, 2) == v[2]);
  CHECK(m(1, 0) == v[3]);
}
