# The libraries, each needing only those before it, and what programs link:
#   sigloss::sigloss  the C++ side
#   sigloss::cann     all that a CANN program needs; only it reaches the CANN headers
# Shared or static, as BUILD_SHARED_LIBS says.
include(GNUInstallDirs)

# Number of the binary interface: raised when programs have to be linked anew, whatever the version.
set(SIGLOSS_SOVERSION 0)

# sigloss_library(<name> NODES <node>... [LINKS <library>...])
#   A library of the objects of nodes. A node is in one library only: it may hold state, which must
#   exist once in a process.
function(sigloss_library name)
  cmake_parse_arguments(ARG "" "" "NODES;LINKS" ${ARGN})
  set(map ${PROJECT_SOURCE_DIR}/cmake/install/exports.map)
  add_library(${name})
  foreach(node ${ARG_NODES})
    get_target_property(owner sigloss_${node} SIGLOSS_LIBRARY)
    if(owner)
      message(FATAL_ERROR "Node ${node} cannot be in ${name}: it is in ${owner}")
    endif()
    set_target_properties(sigloss_${node} PROPERTIES SIGLOSS_LIBRARY ${name})
    target_sources(${name} PRIVATE $<TARGET_OBJECTS:sigloss_${node}>)
    sigloss_linked_as(sigloss_${node} nodes)
  endforeach()
  sigloss_linked_as(${name} libraries)
  set_target_properties(${name} PROPERTIES
    LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION} SOVERSION ${SIGLOSS_SOVERSION}
    INSTALL_RPATH "$ORIGIN"
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib
    ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
  target_link_libraries(${name} PRIVATE ${ARG_LINKS})
  if(BUILD_SHARED_LIBS)
    target_link_libraries(${name} PRIVATE sigloss_sanitizers)
    # Sanitizers compare types across libraries by their exported names, and their run-time library
    # may be known to the program only.
    if(NOT SIGLOSS_SANITIZE)
      target_link_options(${name} PRIVATE LINKER:--version-script=${map} LINKER:-z,defs)
      set_target_properties(${name} PROPERTIES LINK_DEPENDS ${map})
    endif()
  endif()
endfunction()

# A program links either the libraries or, to test what is inside, the nodes themselves. With both
# it would hold every state twice; CMake refuses to generate such a program.
function(sigloss_linked_as target form)
  set_target_properties(${target} PROPERTIES INTERFACE_SIGLOSS_LINKED_AS ${form})
  set_property(TARGET ${target} APPEND PROPERTY COMPATIBLE_INTERFACE_STRING SIGLOSS_LINKED_AS)
endfunction()

set(SIGLOSS_PARALLEL_LIBRARY Threads::Threads)
if(SIGLOSS_PARALLEL STREQUAL "tbb")
  set(SIGLOSS_PARALLEL_LIBRARY TBB::tbb)
endif()

sigloss_library(sigloss
  NODES core simd exec loss bce_with_logits_cpu bce_with_logits_cpp_api
        sigmoid_focal_loss_cpu sigmoid_focal_loss_cpp_api
  LINKS hwy::hwy ${SIGLOSS_PARALLEL_LIBRARY})
add_library(sigloss::sigloss ALIAS sigloss)
target_compile_features(sigloss INTERFACE cxx_std_20)
target_include_directories(sigloss INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

sigloss_library(sigloss_acl
  NODES acl_runtime aclnn ge
  LINKS sigloss Threads::Threads ${CMAKE_DL_LIBS})
if(BUILD_SHARED_LIBS)
  # What a session loads if the program did not bring the operators along.
  target_compile_definitions(sigloss_ge PRIVATE
    SIGLOSS_OPERATOR_LIBRARY="libsigloss_opapi.so.${SIGLOSS_SOVERSION}")
endif()

sigloss_library(sigloss_opapi
  NODES bce_with_logits_op_api bce_with_logits_op_graph sigmoid_focal_loss_op_graph
  LINKS sigloss_acl sigloss)

# Not by way of sigloss::sigloss, which asks for C++20: CANN programs are C++11.
add_library(sigloss_cann INTERFACE)
add_library(sigloss::cann ALIAS sigloss_cann)
target_link_libraries(sigloss_cann INTERFACE sigloss_opapi sigloss_acl)
# CANN's own build files name all of these, so that programs include headers by bare names as well.
foreach(folder "" /aclnnop /aclnn /graph /ge /op_proto)
  target_include_directories(sigloss_cann INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include/cann${folder}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/sigloss/cann${folder}>)
endforeach()
# Installed, the prototypes of operators and the headers that gather them are in op_proto.
set(SIGLOSS_PROTO_FOLDERS src/op_proto src/ops/bce_with_logits/op_graph
                          src/ops/sigmoid_focal_loss/op_graph)
foreach(folder ${SIGLOSS_PROTO_FOLDERS})
  target_include_directories(sigloss_cann INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/${folder}>)
endforeach()

# The operators of graphs register themselves; nothing in a program names the object files that do,
# so a program made of static libraries is told to.
set(SIGLOSS_REGISTRATIONS SiglossRegisterBceWithLogits SiglossRegisterSigmoidFocalLoss)
list(TRANSFORM SIGLOSS_REGISTRATIONS PREPEND LINKER:--undefined=
     OUTPUT_VARIABLE sigloss_keep_registrations)
if(NOT BUILD_SHARED_LIBS)
  target_link_options(sigloss_cann INTERFACE ${sigloss_keep_registrations})
endif()

# All nodes and the CANN headers, for programs that test what is inside.
add_library(sigloss_internals INTERFACE)
target_link_libraries(sigloss_internals INTERFACE
  sigloss_bce_with_logits_op_api sigloss_bce_with_logits_op_graph
  sigloss_sigmoid_focal_loss_op_graph sigloss_aclnn sigloss_ge sigloss_acl_runtime
  sigloss_bce_with_logits_cpp_api sigloss_bce_with_logits_cpu
  sigloss_sigmoid_focal_loss_cpp_api sigloss_sigmoid_focal_loss_cpu sigloss_loss sigloss_device sigloss_exec
  sigloss_simd sigloss_core)
target_link_options(sigloss_internals INTERFACE ${sigloss_keep_registrations})
target_include_directories(sigloss_internals INTERFACE ${PROJECT_SOURCE_DIR}/include/cann
                           ${PROJECT_SOURCE_DIR}/include/cann/op_proto)
foreach(folder ${SIGLOSS_PROTO_FOLDERS})
  target_include_directories(sigloss_internals INTERFACE ${PROJECT_SOURCE_DIR}/${folder})
endforeach()
