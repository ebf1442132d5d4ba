#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Installs a build to a fresh prefix, moves the prefix, and uses it as its users do: run.py BUILD

Everything that is compiled lies outside the source tree and sees the moved prefix only. The library
itself, its numbers and its errors, is the business of other tests.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import symbols

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAM = ROOT / "src/ops/bce_with_logits/examples/test_aclnn_bce_with_logits_backward.cpp"
PROGRAM_SAYS = "1024 of 1024 values equal the correctly rounded"
GRAPH_PROGRAM = ROOT / "src/ops/sigmoid_focal_loss/examples/test_geir_sigmoid_focal_loss_grad.cpp"
GRAPH_PROGRAM_SAYS = "6 of 6 values are right"
# What the caller's shell may have set and an installation must not need.
FORGOTTEN = re.compile(r"LD_LIBRARY_PATH|CMAKE_PREFIX_PATH|PKG_CONFIG_PATH|CPATH|LIBRARY_PATH|"
                       r"CPLUS_INCLUDE_PATH|(ASCEND|SIGLOSS)_\w+")
SHELLS = ("sh", "dash", "bash", "zsh", "ksh", "mksh", "busybox sh")
# Each library of ours and those of ours that it may need.
NEEDS = {"libsigloss": [], "libsigloss_acl": ["libsigloss"],
         "libsigloss_opapi": ["libsigloss_acl", "libsigloss"]}


class Fault(Exception):
    """What is wrong with the installation."""


@dataclass(frozen=True)
class Installation:
    prefix: Path
    scratch: Path
    cmake: str
    cxx: str

    @property
    def libraries(self) -> Path:
        return next(self.prefix.rglob("sigloss.pc")).parent.parent

    @property
    def tree(self) -> Path:
        return self.prefix / "share/sigloss/cann"

    @property
    def is_shared(self) -> bool:
        return (self.libraries / "libsigloss.so").exists()


def run(command: list[object], *, fails: bool = False, **environment: object) -> str:
    """Output of a command, which must succeed (or fail, if so asked)."""
    clean = {key: value for key, value in os.environ.items() if not FORGOTTEN.fullmatch(key)}
    words = [str(word) for word in command]
    result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            env=clean | {key: str(value) for key, value in environment.items()})
    if (result.returncode != 0) != fails:
        raise Fault(f"{shlex.join(words)}\nexit code {result.returncode}\n{result.stdout}")
    return result.stdout


def expect(condition: bool, text: str) -> None:
    if not condition:
        raise Fault(text)


def expect_program(output: str, says: str = PROGRAM_SAYS) -> None:
    expect(says in output, f"the program says\n{output}")


def check_headers(at: Installation) -> None:
    """Public headers include each other and the standard library, nothing to be installed."""
    folder = at.prefix / "include/sigloss"
    for header in sorted(folder.glob("*.h")):
        for name in re.findall(r'#\s*include\s*[<"]([^>"]+)', header.read_text(encoding="utf-8")):
            ours = name.startswith("sigloss/") and (folder.parent / name).is_file()
            standard = re.fullmatch(r"[a-z_]+", name)
            expect(bool(ours or standard), f"{header.name} includes {name}")
    listed = set((HERE / "package/plain.cc").read_text(encoding="utf-8").split('"'))
    for header in folder.glob("*.h"):
        expect(f"sigloss/{header.name}" in listed, f"package/plain.cc leaves {header.name} out")


def check_libraries(at: Installation) -> None:
    """Names, dependencies and exported symbols of the shared libraries."""
    for library, needs in NEEDS.items():
        entries = run(["readelf", "--dynamic", "--wide", at.libraries / f"{library}.so"])
        soname = re.findall(r"\(SONAME\).*\[(.+)\]", entries)
        expect(soname == [f"{library}.so.0"], f"{library} calls itself {soname}")
        needed = re.findall(r"\(NEEDED\).*\[(libsigloss\w*)\.so", entries)
        expect(set(needed) <= set(needs), f"{library} needs {needed}")
        path = re.findall(r"\(R(?:UN)?PATH\).*\[(.+)\]", entries)
        expect(path in ([], ["$ORIGIN"]), f"{library} looks for libraries in {path}")
        fault = symbols.difference(at.libraries, library)
        expect(not fault, f"{fault}\ntests/install/symbols.py --update FOLDER accepts that")


def check_package(at: Installation) -> None:
    """find_package(sigloss): both targets, and what must not be reached through the first."""
    build = at.scratch / "package"
    version = (ROOT / "VERSION").read_text(encoding="utf-8").strip()
    run([at.cmake, "-G", "Ninja", "-S", HERE / "package", "-B", build,
         f"-DCMAKE_PREFIX_PATH={at.prefix}", f"-DCMAKE_CXX_COMPILER={at.cxx}",
         f"-DCANN_PROGRAM={PROGRAM}", f"-DGRAPH_PROGRAM={GRAPH_PROGRAM}",
         f"-DWANTED_VERSION={version}"])
    run([at.cmake, "--build", build, "--parallel", "2"])
    run([build / "plain"])
    run([build / "one_state"])
    expect_program(run([build / "cann"]))
    expect_program(run([build / "graph"]), GRAPH_PROGRAM_SAYS)
    output = run([at.cmake, "--build", build, "--target", "reaches_cann"], fails=True)
    expect("acl/acl.h" in output, f"reaches_cann fails for another reason\n{output}")


def check_pkg_config(at: Installation) -> None:
    """The command line of somebody without a build system."""
    search = at.libraries / "pkgconfig"
    for package, standard, source, says in (
            ("sigloss_cann", 11, PROGRAM, PROGRAM_SAYS),
            ("sigloss_cann", 11, GRAPH_PROGRAM, GRAPH_PROGRAM_SAYS),
            ("sigloss", 20, HERE / "package/plain.cc", "")):
        program = at.scratch / source.stem
        compiler = shlex.join([at.cxx, f"-std=c++{standard}", str(source), "-o", str(program)])
        run(["sh", "-c", f"{compiler} $(pkg-config --cflags --libs {package})"],
            PKG_CONFIG_PATH=search)
        output = run([program], LD_LIBRARY_PATH=at.libraries)
        expect_program(output, says)


def check_upstream(at: Installation) -> None:
    """A build file that knows CANN only, in a shell that has read set_env.sh."""
    build = at.scratch / "upstream"
    steps = [f". {shlex.quote(str(at.tree / 'set_env.sh'))}",
             shlex.join([at.cmake, "-G", "Ninja", "-S", str(HERE / "upstream"), "-B", str(build),
                         "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_CXX_COMPILER={at.cxx}",
                         "-DCMAKE_SKIP_RPATH=ON", f"-DCANN_PROGRAM={PROGRAM}",
                         f"-DGRAPH_PROGRAM={GRAPH_PROGRAM}"]),
             shlex.join([at.cmake, "--build", str(build)]),
             shlex.quote(str(build / "bin/opapi_test")), shlex.quote(str(build / "bin/geir_test"))]
    output = run(["sh", "-euc", "\n".join(steps)])
    expect_program(output)
    expect_program(output, GRAPH_PROGRAM_SAYS)


def check_names(at: Installation) -> None:
    """Every library name of CANN leads to a library, the newer and the custom ones link, too."""
    names = {path.name for path in (at.tree / "lib64").iterdir()}
    for name in ("ascendcl", "acl_rt", "nnopbase", "opapi", "opapi_nn", "opapi_math",
                 "cust_opapi", "graph", "graph_base", "ge_runner", "ge_compiler"):
        expect(f"lib{name}.so" in names, f"lib64 has no lib{name}.so")
    for path in (at.tree / "lib64").iterdir():
        expect(path.is_file(), f"{path} leads nowhere")
    folder = at.tree / "lib64"
    program = at.scratch / "names"
    run([at.cxx, "-std=c++11", PROGRAM, "-o", program, f"-I{at.tree}/include", f"-L{folder}",
         "-lcust_opapi", "-lopapi", "-lacl_rt", "-lnnopbase"])
    expect_program(run([program], LD_LIBRARY_PATH=folder))


def check_graph_libraries(at: Installation) -> None:
    """A program linked with what no linker may see a need for: the operators are found all the
    same."""
    folder, program = at.tree / "lib64", at.scratch / "graph_libraries"
    headers = [f"-I{at.tree}/{path}" for path in ("include/graph", "include/ge", "include",
                                                  "opp/built-in/op_proto/inc")]
    run([at.cxx, "-std=c++17", GRAPH_PROGRAM, "-o", program, *headers, f"-L{folder}",
         "-Wl,--as-needed", "-lopapi", "-lgraph", "-lge_runner", "-lgraph_base", "-lge_compiler"])
    needed = run(["readelf", "--dynamic", "--wide", program])
    expect("libsigloss_opapi" not in needed, "the linker has not left the operators out")
    expect_program(run([program], LD_LIBRARY_PATH=folder), GRAPH_PROGRAM_SAYS)


def check_set_env(at: Installation) -> None:
    """set_env.sh in every shell that is here: by a path of any kind, twice, in a strict shell."""
    link = at.scratch / "latest"
    link.symlink_to(at.tree)
    readings = {"absolute": f". {at.tree}/set_env.sh",
                "relative": f"cd {at.tree}/lib64; . ../set_env.sh",
                "link": f". {link}/set_env.sh",
                "subshell": f"cd /; (. {at.tree}/set_env.sh; exit 0); . {at.tree}/set_env.sh"}
    show = 'printf "%s %s %s" "$ASCEND_HOME_PATH" "$ASCEND_TOOLKIT_HOME" "$LD_LIBRARY_PATH"'
    for shell in SHELLS:
        if shutil.which(shell.split()[0]) is None:
            continue
        for name, reading in readings.items():
            script = f"set -eu; {reading}; . {at.tree}/set_env.sh; {show}"
            for before in ({}, {"LD_LIBRARY_PATH": "/before"}):
                wanted = f"{at.tree} {at.tree} {at.tree}/lib64" + (":/before" if before else "")
                got = run([*shell.split(), "-c", script], **before)
                expect(got == wanted, f"{shell}, {name}: {got}; expected {wanted}")


EVERYWHERE: list[Callable[[Installation], None]] = [check_headers, check_package, check_pkg_config]
SHARED_ONLY: list[Callable[[Installation], None]] = [check_libraries, check_set_env, check_names,
                                                     check_upstream, check_graph_libraries]


def install(build: Path, scratch: Path, cmake: str) -> Path:
    """The prefix, moved away from where it was installed."""
    first, moved = scratch / "first", scratch / "elsewhere/moved"
    run([cmake, "--install", build, "--prefix", first])
    moved.parent.mkdir()
    first.rename(moved)
    return moved


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path, help="build folder in which everything is built")
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--cxx", default="c++")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sigloss-install-") as folder:
        scratch = Path(folder).resolve()
        try:
            prefix = install(options.build.resolve(), scratch, options.cmake)
            at = Installation(prefix, scratch, options.cmake, options.cxx)
            for check in EVERYWHERE + (SHARED_ONLY if at.is_shared else []):
                start = time.monotonic()
                check(at)
                print(f"{check.__name__}: OK, {time.monotonic() - start:.1f} s", flush=True)
        except Fault as fault:
            print(f"FAILED: {fault}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
