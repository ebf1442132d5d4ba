# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Takes the C++ program out of README.md: readme_program.py README.md OUT.cpp"""

import re
import sys
from pathlib import Path


def program_of(readme: str) -> str:
    blocks = re.findall(r"^```cpp\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
    if len(blocks) != 1:
        raise SystemExit(f"README.md has {len(blocks)} C++ blocks, expected 1")
    return blocks[0]


if __name__ == "__main__":
    source, target = (Path(argument) for argument in sys.argv[1:])
    target.write_text(program_of(source.read_text(encoding="utf-8")), encoding="utf-8")
