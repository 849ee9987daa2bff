#!/usr/bin/env python3
"""Random programs around each operation of StableHLO and chlo, against StableHLO's interpreter and XLA.

    each.py --sdyc BUILD/sdyc [--programs N] [--seed S] [--only NAME] [--both] [--print]

Types, shapes, attributes and regions are random; operands and results go through operations that move numbers.
Numbers are compared exactly where they are moved, counted or summed exactly, else within a few units in the last
place. A program that fails is made small and printed with its seed: `--seed S --programs 1` makes it again.
--both asks XLA about every program too, --only takes rows of one name, --print prints programs and runs nothing.
"""
import argparse
import collections
import hashlib
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
try:
    import ml_dtypes  # noqa: F401: it comes with jaxlib
    import jaxlib  # noqa: F401
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

import referee
import rows  # noqa: F401: fills ROWS
from compare import difference
from arrays import ELEMENTS, loaded, small, stored
from program import ROWS, Program
from reduce import reduce_module


REFUSALS = re.compile("is not supported|cannot be compiled|cannot run")


def sdyc(options, folder, module, inputs, flags=()):
    """The results of a program, or a text that says why there are none."""
    path = folder / "program.mlir"
    path.write_text(str(module))
    command = [str(options.sdyc), "run", str(path), *flags]
    body = module.functions[0].body
    for i, value in enumerate(body.arguments):
        numpy.save(folder / f"in{i}.npy", stored(inputs[value.name], ELEMENTS[value.element]))
        command.append(f"--input=@{folder}/in{i}.npy")
    command += [f"--output=@{folder}/out{i}.npy" for i in range(len(body.returned))]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "no end after 60 s"
    if done.returncode != 0:
        return f"exit {done.returncode}: {done.stderr.replace(str(path), 'program.mlir')[:1500]}"
    return [loaded(numpy.load(folder / f"out{i}.npy"), ELEMENTS[value.element])
            for i, value in enumerate(body.returned)]


def inputs_of(module, known):
    """Of arguments that came about while a program was made small, too."""
    inputs = {}
    for value in module.functions[0].body.arguments:
        seed = int(hashlib.sha1(value.name.encode()).hexdigest()[:8], 16)
        inputs[value.name] = known[value.name] if value.name in known else \
            numpy.asarray(small(3)(numpy.random.default_rng(seed), value.shape, ELEMENTS[value.element]))
    return inputs


def disagreement(got, want, tolerance):
    """'' or how results differ, or what sdyc said."""
    if isinstance(got, str):
        return got
    for i, pair in enumerate(zip(got, want)):
        text = difference(*pair, tolerance)
        if text:
            return f"result {i}: {text}"
    return ""


def kind_of(text):
    """What failures of one cause have in common."""
    if text.startswith("result"):
        return "result"
    message = re.search(r"error: (.*)", text)
    return re.sub(r"%\w+|\d+", "", message.group(1) if message else text)[:100]


def folding(module):
    """Texts of the regions that are no control flow."""
    return [region.text("") for op in module.all_ops() for region in op.regions
            if op.name not in ("stablehlo.if", "stablehlo.case", "stablehlo.while")]


def lifted_starts(module):
    return any(value.name.startswith("%lifted") for op in module.all_ops() if op.regions for value in op.operands)


class Trial:
    """One program on both sides."""

    def __init__(self, options, folder, program):
        self.options, self.folder, self.program = options, folder, program

    def outcome(self, module):
        """("passed" | "left out" | "refused" | "failed", text)."""
        inputs = inputs_of(module, self.program.inputs)
        for name in self.program.referees:
            want = referee.ask(name, module, inputs)
            if not isinstance(want, str):
                break
        got = sdyc(self.options, self.folder, module, inputs)
        if isinstance(want, str):
            return "left out", want
        text = disagreement(got, want, self.program.tolerance)
        if not text and self.options.both and name != "xla":
            other = referee.ask("xla", module, inputs)
            name = "xla"
            text = "" if isinstance(other, str) else disagreement(got, other, self.program.tolerance)
        if not text:
            return "passed", ""
        if REFUSALS.search(text):
            return "refused", text
        return "failed", f"{text} (says {name})"

    def small(self, text):
        """The smallest program found that fails in the same way."""
        bodies = set(folding(self.program.module))

        def holds(module):
            if not set(folding(module)) <= bodies or lifted_starts(module):
                return False  # what folds must stay associative, and begin with what changes nothing
            outcome, found = self.outcome(module)
            return outcome == "failed" and kind_of(found) == kind_of(text)
        return reduce_module(self.program.module, holds)

    def other_opinion(self, module):
        """What the other referee says to a program that failed."""
        inputs = inputs_of(module, self.program.inputs)
        got, texts = sdyc(self.options, self.folder, module, inputs), []
        for name in ("interpreter", "xla"):
            want = referee.ask(name, module, inputs)
            verdict = "cannot tell: " + want[:200] if isinstance(want, str) else \
                disagreement(got, want, self.program.tolerance) or "agrees"
            texts.append(f"  {name}: {verdict}\n")
        return "".join(texts)


def told(trial, seed, text):
    """The report of a failure."""
    program = trial.program
    module = program.module if trial.options.no_reduce else trial.small(text)
    inputs = inputs_of(module, program.inputs)
    lines = "".join(f"  {v.name} = {inputs[v.name].ravel()[:24].tolist()}\n" for v in module.functions[0].body.arguments)
    return (f"--- seed {seed} ({program.row}): {text}\n{trial.other_opinion(module)}{lines}{module}")


def untested(options):
    """Operations that run and have no row."""
    listed = subprocess.run([str(options.sdyc), "--list-ops"], capture_output=True, text=True, check=True).stdout
    able = {line.split()[0] for line in listed.splitlines() if line.split()[2:3] != ["no-run"]}
    known = {name for names, _, _ in ROWS for name in names} | rows.ELSEWHERE | rows.LATER
    return sorted(name for name in able - known if name.startswith(("stablehlo.", "chlo.")))


def run(options):
    counts, per_row, start = collections.Counter(), collections.Counter(), time.monotonic()
    refused = collections.Counter()
    for seed in range(options.seed, options.seed + options.programs):
        program = Program(seed, options.only)
        with tempfile.TemporaryDirectory() as name:
            trial = Trial(options, Path(name), program)
            outcome, text = trial.outcome(program.module)
            counts[outcome] += 1
            per_row[program.row, outcome] += 1
            if outcome in ("refused", "left out"):
                refused[outcome, program.row, kind_of(text)] += 1
            if outcome == "failed":
                print(told(trial, seed, text), flush=True)
    if options.verbose:
        for (outcome, made, text), count in sorted(refused.items()):
            print(f"{count} {outcome}, {made}: {text}")
    print(f"{time.monotonic() - start:.0f} s: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    return counts["failed"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sdyc", type=Path, required=True)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    parser.add_argument("--both", action="store_true")
    parser.add_argument("--no-reduce", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--print", action="store_true")
    options = parser.parse_args()
    options.sdyc = options.sdyc.resolve()
    if options.print:
        for seed in range(options.seed, options.seed + options.programs):
            program = Program(seed, options.only)
            print(f"// seed {seed}: {program.row}\n{program.module}")
        return
    missing = untested(options)
    if missing:
        print("no row has", ", ".join(missing))
    sys.exit(1 if run(options) or missing else 0)


if __name__ == "__main__":
    main()
