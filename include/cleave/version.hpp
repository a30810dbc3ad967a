/// \file
/// The version of cleave, the one place where it is written; CMake reads it from here.
#pragma once

#define CLEAVE_VERSION_MAJOR 0
#define CLEAVE_VERSION_MINOR 1
#define CLEAVE_VERSION_PATCH 0

// Also for the two of its parts that do the damage alone, as far as compilers tell: -ffinite-math-only, and
// -fassociative-math, which reorders sums.
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) || defined(__ASSOCIATIVE_MATH__)
#error \
    "cleave: -ffast-math lets the compiler delete the tests for NaN that every stopping rule rests on; compile without it"
#endif
