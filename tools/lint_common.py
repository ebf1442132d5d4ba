# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""What the check_*.py scripts share: finding files, reporting, and testing themselves."""

import argparse
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SKIPPED_FOLDERS = {".git", ".venv", ".cache", "build", "__pycache__"}
CXX_SUFFIXES = {".h", ".cc", ".cpp", ".c"}


@dataclass(frozen=True)
class Finding:
    """One thing to mend, as editors and terminals link it: path:line: text."""

    path: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


@dataclass(frozen=True)
class Sample:
    """A small tree for the self-test, and a word of the finding it must give (None: no finding)."""

    name: str
    files: dict[str, str]
    expected: str | None


Check = Callable[[Path], list[Finding]]


def files_below(root: Path) -> Iterator[Path]:
    """All files that belong to the project, relative to root, in a fixed order."""
    for path in sorted(root.iterdir()):
        if path.is_dir():
            if path.name not in SKIPPED_FOLDERS:
                yield from (path.relative_to(root) / below for below in files_below(path))
        elif path.is_file():
            yield path.relative_to(root)


def strip_comments(text: str, keep_strings: bool = False) -> str:
    """C++ with comments (and the insides of literals) blanked; offsets and lines stay the same."""
    pattern = re.compile(
        r"//(?:\\\n|[^\n])*|/\*.*?\*/"
        r'|R"(?P<delimiter>[^()\s]*)\(.*?\)(?P=delimiter)"'
        r'|"(?:\\.|[^"\\\n])*"'
        r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'",
        re.DOTALL,
    )

    def blank(match: re.Match[str]) -> str:
        token = match.group()
        if keep_strings and not token.startswith("/"):
            return token
        return re.sub(r"[^\n]", " ", token)

    return pattern.sub(blank, text)


def line_of(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _report(name: str, findings: list[Finding]) -> int:
    for finding in findings:
        print(finding)
    print(f"{name}: {'OK' if not findings else f'FAILED, {len(findings)} finding(s)'}")
    return 1 if findings else 0


def _fault_of(check: Check, sample: Sample) -> str | None:
    """Runs the check on a sample; says what is wrong with the check, if anything."""
    with tempfile.TemporaryDirectory() as folder:
        for path, content in sample.files.items():
            target = Path(folder) / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(content, encoding="utf-8")
        texts = [str(finding) for finding in check(Path(folder))]
    if sample.expected is None:
        return f"finds something in a good sample: {texts}" if texts else None
    if not any(sample.expected in text for text in texts):
        return f"does not find {sample.expected!r}; it finds {texts}"
    return None


def _self_test(name: str, check: Check, samples: list[Sample]) -> int:
    faults = {sample.name: _fault_of(check, sample) for sample in samples}
    wrong = {sample: fault for sample, fault in faults.items() if fault}
    for sample, fault in wrong.items():
        print(f"{name}: sample '{sample}': {fault}")
    print(f"{name}: self-test {'FAILED' if wrong else 'OK'}, {len(samples)} samples")
    return 1 if wrong else 0


def run(description: str, check: Check, samples: list[Sample]) -> int:
    """Command line of a check."""
    name = Path(sys.argv[0]).name
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--root", type=Path, default=ROOT, help="tree to check")
    parser.add_argument("--self-test", action="store_true",
                        help="show that the check finds what it is there to find")
    args = parser.parse_args()
    if args.self_test:
        return _self_test(name, check, samples)
    return _report(name, check(args.root))
