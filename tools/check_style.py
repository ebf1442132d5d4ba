#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Checks what the formatter does not: licence header, file length, leftovers, machine paths."""

import re
import sys
from pathlib import Path

from lint_common import CXX_SUFFIXES, Finding, Sample, files_below, run

MAX_LINES = 600
MAX_COLUMNS = 100
SOURCE_SUFFIXES = CXX_SUFFIXES | {".py", ".sh"}
BINARY_SUFFIXES = {".bin", ".png", ".npz", ".gz"}
COPYRIGHT = "SPDX-FileCopyrightText: the sigloss authors"
LICENCE = "SPDX-License-Identifier: Apache-2.0"
# Put together from parts, so that this file does not find itself.
LEFTOVER = re.compile(r"\b(?:" + "|".join(("TO" "DO", "FIX" "ME", "X" "XX")) + r")\b")
MACHINE_PATH = re.compile(r"(?<![\w.$}/])/(?:" + "|".join(("home", "root", "work", "Users"))
                          + r")(?:/|\b(?![\w-]))")


def is_source(path: Path, text: str) -> bool:
    return path.suffix in SOURCE_SUFFIXES or text.startswith("#!")


def header_fault(path: Path, text: str) -> str | None:
    """The two lines come first, after a #! line if there is one."""
    lines = text.splitlines()
    if lines and lines[0].startswith("#!"):
        lines = lines[1:]
    mark = "//" if path.suffix in CXX_SUFFIXES else "#"
    expected = [f"{mark} {COPYRIGHT}", f"{mark} {LICENCE}"]
    return None if lines[:2] == expected else "does not begin with the two SPDX lines"


def line_faults(path: Path, text: str) -> list[Finding]:
    findings = []
    # The formatter breaks the lines of C++.
    narrow = is_source(path, text) and path.suffix not in CXX_SUFFIXES
    for number, line in enumerate(text.splitlines(), start=1):
        if leftover := LEFTOVER.search(line):
            findings.append(Finding(path, number, f"{leftover.group()} left in the text"))
        if machine := MACHINE_PATH.search(line):
            findings.append(Finding(path, number, f"{machine.group()}: a path of one machine"))
        if narrow and len(line) > MAX_COLUMNS:
            findings.append(Finding(path, number, f"longer than {MAX_COLUMNS} columns"))
        if line != line.rstrip() and path.suffix != ".md":
            findings.append(Finding(path, number, "blanks at the end"))
    return findings


def check_file(path: Path, text: str) -> list[Finding]:
    findings = line_faults(path, text)
    if text and not text.endswith("\n"):
        findings.append(Finding(path, text.count("\n") + 1, "no newline at the end"))
    if not is_source(path, text):
        return findings
    if fault := header_fault(path, text):
        findings.append(Finding(path, 1, fault))
    if (length := text.count("\n")) > MAX_LINES:
        findings.append(Finding(path, MAX_LINES, f"{length} lines, at most {MAX_LINES}"))
    return findings


def check(root: Path) -> list[Finding]:
    findings = []
    for path in files_below(root):
        if path.suffix in BINARY_SUFFIXES or path.name == "LICENSE":
            continue
        try:
            text = (root / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            findings.append(Finding(path, 1, "neither UTF-8 text nor a known binary file"))
            continue
        findings += check_file(path, text)
    return findings


CXX_HEADER = f"// {COPYRIGHT}\n// {LICENCE}\n"
SCRIPT_HEADER = f"# {COPYRIGHT}\n# {LICENCE}\n"
SAMPLES = [
    Sample("good", {"a.h": CXX_HEADER, "b.py": f"#!/usr/bin/env python3\n{SCRIPT_HEADER}",
                    "c.py": SCRIPT_HEADER, "d.md": "see src/build/x and https://a.b/home/c\n",
                    "run": f"#!/bin/bash\n{SCRIPT_HEADER}cd $d/work\n"}, None),
    Sample("no header", {"a.cc": "int x;\n"}, "SPDX"),
    Sample("header in the wrong place", {"a.cc": f"\n{CXX_HEADER}"}, "SPDX"),
    Sample("script without header", {"run": "#!/bin/bash\necho\n"}, "SPDX"),
    Sample("long file", {"a.h": CXX_HEADER + "\n" * 599}, "601 lines"),
    Sample("wide line", {"a.py": SCRIPT_HEADER + "#" * 101 + "\n"}, "100 columns"),
    Sample("leftover", {"a.md": "TO" + "DO: more\n"}, "left in the text"),
    Sample("machine path", {"a.md": "in " + "/ho" + "me/someone/x\n"}, "path of one machine"),
    Sample("machine folder", {"a.cmake": 'set(x "' + "/wo" + 'rk")\n'}, "path of one machine"),
    Sample("blanks", {"a.h": CXX_HEADER + "int x; \n"}, "blanks at the end"),
    Sample("no newline", {"a.h": CXX_HEADER + "int x;"}, "no newline"),
]

if __name__ == "__main__":
    sys.exit(run("Checks licence headers, file lengths, leftovers and machine paths.", check,
                 SAMPLES))
