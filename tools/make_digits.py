#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Writes examples/train_digits/data from the digits data set that ships inside scikit-learn.

Needs only the standard library and the file `sklearn/datasets/data/digits.csv.gz`, given by --csv
or found in the scikit-learn package of this interpreter. The output is the same, byte for byte,
wherever it is made; `--check` compares it with what is there instead of writing.
"""

import argparse
import gzip
import hashlib
import importlib.util
import struct
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

SAMPLES = 1797
PIXELS = 64
MAX_PIXEL = 16
CLASSES = 10
MAGIC = b"SLDIGITS"
# Of the decompressed table: the compressed bytes depend on who packed them.
CSV_SHA256 = "6ebb3d2fee246a4e99363262ddf8a00a3c41bee6014c373ed9d9216ba7f651b8"
PERMUTATION_SEED = 1
DEFAULT_OUT = Path(__file__).resolve().parent.parent / "examples" / "train_digits" / "data"


def find_csv() -> Path:
    """The table inside the scikit-learn package, found without importing it."""
    spec = importlib.util.find_spec("sklearn")
    if spec is None or spec.origin is None:
        sys.exit("make_digits.py: no scikit-learn here; install it or name the table with --csv")
    return Path(spec.origin).parent / "datasets" / "data" / "digits.csv.gz"


def read_table(path: Path) -> list[list[int]]:
    """Rows of 64 pixels and a label, after a check that the table is the known one."""
    raw = gzip.decompress(path.read_bytes())
    digest = hashlib.sha256(raw).hexdigest()
    if digest != CSV_SHA256:
        sys.exit(f"make_digits.py: {path}: SHA-256 is {digest}, expected {CSV_SHA256}")
    rows = [[int(field) for field in line.split(",")] for line in raw.decode("ascii").split()]
    assert len(rows) == SAMPLES and all(len(row) == PIXELS + 1 for row in rows)
    assert all(0 <= pixel <= MAX_PIXEL for row in rows for pixel in row[:PIXELS])
    assert all(0 <= row[PIXELS] < CLASSES for row in rows)
    return rows


def pack(rows: list[list[int]]) -> bytes:
    """Magic, count, pixels per image, all pixels, all labels, CRC-32 of what came before."""
    body = MAGIC + struct.pack("<II", SAMPLES, PIXELS)
    body += bytes(pixel for row in rows for pixel in row[:PIXELS])
    body += bytes(row[PIXELS] for row in rows)
    return body + struct.pack("<I", zlib.crc32(body))


def splitmix64(state: int) -> Iterator[int]:
    """A generator written out here: `random.shuffle` may change between Python versions."""
    mask = (1 << 64) - 1
    while True:
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        yield z ^ (z >> 31)


def permutation() -> list[int]:
    """Fisher-Yates over 0..1796."""
    order = list(range(SAMPLES))
    random_bits = splitmix64(PERMUTATION_SEED)
    for i in range(SAMPLES - 1, 0, -1):
        j = (next(random_bits) * (i + 1)) >> 64
        order[i], order[j] = order[j], order[i]
    return order


def check(files: dict[Path, bytes]) -> int:
    different = [path for path, content in files.items()
                 if not path.is_file() or path.read_bytes() != content]
    for path in different:
        print(f"make_digits.py: {path} differs", file=sys.stderr)
    return 1 if different else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--csv", type=Path, help="digits.csv.gz (default: the installed package's)")
    parser.add_argument("--out", type=Path, default=DEFAULT_OUT, help="default: %(default)s")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    args = parser.parse_args()
    lines = "".join(f"{index}\n" for index in permutation())
    files = {
        args.out / "digits.bin": pack(read_table(args.csv or find_csv())),
        args.out / "permutation.txt": lines.encode("ascii"),
    }
    if args.check:
        return check(files)
    args.out.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        path.write_bytes(content)
        print(f"{path}: {len(content)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
