# cleave_warnings: for what this repository compiles itself. It is never exported; users choose their own warnings.
add_library(cleave_warnings INTERFACE)
target_compile_options(cleave_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  $<$<BOOL:${CLEAVE_WERROR}>:-Werror>)
