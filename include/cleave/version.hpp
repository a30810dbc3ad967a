/// \file
/// The version of cleave, the one place where it is written; CMake reads it from here.
#pragma once

#define CLEAVE_VERSION_MAJOR 0
#define CLEAVE_VERSION_MINOR 1
#define CLEAVE_VERSION_PATCH 0

#if defined(__FAST_MATH__)
#error \
    "cleave: -ffast-math lets the compiler delete the tests for NaN that every stopping rule rests on; compile without it"
#endif
