#!/usr/bin/env python3
"""Random programs of several operations, partitioned and verified: what `sdyc partition` prints must be proved.

    verified.py --sdyc BUILD/sdyc [--programs N] [--seed S] [--jobs N] [--print]

The programs are those of programs.py. What is said of one that is not proved is printed with its seed; it fails where one is
refuted, or not read.
"""
import re
import subprocess
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
        return seed, outcome, kind, f"--- seed {seed}: {outcome}: {words}\n" if outcome != "passed" else ""


def main():
    options = seeds_parser(__doc__).parse_args()
    options.sdyc = Path(options.sdyc).resolve()
    try_seeds(options, lambda seed: str(Graph(seed).sharded), try_seed, BAD)


if __name__ == "__main__":
    main()
