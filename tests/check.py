#!/usr/bin/env python3
"""All checks of the tree, in build folders of their own: check.py [--only NAME]...

gcc         warnings are errors; all tests
clang       warnings are errors; unit tests and golden tests under AddressSanitizer and
            UndefinedBehaviorSanitizer; each fuzz target on 12,000 inputs
threads     the runtime's tests under ThreadSanitizer
format      clang-format has nothing to say

Each prints what failed; the last line is `N passed, N failed`, over everything.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
BUILDS = TOP / "build-check"
WARNINGS = ["-Dwerror=true"]
GOLDEN = ["cli", "ir", "error", "rules", "pass", "partition", "codegen", "run", "count", "explain", "report", "verify"]
# name: environment of the configuration, its options, the suites to run ([]: all)
CONFIGURATIONS = {
    "gcc": ({"CC": "gcc"}, [*WARNINGS, "-Dbuildtype=debugoptimized"], []),
    # Instrumented loops are not vectorised, which clang would warn of. Shared libraries find the sanitizers in the
    # program that loads them.
    "clang": ({"CC": "clang"}, [*WARNINGS, "-Dc_args=-Wno-pass-failed", "-Dfuzz=true", "-Dbuildtype=debug",
                                "-Doptimization=1", "-Db_lundef=false"], ["unit", *GOLDEN, "fuzzing"]),
    "threads": ({"CC": "gcc"}, ["-Db_sanitize=thread", "-Db_lundef=false", "-Dbuildtype=debug",
                                "-Doptimization=1"], ["unit"]),
}
# tcc's memory is its own business until the process ends, and libgomp keeps its threads.
RUN_ENVIRONMENT = {"ASAN_OPTIONS": "detect_leaks=1:abort_on_error=0",
                   "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
                   "LSAN_OPTIONS": f"suppressions={TOP}/tests/leaks.txt:print_suppressions=0",
                   "TSAN_OPTIONS": f"suppressions={TOP}/tests/races.txt"}


def execute(command, environment=None):
    done = subprocess.run([str(word) for word in command], cwd=TOP, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env={**os.environ, **(environment or {})})
    return done.returncode, done.stdout


def build(name, environment, options):
    """'' or what went wrong."""
    folder = BUILDS / name
    configured = (folder / "build.ninja").exists()
    setup = ["meson", "setup", *(["--reconfigure"] if configured else []), folder, *options]
    for command in (setup, ["ninja", "-C", folder]):
        status, output = execute(command, environment)
        if status:
            lines = [line for line in output.splitlines() if not re.match(r"\[\d+/\d+\]", line)]
            return "\n".join(lines[-60:])
    return ""


def run_tests(name, suites):
    """Passed and failed tests of a build folder."""
    folder = BUILDS / name
    chosen = [word for suite in suites for word in ("--suite", suite)]
    execute(["meson", "test", "-C", folder, "--no-rebuild", *chosen], RUN_ENVIRONMENT)
    passed = failed = 0
    for line in (folder / "meson-logs/testlog.json").read_text().splitlines():
        test = json.loads(line)
        if test["result"] == "SKIP":
            print(f"  skipped: {test['name']}: {test.get('stdout', '').strip()}")
        elif test["result"] == "OK":
            passed += 1
        else:
            failed += 1
            text = test.get("stdout", "") + test.get("stderr", "")
            print(f"  {test['result']}: {test['name']}\n" + "\n".join(text.splitlines()[-40:]))
    return passed, failed


def check_configuration(name):
    environment, options, suites = CONFIGURATIONS[name]
    fault = build(name, environment, options)
    if fault:
        print(f"  the build failed:\n{fault}")
        return 0, 1
    return run_tests(name, suites)


def check_format():
    """One test per source file."""
    files = execute(["git", "ls-files", "*.c", "*.h"])[1].split()
    passed = failed = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        checked = pool.map(lambda file: execute(["clang-format", "--dry-run", "-Werror", file]), files)
        for file, (status, output) in zip(files, checked):
            passed, failed = passed + (status == 0), failed + (status != 0)
            if status:
                print(f"  {file}: clang-format would change it: {output.splitlines()[0]}")
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", action="append", choices=[*CONFIGURATIONS, "format"])
    arguments = parser.parse_args()
    passed = failed = 0
    for name in arguments.only or [*CONFIGURATIONS, "format"]:
        start = time.monotonic()
        print(f"{name}", flush=True)
        good, bad = check_format() if name == "format" else check_configuration(name)
        passed, failed = passed + good, failed + bad
        print(f"  {good} passed, {bad} failed in {time.monotonic() - start:.0f} s", flush=True)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
