# Configures, builds and runs tests/consumer against cleave: `way` is installed, subdirectory or
# fetched.
cmake_minimum_required(VERSION 3.24)
file(REMOVE_RECURSE ${work})

if(way STREQUAL "installed")
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${build} --prefix ${work}/prefix
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  set(find_cleave -D CMAKE_PREFIX_PATH=${work}/prefix)
else()
  set(find_cleave -D CLEAVE_SOURCE_DIR=${source})
  if(way STREQUAL "fetched")
    list(APPEND find_cleave -D FETCH=ON)
  endif()
endif()

execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${source}/tests/consumer -B ${work}/build -G ${generator}
    -D CMAKE_CXX_COMPILER=${compiler} -D Eigen3_DIR=${Eigen3_DIR} ${find_cleave}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${work}/build COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${work}/build/consumer COMMAND_ERROR_IS_FATAL ANY)
