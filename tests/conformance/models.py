#!/usr/bin/env python3
"""Runs the JAX programs of ../shared/models that models.txt names, in both storage models, both orders
of sums and both layouts, and builds the emitted C of the first few. models.py SDYC. Skipped (exit
status 77) without ../shared."""
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECK = HERE.parents[2] / "shared/models/check.py"
FLAGS = [[], ["--arg=--storage=private"], ["--arg=--reduce=device-order"], ["--arg=--layout=nchw"]]


def check(sdyc, stage, names, flags=()):
    """Prints what failed; whether nothing did."""
    done = subprocess.run([sys.executable, CHECK, "--sdyc", sdyc, "--stage", stage, "--only",
                           f"^({'|'.join(names)})$", *flags], capture_output=True, text=True)
    print(stage, *flags, done.stdout, done.stderr)
    return f"{len(names)} passed, 0 failed" in done.stdout


def main():
    if not CHECK.exists():
        print(f"skipped: there is no {CHECK}")
        sys.exit(77)
    names = (HERE / "models.txt").read_text().split()
    results = [check(sys.argv[1], "run", names, flags) for flags in FLAGS]
    results.append(check(sys.argv[1], "emit", names[:3]))
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
