#!/usr/bin/env python3
"""Random programs of several operations, partitioned and verified: what `sdyc partition` prints must be proved.

    verified.py --sdyc BUILD/sdyc [--programs N] [--seed S] [--jobs N] [--print] [--append FILE]

The programs are those of programs.py. What is said of one that is not proved is printed with its seed; it fails where one is
refuted, or not read. With --append a line for each seed is added to the file, one after the other; a file that is there is gone
on with behind its last seed, so that a long run can be ended at any time.
"""
import collections
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from running import seeds_parser, try_seeds
from graph import Graph

BAD = ("refuted", "crash", "not read")
OUTCOMES = {0: "passed", 1: "refuted", 2: "not read", 3: "not decided"}


def call(*words):
    try:
        return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None


def try_seed(options, seed):
    """(seed, outcome, kind, report)."""
    text = str(Graph(seed).sharded)
    with tempfile.TemporaryDirectory() as name:
        whole, parts = Path(name) / "global.mlir", Path(name) / "parts.mlir"
        whole.write_text(text)
        printed = call(options.sdyc, "partition", whole, "-o", parts)
        if printed is None or printed.returncode:
            return seed, "no partition", "", ""
        said = call(options.sdyc, "verify", "--quiet", "--seconds=20", whole, parts)
        outcome = OUTCOMES.get(said.returncode, "crash") if said else "crash"
        words = (said.stdout + said.stderr).strip() if said else "no end"
        kind = re.sub(r"^.*?(refuted|not decided)", r"\1", words.split("\n")[0])[:110]
        if outcome == "passed":
            kind = "by relations" if "by relations" in words else "by evaluation"
        return seed, outcome, kind, f"--- seed {seed}: {outcome}: {words}\n" if outcome != "passed" else ""


def append(options):
    """Goes on with the file, and ends the process: 1 where an outcome of it is bad."""
    done = options.append.read_text().splitlines() if options.append.exists() else []
    first = int(done[-1].split("\t")[0]) + 1 if done else options.seed
    with options.append.open("a") as out:
        for seed in range(first, options.seed + options.programs):
            _, outcome, kind, report = try_seed(options, seed)
            out.write(f"{seed}\t{outcome}\t{kind}\n")
            out.flush()
            print(report, end="", flush=True)
    rows = [line.split("\t") for line in options.append.read_text().splitlines()]
    for (outcome, kind), count in sorted(collections.Counter((row[1], row[2]) for row in rows).items()):
        print(f"{count:6} {outcome} {kind}")
    sys.exit(1 if any(row[1] in BAD for row in rows) else 0)


def main():
    parser = seeds_parser(__doc__)
    parser.add_argument("--append", type=Path)
    options = parser.parse_args()
    options.sdyc = Path(options.sdyc).resolve()
    if options.append:
        append(options)
    try_seeds(options, lambda seed: str(Graph(seed).sharded), try_seed, BAD)


if __name__ == "__main__":
    main()
