# Everything comes from the distribution's packages; tools/setup.sh lists and installs them.
find_package(TBB REQUIRED)
find_package(Threads REQUIRED)
find_package(nlohmann_json REQUIRED)
include(SiglossHighway)

if(SIGLOSS_TESTS)
  find_package(GTest REQUIRED)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(MPFR REQUIRED IMPORTED_TARGET mpfr)
endif()
if(SIGLOSS_BENCH)
  find_package(benchmark REQUIRED)
endif()
