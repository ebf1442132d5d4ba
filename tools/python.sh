#!/usr/bin/env bash
# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
# Builds the Python package and tests it: tools/python.sh [--stub | --overhead] [pytest's arguments]
# Source distribution, a wheel from it, the wheel with the libraries it needs, and the tests with
# that installed in a virtual environment of its own. All of it lies in build/python/cpython-*.
#   --stub      writes python/sigloss/_core.pyi anew before the tests
#   --overhead  measures what a call costs instead of running the tests
# PYTHON (default: python3) is the interpreter.
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
readonly python=${PYTHON:-python3}
work=build/python/$("$python" -c 'import sys; print(sys.implementation.cache_tag)')
readonly work

say() { printf 'python: %s\n' "$*"; }

usage() { sed -n '4,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

pip_of() { # environment arguments...
  local environment=$1
  shift
  "$environment/bin/python" -m pip -qq --disable-pip-version-check "$@"
}

environment() { # name requirements...: makes it, unless it has been made of the same
  local folder=$work/$1 stamp
  shift
  stamp=$("$python" -VV && cat "$@")
  if [ "$(cat "$folder/stamp" 2>/dev/null)" = "$stamp" ]; then return; fi
  say "making $folder"
  "$python" -m venv --clear "$folder"
  local file
  for file in "$@"; do pip_of "$folder" install --no-deps --requirement "$file"; done
  printf '%s\n' "$stamp" >"$folder/stamp"
}

# Elsewhere torch comes with gigabytes of libraries for GPUs.
has_torch_for_cpus() {
  "$work/plain/bin/python" -m pip --disable-pip-version-check install --quiet --dry-run --no-deps \
    --ignore-installed --report - "$(grep '^torch==' python/requirements-torch.txt)" 2>/dev/null |
    "$python" -c '
import json, sys
wanted = json.load(sys.stdin)["install"][0]["metadata"].get("requires_dist", [])
sys.exit(any("nvidia" in name or "cuda" in name for name in wanted))' 2>/dev/null
}

build_wheel() { # leaves it in $work/wheelhouse
  rm -rf "$work/dist" "$work/wheelhouse" "$work/source"
  mkdir -p "$work/dist" "$work/source"
  say "source distribution"
  "$work/build/bin/python" -c \
    'import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])' \
    "$work/dist" >"$work/sdist.log"
  tar -xf "$work"/dist/sigloss-*.tar.gz -C "$work/source" --strip-components=1
  say "wheel from it (minutes)"
  if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
    export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
  fi
  pip_of "$work/build" wheel --no-deps --no-build-isolation --wheel-dir "$work/dist" \
    "./$work/source"
  say "repair"
  PATH=$PWD/$work/build/bin:$PATH "$work/build/bin/python" -m auditwheel repair \
    --wheel-dir "$work/wheelhouse" "$work"/dist/sigloss-*.whl 2>"$work/repair.log"
  (cd "$work/wheelhouse" && ls -l -- *.whl)
}

mode=tests
case "${1:-}" in
  -h | --help) usage && exit 0 ;;
  --stub | --overhead) mode=${1#--} && shift ;;
esac

mkdir -p "$work"
environment build python/requirements-build.txt
environment plain /dev/null
requirements=(python/requirements-test.txt)
if has_torch_for_cpus; then
  requirements+=(python/requirements-torch.txt)
else
  say "pip finds no torch for CPUs and $("$python" -V): its tests are SKIPPED"
fi
environment test "${requirements[@]}"
say "lint"
"$work/test/bin/python" -m ruff check --no-cache python

build_wheel
pip_of "$work/test" install --no-deps --force-reinstall "$work"/wheelhouse/*.whl
if [ "$mode" = overhead ]; then exec "$work/test/bin/python" python/bench/call_overhead.py "$@"; fi
if [ "$mode" = stub ]; then
  "$work/test/bin/python" -m nanobind.stubgen -q -P -m sigloss._core -o python/sigloss/_core.pyi
  cp python/sigloss/_core.pyi "$work"/test/lib/python*/site-packages/sigloss/
fi
say "tests"
"$work/test/bin/python" -m pytest -q python/tests "$@"
