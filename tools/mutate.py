#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Shows that the tests can tell a wrong formula from the right one.

Applies the mutations below one at a time to a copy of the source tree, rebuilds the test program
there and runs it: it must pass on the unchanged copy and fail on every mutant. Exits with 1 if a
mutant survives, if it does not compile, or if the text to replace is not there exactly once.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BCE_TESTS = "bce_cpu_test"
FOCAL_TESTS = "focal_cpu_test"

FORMULA = "src/math/bce-inl.h"
EXP = "src/math/exp-inl.h"
DOUBLE = "src/math/bce_double-inl.h"
SUMS = "src/simd/accumulate-inl.h"
KERNEL = "src/ops/bce_with_logits/cpu/kernels-inl.h"
BOUNDS = "src/ops/bce_with_logits/cpu/grad_bounds-inl.h"
PLAN = "src/loss/plan.cc"
SHARED = "src/loss/kernel-inl.h"
RECIPE = "src/ops/bce_with_logits/cpu/plans.cc"
FOCAL = "src/math/focal-inl.h"
FOCAL_KERNEL = "src/ops/sigmoid_focal_loss/cpu/kernels.cc"
FOCAL_PLAN = "src/ops/sigmoid_focal_loss/cpu/plans.cc"

# The formula in float64 lanes.
PARTS = ("const V negative_part = hn::Sub(one, y);\n"
         "  const V positive_part = hn::Mul(wy, scale);")
SUM = "hn::NegMulAdd(positive_part, rest, hn::Sub(negative_part, positive_part))"
QUOTIENT = (f"{SUM};\n"
            "  const V denominator = hn::MulAdd(scale, rest, hn::Add(one, scale));\n"
            "  return hn::Div(numerator, denominator);")
UPSTREAM = "const V upstream = hn::Mul(Read<L>(args, kSourceGrad, i), scale);"
FACTOR = "factor = hn::Mul(upstream, Read<L>(args, kSourceWeight, i));"
MEAN = "reduction_ == Reduction::kMean ? 1.0 / Divisor(at) : 1.0"


@dataclass(frozen=True)
class Mutation:
    what: str
    file: str
    old: str
    new: str
    tests: str = BCE_TESTS  # the program that has to notice


MUTATIONS = [
    Mutation("sign of the gradient", FORMULA, QUOTIENT,
             QUOTIENT.replace("hn::Div(numerator, denominator)",
                              "hn::Neg(hn::Div(numerator, denominator))")),
    Mutation("label branches swapped", FORMULA, PARTS,
             PARTS.replace("hn::Sub(one, y)", "wy").replace("Mul(wy,", "Mul(hn::Sub(one, y),")),
    Mutation("1 - y dropped", FORMULA, PARTS, PARTS.replace("hn::Sub(one, y)", "one")),
    Mutation("positive part added", FORMULA, SUM,
             "hn::MulAdd(positive_part, rest, hn::Add(negative_part, positive_part))"),
    Mutation("order of the sum: the part that cancels is rounded first", FORMULA, SUM,
             "hn::Sub(negative_part, hn::MulAdd(positive_part, rest, positive_part))"),
    Mutation("p by 1 - q", FORMULA, QUOTIENT,
             QUOTIENT.replace("return hn::Div(numerator, denominator);",
                              "const V q = hn::Sub(one, hn::Div(one, denominator));\n"
                              "  return hn::Sub(hn::Mul(hn::Sub(one, q), negative_part),\n"
                              "                 hn::Add(hn::Mul(wy, q), hn::Sub(numerator, "
                              "numerator)));")),
    Mutation("denominator without its 1", FORMULA, QUOTIENT,
             QUOTIENT.replace("hn::Add(one, scale)", "scale")),
    Mutation("terms of the sign of x swapped", FORMULA,
             "a = hn::IfThenElse(x_is_negative, negative_part, positive_part);",
             "a = hn::IfThenElse(x_is_negative, positive_part, negative_part);"),
    Mutation("loss: weight of the logarithm", FORMULA,
             "log_weight = hn::Sub(negative_part, positive_part);", "log_weight = negative_part;"),
    Mutation("loss: sign of the linear term", FORMULA,
             "return hn::Mul(b, simd::Clamp(", "return hn::Mul(hn::Neg(b), simd::Clamp("),
    Mutation("loss: infinity not bounded", FORMULA, "0x1p600", "HUGE_VAL"),
    Mutation("target gradient: w instead of w - 1", FORMULA,
             "hn::MulAdd(hn::Sub(w, one), log1p, LinearTerm(lanes, c, x))",
             "hn::MulAdd(w, log1p, LinearTerm(lanes, c, x))"),
    Mutation("float64: exponent of the exponential dropped", DOUBLE,
             "SumOf(hn::MulAdd(a, rest, a), hn::Add(ea, k), b, eb, m, e);",
             "SumOf(hn::MulAdd(a, rest, a), ea, b, eb, m, e);"),
    Mutation("clamp too close", EXP, "kMaxAbsX = 512.0;", "kMaxAbsX = 90.0;"),
    Mutation("a coefficient off by 2^-26 of itself", EXP,
             "0x1.3b2ab7241203p-7", "0x1.3b2ab7641203p-7"),
    Mutation("log2(e) in float32", EXP, "-0x1.71547652b82fep+0", "-0x1.715476p+0"),
    Mutation("product of small exponentials beside 1", SUMS,
             "hn::MulAdd(p, part, hn::Add(p, part))",
             "hn::Sub(hn::Mul(hn::Add(p, hn::Set(d, 1.0)), hn::Add(part, hn::Set(d, 1.0))), "
             "hn::Set(d, 1.0))"),
    Mutation("sum without the logarithm of the product", KERNEL,
             "hn::Store(hn::Add(hn::Load(d, sums + i), log), d, lanes + i);",
             "hn::Store(hn::Add(hn::Load(d, sums + i), hn::Sub(log, log)), d, lanes + i);"),
    Mutation("padding counted in the sum", SHARED,
             "return hn::IfThenElseZero(hn::FirstN(d, args.n - i), v);", "return v;"),
    Mutation("pos_weight dropped", KERNEL,
             "wy = hn::Mul(Read<L>(args, kSourcePos, i), y);", "wy = y;"),
    Mutation("pos_weight on the negative part, too", KERNEL,
             "return math::BceGrad(L(), x, y, wy);", "return math::BceGrad(L(), x, wy, wy);"),
    Mutation("weight of each element dropped", KERNEL, FACTOR, "factor = upstream;"),
    Mutation("upstream gradient of each element dropped", KERNEL, UPSTREAM,
             "const V upstream = scale;"),
    Mutation("scale dropped beside factors", KERNEL, UPSTREAM,
             "const V upstream = Read<L>(args, kSourceGrad, i);"),
    Mutation("weight of the loss dropped", KERNEL,
             "loss = hn::Mul(loss, Read<L>(args, kSourceWeight, i));", "loss = hn::Add(loss, "
             "hn::Zero(typename L::D()));"),
    Mutation("mask ignored", SHARED,
             "return hn::IfThenElseZero(hn::Ne(mask, hn::Zero(typename L::D())), v);",
             "return hn::IfThenElse(hn::Eq(mask, mask), v, v);"),
    Mutation("bounds too narrow", BOUNDS, "24 * 0x1p-24f", "0x1p-26f"),
    Mutation("bounds trusted where numbers vanish", BOUNDS,
             "hn::Ge(smallest, tiny)", "hn::Ge(smallest, hn::Zero(d))"),
    Mutation("mean not divided", PLAN, MEAN, "1.0"),
    Mutation("mean divided in float32", PLAN, MEAN,
             "reduction_ == Reduction::kMean ? 1.0f / static_cast<float>(Divisor(at)) : 1.0"),
    Mutation("sum divided as well", PLAN, MEAN,
             "reduction_ != Reduction::kNone ? 1.0 / Divisor(at) : 1.0"),
    Mutation("masked elements in the mean", PLAN,
             "if (has_mask) return exec::CountWhere(job_, at, mask);", ""),
    Mutation("scalar weight dropped", PLAN,
             "if (weight_scalar_) scale *= ", "if (weight_scalar_) scale += 0 * "),
    Mutation("label smoothing twice as strong", RECIPE,
             "recipe.scalars[kLabelAdd] = call.label_smoothing / 2;",
             "recipe.scalars[kLabelAdd] = call.label_smoothing;"),
    Mutation("focal: sign of the positive branch", FOCAL,
             "hn::IfThenElse(is_positive, minus_alpha, other)",
             "hn::IfThenElse(is_positive, alpha, other)", FOCAL_TESTS),
    Mutation("focal: derivative of the power dropped", FOCAL,
             "hn::MulAdd(hn::Mul(gamma, p), h, q)", "q", FOCAL_TESTS),
    Mutation("focal: derivative of any power dropped", FOCAL,
             "hn::MulAdd(hn::Mul(gamma, p), ratio, hn::Set(d, 1))", "hn::Set(d, 1)", FOCAL_TESTS),
    Mutation("focal: slope of a soft label", FOCAL, "hn::Sub(not_y, y)", "not_y", FOCAL_TESTS),
    Mutation("focal: selector read as a label", FOCAL_KERNEL, "is_selector ? is_zero : is_one",
             "is_selector ? is_one : is_one", FOCAL_TESTS),
    Mutation("focal: 1 - alpha missing", FOCAL_PLAN, "return {*call.alpha, 1 - *call.alpha};",
             "return {*call.alpha, *call.alpha};", FOCAL_TESTS),
    Mutation("focal: ignored rows in the mean", PLAN, "{kSourceTarget, exec::kIgnoredRow}",
             "{kSourceTarget, exec::kIgnoredRow - 1}", FOCAL_TESTS),
]


def copy_tree(to: Path) -> None:
    """Tracked files and new ones, as they are now; equal ones stay, so a rerun builds little."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            cwd=ROOT, check=True, capture_output=True).stdout.decode()
    names = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
    for name in names:
        source, target = ROOT / name, to / name
        if target.is_file() and target.read_bytes() == source.read_bytes():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    for path in [path for path in to.rglob("*") if path.is_file()]:
        if str(path.relative_to(to)) not in names:
            path.unlink()


def configure(source: Path, build: Path) -> None:
    subprocess.run(["cmake", "-G", "Ninja", "-S", str(source), "-B", str(build),
                    "-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DSIGLOSS_TESTS=ON",
                    "-DSIGLOSS_BENCH=OFF", "-DSIGLOSS_EXAMPLES=OFF",
                    # One instruction set, this processor's, instead of all: the mistakes are in
                    # what all have in common, and each costs a build.
                    "-DCMAKE_CXX_FLAGS=-march=native -DHWY_COMPILE_ONLY_STATIC"],
                   check=True, stdout=subprocess.DEVNULL)


def compile_tests(build: Path, tests: str, jobs: int) -> str:
    """Empty on success, else what the compiler said."""
    done = subprocess.run(["cmake", "--build", str(build), "--target", tests, "-j", str(jobs)],
                          capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def first_failure(build: Path, tests: str) -> str | None:
    """Name of the first test that fails, None if all pass. Sweeps are thinned out."""
    program = next(path for path in build.rglob(tests) if path.is_file())
    environment = dict(os.environ, SIGLOSS_TEST_STRIDE="20", GTEST_FAIL_FAST="1", GTEST_BRIEF="1")
    done = subprocess.run([str(program)], env=environment, capture_output=True, text=True)
    if done.returncode == 0:
        return None
    failed = [line for line in done.stdout.splitlines() if line.startswith("[  FAILED  ]")]
    return re.split(r"[,(]", failed[0].split("]", 1)[1])[0].strip() if failed else "it crashed"


def try_mutation(mutation: Mutation, source: Path, build: Path, jobs: int) -> str | None:
    """None if the tests turn red, else what is wrong. Prints who noticed."""
    path = source / mutation.file
    text = path.read_text(encoding="utf-8")
    if text.count(mutation.old) != 1:
        return f"the text to replace is there {text.count(mutation.old)} times, not once"
    path.write_text(text.replace(mutation.old, mutation.new), encoding="utf-8")
    try:
        if errors := compile_tests(build, mutation.tests, jobs):
            return "does not compile\n" + errors
        noticed = first_failure(build, mutation.tests)
    finally:
        path.write_text(text, encoding="utf-8")
    if noticed is None:
        return "SURVIVED: every test passes"
    print(f"    noticed by {noticed}", flush=True)
    return None


def check_texts() -> int:
    stale = [m for m in MUTATIONS if (ROOT / m.file).read_text(encoding="utf-8").count(m.old) != 1]
    for mutation in stale:
        print(f"mutate.py: {mutation.file} has the text of '{mutation.what}' not once")
    print(f"mutate.py: {'FAILED' if stale else 'OK'}, {len(MUTATIONS)} texts")
    return 1 if stale else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "mutate",
                        help="folder of the copy and its build (kept for the next run)")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--check", action="store_true",
                        help="only see that each text to replace is there once; builds nothing")
    parser.add_argument("--only", default="", help="mutations whose description has this text")
    arguments = parser.parse_args()
    chosen = [m for m in MUTATIONS if arguments.only in m.what]
    if not chosen:
        parser.error(f"no mutation is about {arguments.only!r}")

    if arguments.check:
        return check_texts()

    source, build = arguments.work / "source", arguments.work / "build"
    copy_tree(source)
    configure(source, build)
    for tests in sorted({mutation.tests for mutation in chosen}):
        if errors := compile_tests(build, tests, arguments.jobs):
            print("the unchanged tree does not compile\n" + errors)
            return 1
        if (failed := first_failure(build, tests)) is not None:
            print(f"the unchanged tree fails: {failed}")
            return 1

    wrong = 0
    for mutation in chosen:
        start = time.monotonic()
        print(f"{mutation.file}: {mutation.what}", flush=True)
        if (problem := try_mutation(mutation, source, build, arguments.jobs)) is not None:
            print(f"    {problem}")
            wrong += 1
        print(f"    {time.monotonic() - start:.0f} s", flush=True)
    print(f"{len(chosen) - wrong} of {len(chosen)} mutants were noticed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
