#!/usr/bin/env python3
"""The names of emulated intrinsics: emulate_names.py HEADER RESULT

For each `emulate_mm...` of the header (emulate_avx512.h) a line that lets `_mm...` mean it.
"""
import re
import sys
from pathlib import Path

header, result = map(Path, sys.argv[1:])
names = sorted(set(re.findall(r"\bemulate(_mm\w+)", header.read_text())))
result.write_text("".join(f"#undef {name}\n#define {name} emulate{name}\n" for name in names))
