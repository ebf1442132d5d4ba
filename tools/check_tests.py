#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Finds GoogleTest cases that cannot fail: no assertion in the body, nor in a helper it calls.

It reads text, not C++: a function or macro counts as asserting if its body, comments and literals
aside, holds an assertion or calls one that does. Names are taken as they are, whatever their scope.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lint_common import CXX_SUFFIXES, Finding, Sample, files_below, line_of, run, strip_comments

ASSERTION = re.compile(r"\b(?:EXPECT|ASSERT)_[A-Z_0-9]+\s*\(|\bADD_FAILURE\w*\s*\(|\bFAIL\s*\(")
# Assertions about a constant pass whatever the code does.
EMPTY_ASSERTION = re.compile(
    r"\b(?:EXPECT|ASSERT)_(?:TRUE\s*\(\s*true|FALSE\s*\(\s*false)\s*\)")
CASE = re.compile(r"\b(?:TYPED_)?TEST(?:_F|_P)?\s*\(\s*(\w+)\s*,\s*(\w+)\s*\)\s*\{")
PARAMETERS = r"\((?:[^;{}()]|\([^;{}()]*\))*\)"
FUNCTION = re.compile(
    rf"\b(\w+)\s*{PARAMETERS}\s*(?:const|noexcept|override|final|->[\w:<>*&\s]+|\s)*\{{"
    rf"|\b(\w+)\s*=\s*\[[^\]]*\]\s*(?:{PARAMETERS})?[\w\s:<>*&-]*\{{")
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)((?:\\\n|[^\n])*)", re.MULTILINE)
NOT_FUNCTIONS = {"if", "for", "while", "switch", "catch", "return", "sizeof", "TEST", "TEST_F",
                 "TEST_P", "TYPED_TEST"}
CALL = re.compile(r"\b(\w+)\s*(?:<[^;(){}]*>)?\s*\(")


@dataclass(frozen=True)
class Case:
    path: Path
    line: int
    name: str
    body: str


def body_at(text: str, brace: int) -> str:
    """The text between the brace at that offset and its partner."""
    depth = 0
    for offset in range(brace, len(text)):
        depth += {"{": 1, "}": -1}.get(text[offset], 0)
        if depth == 0:
            return text[brace + 1:offset]
    return text[brace + 1:]


def test_files(root: Path) -> Iterator[tuple[Path, str]]:
    """Everything that includes GoogleTest or lies where tests lie, with comments blanked."""
    for path in files_below(root):
        if path.suffix not in CXX_SUFFIXES:
            continue
        text = (root / path).read_text(encoding="utf-8")
        if "gtest" in text or "gmock" in text or "tests" in path.parts or "_test" in path.name:
            yield path, strip_comments(text)


def cases(path: Path, text: str) -> Iterator[Case]:
    for match in CASE.finditer(text):
        name = f"{match[1]}.{match[2]}"
        yield Case(path, line_of(text, match.start()), name, body_at(text, match.end() - 1))


def helpers(text: str) -> Iterator[tuple[str, str]]:
    """Name and body of functions, lambdas with a name, and macros."""
    for match in FUNCTION.finditer(text):
        name = match[1] or match[2]
        if name not in NOT_FUNCTIONS:
            yield name, body_at(text, match.end() - 1)
    for match in MACRO.finditer(text):
        yield match[1], match[2]


def asserts(body: str, asserting: set[str]) -> bool:
    if ASSERTION.search(EMPTY_ASSERTION.sub("", body)):
        return True
    return any(name in asserting for name in CALL.findall(body))


def asserting_helpers(texts: list[str]) -> set[str]:
    """Grows the set until nothing is added: a helper may assert through another."""
    bodies = [helper for text in texts for helper in helpers(text)]
    asserting: set[str] = set()
    while True:
        more = {name for name, body in bodies if asserts(body, asserting)}
        if more <= asserting:
            return asserting
        asserting |= more


def check(root: Path) -> list[Finding]:
    files = list(test_files(root))
    asserting = asserting_helpers([text for _, text in files])
    findings = []
    for path, text in files:
        for case in cases(path, text):
            if "DISABLED_" in case.name:
                findings.append(Finding(path, case.line, f"{case.name} is switched off"))
            elif not asserts(case.body, asserting):
                findings.append(Finding(path, case.line, f"{case.name} asserts nothing"))
    return findings


GOOD_TEST = """#include <gtest/gtest.h>
#define CHECK_ALL(x) \\
  do { EXPECT_EQ(x, 1); } while (0)
void Helper(int x) { if (x) { ASSERT_TRUE(x > 0) << "}"; } }
template <class T> void Outer(T x) { Helper(x); }
class Fixture : public ::testing::Test { void Verify() const { FAIL(); } };
TEST(A, Plain) { EXPECT_EQ(1, f('{', 1'000)); }
TEST_F(Fixture, Direct) { for (;;) { Verify(); } }
TEST_P(B, Nested) { Outer<int>(3); }
TEST(B, Macro) { CHECK_ALL(2); }
TEST(B, Lambda) { auto check = [&](int x) { EXPECT_EQ(x, 1); }; check(2); }
"""


def one(body: str) -> dict[str, str]:
    return {"tests/x_test.cc": GOOD_TEST + f"TEST(Bad, Case) {{ {body} }}\n"}


SAMPLES = [
    Sample("good", {"tests/x_test.cc": GOOD_TEST}, None),
    Sample("nothing", one("int x = f(); (void)x;"), "Bad.Case asserts nothing"),
    Sample("commented out", one("f();\n// EXPECT_EQ(1, f());\n/* ASSERT_TRUE(f()); */"),
           "Bad.Case asserts nothing"),
    Sample("in a string", one('puts("EXPECT_EQ(1, 2)");'), "Bad.Case asserts nothing"),
    Sample("constant", one("EXPECT_TRUE(true);"), "Bad.Case asserts nothing"),
    Sample("succeeds only", one("SUCCEED();"), "Bad.Case asserts nothing"),
    Sample("skips only", one("GTEST_SKIP();"), "Bad.Case asserts nothing"),
    Sample("idle helper", {"tests/x_test.cc": GOOD_TEST
                           + "void Idle() { Run(); }\nTEST(Bad, Case) { Idle(); }\n"},
           "Bad.Case asserts nothing"),
    Sample("switched off", {"tests/x_test.cc": "TEST(A, DISABLED_b) { EXPECT_EQ(1, f()); }\n"},
           "switched off"),
]

if __name__ == "__main__":
    sys.exit(run("Finds test cases that cannot fail.", check, SAMPLES))
