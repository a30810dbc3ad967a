#include <all_of_cleave.hpp>

int version_seen_by_b();

int version_seen_by_b() { return CLEAVE_VERSION_MINOR; }
