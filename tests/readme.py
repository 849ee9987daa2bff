#!/usr/bin/env python3
"""What README.md shows is what happens: readme.py SDYC EMBED

Runs each `$ command` of the text in examples/ (sessions.py), where `sdyc` and `embed` are these programs. The C program is
examples/embed.c.
"""
import os
import re
import sys
from pathlib import Path

from sessions import try_page

TOP = Path(__file__).resolve().parents[1]


def main():
    folders = [str(Path(program).resolve().parent) for program in sys.argv[1:]]
    environment = {**os.environ, "PATH": os.pathsep.join([*folders, os.environ["PATH"]])}
    failed = try_page(TOP / "README.md", TOP / "examples", environment)
    if (TOP / "examples/embed.c").read_text() not in re.findall(r"```c\n(.*?)```", (TOP / "README.md").read_text(), re.S):
        failed += 1
        print("the C program of README.md is not examples/embed.c")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
