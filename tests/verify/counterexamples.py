#!/usr/bin/env python3
"""Counterexamples of the faulty programs in ../shared/verify: counterexamples.py SDYC [EVERY]

Each (or each EVERYth) program with a fault is refuted with --counterexample. Of the two commands that are written, the global
program must give the results that are said, and the devices another part. A refutation without an element (devices that part
before a collective) has none. Skipped where the sample is absent.
"""
import json
import lzma
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

CASES = Path(__file__).resolve().parents[3] / "shared/verify/cases.jsonl.xz"
SKIPPED = 77


def call(words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=200)


def judge(sdyc, case, folder):
    """'' where the counterexample shows the fault, None where there is none to be shown, else what is wrong."""
    whole, parts, shown = folder / "global.mlir", folder / "partitioned.mlir", folder / "shown"
    whole.write_text(case["global"])
    parts.write_text(case["partitioned"])
    said = call([sdyc, "verify", "--quiet", whole, parts, f"--counterexample={shown}"])
    if said.returncode != 1:
        return f"exit {said.returncode}: {said.stdout}{said.stderr}"
    if "device" not in said.stdout.split("\n", 1)[1]:
        return None
    commands = [shlex.split(line) for line in (shown / "commands.sh").read_text().splitlines() if not line.startswith("#")]
    right, wrong = (call([sdyc, *words[1:], *flags]) for words, flags in zip(commands, (["--rtol=0.02", "--atol=0.01"], [])))
    if right.returncode:
        return "the global program: " + right.stderr
    if wrong.returncode != 1 or not re.search(r"elements? differs?", wrong.stderr):
        return f"the devices: exit {wrong.returncode}: {wrong.stderr}"
    return ""


def main():
    if not CASES.exists():
        sys.exit(SKIPPED)
    sdyc, every = Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    cases = [case for case in map(json.loads, lzma.open(CASES)) if case["class"] == "mutant"][::every]
    failed, without = [], 0
    for case in cases:
        with tempfile.TemporaryDirectory() as name:
            said = judge(sdyc, case, Path(name))
        without += said is None
        if said:
            failed.append(f"{case['name']}: {said[:400]}")
    print("\n".join(failed))
    print(f"{len(cases) - len(failed) - without} shown, {without} without an element, {len(failed)} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
