# Runs the layers check on the tree `bad` and demands that it fails with one line for each fault in there.
cmake_minimum_required(VERSION 3.24)
execute_process(
  COMMAND ${CMAKE_COMMAND} -D include_dir=${CMAKE_CURRENT_LIST_DIR}/bad -D max_lines=6 -P ${script}
  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
set(expected
  "cleave/core/upward.hpp: includes <cleave/solvers/a.hpp>: core may not see solvers"
  "cleave/comm/sideways.hpp: includes <cleave/problems/a.hpp>: comm may not see problems"
  "cleave/solvers/a.hpp: includes <cleave/cleave.hpp>: solvers may not see umbrella"
  "cleave/core/quotes.hpp: includes \"upward.hpp\" in quotes"
  "cleave/core/no_guard.hpp: lacks #pragma once"
  "cleave/core/long.hpp: has 7 lines, the limit is 6"
  "cleave/core/iostream.hpp: includes <iostream>"
  "cleave/core/mpi_elsewhere.hpp: includes <mpi.h>, which only cleave/comm/mpi.hpp may"
  "cleave/solvers/thread.hpp: includes <thread>, and cleave.hpp reaches it"
  "cleave/cleave.hpp: includes <cleave/comm/checkpoint.hpp>, and cleave.hpp reaches it"
  "cleave/stray.hpp: 'stray.hpp' is not a layer")
foreach(line IN LISTS expected)
  string(FIND "${output}" "layers: ${line}\n" at)
  if(at EQUAL -1)
    message(SEND_ERROR "the layers check does not say: ${line}")
  endif()
endforeach()
list(LENGTH expected count)
string(FIND "${output}" "layers: ${count} faults" at)
if(result EQUAL 0 OR at EQUAL -1)
  message(FATAL_ERROR "the layers check should fail with ${count} faults; it ended with ${result} and said\n${output}")
endif()
