#!/usr/bin/env python3
"""Random programs of several operations, partitioned and verified: what `sdyc partition --verify` prints must be proved.

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
PROVED = re.compile(r"^proved (by \w+)", re.M)
SAID = re.compile(r"^(?:\S+:\d+:\d+: )?((refuted|not decided).*)", re.M)
NOT_READ = re.compile(r"^partitioned:\d+:\d+: error: ", re.M)  # of the text that was printed


def outcome_of(status, words):
    """(outcome, kind) of what `sdyc partition --verify` said."""
    proved, said = PROVED.search(words), SAID.search(words)
    if status == 0 and proved:
        return "passed", proved[1]
    if status == 1 and said:
        return said[2], said[1][:110]
    if status == 1 and ": error: " in words:
        return ("not read" if NOT_READ.search(words) else "no partition"), ""
    return "crash", ""


def try_seed(options, seed):
    """(seed, outcome, kind, report). One process partitions the program and proves the text that it prints."""
    with tempfile.NamedTemporaryFile("w", prefix="verified", suffix=".mlir") as whole:
        whole.write(str(Graph(seed).sharded))
        whole.flush()
        command = [options.sdyc, "partition", "--verify", whole.name, "-o", "/dev/null"]
        try:
            done = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=120)
            status, words = done.returncode, done.stderr.strip()
        except subprocess.TimeoutExpired:
            status, words = None, "no end"
    outcome, kind = outcome_of(status, words)
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
