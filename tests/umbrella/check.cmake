# Every header of cleave in one translation unit, with the repository's warnings as errors, by every compiler that is
# here: as C++20 with NDEBUG and as C++23 without (C++20 without is what all other tests are), and where somebody
# (windows.h, as a rule) has made macros of `min` and `max`. Those come first of all in one unit; in the other they come
# after the standard library and Eigen, whose headers on this system may take them back.
cmake_minimum_required(VERSION 3.24)
set(ENV{LC_ALL} C)
include(${CMAKE_CURRENT_LIST_DIR}/../support/compilers.cmake)

foreach(path IN LISTS system)
  list(APPEND includes -isystem ${path})
endforeach()

file(GLOB_RECURSE headers RELATIVE ${include} ${include}/*.hpp)
list(REMOVE_ITEM headers cleave/comm/mpi.hpp cleave/cleave.hpp)
list(PREPEND headers cleave/cleave.hpp)
foreach(header IN LISTS headers)
  string(APPEND ours "#include <${header}>\n")
  file(STRINGS ${include}/${header} lines REGEX "^#include <[^>]+>$")
  list(FILTER lines EXCLUDE REGEX "<cleave/")
  list(APPEND others ${lines})
endforeach()
list(REMOVE_DUPLICATES others)
list(JOIN others "\n" others)
set(macros "#define min(a, b) (((a) < (b)) ? (a) : (b))\n#define max(a, b) (((a) > (b)) ? (a) : (b))\n")
file(WRITE ${work}/first.cpp "${macros}${ours}")
set(still_there "#if !defined(min) || !defined(max)\n#error the macros are gone\n#endif\n")
file(WRITE ${work}/between.cpp
  "${others}\n${macros}${ours}${still_there}#include \"${CMAKE_CURRENT_LIST_DIR}/uses.hpp\"\n")

set(warnings -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
function(compiles program)
  execute_process(
    COMMAND ${program} -fsyntax-only ${warnings} -I ${include} ${includes} ${ARGN}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  list(JOIN ARGN " " arguments)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${program} ${arguments}: does not compile:\n${output}")
  endif()
  message(STATUS "${program} ${arguments}")
endfunction()

foreach(program IN LISTS compilers)
  compiles(${program} -std=c++20 ${work}/first.cpp)
  compiles(${program} -std=c++20 -D NDEBUG ${work}/between.cpp)
  compiles(${program} -std=c++2b ${work}/between.cpp)
endforeach()
