"""Programs run by sdyc, sharded and not, under a time limit; what became of each."""
import argparse
import collections
import dataclasses
import functools
import re
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "each"), str(HERE.parents[1] / "verify")]
try:
    import ml_dtypes  # noqa: F401: it comes with jaxlib
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

import rows  # noqa: F401,E402: fills ROWS
import calls  # noqa: F401,E402: adds to them
from arrays import ELEMENTS, loaded, stored  # noqa: E402
from compare import Tolerance, difference  # noqa: E402
from program import ROWS  # noqa: F401,E402

LIMIT = 20  # seconds of one run
# How runs end, the worst first.
OUTCOMES = ["wrong", "crash", "no end", "unlocated", "error", "left out", "passed"]


@dataclasses.dataclass
class Failure:
    """What sdyc did in the place of giving results."""
    outcome: str
    text: str

    @property
    def kind(self):
        """What failures of one cause have in common."""
        message = re.search(r"error: (.*)", self.text)
        return re.sub(r"@\w+|%\w+|tensor<.*?>|\d+", "#", message.group(1) if message else self.text)[:90]


def save_inputs(folder, arguments, inputs, name="in"):
    """Writes the arrays of these values; the flags that name them."""
    flags = []
    for i, value in enumerate(arguments):
        numpy.save(folder / f"{name}{i}.npy", stored(inputs[value.name], ELEMENTS[value.element]))
        flags.append(f"--input=@{folder}/{name}{i}.npy")
    return flags


def sdyc(command, what=""):
    """The output of a command, or a Failure."""
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return Failure("no end", f"{what}no end after {LIMIT} s")
    if done.returncode == 0:
        return done.stdout
    text = f"{what}exit {done.returncode}: {done.stderr[:1500]}"
    if done.returncode != 1:
        return Failure("crash", text)
    return Failure("error" if re.search(r":\d+:\d+: error: ", done.stderr) else "unlocated", text)


def run(binary, path, text, inputs, returned, flags=()):
    """The results of a program's text, written to `path`, or a Failure."""
    path.write_text(text)
    outputs = [path.with_suffix(f".out{i}.npy") for i in range(len(returned))]
    done = sdyc([binary, "run", path, *inputs, *flags, *(f"--output=@{name}" for name in outputs)])
    if isinstance(done, Failure):
        done.text = done.text.replace(str(path), "program.mlir")
        return done
    return [loaded(numpy.load(name), ELEMENTS[value.element]) for name, value in zip(outputs, returned)]


def run_proved(binary, path, text, inputs, returned, flags=()):
    """The same where what is compiled was proved before; what cannot be decided is run as it is."""
    got = run(binary, path, text, inputs, returned, [*flags, "--verify"])
    if isinstance(got, Failure) and "not decided" in got.text:
        return run(binary, path, text, inputs, returned, flags)
    if isinstance(got, Failure) and "refuted: " in got.text:
        return Failure("wrong", got.text)
    return got


def failure_of(got, want, tolerances):
    """None, or how results fail to be those wanted; a tolerance for each of them."""
    if isinstance(got, Failure):
        return got
    for i, (mine, theirs) in enumerate(zip(got, want)):
        text = difference(mine, theirs, tolerances[i])
        if text:
            return Failure("wrong", f"result {i}: {text}")
    return None


def loosened(tolerance, elements):
    """Sums of several devices are rounded in other places."""
    if not (tolerance.ulps or tolerance.scaled):
        return tolerance
    wide = [1 << max(ELEMENTS[element].part.bits, 1) for element in elements if ELEMENTS[element].kind in "fc"]
    loose = Tolerance(tolerance.ulps, tolerance.scaled, tolerance.zeros)
    loose.loosen(4 * tolerance.ulps, 64.0 / min(wide, default=1 << 24))
    return loose


class Tally:
    """Counts of outcomes, by what they are of."""

    def __init__(self):
        self.counts, self.kinds, self.start = collections.defaultdict(collections.Counter), collections.Counter(), time.monotonic()

    def add(self, name, outcome, kind=""):
        self.counts[name][outcome] += 1
        if kind:
            self.kinds[name, outcome, kind] += 1

    def total(self, outcome):
        return sum(counts[outcome] for counts in self.counts.values())

    def summary(self):
        parts = [f"{self.total(outcome)} {outcome}" for outcome in reversed(OUTCOMES) if self.total(outcome)]
        return f"{time.monotonic() - self.start:.0f} s: {', '.join(parts)}"

    def reasons(self):
        """A line for each cause of what did not pass."""
        lines = [f"{count:6} {outcome}, {name}: {kind}" for (name, outcome, kind), count in sorted(self.kinds.items())]
        return "\n".join(lines)


def seeds_parser(description):
    """The flags of a script that tries random programs by their seeds."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sdyc", type=Path, required=True)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--no-reduce", action="store_true")
    parser.add_argument("--print", action="store_true")
    return parser


def try_seeds(options, text_of, try_seed, bad, error_report=None):
    """Tries all seeds, `try_seed` giving (seed, outcome, kind, report), and ends the process: 1 where an outcome is bad.

    `error_report` of a seed is printed for the first error of each kind.
    """
    seeds = range(options.seed, options.seed + options.programs)
    if options.print:
        for seed in seeds:
            print(f"// seed {seed}\n{text_of(seed)}")
        return
    tally = Tally()
    with ProcessPoolExecutor(options.jobs) as pool:
        for seed, outcome, kind, report in pool.map(functools.partial(try_seed, options), seeds):
            if outcome == "error" and error_report and not tally.kinds["", outcome, kind]:
                report = error_report(seed)
            tally.add("", outcome, "" if outcome in ("passed", "wrong") else kind)
            if report:
                print(report, flush=True)
    print(tally.reasons())
    print(tally.summary())
    sys.exit(1 if any(tally.total(outcome) for outcome in bad) else 0)
