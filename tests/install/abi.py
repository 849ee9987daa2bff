#!/usr/bin/env python3
"""Whether libsdyc.so has the binary interface that src/api/libsdyc.abi describes: abi.py LIBRARY [--update]

libabigail compares functions, and structures that the header defines, by what the compiler noted for debuggers. What was added, and
what may be added (docs/reference/versions.md), is written down by --update; any other change needs a new soname.
"""
import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
DESCRIPTION = TOP / "src/api/libsdyc.abi"
INCOMPATIBLE = 8  # a bit of abidiff's exit status
SKIPPED = 77


def run(*command):
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout


def has_types(library):
    return ".debug_info" in run("readelf", "--section-headers", "--wide", library)[1]


def describe(library, description):
    """Of what the header defines alone: all of the library takes a minute."""
    status, said = run("abidw", "--exported-interfaces-only", "--headers-dir", TOP / "include", "--drop-private-types", "--no-elf-needed",
                       "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--type-id-style", "hash", "--out-file", description, library)
    assert status == 0, f"abidw: {said}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", type=Path)
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    if not shutil.which("abidiff") or not has_types(arguments.library):
        print("skipped: no libabigail (Debian: abigail-tools), or a library without what debuggers read")
        sys.exit(SKIPPED)
    if arguments.update:
        describe(arguments.library, DESCRIPTION)
    with tempfile.TemporaryDirectory() as folder:
        description = Path(folder) / "libsdyc.abi"
        describe(arguments.library, description)
        status, said = run("abidiff", DESCRIPTION, description)
    if status:
        print(said)
        sys.exit("functions are gone: programs that were built before would not start, and a new soname is needed" if status & INCOMPATIBLE else
                 "the interface has changed. docs/reference/versions.md says what may; `tests/install/abi.py LIBRARY --update` writes it down")


if __name__ == "__main__":
    main()
