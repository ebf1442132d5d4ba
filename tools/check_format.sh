#!/usr/bin/env bash
# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
# Compares C++ sources with what clang-format makes of them: check_format.sh [--self-test | --fix]
# Versions of clang-format disagree in places, so it has to be version 14; without it the check is
# skipped and says so.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
readonly name=check_format.sh

find_formatter() {
  local candidate
  for candidate in clang-format-14 clang-format; do
    if command -v "$candidate" >/dev/null && "$candidate" --version | grep -q 'version 14\.'; then
      printf '%s\n' "$candidate"
      return
    fi
  done
}

sources() {
  find . \( -name .git -o -name .venv -o -path ./build \) -prune -o \
    \( -name '*.h' -o -name '*.cc' -o -name '*.cpp' -o -name '*.c' \) -type f -print0
}

is_formatted() { # file
  "$formatter" --dry-run --Werror "$1" 2>/dev/null
}

self_test() {
  local folder
  folder=$(mktemp -d)
  cp .clang-format "$folder"
  printf 'int  f( ){return 1;}\n' >"$folder/bad.cc"
  printf 'int f() { return 1; }\n' >"$folder/good.cc"
  local verdict=OK
  if is_formatted "$folder/bad.cc" || ! is_formatted "$folder/good.cc"; then verdict=FAILED; fi
  rm -r "$folder"
  printf '%s: self-test %s\n' "$name" "$verdict"
  [ "$verdict" = OK ]
}

check() {
  local file wrong=0
  while IFS= read -r -d '' file; do
    if ! is_formatted "$file"; then
      printf '%s:1: not formatted\n' "${file#./}"
      wrong=$((wrong + 1))
    fi
  done < <(sources)
  if [ "$wrong" -ne 0 ]; then
    printf '%s: FAILED, %d file(s); tools/%s --fix formats them\n' "$name" "$wrong" "$name"
    return 1
  fi
  printf '%s: OK\n' "$name"
}

formatter=$(find_formatter)
if [ -z "$formatter" ]; then
  printf '%s: SKIPPED, clang-format 14 is not here\n' "$name"
  exit 0
fi
case "${1:-}" in
  '') check ;;
  --self-test) self_test ;;
  --fix) sources | xargs -0 "$formatter" -i ;;
  *) sed -n '4s/^# //p' "tools/$name" >&2 && exit 2 ;;
esac
