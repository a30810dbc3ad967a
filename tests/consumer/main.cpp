#include <cleave/core/stream.hpp>

// Known answer of Philox4x32-10 for the zero counter and the zero key (Random123's kat_vectors).
int main() { return cleave::philox4x32({0, 0, 0, 0}, {0, 0})[0] == 0x6627e8d5u ? 0 : 1; }
