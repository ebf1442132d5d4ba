#!/usr/bin/env bash
# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
# Sees to it that what the build needs is installed: tools/setup.sh [demo|test|cross]
#   demo  what ./demo needs: compiler, build tools, libraries
#   test  (default) that, and what the tests, benchmarks and lints need
#   cross and what building for Arm and running it here need
# Missing Debian packages are installed when run as root or with sudo that asks no password;
# otherwise the command that installs them is printed and the exit code is 1. Tools that are on
# PATH already, from wherever, are taken as they are.
set -euo pipefail

readonly min_cmake=3.25

# The one list: tier, package, and the command it is needed for (- where it is needed as a library).
readonly packages='
demo  g++                   g++
demo  cmake                 cmake
demo  ninja-build           ninja
demo  pkg-config            pkg-config
demo  libhwy-dev            -
demo  libtbb-dev            -
demo  nlohmann-json3-dev    -
test  libgtest-dev          -
test  libbenchmark-dev      -
test  libmpfr-dev           -
test  python3               python3
test  python3-dev           -
test  python3-venv          -
cross g++-aarch64-linux-gnu aarch64-linux-gnu-g++
cross qemu-user             qemu-aarch64
lint  shellcheck            shellcheck
lint  clang-format-14       clang-format-14
'
# lint: wanted by one lint each, which says when it is skipped. Debian 13 has no clang-format-14, so
# these are installed along where the distribution has them and are never a reason to stop.

say() { printf 'setup: %s\n' "$*"; }

usage() { sed -n '4,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

cmake_is_new_enough() {
  local have
  have=$(cmake --version | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')
  [ "$(printf '%s\n' "$min_cmake" "$have" | sort -V | head -n 1)" = "$min_cmake" ]
}

is_installed() { # package command
  if [ "$2" != - ] && command -v "$2" >/dev/null; then
    [ "$2" != cmake ] || cmake_is_new_enough
    return
  fi
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing_of() { # tier...
  local tier package command wanted
  while read -r tier package command; do
    for wanted in "$@"; do
      if [ "$tier" = "$wanted" ] && ! is_installed "$package" "$command"; then
        printf '%s\n' "$package"
      fi
    done
  done <<<"$packages"
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo -n "$@"
  fi
}

can_install() { [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null; }

available() { # package...: those that the distribution has
  local package policy
  for package in "$@"; do
    policy=$(LC_ALL=C apt-cache policy "$package" 2>/dev/null)
    if [[ $policy == *'Candidate: '[!\(]* ]]; then printf '%s\n' "$package"; fi
  done
}

install_packages() { # needed..., then the wanted ones
  local -a wanted
  say "reading the package lists"
  as_root apt-get update -qq
  mapfile -t wanted < <(available "${lint[@]}")
  say "installing ${needed[*]}${wanted[*]:+ ${wanted[*]}}"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o Dpkg::Use-Pty=0 "${needed[@]}" "${wanted[@]}" |
    awk '/^(Unpacking|Setting up)/ { if (++n % 20 == 0) print "setup:   " n " steps"; fflush() }'
}

tiers=(demo test)
case "${1:-test}" in
  demo) tiers=(demo) ;;
  test) ;;
  cross) tiers=(demo test cross) ;;
  -h | --help) usage && exit 0 ;;
  *) usage >&2 && exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null; then
  say "this is no Debian system; please install the counterparts of:" \
    "$(awk 'NF { printf "%s ", $2 }' <<<"$packages")"
  exit 0 # the configure step says what it does not find
fi

mapfile -t needed < <(missing_of "${tiers[@]}")
if [ "${#needed[@]}" -eq 0 ]; then
  say "all packages are there"
  exit 0
fi
lint=()
if [ "${#tiers[@]}" -gt 1 ]; then mapfile -t lint < <(missing_of lint); fi

if ! can_install; then
  say "these packages are missing: ${needed[*]}" >&2
  say "install them as root with:" >&2
  printf '  apt-get update && apt-get install -y --no-install-recommends %s\n' \
    "${needed[*]}" >&2
  exit 1
fi
install_packages

mapfile -t needed < <(missing_of "${tiers[@]}")
if [ "${#needed[@]}" -ne 0 ]; then
  say "still missing or too old: ${needed[*]} (cmake has to be $min_cmake or newer)" >&2
  exit 1
fi
say "done"
