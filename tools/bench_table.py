#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Makes a Markdown page of a benchmark: from Google Benchmark's JSON files, or by running it.

Benchmarks are named target/dtype/precision/variant/n/threads:k and count `Gelem/s`, `share` and,
where there is something to compare with, `vs_fused`. Of a benchmark that is in several files the
last file counts. `--keep FILE` saves the JSON of a run, with what Google Benchmark does not record
(CPU model, compiler, command), so that pages can be made of it later.
"""

import argparse
import json
import math
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
NAME = Path(__file__).name
BENCHMARK = re.compile(r"(?P<target>[^/]+)/(?P<dtype>[^/]+)/(?P<precision>[^/]+)/"
                       r"(?P<variant>[^/]+)/(?P<n>\d+)/threads:(?P<threads>\d+)(?:/.*)?")
COUNTERS = ("Gelem/s", "share", "vs_fused")
COMPILERS = {"GNU": "g++", "Clang": "clang++"}
ABSENT = "-"
SKIPPED = "skipped"
WIDTH = 100

HOW = """\
Speed in 10^9 elements per second, with the `share` of the machine's limit in parentheses. The limit
is a stream: a loop that only reads the same inputs and writes an output of the same size. Both run
in one process, in turn within every iteration, on the same data each time (small sizes therefore
come from cache), and the speeds are of their median times: a share of 0.50 is half the speed of the
stream. A share can pass 1, since the stream is a plain loop that leaves prefetching to the
processor. `-` was not measured."""
FUSED = """\
How many times faster than the obvious kernel, one fused loop that decodes, computes, rounds and
encodes a vector at a time; also timed in turn within every iteration."""

Json = dict[str, Any]


class Row(NamedTuple):
    target: str
    threads: int
    dtype: str
    precision: str
    variant: str


@dataclass
class Cell:
    counters: dict[str, float] = field(default_factory=dict)
    skipped: str | None = None  # the reason


@dataclass
class Results:
    cells: dict[Row, dict[int, Cell]] = field(default_factory=dict)
    contexts: list[Json] = field(default_factory=list)

    def sizes(self) -> list[int]:
        return sorted({n for cells in self.cells.values() for n in cells})

    def rows(self) -> list[Row]:
        """Target, dtype, precision and variant in order of appearance, threads by number."""
        def place(name: str) -> dict[str, int]:
            seen = dict.fromkeys(getattr(row, name) for row in self.cells)
            return {value: index for index, value in enumerate(seen)}
        targets, dtypes, precisions, variants = map(
            place, ("target", "dtype", "precision", "variant"))
        return sorted(self.cells, key=lambda r: (targets[r.target], r.threads, dtypes[r.dtype],
                                                 precisions[r.precision], variants[r.variant]))


def fail(text: str) -> None:
    sys.exit(f"{NAME}: {text}")


# Reading


def skip_reason(entry: Json) -> str | None:
    if entry.get("error_occurred"):
        return entry.get("error_message") or "no reason given"
    if entry.get("skipped"):
        return entry.get("skip_message") or "no reason given"
    return None


def cell_of(entries: list[Json]) -> Cell:
    """One benchmark, perhaps repeated: the median of each counter over the repetitions."""
    for entry in entries:
        if reason := skip_reason(entry):
            return Cell(skipped=reason)
    single = [e for e in entries if e.get("run_type", "iteration") == "iteration"]
    medians = [e for e in entries if e.get("aggregate_name") == "median"]
    cell = Cell()
    for counter in COUNTERS:
        values = [e[counter] for e in single or medians if counter in e]
        values = [value for value in values if math.isfinite(value)]
        if values:
            cell.counters[counter] = statistics.median(values)
    return cell


def add_document(results: Results, document: Json) -> list[str]:
    """Takes over one file; returns the names that do not follow the scheme."""
    strange: list[str] = []
    grouped: dict[str, list[Json]] = {}
    for entry in document.get("benchmarks", []):
        grouped.setdefault(entry.get("run_name", entry["name"]), []).append(entry)
    for name, entries in grouped.items():
        if not (match := BENCHMARK.fullmatch(name)):
            strange.append(name)
            continue
        row = Row(match["target"], int(match["threads"]), match["dtype"], match["precision"],
                  match["variant"])
        results.cells.setdefault(row, {})[int(match["n"])] = cell_of(entries)
    results.contexts.append(document.get("context", {}))
    return strange


def program_of(context: Json) -> str:
    return Path(context.get("executable", "benchmark")).name


def mixture(contexts: list[Json]) -> str | None:
    """What keeps the files from sharing one page, if anything."""
    for what in ("cpu", "num_cpus", "caches", "compiler", "executable"):
        values = [program_of(c) if what == "executable" else c[what]
                  for c in contexts if what in c]
        if any(value != values[0] for value in values):
            return f"the files differ in {what}"
    return None


# The machine


def local_cpu() -> str:
    """The model, as lscpu and /proc/cpuinfo name it; Arm has it only in lscpu."""
    for command in (["lscpu"], ["cat", "/proc/cpuinfo"]):
        try:
            text = subprocess.run(command, capture_output=True, text=True, check=True,
                                  env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}).stdout
        except (OSError, subprocess.CalledProcessError):
            continue
        if found := re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE | re.IGNORECASE):
            return " ".join(found[1].split())
    return ""


def build_folder_of(program: Path) -> Path | None:
    return next((p for p in program.resolve().parents if (p / "CMakeCache.txt").is_file()), None)


def compiler_of(build: Path) -> str:
    """Compiler, version and build type of a CMake build; empty if it does not say."""
    files = sorted(build.glob("CMakeFiles/*/CMakeCXXCompiler.cmake"),
                   key=lambda path: path.stat().st_mtime)
    text = files[-1].read_text(encoding="utf-8") if files else ""
    values = dict(re.findall(r'^set\(CMAKE_CXX_COMPILER_(ID|VERSION) "([^"]+)"\)', text,
                             re.MULTILINE))
    if len(values) < 2:
        return ""
    cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    kind = re.search(r"^CMAKE_BUILD_TYPE:\w+=(\w+)$", cache, re.MULTILINE)
    compiler = f"{COMPILERS.get(values['ID'], values['ID'])} {values['VERSION']}"
    return f"{compiler}, {kind[1]} build" if kind else compiler


def bytes_text(size: int) -> str:
    return f"{size / 2**20:g} MiB" if size >= 2**20 else f"{size / 2**10:g} KiB"


def caches_text(caches: list[Json]) -> str:
    texts = []
    for cache in caches:
        if cache["type"] != "Instruction":
            shared = cache.get("num_sharing", 1)
            texts.append(f"L{cache['level']} {bytes_text(cache['size'])}"
                         + (f" shared by {shared}" if shared > 1 else ""))
    return ", ".join(texts)


def first_of(contexts: list[Json], key: str) -> Any:
    return next((context[key] for context in contexts if context.get(key)), None)


def recorded(contexts: list[Json], key: str) -> str | None:
    """What only our own runs record, marked if some file does not have it."""
    value = first_of(contexts, key)
    return f"{value} (not recorded by every file)" if value and not all(
        context.get(key) for context in contexts) else value


def machine_lines(contexts: list[Json]) -> list[str]:
    cores, mhz = first_of(contexts, "num_cpus"), first_of(contexts, "mhz_per_cpu")
    dates = sorted({context["date"][:10] for context in contexts if context.get("date")})
    loads = [context["load_avg"][0] for context in contexts if context.get("load_avg")]
    facts = {
        "CPU": recorded(contexts, "cpu"),
        "Logical CPUs": cores and f"{cores}" + (f", {mhz / 1000:g} GHz" if mhz and mhz > 0 else ""),
        "Caches": caches_text(first_of(contexts, "caches") or []),
        "Compiler": recorded(contexts, "compiler"),
        "Date": " to ".join(dict.fromkeys((dates[0], dates[-1]))) if dates else None,
        "Load at the start": f"{max(loads):.1f}" if loads else None,
    }
    return [f"- {name}: {fact or 'not recorded'}" for name, fact in facts.items()]


# The page


def shown_path(path: Path) -> str:
    """Relative to the tree, whoever's: a page names no folders of one machine."""
    parts = path.parts
    if path.is_absolute() and path.is_relative_to(ROOT):
        return str(path.relative_to(ROOT))
    if "build" in parts:
        return "/".join(parts[len(parts) - 1 - parts[::-1].index("build"):])
    return path.name if path.is_absolute() or ".." in parts else str(path)


def command_of(context: Json) -> str:
    if command := context.get("command"):
        return command
    program = shown_path(Path(context.get("executable", "benchmark")))
    return f"{program} --benchmark_out=results.json --benchmark_out_format=json"


def size_text(n: int) -> str:
    power = len(str(n)) - 1
    return f"1e{power}" if n == 10**power and power >= 3 else f"{n:,}"


def number(value: float) -> str:
    """Two decimals, fewer for what is 10 and more."""
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f}"


def speed_text(cell: Cell) -> str:
    speed, share = cell.counters.get("Gelem/s"), cell.counters.get("share")
    if speed is None:
        return ABSENT
    return number(speed) + (f" ({number(share)})" if share is not None else "")


def fused_text(cell: Cell) -> str:
    value = cell.counters.get("vs_fused")
    return ABSENT if value is None else number(value)


def table(results: Results, rows: list[Row], labels: tuple[str, ...],
          text_of: Callable[[Cell], str]) -> list[str]:
    sizes = results.sizes()
    head = [*labels, *map(size_text, sizes)]
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(labels) + "---:|" * len(sizes)]
    for row in rows:
        cells = results.cells[row]
        texts = [str(getattr(row, label)) for label in labels]
        for n in sizes:
            cell = cells.get(n, Cell())
            texts.append(SKIPPED if cell.skipped else text_of(cell))
        lines.append(f"| {' | '.join(texts)} |")
    return lines


def speed_sections(results: Results) -> list[str]:
    lines: list[str] = []
    rows = results.rows()
    for target, threads in dict.fromkeys((row.target, row.threads) for row in rows):
        chosen = [row for row in rows if (row.target, row.threads) == (target, threads)]
        lines += ["", f"## {target}, {threads} thread{'' if threads == 1 else 's'}", ""]
        lines += table(results, chosen, ("dtype", "precision", "variant"), speed_text)
    return lines


def fused_section(results: Results) -> list[str]:
    rows = [row for row in results.rows()
            if any("vs_fused" in cell.counters for cell in results.cells[row].values())]
    if not rows:
        return []
    return ["", "## Compared with a fused loop", "", FUSED, "",
            *table(results, rows, Row._fields, fused_text)]


def skipped_section(results: Results) -> list[str]:
    reasons: dict[str, list[str]] = {}
    for row in results.rows():
        for n, cell in results.cells[row].items():
            if cell.skipped:
                name = (f"{row.target}/{row.dtype}/{row.precision}/{row.variant}/{n}"
                        f"/threads:{row.threads}")
                reasons.setdefault(" ".join(cell.skipped.split()), []).append(name)
    if not reasons:
        return []
    lines = ["", "## Skipped", ""]
    for reason, names in reasons.items():
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        lines.append(f"- `{names[0]}`{more}: {reason}")
    return lines


def page(results: Results, title: str | None, note: str | None) -> str:
    contexts = results.contexts
    programs = dict.fromkeys(map(program_of, contexts))
    commands = dict.fromkeys(map(command_of, contexts))
    lines = [f"# {title or 'Speed: ' + ', '.join(programs)}", "", HOW]
    if note:
        lines += ["", textwrap.fill(note, WIDTH)]
    lines += ["", *machine_lines(contexts), "", "```sh", *commands, "```"]
    if not all(context.get("command") for context in contexts):
        lines += ["", "(Where the program is started directly, its flags were not recorded.)"]
    lines += speed_sections(results) + fused_section(results) + skipped_section(results)
    return "\n".join(lines) + "\n"


# Running


def listed(program: Path, flags: list[str]) -> list[str]:
    done = subprocess.run([program, "--benchmark_list_tests", *flags], capture_output=True,
                          text=True)
    names = done.stdout.split()
    if done.returncode != 0 or not names:
        fail(f"{program} has nothing to run\n{done.stderr.strip()}")
    return names


def run_benchmark(program: Path, pattern: str | None, min_time: float | None) -> Json:
    """The JSON of a run; each benchmark that ends gives a line on stderr."""
    flags = [f"--benchmark_filter={pattern}"] if pattern else []
    names = listed(program, flags)
    if min_time is not None:
        flags.append(f"--benchmark_min_time={min_time:g}")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "results.json"
        command = [program, *flags, f"--benchmark_out={out}", "--benchmark_out_format=json",
                   "--benchmark_color=false"]
        finished: set[str] = set()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            for line in process.stdout:
                words = line.split()
                if words and words[0] in names:
                    finished.add(words[0])
                    print(f"[{len(finished)}/{len(names)}] {' '.join(words)}", file=sys.stderr,
                          flush=True)
        if process.returncode != 0:
            fail(f"{program} ended with {process.returncode}")
        return json.loads(out.read_text(encoding="utf-8"))


def driver_command(args: argparse.Namespace) -> str:
    words = [f"tools/{NAME}", "--run", shown_path(args.run.resolve())]
    if args.min_time is not None:
        words += ["--min-time", f"{args.min_time:g}"]
    for flag, value in (("--filter", args.filter), ("--title", args.title), ("--note", args.note)):
        words += [flag, value] if value else []
    if args.output:
        words += ["--output", shown_path(args.output.resolve())]
    return shlex.join(words)


def describe(context: Json, args: argparse.Namespace) -> None:
    if args.cpu:
        context["cpu"] = args.cpu
    if args.compiler:
        context["compiler"] = args.compiler
    for key in ("cpu", "compiler"):
        if not context.get(key):
            context.pop(key, None)


def documents(args: argparse.Namespace) -> Iterable[tuple[str, Json]]:
    """Names and contents; what the command line says of the machine goes into the contexts."""
    for path in args.json:
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            fail(f"{path}: {error}")
        describe(document.setdefault("context", {}), args)
        yield str(path), document
    if args.run:
        document = run_benchmark(args.run.resolve(), args.filter, args.min_time)
        build = build_folder_of(args.run)
        document["context"] |= {"executable": shown_path(args.run.resolve()), "cpu": local_cpu(),
                                "compiler": compiler_of(build) if build else "",
                                "command": driver_command(args)}
        describe(document["context"], args)
        if args.keep:
            args.keep.parent.mkdir(parents=True, exist_ok=True)
            args.keep.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
        yield str(args.run), document


# Self-test


def sample(name: str, **values: Any) -> Json:
    return {"name": f"{name}/manual_time", "run_name": f"{name}/manual_time",
            "run_type": "iteration", **values}


def sample_page(*groups: list[Json], note: str | None = None) -> str:
    context = {"executable": "/somewhere/build/release/src/x_bench", "num_cpus": 2,
               "mhz_per_cpu": 2600, "date": "2026-01-02T03:04:05+00:00", "load_avg": [0.25],
               "caches": [{"type": "Data", "level": 1, "size": 49152, "num_sharing": 1},
                          {"type": "Unified", "level": 3, "size": 3 << 20, "num_sharing": 2}]}
    results = Results()
    for group in groups:
        add_document(results, {"context": dict(context), "benchmarks": group})
    return page(results, None, note)


def self_test() -> int:
    first = sample("A/f32/exact/plain/1000/threads:1", **{"Gelem/s": 1.5, "share": 0.25})
    half = sample("A/f16/exact/plain/100000/threads:2",
                  **{"Gelem/s": 12.34, "share": 1.0, "vs_fused": 2.0})
    error = sample("A/f32/exact/plain/1000/threads:1", error_occurred=True, error_message="no A")
    newer = dict(first, **{"Gelem/s": 3.0})
    again = dict(first, **{"Gelem/s": 2.5})
    mean = dict(first, run_type="aggregate", aggregate_name="mean", **{"Gelem/s": 99.0})
    median = dict(mean, aggregate_name="median", **{"Gelem/s": 7.0})
    endless = dict(first, **{"Gelem/s": math.inf})
    both = sample_page([first], [half])
    # name: the page, a line that it has, a text that it has not
    samples = {
        "one benchmark": (sample_page([first]), "| f32 | exact | plain | 1.50 (0.25) |", "fused"),
        "an absent size": (both, "| f32 | exact | plain | 1.50 (0.25) | - |", SKIPPED),
        "columns": (both, "| dtype | precision | variant | 1e3 | 1e5 |", "1,000"),
        "threads": (both, "## A, 2 threads", "1 threads"),
        "against fused": (both, "| A | 2 | f16 | exact | plain | - | 2.00 |", "| A | 1 |"),
        "a skipped benchmark": (sample_page([error]), "| f32 | exact | plain | skipped |", "1.50"),
        "its reason": (sample_page([error]), "- `A/f32/exact/plain/1000/threads:1`: no A", "more"),
        "the last file counts": (sample_page([first], [newer]),
                                 "| f32 | exact | plain | 3.00 (0.25) |", "1.50"),
        "repetitions": (sample_page([first, again, newer, median]),
                        "| f32 | exact | plain | 2.50 (0.25) |", "7.00"),
        "aggregates only": (sample_page([mean, median]),
                            "| f32 | exact | plain | 7.00 (0.25) |", "99"),
        "infinity": (sample_page([endless]), "| f32 | exact | plain | - |", "inf"),
        "caches": (both, "- Caches: L1 48 KiB, L3 3 MiB shared by 2", "MHz"),
        "an unknown CPU": (both, "- CPU: not recorded", "None"),
        "the command": (both, "build/release/src/x_bench --benchmark_out=results.json "
                        "--benchmark_out_format=json", "/somewhere"),
        "a note": (sample_page([first], note="What A is."), "What A is.", "None"),
    }
    wrong = [name for name, (text, line, never) in samples.items()
             if line not in text.splitlines() or never in text.replace(HOW, "")]
    other = {"A/f32/exact/1000/threads:1": True, "A/f32/exact/plain/1000/threads:1": False}
    wrong += [name for name, strange in other.items()
              if bool(add_document(Results(), {"benchmarks": [{"name": name}]})) != strange]
    if not mixture([{"num_cpus": 2}, {"num_cpus": 4}]) or mixture([{"cpu": "A"}, {}]):
        wrong.append("files of different machines")
    for name in wrong:
        print(f"{NAME}: sample '{name}' gives something else")
    count = len(samples) + len(other) + 1
    print(f"{NAME}: self-test {'FAILED' if wrong else 'OK'}, {count} samples")
    return 1 if wrong else 0


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("json", nargs="*", type=Path, help="what --benchmark_out wrote")
    parser.add_argument("--run", type=Path, metavar="PROGRAM",
                        help="run this benchmark; the JSON files, if any, fill what it leaves")
    parser.add_argument("--filter", metavar="REGEX", help="run only these benchmarks")
    parser.add_argument("--min-time", type=float, metavar="S", help="seconds for each of them")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="save the JSON of the run")
    parser.add_argument("--output", type=Path, metavar="PAGE", help="default: standard output")
    parser.add_argument("--title", help="default: the name of the program")
    parser.add_argument("--note", help="a second paragraph, to say what the variants are")
    parser.add_argument("--compiler", help="default: what the build of PROGRAM says")
    parser.add_argument("--cpu", help="default with --run: the model of this machine")
    parser.add_argument("--self-test", action="store_true", help="show that the tables are right")
    args = parser.parse_args()
    if not (args.self_test or args.run or args.json):
        parser.error("name JSON files or --run PROGRAM")
    if not args.run and (args.filter or args.keep or args.min_time is not None):
        parser.error("--filter, --min-time and --keep go with --run")
    if args.run and not args.run.is_file():
        parser.error(f"{args.run} is no program")
    return args


def main() -> int:
    args = parse_arguments()
    if args.self_test:
        return self_test()
    results = Results()
    for source, document in documents(args):
        for name in add_document(results, document):
            print(f"{NAME}: {source}: {name} does not follow the scheme", file=sys.stderr)
    if not results.cells:
        fail("no benchmark follows the scheme target/dtype/precision/variant/n/threads:k")
    if difference := mixture(results.contexts):
        fail(difference)
    text = page(results, args.title, args.note)
    if args.output:
        args.output.parent.mkdir(parents=True, exist_ok=True)
        args.output.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
