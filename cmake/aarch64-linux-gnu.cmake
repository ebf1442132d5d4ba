# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
# Cross-compiles to 64-bit Arm and runs what it built under qemu-user. tools/aarch64.sh lays the
# folder of Arm libraries and sets SIGLOSS_SYSROOT.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SIGLOSS_SYSROOT)
set(CMAKE_FIND_ROOT_PATH ${SIGLOSS_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR}
    ${SIGLOSS_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${SIGLOSS_SYSROOT}/usr/share/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${SIGLOSS_SYSROOT})

# Debian keeps headers that differ between architectures in a folder of their own.
set(CMAKE_CXX_FLAGS_INIT "-isystem ${SIGLOSS_SYSROOT}/usr/include/aarch64-linux-gnu")

# Libraries that only other libraries need are found there too, at link time and at run time.
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "-Wl,-rpath-link,${SIGLOSS_SYSROOT}/usr/lib/aarch64-linux-gnu:${SIGLOSS_SYSROOT}/lib/aarch64-linux-gnu")
set(CMAKE_SHARED_LINKER_FLAGS_INIT ${CMAKE_EXE_LINKER_FLAGS_INIT})
# max: every vector extension there is, SVE among them, with vectors of 256 bits.
set(CMAKE_CROSSCOMPILING_EMULATOR
    qemu-aarch64;-cpu;max,sve256=on;-L;/usr/aarch64-linux-gnu;-E;LD_LIBRARY_PATH=${SIGLOSS_SYSROOT}/usr/lib/aarch64-linux-gnu:${SIGLOSS_SYSROOT}/lib/aarch64-linux-gnu)
