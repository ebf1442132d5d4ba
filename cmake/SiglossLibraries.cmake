# What programs link: sigloss::sigloss, the C++ side; sigloss::cann, all that a CANN program needs.
# The CANN headers are reachable through the latter only.
add_library(sigloss INTERFACE)
add_library(sigloss::sigloss ALIAS sigloss)
target_include_directories(sigloss INTERFACE
  ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
target_link_libraries(sigloss INTERFACE
  sigloss_core sigloss_simd sigloss_exec sigloss_device sigloss_bce_with_logits_cpu)

add_library(sigloss_cann INTERFACE)
add_library(sigloss::cann ALIAS sigloss_cann)
target_include_directories(sigloss_cann INTERFACE
  ${PROJECT_SOURCE_DIR}/include/cann ${PROJECT_SOURCE_DIR}/include/cann/aclnnop)
target_link_libraries(sigloss_cann INTERFACE
  sigloss_bce_with_logits_op_api sigloss_aclnn sigloss_acl_runtime sigloss)
