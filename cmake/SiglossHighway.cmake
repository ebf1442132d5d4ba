# Highway as hwy::hwy. Its CMake package is not in every distribution. Installed along for programs
# that link sigloss statically.
find_package(HWY CONFIG QUIET)
if(NOT HWY_FOUND)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(HWY REQUIRED IMPORTED_TARGET libhwy)
  add_library(hwy::hwy ALIAS PkgConfig::HWY)
endif()
