# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Takes a C++ program out of README.md: readme_program.py README.md HEADER OUT.cpp

The program is the one that includes HEADER.
"""

import re
import sys
from pathlib import Path


def program_of(readme: str, header: str) -> str:
    programs = re.findall(r"^```cpp\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
    blocks = [block for block in programs if f'#include "{header}"' in block]
    if len(blocks) != 1:
        raise SystemExit(f"README.md has {len(blocks)} blocks that include {header}, expected 1")
    return blocks[0]


if __name__ == "__main__":
    source, target = Path(sys.argv[1]), Path(sys.argv[3])
    target.write_text(program_of(source.read_text(encoding="utf-8"), sys.argv[2]),
                      encoding="utf-8")
