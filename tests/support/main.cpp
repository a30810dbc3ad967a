// The main program of every Catch2 test executable, compiled once.
#define CATCH_CONFIG_RUNNER
#include "support/catch.hpp"

int main(int argc, char** argv) {
  const int failed = Catch::Session().run(argc, argv);
  return failed == 0 && support::skipped ? 77 : failed;
}
