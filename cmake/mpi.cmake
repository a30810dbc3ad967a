# cleave::mpi exists where MPI is found, unless CLEAVE_WITH_MPI is OFF. Only MPI's C interface is used, from C++: the
# skip macros keep the headers of the removed C++ bindings out.
if(CLEAVE_WITH_MPI)
  include(CheckLanguage)
  check_language(C)
  if(CMAKE_C_COMPILER)
    enable_language(C)  # FindMPI looks for the C interface only where C is enabled
    find_package(MPI QUIET COMPONENTS C)
  endif()
  if(MPI_C_FOUND)
    add_library(cleave_mpi INTERFACE)
    add_library(cleave::mpi ALIAS cleave_mpi)
    target_link_libraries(cleave_mpi INTERFACE cleave MPI::MPI_C)
    target_compile_definitions(cleave_mpi INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  elseif(CLEAVE_WITH_MPI STREQUAL "AUTO")
    message(STATUS "cleave: no MPI, cleave::mpi is left out (Debian: libopenmpi-dev openmpi-bin)")
  else()
    message(FATAL_ERROR "cleave: CLEAVE_WITH_MPI is ON but MPI is not found (Debian: libopenmpi-dev openmpi-bin)")
  endif()
endif()

# For tests: more ranks than cores, as root in a container, without spinning against each other. Open MPI 4 and 5 spell it
# apart.
set(cleave_mpi_environment
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_hwloc_base_binding_policy=none
  PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe PRTE_MCA_hwloc_default_binding_policy=none)
