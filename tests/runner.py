"""Runs the tests of build folders: those of all folders in one queue over the processor's cores, what takes longest first.

Meson knows the tests (`meson introspect --tests`). This runs them as `meson test` does, with three differences: a core that has
no more tests of one folder takes those of the next; each test's CPU seconds are known, its children's included; a golden
test needs no Python process of its own.
"""
import json
import multiprocessing
import os
import random
import resource
import signal
import subprocess
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

import lit

SKIPPED = 77
# Processes that run tests at the same time: one more than cores, because many tests wait now and then, for each other's processes
# or for a silence.
WORKERS = (os.cpu_count() or 1) + 1


@dataclass(frozen=True)
class Test:
    part: str  # what its folder is named in ./check
    name: str  # suite: name
    suites: tuple
    command: tuple
    variables: dict = field(hash=False)
    folder: str
    timeout: int  # seconds
    alone: bool  # no other test may run beside it

    @property
    def title(self):
        return f"{self.part}: {self.name}"


@dataclass(frozen=True)
class Result:
    test: Test
    status: int  # of its process; None: it did not end in time
    output: str
    seconds: float
    cpu: float  # seconds of all its processes

    @property
    def skipped(self):
        return self.status == SKIPPED

    @property
    def fault(self):
        """'' or why it failed."""
        if self.status in (0, SKIPPED):
            return ""
        return f"no end after {self.test.timeout} s" if self.status is None else f"exit status {self.status}"


def tests_of(folder, part, suites=(), without=()):
    """Those of a folder that has been built, of these suites (none: all) and not of those in `without`."""
    listed = subprocess.run(["meson", "introspect", "--tests", str(folder)], stdout=subprocess.PIPE, check=True).stdout
    for test in json.loads(listed):
        named = tuple(suite.split(":")[-1] for suite in test["suite"])
        if (not suites or set(suites) & set(named)) and not set(without) & set(named):
            yield Test(part, f"{named[0]}: {test['name']}", named, tuple(test["cmd"]), test["env"], test["workdir"] or str(Path(folder).resolve()),
                       test["timeout"], not test["is_parallel"])


def cpu_seconds():
    """Of this process and of those that it has waited for."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def run_command(test, variables):
    """Exit status (None: too late) and output."""
    process = subprocess.Popen(test.command, cwd=test.folder, env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    try:
        output = process.communicate(timeout=test.timeout)[0]
        return process.returncode, output
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return None, process.communicate()[0]
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise


def run_golden(test, variables):
    """What lit.py does for the test's file, in this process. Its words are seen from the test's folder."""
    os.chdir(test.folder)
    place = next(index for index, word in enumerate(test.command) if Path(word).name == "lit.py")
    return lit.run(lit.arguments(test.command[place + 1:]), variables)


def run(test, variables):
    # As under `meson test`, memory that is given or taken back holds nothing of use.
    variables = {**os.environ, "MALLOC_PERTURB_": str(random.randint(1, 255)), **variables, **test.variables}
    golden = any(Path(word).name == "lit.py" for word in test.command)
    start, before = time.monotonic(), cpu_seconds()
    status, output = (run_golden if golden else run_command)(test, variables)
    return Result(test, status, output, time.monotonic() - start, cpu_seconds() - before)


def run_all(tests, variables, known=None):
    """A Result for each test, as they end. `known` are CPU seconds by title, from a run before; a test without is thought to take as
    long as it may."""
    known = known or {}
    tests = sorted(tests, key=lambda test: -known.get(test.title, test.timeout))
    with ProcessPoolExecutor(WORKERS, mp_context=multiprocessing.get_context("fork")) as pool:
        for test in tests:
            if test.alone:
                yield pool.submit(run, test, variables).result()
        for future in as_completed([pool.submit(run, test, variables) for test in tests if not test.alone]):
            yield future.result()
