#!/usr/bin/env bash
# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
# Runs shellcheck over every shell script: check_shell.sh [--self-test]
# Without shellcheck the check is skipped and says so.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
readonly name=check_shell.sh

if ! command -v shellcheck >/dev/null; then
  printf '%s: SKIPPED, shellcheck is not here\n' "$name"
  exit 0
fi

if [ "${1:-}" = --self-test ]; then
  # shellcheck disable=SC2016  # the sample is meant to be read, not expanded
  if printf '#!/bin/bash\nrm $1\n' | shellcheck - >/dev/null; then
    printf '%s: self-test FAILED\n' "$name"
    exit 1
  fi
  printf '%s: self-test OK\n' "$name"
  exit 0
fi

mapfile -d '' -t scripts < <(
  find . \( -name .git -o -name .venv -o -path ./build \) -prune -o -type f -size -200k \
    -exec awk 'FNR == 1 { if (/^#!.*sh$/) printf "%s%c", FILENAME, 0; nextfile }' {} +
)
if shellcheck "${scripts[@]}"; then
  printf '%s: OK, %d scripts\n' "$name" "${#scripts[@]}"
else
  printf '%s: FAILED\n' "$name"
  exit 1
fi
