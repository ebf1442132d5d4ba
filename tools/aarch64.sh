#!/usr/bin/env bash
# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
# Builds for 64-bit Arm on another machine and runs the tests under qemu-user:
#   tools/aarch64.sh [--all]   all tests, which takes long; by default a smoke run of the quick ones
# Needs the Debian packages g++-aarch64-linux-gnu and qemu-user. The Arm libraries come from the
# distribution's archive into a folder of the build; nothing of the host's packages is touched.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
readonly build=build/aarch64
readonly sysroot=$PWD/build/aarch64-sysroot
readonly libraries=(libhwy-dev libtbb-dev libmpfr-dev libgtest-dev nlohmann-json3-dev)
# Emulation is some fifty times slower: what the smoke run takes, without the suites that loop over
# layouts and sizes, and every 1000th input of the sweeps.
programs=(aclnn_test bce_with_logits_op_api_test oracle_test bce_cpu_test focal_cpu_test
  test_aclnn_bce_with_logits_backward)
smoke=(--tests-regex "^($(IFS='|' && echo "${programs[*]}"))(_[0-9])?\$")
targets=(--target "${programs[@]}")
if [ "${1:-}" = --all ]; then
  smoke=() targets=()
else
  GTEST_FILTER='-*Layout*:*Views*:*Sizes*:*NumericCases*:*/Reductions*:*Mixtures*:*FullRange64*'
  GTEST_FILTER="$GTEST_FILTER:*/Targets*:*Exhaustive16*/??"
  for row in 2 3 4 5 6 7 8 9; do GTEST_FILTER="$GTEST_FILTER:*Exhaustive16*/$row"; done
  export GTEST_FILTER
  export SIGLOSS_TEST_STRIDE=1000
fi

for tool in aarch64-linux-gnu-g++ qemu-aarch64; do
  if ! command -v "$tool" >/dev/null; then
    echo "aarch64: $tool is missing; apt-get install g++-aarch64-linux-gnu qemu-user" >&2
    exit 1
  fi
done

arm_apt() { # an apt of its own: another architecture, nothing installed, no lists of the host's
  local state=$sysroot/apt
  mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
  touch "$state/status"
  apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 \
    -o Dir::State="$state" -o Dir::State::status="$state/status" -o Dir::Cache="$state/cache" \
    -o APT::Install-Recommends=false -o Debug::NoLocking=true "$@"
}

lay_sysroot() {
  local package
  mkdir -p "$sysroot"
  arm_apt update
  arm_apt install --download-only --yes "${libraries[@]}"
  for package in "$sysroot"/apt/cache/archives/*.deb; do
    # The C library and the compiler's are those of the cross compiler.
    case "${package##*/}" in
      libc6* | libgcc* | libstdc++* | gcc-* | cpp-* | linux-libc-dev*) ;;
      *) dpkg-deb --extract "$package" "$sysroot" ;;
    esac
  done
  touch "$sysroot/complete"
}

[ -e "$sysroot/complete" ] || lay_sysroot

cmake -S . -B "$build" -G Ninja --toolchain cmake/aarch64-linux-gnu.cmake \
  -DSIGLOSS_SYSROOT="$sysroot" -DCMAKE_BUILD_TYPE=Release -DSIGLOSS_WERROR=ON -DSIGLOSS_BENCH=OFF
cmake --build "$build" --parallel "$(nproc)" "${targets[@]}"
ctest --test-dir "$build" --output-on-failure --parallel "$(nproc)" --no-tests=error \
  "${smoke[@]}" --label-exclude 'exhaustive|install'
