#!/usr/bin/env python3
"""What README.md and the page of the library show is what happens: readme.py SDYC EMBED

Runs each `$ command` of the texts in a copy of examples/ (sessions.py), where `sdyc` and `embed` are these programs. The C
program of docs/how-to/library.md is examples/embed.c.
"""
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

from sessions import try_page

TOP = Path(__file__).resolve().parents[1]


def main():
    folders = [str(Path(program).resolve().parent) for program in sys.argv[1:]]
    environment = {**os.environ, "PATH": os.pathsep.join([*folders, os.environ["PATH"]])}
    library = TOP / "docs/how-to/library.md"
    with tempfile.TemporaryDirectory() as folder:
        examples = Path(folder) / "examples"
        shutil.copytree(TOP / "examples", examples)
        failed = sum(try_page(page, examples, environment) for page in (TOP / "README.md", library))
    if (TOP / "examples/embed.c").read_text() not in re.findall(r"```c\n(.*?)```", library.read_text(), re.S):
        failed += 1
        print("the C program of docs/how-to/library.md is not examples/embed.c")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
