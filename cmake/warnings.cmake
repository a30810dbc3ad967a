# cleave_warnings: for what this repository compiles itself. It is never exported; users choose their own warnings.
add_library(cleave_warnings INTERFACE)
target_compile_options(cleave_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  $<$<BOOL:${CLEAVE_WERROR}>:-Werror>)

# g++ 12 guesses wrongly about sizes and initialisation within Eigen's inlined kernels and its own AVX-512 header
# (GCC PR 105593), depending on the processor and the optimisation: these stay warnings.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(cleave_warnings INTERFACE
    -Wno-error=array-bounds -Wno-error=maybe-uninitialized -Wno-error=stringop-overflow)
endif()
