#!/usr/bin/env python3
"""Prints the sources of folders, and of those below them, as paths from where meson asks: sources.py FOLDER...

What stands in a folder is compiled. A file that is added is found when the build is configured again.
"""
import os
import pathlib
import sys

HERE = pathlib.Path(os.environ["MESON_SOURCE_ROOT"]) / os.environ["MESON_SUBDIR"]
print("\n".join(sorted(path.relative_to(HERE).as_posix() for folder in sys.argv[1:] for path in (HERE / folder).rglob("*.c"))))
