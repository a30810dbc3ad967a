# The programs that the README shows are the example programs, to the letter: what it shows compiles and runs.
file(READ ${source}/README.md readme)
foreach(name IN ITEMS quick_start custom_problem)
  file(READ ${source}/examples/${name}.cpp program)
  string(FIND "${readme}" "```cpp file=examples/${name}.cpp\n${program}```" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "README.md does not show examples/${name}.cpp as it is")
  endif()
endforeach()
