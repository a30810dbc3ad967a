# Compiles bits.cpp with every compiler that is here and with flags that tempt it to compute differently, and compares
# what the programs print with expected.txt: the same numbers on this machine, and the same as on every other.
cmake_minimum_required(VERSION 3.24)
set(ENV{LC_ALL} C)

set(directory ${CMAKE_CURRENT_LIST_DIR})
foreach(path IN LISTS system)
  list(APPEND includes -isystem ${path})
endforeach()

include(${directory}/../support/compilers.cmake)
file(READ ${directory}/expected.txt expected)
file(MAKE_DIRECTORY ${work})
foreach(program IN LISTS compilers)
  foreach(flags IN ITEMS "-O0" "-O2" "-O3 -march=native" "-O2 -march=native -ffp-contract=fast")
    separate_arguments(options UNIX_COMMAND "${flags}")
    execute_process(
      COMMAND ${program} -std=c++20 ${options} -I ${include} ${includes} ${directory}/bits.cpp -o ${work}/bits
      RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
      message(FATAL_ERROR "${program} ${flags}: does not compile:\n${output}")
    endif()
    execute_process(COMMAND ${work}/bits RESULT_VARIABLE result OUTPUT_VARIABLE got)
    if(NOT result EQUAL 0 OR NOT got STREQUAL expected)
      message(FATAL_ERROR "${program} ${flags}: exit ${result}, prints\n${got}\ninstead of\n${expected}")
    endif()
    message(STATUS "${program} ${flags}: the same bits")
  endforeach()
endforeach()
