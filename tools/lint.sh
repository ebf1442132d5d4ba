#!/usr/bin/env bash
# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
# Runs every lint, after a proof that it can fail. Exit code 1 if any finds something.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
result=0

for check in tools/check_*.py; do
  python3 "$check" --self-test || result=1
  python3 "$check" || result=1
done
for check in tools/check_*.sh; do
  "$check" --self-test || result=1
  "$check" || result=1
done
python3 tools/mutate.py --check || result=1
python3 tools/bench_table.py --self-test || result=1
exit "$result"
