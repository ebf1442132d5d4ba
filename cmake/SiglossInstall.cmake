# cmake --install: libraries, headers, CMake and pkg-config packages, and a tree in CANN's shape.
# Everything installed finds the rest by relative paths, so the prefix may be moved.
include(CMakePackageConfigHelpers)

set(sigloss_templates ${PROJECT_SOURCE_DIR}/cmake/install)
set(sigloss_generated ${PROJECT_BINARY_DIR}/install)
set(sigloss_package ${CMAKE_INSTALL_LIBDIR}/cmake/sigloss)

# --- Libraries and headers. The CANN headers lie apart: sigloss::sigloss must not reach them.
set_target_properties(sigloss_acl PROPERTIES EXPORT_NAME acl)
set_target_properties(sigloss_opapi PROPERTIES EXPORT_NAME opapi)
set_target_properties(sigloss_cann PROPERTIES EXPORT_NAME cann)
install(TARGETS sigloss sigloss_acl sigloss_opapi sigloss_cann EXPORT sigloss)
install(DIRECTORY include/sigloss DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h")
install(FILES ${PROJECT_BINARY_DIR}/include/sigloss/version.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sigloss)
install(DIRECTORY include/cann/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sigloss/cann
        FILES_MATCHING PATTERN "*.h")
foreach(folder ${SIGLOSS_PROTO_FOLDERS})
  install(DIRECTORY ${folder}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sigloss/cann/op_proto
          FILES_MATCHING PATTERN "*.h")
endforeach()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# --- CMake package
if(BUILD_SHARED_LIBS)
  set(SIGLOSS_IS_STATIC OFF)
else()
  set(SIGLOSS_IS_STATIC ON)
  install(FILES cmake/SiglossHighway.cmake DESTINATION ${sigloss_package})
endif()
configure_package_config_file(${sigloss_templates}/sigloss-config.cmake.in
  ${sigloss_generated}/sigloss-config.cmake INSTALL_DESTINATION ${sigloss_package})
write_basic_package_version_file(${sigloss_generated}/sigloss-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${sigloss_generated}/sigloss-config.cmake
              ${sigloss_generated}/sigloss-config-version.cmake
        DESTINATION ${sigloss_package})
install(EXPORT sigloss NAMESPACE sigloss:: FILE sigloss-targets.cmake
        DESTINATION ${sigloss_package})

# --- pkg-config
set(sigloss_pc_folder ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH SIGLOSS_PC_LIBDIR ${sigloss_pc_folder} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH SIGLOSS_PC_INCLUDEDIR ${sigloss_pc_folder} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
set(SIGLOSS_PC_LIBS "")
set(SIGLOSS_PC_CANN_LIBS "")
if(SIGLOSS_IS_STATIC)
  set(SIGLOSS_PC_LIBS " -lhwy")
  if(SIGLOSS_PARALLEL STREQUAL "tbb")
    string(APPEND SIGLOSS_PC_LIBS " -ltbb")
  endif()
  string(APPEND SIGLOSS_PC_LIBS " -lstdc++ -lm -pthread")
  set(SIGLOSS_PC_CANN_LIBS " -lsigloss${SIGLOSS_PC_LIBS}")
  list(TRANSFORM SIGLOSS_REGISTRATIONS PREPEND "-Wl,--undefined=" OUTPUT_VARIABLE keep)
  list(JOIN keep " " keep)
  string(APPEND SIGLOSS_PC_CANN_LIBS " ${keep}")
endif()
foreach(package sigloss sigloss_cann)
  configure_file(${sigloss_templates}/${package}.pc.in ${sigloss_generated}/${package}.pc @ONLY)
  install(FILES ${sigloss_generated}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

# --- The tree that build files for CANN expect in ASCEND_HOME_PATH. They name libraries without
# what these need, which only shared libraries bring along.
if(BUILD_SHARED_LIBS)
  set(sigloss_tree ${CMAKE_INSTALL_DATADIR}/sigloss/cann)
  set(tree_full ${CMAKE_INSTALL_FULL_DATADIR}/sigloss/cann)
  set(links ${sigloss_generated}/cann)
  file(REMOVE_RECURSE ${links})
  file(MAKE_DIRECTORY ${links}/lib64)
  file(RELATIVE_PATH to_headers ${tree_full} ${CMAKE_INSTALL_FULL_INCLUDEDIR}/sigloss/cann)
  file(RELATIVE_PATH to_libraries ${tree_full}/lib64 ${CMAKE_INSTALL_FULL_LIBDIR})
  file(CREATE_LINK ${to_headers} ${links}/include SYMBOLIC)
  # Where the platform has the prototypes of operators.
  file(MAKE_DIRECTORY ${links}/opp/built-in/op_proto)
  file(CREATE_LINK ../../../include/op_proto ${links}/opp/built-in/op_proto/inc SYMBOLIC)
  # sigloss_alias(<library> <CANN's name>...); programs remember the first of the names below.
  function(sigloss_alias library)
    set(file lib${library}.so.${SIGLOSS_SOVERSION})
    list(TRANSFORM ARGN REPLACE "(.+)" "lib\\1.so" OUTPUT_VARIABLE names)
    foreach(name ${file} ${names})
      file(CREATE_LINK ${to_libraries}/${file} ${links}/lib64/${name} SYMBOLIC)
    endforeach()
  endfunction()
  sigloss_alias(sigloss)
  sigloss_alias(sigloss_acl ascendcl acl_rt nnopbase graph graph_base ge_runner ge_compiler)
  sigloss_alias(sigloss_opapi opapi opapi_nn opapi_math cust_opapi)
  install(DIRECTORY ${links}/ DESTINATION ${sigloss_tree})
  install(FILES ${sigloss_templates}/set_env.sh DESTINATION ${sigloss_tree})
endif()
