# The programs that the README shows are the example programs, to the letter, so that what it shows compiles and runs;
# its other pieces of C++ compile as the body of a function that has what they speak of.
cmake_minimum_required(VERSION 3.24)
file(READ ${source}/README.md readme)
foreach(name IN ITEMS quick_start custom_problem clients_from_file)
  file(READ ${source}/examples/${name}.cpp program)
  string(FIND "${readme}" "```cpp file=examples/${name}.cpp\n${program}```" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "README.md does not show examples/${name}.cpp as it is")
  endif()
endforeach()

set(includes "#include <cleave/cleave.hpp>\n#include <vector>\n")
set(bodies "")
set(snippets 0)
while(TRUE)
  string(FIND "${readme}" "```cpp\n" at)
  if(at EQUAL -1)
    break()
  endif()
  math(EXPR at "${at} + 7")
  string(SUBSTRING "${readme}" ${at} -1 readme)
  string(FIND "${readme}" "```" end)
  string(SUBSTRING "${readme}" 0 ${end} snippet)
  math(EXPR end "${end} + 3")
  string(SUBSTRING "${readme}" ${end} -1 readme)
  if(snippet MATCHES "comm/mpi.hpp" AND NOT mpi)
    continue()
  endif()
  math(EXPR snippets "${snippets} + 1")
  string(REGEX MATCHALL "#include <[^>]*>" wanted "${snippet}")
  list(JOIN wanted "\n" wanted)
  string(REGEX REPLACE "#include <[^>]*>\n" "" snippet "${snippet}")
  string(APPEND includes "${wanted}\n")
  string(APPEND bodies "
void snippet_${snippets}(std::vector<cleave::least_squares<>> problems, Eigen::VectorXd weights, Eigen::VectorXd x0,
                         cleave::index_t number_of_clients, int argc, char** argv) {
  auto solver = cleave::fedsplit(problems);
  auto state = solver.init(x0);
  {
${snippet}  }
}
")
endwhile()
if(snippets LESS 2)
  message(FATAL_ERROR "README.md has ${snippets} pieces of C++ besides the programs: where have they gone?")
endif()
file(WRITE ${work}/readme_snippets.cpp "${includes}${bodies}")
set(flags)
foreach(directory IN LISTS system mpi)
  list(APPEND flags -isystem ${directory})
endforeach()
execute_process(COMMAND ${compiler} -std=c++20 -fsyntax-only -I ${source}/include ${flags} ${work}/readme_snippets.cpp
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "README.md has C++ that does not compile:\n${output}")
endif()
