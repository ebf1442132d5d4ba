#!/usr/bin/env bash
# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
# Runs clang-tidy 14 with .clang-tidy over the sources of the library: tools/tidy.sh [FILE...]
# Not a part of ./test: clang-tidy 14 is hundreds of megabytes, and Debian 13 has none.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
readonly database=build/dev

if ! command -v clang-tidy-14 >/dev/null; then
  echo "tidy.sh: clang-tidy-14 is not here (Debian 12: apt-get install clang-tidy-14)" >&2
  exit 1
fi
if [ ! -f "$database/compile_commands.json" ]; then cmake --preset dev; fi

if [ "$#" -eq 0 ]; then
  mapfile -t files < <(find src oracle examples -name '*.cc' -o -name '*.cpp' | sort)
  set -- "${files[@]}"
fi
if printf '%s\0' "$@" | xargs -0 -n 1 -P "$(nproc)" clang-tidy-14 -p "$database" --quiet; then
  printf 'tidy.sh: OK, %d files\n' "$#"
else
  echo 'tidy.sh: FAILED'
  exit 1
fi
