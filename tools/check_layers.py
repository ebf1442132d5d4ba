#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Checks the directions of dependency: includes and CMake links follow one table, without circles.

A node is a folder of src/ (for an operator family F: ops/F, ops/F/cpu, ops/F/cpp_api,
ops/F/op_api, ops/F/op_graph), the oracle, or one of the two header trees, `sigloss`
(include/sigloss) and `cann` (include/cann). Tests, benchmarks and examples may use any node; no
node may use them.
"""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from lint_common import CXX_SUFFIXES, Finding, Sample, files_below, line_of, run, strip_comments

# node: the nodes it may include and link. Every node may use `sigloss`, the public headers.
# F stands for a family; within one row it is the same family.
ALLOWED: dict[str, set[str]] = {
    "sigloss": set(),
    "cann": set(),
    "core": set(),
    "simd": {"core"},
    "math": {"core", "simd"},
    "exec": {"core", "simd"},
    "device": {"core", "simd", "math", "exec"},
    "loss": {"core", "simd", "exec", "device"},
    "acl": {"core", "cann"},
    "aclnn": {"core", "device", "acl", "cann"},
    "ge": {"core", "device", "acl", "cann"},
    "ops/F": {"core"},
    "ops/F/cpu": {"core", "simd", "math", "exec", "device", "loss", "ops/F"},
    "ops/F/cpp_api": {"core", "device", "loss", "ops/F", "ops/F/cpu"},
    "ops/F/op_api": {"core", "device", "acl", "aclnn", "cann", "ops/F", "ops/F/cpu"},
    "python": {"core", "ops/F"},
    "ops/F/op_graph": {"core", "device", "ge", "cann", "ops/F", "ops/F/cpu"},
    "op_proto": {"cann", "ops/F/op_graph"},
    "oracle": {"core"},
}
# The oracle shares nothing with what it judges but the names of the storage formats.
ORACLE_MAY_INCLUDE = {"sigloss/dtype.h", "core/dtype_table.h"}
# External library: pattern of its headers, its CMake name, the nodes that may use it.
EXTERNAL: list[tuple[str, str, set[str]]] = [
    (r"hwy/", "hwy::hwy", {"simd", "math", "exec", "loss", "ops/F/cpu"}),
    (r"(oneapi/)?tbb/", "TBB::tbb", {"exec"}),
    (r"mpfr\.h", "PkgConfig::MPFR", {"oracle"}),
    (r"nanobind/", "nanobind", {"python"}),
    (r"nlohmann/", "nlohmann_json::nlohmann_json", {"acl"}),
]
# Nodes whose target is not sigloss_<node>: libsigloss_acl is a library of several nodes.
TARGET_NAMES = {"acl": "sigloss_acl_runtime"}
LINKABLE_BY_ALL = {"sigloss_options", "Threads::Threads", "${CMAKE_DL_LIBS}"}
LINK_KEYWORDS = {"PRIVATE", "PUBLIC", "INTERFACE"}

FREE = "free"  # tests, benchmarks, examples
FREE_FOLDERS = {"tests", "bench", "examples"}
FREE_NAME = re.compile(r"_(test|benchmark|fuzz)\.(cc|cpp|h)$|_test_\w+\.h$")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)


def node_of(path: Path) -> str | None:
    """The node a file belongs to, FREE, or None for a place that the table does not know."""
    parts = path.parts
    if FREE_FOLDERS & set(parts[:-1]) or FREE_NAME.search(path.name):
        return FREE
    if parts[0] == "include" and len(parts) > 2:
        node = parts[1]
    elif parts[0] in ("oracle", "python"):
        node = parts[0]
    elif parts[:2] == ("src", "ops"):
        node = "/".join(parts[1:-1][:3])
    else:
        node = parts[1] if len(parts) > 2 else ""
    return node if generic(node) in ALLOWED else None


def generic(node: str) -> str:
    """ops/bce_with_logits/cpu -> ops/F/cpu."""
    return re.sub(r"^ops/[^/]+", "ops/F", node)


def may_use(user: str, used: str) -> bool:
    if user in (used, FREE) or used == "sigloss":
        return True
    if user.startswith("ops/") and used.startswith("ops/"):
        if user.split("/")[1] != used.split("/")[1]:
            return False
    return generic(used) in ALLOWED[generic(user)]


def sources(root: Path) -> list[Path]:
    tops = {"src", "include", "oracle", "python"}
    return [path for path in files_below(root)
            if path.parts[0] in tops and path.suffix in CXX_SUFFIXES]


def resolve(root: Path, user: Path, name: str) -> Path | None:
    """The project file that `#include "name"` means, relative to root."""
    protos = (path.relative_to(root) for path in (root / "src/ops").glob("*/op_graph"))
    for base in (user.parent, Path("src"), Path("include"), Path("include/cann"), Path("."),
                 Path("include/cann/op_proto"), *protos):
        for candidate in (base / name, base / f"{name}.in"):
            if (root / candidate).is_file():
                return Path((root / candidate).resolve().relative_to(root.resolve()))
    return None


def includes(root: Path, path: Path) -> Iterator[tuple[int, str, bool]]:
    """Line, name and whether quoted, of every include that is not commented out."""
    text = strip_comments((root / path).read_text(encoding="utf-8"), keep_strings=True)
    for match in INCLUDE.finditer(text):
        yield line_of(text, match.start()), match[1] or match[2], match[1] is not None


def external_fault(node: str, name: str) -> str | None:
    for pattern, _, users in EXTERNAL:
        if re.match(pattern, name) and generic(node) not in users:
            return f"{node} includes <{name}>; only {', '.join(sorted(users))} may"
    return None


def include_fault(root: Path, path: Path, node: str, name: str, quoted: bool) -> str | None:
    target = resolve(root, path, name)
    if target is None:
        if node == FREE:
            return None
        if quoted and not any(re.match(pattern, name) for pattern, _, _ in EXTERNAL):
            return f'"{name}" is not a file of the project'
        return external_fault(node, name)
    used = node_of(target)
    if used is None:
        return f'"{name}" is in no known node'
    if used == FREE:
        return None if node == FREE else f"{node} includes {name}, which is there for tests"
    if node == "oracle" and used != "oracle" and name not in ORACLE_MAY_INCLUDE:
        return f"oracle includes {name}; outside itself it may use {sorted(ORACLE_MAY_INCLUDE)}"
    return None if may_use(node, used) else f"{node} includes {name} of {used}: wrong direction"


def check_includes(root: Path) -> list[Finding]:
    findings = []
    for path in sources(root):
        node = node_of(path)
        if node is None:
            findings.append(Finding(path, 1, "in no known node; tools/check_layers.py lists them"))
            continue
        for line, name, quoted in includes(root, path):
            fault = include_fault(root, path, node, name, quoted)
            if fault:
                findings.append(Finding(path, line, fault))
    return findings


def check_circles(root: Path) -> list[Finding]:
    """One finding per circle of files that include each other."""
    graph = {path: [target for _, name, _ in includes(root, path)
                    if (target := resolve(root, path, name)) and target != path]
             for path in sources(root)}
    findings: list[Finding] = []
    done: set[Path] = set()

    def visit(path: Path, trail: list[Path]) -> None:
        if path in trail:
            circle = [*trail[trail.index(path):], path]
            findings.append(Finding(path, 1, f"circle: {' -> '.join(map(str, circle))}"))
            return
        if path in done:
            return
        for target in graph.get(path, []):
            visit(target, [*trail, path])
        done.add(path)

    for path in graph:
        visit(path, [])
    return findings


def target_nodes(root: Path) -> dict[str, str]:
    """sigloss_bce_with_logits_cpu -> ops/bce_with_logits/cpu, for every node there can be."""
    families = [path.name for path in (root / "src" / "ops").glob("*") if path.is_dir()]
    nodes = [node for node in ALLOWED if "F" not in node.split("/")]
    nodes += [node.replace("/F", f"/{family}", 1) for node in ALLOWED
              if "F" in node.split("/") for family in families]
    return {TARGET_NAMES.get(node, "sigloss_" + node.removeprefix("ops/").replace("/", "_")): node
            for node in nodes}


def cmake_calls(text: str, command: str) -> Iterator[tuple[int, list[str]]]:
    stripped = re.sub(r"#[^\n]*", lambda match: " " * len(match.group()), text)
    for match in re.finditer(rf"\b{command}\s*\(([^()]*)\)", stripped):
        yield line_of(stripped, match.start()), match[1].split()


def link_fault(targets: dict[str, str], user: str, library: str) -> str | None:
    if library in targets:
        used = targets[library]
        return None if may_use(user, used) else f"{user} links {library}: wrong direction"
    for _, name, users in EXTERNAL:
        if library == name:
            return None if generic(user) in users else f"{user} links {library}"
    return None if library in LINKABLE_BY_ALL else f"{user} links {library}, which no table lists"


def links(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Line, target and libraries of sigloss_node() and target_link_libraries() calls.

    Programs (tests, benchmarks) may link anything; no node can link a program.
    """
    programs = {words[0] for _, words in cmake_calls(text, "add_executable")}
    for line, words in cmake_calls(text, "sigloss_node"):
        libraries = words[words.index("DEPS") + 1:] if "DEPS" in words else []
        yield line, f"sigloss_{words[0]}", libraries
    for line, words in cmake_calls(text, "target_link_libraries"):
        if words[0] not in programs:
            yield line, words[0], [word for word in words[1:] if word not in LINK_KEYWORDS]


def foreign_sources(path: Path, text: str, targets: dict[str, str]) -> Iterator[Finding]:
    """Sources that a node compiles although they lie in another node's folder."""
    for line, words in cmake_calls(text, "sigloss_node"):
        node = targets.get(f"sigloss_{words[0]}")
        end = words.index("DEPS") if "DEPS" in words else len(words)
        for source in words[words.index("SOURCES") + 1:end] if "SOURCES" in words else []:
            if node and node_of(Path(os.path.normpath(path.parent / source))) != node:
                yield Finding(path, line, f"{node} compiles {source} of another node")


def check_links(root: Path) -> list[Finding]:
    targets = target_nodes(root)
    findings = []
    for path in files_below(root):
        if path.name != "CMakeLists.txt" or path.parts[0] not in {"src", "oracle"}:
            continue
        if FREE_FOLDERS & set(path.parts):
            continue
        text = (root / path).read_text(encoding="utf-8")
        findings += foreign_sources(path, text, targets)
        for line, target, libraries in links(text):
            if target not in targets:
                findings.append(Finding(path, line, f"{target} is no known node"))
                continue
            faults = [link_fault(targets, targets[target], library) for library in libraries]
            findings += [Finding(path, line, fault) for fault in faults if fault]
    return findings


def check(root: Path) -> list[Finding]:
    return check_includes(root) + check_circles(root) + check_links(root)


GOOD = {
    "include/sigloss/dtype.h": "#include <vector>\n",
    "include/cann/acl/acl.h": "#include <stdint.h>\n",
    "src/core/shape.h": '#include "sigloss/dtype.h"\n',
    "src/simd/lanes.h": '#include <hwy/highway.h>\n#include "core/shape.h"\n',
    "src/ops/bce/cpu/kernel.cc": '#include "simd/lanes.h"\n',
    "src/ops/bce/op_api/api.cc": '// #include "ops/other/x.h"\n#include "acl/acl.h"\n',
    "src/core/shape_test.cc": '#include "oracle/exact.h"\n',
    "python/src/call.cc": '#include <nanobind/nanobind.h>\n#include "core/shape.h"\n',
    "oracle/exact.h": '#include <mpfr.h>\n#include "sigloss/dtype.h"\n',
    "src/simd/CMakeLists.txt": "sigloss_node(simd SOURCES x.cc DEPS sigloss_core hwy::hwy)\n",
}


def bad(name: str, path: str, content: str, expected: str) -> Sample:
    return Sample(name, {**GOOD, path: content}, expected)


SAMPLES = [
    Sample("good", GOOD, None),
    bad("backwards", "src/core/up.h", '#include "simd/lanes.h"\n', "wrong direction"),
    bad("cann in core", "src/core/c.cc", '#include "acl/acl.h"\n', "wrong direction"),
    bad("cann in cpu", "src/ops/bce/cpu/c.cc", '#include "acl/acl.h"\n', "wrong direction"),
    bad("other family", "src/ops/focal/cpu/c.cc", '#include "ops/bce/spec.h"\n',
        "not a file of the project"),
    Sample("other family's file", {**GOOD, "src/ops/bce/spec.h": "\n",
                                   "src/ops/focal/cpu/c.cc": '#include "ops/bce/spec.h"\n'},
           "wrong direction"),
    bad("unknown node", "src/extra/x.cc", "\n", "in no known node"),
    bad("file in src itself", "src/x.cc", "\n", "in no known node"),
    bad("hwy in core", "src/core/h.cc", "#include <hwy/highway.h>\n", "core includes <hwy"),
    bad("mpfr in math", "src/math/m.h", "#include <mpfr.h>\n", "math includes <mpfr"),
    bad("nanobind in ops", "src/ops/bce/cpu/t.cc", "#include <nanobind/nanobind.h>\n",
        "includes <nanobind"),
    bad("kernels in python", "python/src/k.cc", '#include "ops/bce/cpu/kernel.cc"\n',
        "wrong direction"),
    bad("tbb in ops", "src/ops/bce/cpu/t.cc", "#include <oneapi/tbb.h>\n#include <tbb/tbb.h>\n",
        "includes <tbb"),
    bad("oracle uses core", "oracle/o.cc", '#include "core/shape.h"\n', "oracle includes"),
    bad("node uses a test", "src/core/t.cc", '#include "core/shape_test.cc"\n', "for tests"),
    Sample("circle", {"src/core/a.h": '#include "core/b.h"\n',
                      "src/core/b.h": '#include "core/c.h"\n',
                      "src/core/c.h": '#include "core/a.h"\n'}, "circle: "),
    bad("link backwards", "src/core/CMakeLists.txt",
        "sigloss_node(core SOURCES a.cc\n  DEPS sigloss_simd)\n", "links sigloss_simd"),
    bad("link of a library", "src/acl/CMakeLists.txt",
        "sigloss_node(aclnn SOURCES a.cc)\n"
        "target_link_libraries(sigloss_aclnn PRIVATE hwy::hwy)\n",
        "aclnn links hwy::hwy"),
    bad("unknown library", "src/acl/CMakeLists.txt",
        "sigloss_node(acl_runtime SOURCES a.cc DEPS z)\n", "which no table lists"),
    bad("unknown target", "src/acl/CMakeLists.txt", "sigloss_node(akl SOURCES a.cc)\n",
        "no known node"),
    bad("foreign source", "src/acl/CMakeLists.txt",
        "sigloss_node(acl_runtime SOURCES ../core/a.cc)\n", "of another node"),
]

if __name__ == "__main__":
    sys.exit(run("Checks the directions of dependency.", check, SAMPLES))
