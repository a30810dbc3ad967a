#include <all_of_cleave.hpp>

int version_seen_by_b();

int main() { return version_seen_by_b() == CLEAVE_VERSION_MINOR ? 0 : 1; }
