# Compiles `source` as it is, which must work, and with CLEAVE_FAIL, which must fail so that the first error says the
# sentence of the file's first line: what a user reads first has to be ours, not a page of template notes. A second line
# `// flags: <flags>` gives flags that go with CLEAVE_FAIL.
cmake_minimum_required(VERSION 3.24)
set(ENV{LC_ALL} C)

file(STRINGS ${source} head LIMIT_COUNT 2)
list(GET head 0 expected)
if(NOT expected MATCHES "^// expect: (.+)$")
  message(FATAL_ERROR "${source}: the first line must be '// expect: <part of the sentence>'")
endif()
set(expected "${CMAKE_MATCH_1}")
if(head MATCHES ";// flags: (.+)$")
  separate_arguments(failing_flags UNIX_COMMAND "${CMAKE_MATCH_1}")
endif()

foreach(directory IN LISTS system)
  list(APPEND flags -isystem ${directory})
endforeach()
set(command ${compiler} -std=c++20 -fsyntax-only -I ${include} ${flags})

execute_process(COMMAND ${command} ${source} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "does not compile even without CLEAVE_FAIL:\n${output}")
endif()

execute_process(COMMAND ${command} -D CLEAVE_FAIL ${failing_flags} ${source}
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0)
  message(FATAL_ERROR "compiles with CLEAVE_FAIL, but must not")
endif()
string(REGEX MATCH "[^\n]*error:[^\n]*" first "${output}")
string(FIND "${first}" "${expected}" at)
if(at EQUAL -1)
  message(FATAL_ERROR "the first error is\n  ${first}\nand does not say\n  ${expected}\nAll of the output:\n${output}")
endif()
message(STATUS "${first}")
