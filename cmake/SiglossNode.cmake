# sigloss_node(<name> SOURCES <file>... [DEPS <node or library>...])
#   One node of the architecture: a static library `sigloss_<name>`. Nodes see each other's headers
#   as "core/status_impl.h" and so on; which node may include which is checked by
#   tools/check_layers.py, and a node links only what it names here.
#
# sigloss_test(<name> SOURCES <file>... [DEPS ...] [LABELS ...] [SHARDS <n>])
#   A GoogleTest program run by ctest; with SHARDS as n tests <name>_1, ... side by side.
add_library(sigloss_options INTERFACE)
target_compile_features(sigloss_options INTERFACE cxx_std_20)
# No contraction of a*b+c by the compiler: fused operations are written where they are meant, so
# that results do not depend on the compiler or the instruction set it targets.
target_compile_options(sigloss_options INTERFACE
  -ffp-contract=off
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wextra-semi>
  $<$<BOOL:${SIGLOSS_WERROR}>:-Werror>)
target_include_directories(sigloss_options INTERFACE
  ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)

# Sanitizers, for everything that is built here.
add_library(sigloss_sanitizers INTERFACE)
if(SIGLOSS_SANITIZE)
  # Callers may put any number into the enumerations of the C API, and it is told as an error. The
  # others left out look at every access what AddressSanitizer sees as well, and make the kernels
  # take three times as long to compile.
  target_compile_options(sigloss_sanitizers INTERFACE
    -fsanitize=${SIGLOSS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    -fno-sanitize=enum,null,object-size,pointer-overflow,vptr)
  target_link_options(sigloss_sanitizers INTERFACE -fsanitize=${SIGLOSS_SANITIZE})
endif()
target_link_libraries(sigloss_options INTERFACE sigloss_sanitizers)

configure_file(${PROJECT_SOURCE_DIR}/include/sigloss/version.h.in
               ${PROJECT_BINARY_DIR}/include/sigloss/version.h @ONLY)

function(sigloss_node name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  set(target sigloss_${name})
  add_library(${target} STATIC ${ARG_SOURCES})
  set_target_properties(${target} PROPERTIES
    CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_libraries(${target} PRIVATE sigloss_options ${ARG_DEPS})
endfunction()

function(sigloss_test name)
  cmake_parse_arguments(ARG "" "SHARDS" "SOURCES;DEPS;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  target_link_libraries(${name} PRIVATE sigloss_options ${ARG_DEPS} GTest::gtest_main)
  if(NOT ARG_SHARDS)
    set(tests ${name})
    add_test(NAME ${name} COMMAND ${name})
  else()
    set(tests "")
    foreach(number RANGE 1 ${ARG_SHARDS})
      math(EXPR index "${number} - 1")
      list(APPEND tests ${name}_${number})
      add_test(NAME ${name}_${number} COMMAND ${name})
      set_property(TEST ${name}_${number} APPEND PROPERTY ENVIRONMENT
        GTEST_TOTAL_SHARDS=${ARG_SHARDS} GTEST_SHARD_INDEX=${index})
    endforeach()
  endif()
  set_target_properties(${name} PROPERTIES SIGLOSS_TESTS "${tests}")
  if(ARG_LABELS)
    set_tests_properties(${tests} PROPERTIES LABELS "${ARG_LABELS}")
  endif()
endfunction()

# sigloss_float32_sweep(<name> <file>...)   all 2^32 logits, which take minutes: run by
# ctest -L exhaustive, left out of the presets
function(sigloss_float32_sweep name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE sigloss_options sigloss_internals sigloss_test_sweep
                        sigloss_oracle)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  add_test(NAME ${name} COMMAND ${name} ${CMAKE_CURRENT_BINARY_DIR}/float32_sweep.md)
  set_tests_properties(${name} PROPERTIES LABELS exhaustive TIMEOUT 3600)
endfunction()

# sigloss_thin_out(<program>)   what a long test leaves out under sanitizers, where it runs many times
# slower: most points of the sweeps; for ThreadSanitizer all but the suites with threads
function(sigloss_thin_out name)
  if(SIGLOSS_SANITIZE STREQUAL "thread")
    set(filter "*Sizes*:*Reduc*:*Class*")
  else()
    set(filter "-*Exhaustive16*/??")
  endif()
  if(SIGLOSS_SANITIZE)
    get_target_property(tests ${name} SIGLOSS_TESTS)
    foreach(test ${tests})
      set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT
        SIGLOSS_TEST_STRIDE=50 GTEST_FILTER=${filter})
    endforeach()
  endif()
endfunction()
