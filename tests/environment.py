#!/usr/bin/env python3
"""The Python environment of the tests: environment.py [FOLDER]

FOLDER (build-check/environment) becomes a virtual environment with the packages of tools/requirements-check.txt, from PyPI. It is
kept, and made anew when that file or the system's Python is another. Prints the path of its Python, or why it cannot be
made, with exit status 1. `meson setup build -Dpython=PATH` runs the tests of a build folder with it; without the option they run with
the one in build-check/ where that is, and else with the `python3` of the system.
"""
import shutil
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
REQUIREMENTS = TOP / "tools/requirements-check.txt"
FOLDER = TOP / "build-check/environment"


class Unavailable(Exception):
    """Why there is no environment, in a line."""


def run(*command):
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        lines = [line for line in done.stdout.splitlines() if line.strip()] or ["it says nothing"]
        errors = [line for line in lines if "ERROR" in line or "Error" in line] or lines
        raise Unavailable(f"{' '.join(map(str, command[1:4]))} ... failed: {errors[-1].strip()}")


def prepare(folder=FOLDER):
    """The path of the environment's Python, all of it installed. Raises Unavailable where there is no venv, or no way to PyPI."""
    python, stamp = folder / "bin/python", folder / "made-of.txt"
    made_of = f"{sys.version}\n{REQUIREMENTS.read_text()}"
    if not (stamp.exists() and stamp.read_text() == made_of and python.exists()):
        try:
            run(sys.executable, "-m", "venv", "--clear", folder)
            run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS)
            stamp.write_text(made_of)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
    return python


def main():
    try:
        print(prepare(*map(Path, sys.argv[1:])))
    except Unavailable as reason:
        sys.exit(str(reason))


if __name__ == "__main__":
    main()
