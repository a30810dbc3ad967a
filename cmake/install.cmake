# `cmake --install` and what find_package(cleave) reads.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(cleave_targets cleave cleave_threads)
set_target_properties(cleave_threads PROPERTIES EXPORT_NAME threads)
if(TARGET cleave_mpi)
  list(APPEND cleave_targets cleave_mpi)
  set_target_properties(cleave_mpi PROPERTIES EXPORT_NAME mpi)
endif()

# Headers are the same on every architecture, so the package lives in share.
set(cleave_config_dir ${CMAKE_INSTALL_DATADIR}/cmake/cleave)
configure_package_config_file(cmake/cleaveConfig.cmake.in ${PROJECT_BINARY_DIR}/cleaveConfig.cmake
  INSTALL_DESTINATION ${cleave_config_dir})
# While the version is 0.x, a minor step may break source code.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cleaveConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)

install(DIRECTORY include/cleave DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(TARGETS ${cleave_targets} EXPORT cleaveTargets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT cleaveTargets NAMESPACE cleave:: DESTINATION ${cleave_config_dir})
install(FILES ${PROJECT_BINARY_DIR}/cleaveConfig.cmake ${PROJECT_BINARY_DIR}/cleaveConfigVersion.cmake
  DESTINATION ${cleave_config_dir})
