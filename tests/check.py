#!/usr/bin/env python3
"""All checks of the tree, in build folders of their own: check.py [--quick | --full] [--only NAME]... [--times]

gcc         warnings are errors; all tests
clang       warnings are errors; unit tests and golden tests under AddressSanitizer and
            UndefinedBehaviorSanitizer; each fuzz target on 12,000 inputs
threads     the unit tests that have several threads, and golden tests whose kernels several threads
            compute, under ThreadSanitizer
howto       the examples of HACKING.md apply, build and pass their tests (tests/howto/howto.py)
format      clang-format has nothing to say

--quick     what one asks before a commit, in three minutes: gcc's build, its unit tests and golden
            tests, the lint, and the format of the files that differ from the last commit
--full      all of the above, then what takes hours: matrices and random runs with seeds that differ from
            day to day (`--only long` runs these alone)
--times     CPU seconds of each step and of the longest tests, at the end

All folders are built, side by side, then their tests run in one queue, the longest first (tests/runner.py). Tests run with a Python
environment that has JAX (tests/environment.py), where it can be had. What failed is printed as it is found. Then comes once more a
line for each failure (`failed: PART: SUITE: NAME`), then what was skipped, and why; the last line is `N passed, N failed`,
over everything.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import environment
import long
import runner

TOP = Path(__file__).resolve().parents[1]
BUILDS = TOP / "build-check"
TIMES = BUILDS / "times.json"  # CPU seconds by the title of a test, of the last runs
LONGEST = 60  # tests that --times shows
FORMATTED = 50  # files of one clang-format
WARNINGS = ["-Dwerror=true"]
GOLDEN = ["cli", "ir", "error", "rules", "pass", "partition", "codegen", "run", "count", "explain", "report", "verify"]
QUICK = ["unit", *GOLDEN, "lint", "ops"]
# name: environment of the configuration, its options, the suites to run ([]: all)
CONFIGURATIONS = {
    # Nobody looks for a variable here: to say where each is takes gcc a tenth of its time, and changes no code. What types there are
    # libabigail reads.
    "gcc": ({"CC": "gcc"}, [*WARNINGS, "-Dbuildtype=debugoptimized", "-Dc_args=-fno-var-tracking"], []),
    # Instrumented loops are not vectorised, which clang would warn of. Shared libraries find the sanitizers in the
    # program that loads them. What these say names lines, and no variables.
    "clang": ({"CC": "clang"}, [*WARNINGS, "-Dc_args=-Wno-pass-failed -g1", "-Dfuzz=true", "-Dbuildtype=debug",
                                "-Ddebug=false", "-Doptimization=1", "-Db_lundef=false"], ["unit", *GOLDEN, "fuzzing"]),
    # clang translates in a quarter of gcc's time what is not optimised. Threads of POSIX, since OpenMP's library is none
    # that its sanitizer sees into.
    "threads": ({"CC": "clang"}, [*WARNINGS, "-Db_sanitize=thread", "-Db_lundef=false", "-Dc_args=-Wno-pass-failed -g1",
                                  "-Dopenmp=disabled", "-Dbuildtype=debug", "-Ddebug=false", "-Doptimization=0",
                                  "-Dbench=disabled"], ["threads"]),
}
# tcc's memory is its own business until the process ends, and libgomp keeps its threads. libomp loads a tool of its own
# (libarcher), whose thread-local memory LeakSanitizer takes for more than it is, and ends.
RUN_ENVIRONMENT = {"OMP_TOOL": "disabled",
                   "ASAN_OPTIONS": "detect_leaks=1:abort_on_error=0",
                   "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
                   "LSAN_OPTIONS": f"suppressions={TOP}/tests/leaks.txt:print_suppressions=0",
                   "TSAN_OPTIONS": "die_after_fork=0"}


class Outcome:
    """What all parts found: counts, (part, name) of what failed, {why: what was skipped for that}, and what took how long."""

    def __init__(self):
        self.passed = 0
        self.part = ""
        self.counts = {}  # [passed, failed] by part
        self.failures = []
        self.skipped = {}
        self.steps = {}  # CPU seconds
        self.tests = []  # (CPU seconds, seconds, part and name)

    @property
    def failed(self):
        return len(self.failures)

    def add(self, good, name, text=""):
        """One test of the part; `text` says what went wrong where it is not good."""
        self.passed += good
        self.counts.setdefault(self.part, [0, 0])[not good] += 1
        if not good:
            self.failures.append((self.part, name))
            print(f"  {self.part}: {name}: {text}", flush=True)

    def skip(self, why, what):
        self.skipped.setdefault(why, {})[what] = None

    def took(self, result):
        step = f"tests of {result.test.part}"
        self.steps[step] = self.steps.get(step, 0) + result.cpu
        self.tests.append((result.cpu, result.seconds, result.test.title))

    @contextmanager
    def measured(self, step):
        """Says how long a step took, and how many of its tests passed."""
        start, cpu, passed, failed = time.monotonic(), runner.cpu_seconds(), self.passed, self.failed
        print(f"{step} ...", flush=True)
        yield
        cpu = runner.cpu_seconds() - cpu
        self.steps[step] = self.steps.get(step, 0) + cpu
        print(f"{step}: {self.passed - passed} passed, {self.failed - failed} failed in {time.monotonic() - start:.0f} s, "
              f"{cpu:.0f} s of CPU time", flush=True)

    def show(self, times):
        if times:
            for step, cpu in self.steps.items():
                print(f"{cpu:8.1f} s of CPU time: {step}")
            for cpu, seconds, name in sorted(self.tests, reverse=True)[:LONGEST]:
                print(f"{cpu:8.1f} s of CPU time, {seconds:6.1f} s: {name}")
        for part, (passed, failed) in self.counts.items():
            print(f"{part}: {passed} passed, {failed} failed")
        for part, name in self.failures:
            print(f"failed: {part}: {name}")
        for why, names in self.skipped.items():
            print(f"skipped, for {why}: {', '.join(names)}")


def execute(command, variables=None):
    done = subprocess.run([str(word) for word in command], cwd=TOP, text=True, errors="replace", stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env={**os.environ, **(variables or {})})
    return done.returncode, done.stdout


def find_python():
    """The Python of the tests, and why it is not the environment's ('' where it is)."""
    try:
        return environment.prepare(BUILDS / "environment"), ""
    except environment.Unavailable as reason:
        print(f"no Python environment: {reason}", flush=True)
        return shutil.which("python3"), str(reason)


def configure(name, options=()):
    """The folder of a configuration: where that is, what its compiler is called, and '' or what went wrong."""
    variables, own, _ = CONFIGURATIONS[name]
    folder = BUILDS / name
    configured = (folder / "build.ninja").exists()
    if shutil.which("ccache"):
        # The copy of tests/howto is compiled in another folder, which would make all of its objects others, and with changed headers,
        # which leave most objects as gcc has made them: ccache finds these by what is left of them when they are preprocessed. Of others
        # the compiler says what they include (-MD), and no file is preprocessed for ccache alone, a third of clang's time.
        variables = {**variables, "CC": f"ccache {variables['CC']}", "CCACHE_NOHASHDIR": "1", **({} if name == "gcc" else {"CCACHE_DEPEND": "1"})}
    if shutil.which("mold"):
        variables = {**variables, "CC_LD": "mold"}  # in half the time of the system's linker; a folder keeps the one that it began with
    status, output = execute(["meson", "setup", *(["--reconfigure"] if configured else []), folder, *own, *options], variables)
    return folder, variables, output if status else ""


def build(folder, variables):
    """'' or what went wrong."""
    status, output = execute(["ninja", "-C", folder, "-j", str(os.cpu_count())], variables)
    return "\n".join(line for line in output.splitlines() if not re.match(r"\[\d+/\d+\]", line)) if status else ""


def note_skips(outcome, name, text):
    """A test says `skipped: WHY`, of itself or of a part of it."""
    for why in re.findall(r"^skipped: (.*)$", text, re.M):
        outcome.skip(why.replace(str(TOP.parent / "shared"), "../shared"), name)


def prepare(names):
    """Installs what the tests need, and returns find_python()'s answer. A first build by gcc begins meanwhile, with what the build
    itself needs; it is configured before anything else is there, and again by build_parts, which says what is wrong."""
    early = configure("gcc") if "gcc" in names and not (BUILDS / "gcc/build.ninja").exists() else None
    installing = subprocess.Popen([TOP / "tools/prepare", "begin", "check"])
    python = find_python()
    if early and not early[2]:
        build(*early[:2])
    return python if installing.wait() == 0 else sys.exit(1)


def build_parts(outcome, names, python):
    """The names of those that were built: side by side, since a build ends with the few files that take longest."""
    if not names:
        return []

    def make(name):
        folder, variables, fault = configure(name, [f"-Dpython={python}"])
        return fault or build(folder, variables)

    with outcome.measured(f"build {', '.join(names)}"), ThreadPoolExecutor(len(names)) as pool:
        faults = dict(zip(names, pool.map(make, names)))
    for name, fault in faults.items():
        if fault:
            outcome.part = name
            outcome.add(False, "the build", "failed\n" + "\n".join(fault.splitlines()[-60:]))
    return [name for name in names if not faults[name]]


def run_parts(outcome, names, quick):
    """The tests of the build folders, in one queue."""
    tests = [test for name in names
             for test in runner.tests_of(BUILDS / name, name, QUICK if quick else CONFIGURATIONS[name][2], ["slow"] if quick else [])]
    times = json.loads(TIMES.read_text()) if TIMES.exists() else {}
    for result in runner.run_all(tests, RUN_ENVIRONMENT, times):
        test = result.test
        outcome.part = test.part
        outcome.took(result)
        times[test.title] = round(result.cpu, 2)
        if not result.fault:
            note_skips(outcome, test.title, result.output)
        if not result.skipped:
            outcome.add(not result.fault, test.name, f"{result.fault}\n" + "\n".join(result.output.splitlines()[-40:]))
    TIMES.write_text(json.dumps(times, indent=0, sort_keys=True))


def sources(changed):
    """The C files of the tree, or those that differ from the last commit."""
    if not changed:
        return execute(["git", "ls-files", "*.c", "*.h"])[1].split()
    lines = execute(["git", "status", "--porcelain", "--untracked-files=all", "--no-renames"])[1].splitlines()
    return [line[3:] for line in lines if line.endswith((".c", ".h")) and (TOP / line[3:]).exists()]


def check_format(outcome, changed=False):
    """One test per source file. clang-format takes longer to begin than to read a file: each process has many."""
    files = sources(changed)
    shares = [files[first:first + FORMATTED] for first in range(0, len(files), FORMATTED)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for share, (status, output) in zip(shares, pool.map(lambda share: execute(["clang-format", "--dry-run", "-Werror", *share]), shares)):
            faults = {file: line for line in reversed(output.splitlines()) for file in share if line.startswith(f"{file}:")}
            if status and not faults:
                outcome.add(False, "clang-format", output)
            for file in share:
                outcome.add(file not in faults, file, f"clang-format would change it: {faults.get(file)}")


def check_long(outcome, python):
    for name, command, variables in long.runs(python, BUILDS / "gcc", BUILDS / "clang"):
        print(f"  {name}: {' '.join(map(str, command))}", flush=True)
        status, output = execute(command, {**RUN_ENVIRONMENT, **variables})
        note_skips(outcome, name, output)
        if status != long.SKIPPED:
            outcome.add(status == 0, name, "failed\n" + "\n".join(output.splitlines()[-60:]))


def check_howto(outcome, python):
    """What it says: `FAILED CHECK` and why, of each that failed, and at last `N passed, N failed`."""
    output = execute([python, "tests/howto/howto.py", "--folder", BUILDS / "howto"])[1]
    counts = re.search(r"^(\d+) passed, (\d+) failed$", output, re.M)
    faults = re.split(r"^FAILED (.*)\n", output[:counts.start()] if counts else "", flags=re.M)
    for name, fault in zip(faults[1::2], faults[2::2]):
        outcome.add(False, name, fault)
    for _ in range(int(counts[1]) if counts else 0):
        outcome.add(True, "howto")
    if not counts:
        outcome.add(False, "howto.py", output)


CHECKS = {"howto": check_howto, "long": check_long}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    extent = parser.add_mutually_exclusive_group()
    extent.add_argument("--quick", action="store_true")
    extent.add_argument("--full", action="store_true")
    parser.add_argument("--only", action="append", choices=[*CONFIGURATIONS, "format", "howto", "long"])
    parser.add_argument("--times", action="store_true")
    arguments = parser.parse_args()
    parts = ["gcc", "format"] if arguments.quick else [*CONFIGURATIONS, "format", "howto", *(["long"] if arguments.full else [])]
    parts = arguments.only or parts
    outcome = Outcome()
    with outcome.measured("prepare"):
        python, reason = prepare(parts)
    if reason:
        outcome.skip(reason, "the Python environment of the tests")
    built = build_parts(outcome, [name for name in CONFIGURATIONS if name in parts], python)
    if "format" in parts:
        outcome.part = "format"
        with outcome.measured("format"):
            check_format(outcome, changed=arguments.quick)
    if built:
        with outcome.measured("tests"):
            run_parts(outcome, built, arguments.quick)
    for name in (name for name in CHECKS if name in parts):
        outcome.part = name
        with outcome.measured(name):
            CHECKS[name](outcome, python)
    outcome.show(arguments.times)
    print(f"{outcome.passed} passed, {outcome.failed} failed")
    sys.exit(1 if outcome.failed else 0)


if __name__ == "__main__":
    main()
