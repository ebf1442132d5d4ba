#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Compares what the shared libraries export with symbols/*.txt: symbols.py [--update] FOLDER

FOLDER holds the libraries. A difference means that the interface has changed: --update writes the
lists anew, and their difference is then for the reviewer to see.
"""

import argparse
import difflib
import re
import subprocess
import sys
from pathlib import Path

LISTS = Path(__file__).resolve().parent / "symbols"
LIBRARIES = ("libsigloss", "libsigloss_acl", "libsigloss_opapi")
HEADERS = Path(__file__).resolve().parents[2] / "include/sigloss"


def exported(library: Path) -> list[str]:
    """Demangled names in a fixed order, without what varies from build to build: where and how they
    are defined, and the virtual table of a class that has all of its functions in a header."""
    lines = subprocess.run(["nm", "--dynamic", "--defined-only", "--demangle", library],
                           check=True, capture_output=True, text=True).stdout.splitlines()
    names = (line.split(" ", 2)[2] for line in lines if " V vtable for " not in line)
    return sorted({re.sub(r" (?=>)", "", name) for name in names})  # demanglers differ in "> >"


def public_names() -> set[str]:
    """Functions and classes that the public headers mark with SIGLOSS_API."""
    return {name for header in HEADERS.glob("*.h")
            for name in re.findall(r"\bSIGLOSS_API\b[^;({]*?(\w+)\s*[({]",
                                   header.read_text(encoding="utf-8"))}


def grouped(names: list[str]) -> str:
    """The list as it is committed, by who may use what."""
    public = public_names()
    groups: dict[str, list[str]] = {"C": [], "C++": [], "between the libraries, no interface": []}
    c, cxx, internal = groups.values()
    for name in names:
        words = re.findall(r"\w+", name.split("(")[0])
        is_graph = "ge" in words and "Impl" not in words  # CANN's interface of classes
        is_public = is_graph or bool(public & set(words))
        (c if len(words) == 1 else cxx if is_public else internal).append(name)
    return "\n".join("\n".join([f"# {heading}", *members, ""])
                     for heading, members in groups.items() if members)


def difference(folder: Path, library: str) -> str:
    """Empty if the library exports what its list says."""
    wanted = (LISTS / f"{library}.txt").read_text(encoding="utf-8")
    got = grouped(exported(folder / f"{library}.so"))
    return "\n".join(difflib.unified_diff(wanted.splitlines(), got.splitlines(),
                                          f"symbols/{library}.txt", f"{library}.so",
                                          lineterm="", n=0))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--update", action="store_true", help="write the lists anew")
    options = parser.parse_args()
    if options.update:
        for library in LIBRARIES:
            names = exported(options.folder / f"{library}.so")
            (LISTS / f"{library}.txt").write_text(grouped(names), encoding="utf-8")
        return 0
    faults = [text for library in LIBRARIES if (text := difference(options.folder, library))]
    print("\n".join(faults) or f"{', '.join(LIBRARIES)}: as listed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
