#!/usr/bin/env python3
"""Runs JAX's own tests on sdyc, and counts those that XLA's processor passes: jax_tests.py CHECKOUT [FILE ...]

    git clone --depth=1 --branch=jax-v0.10.2 https://github.com/jax-ml/jax
    jax_tests.py jax array_test pjit_test --out=results
    jax_tests.py jax lax_test --sample=10 --reasons

CHECKOUT holds JAX at the version that is installed; nothing of it is kept here. Each file runs in a process of its own, with
eight devices and in an order that has nothing to do with its own, so that --limit leaves a sample of all of it; --out keeps the
outcomes. Without files those of FILES run.
"""
import argparse
import collections
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILES = ("array multi_device jax_jit layout pjit shard_map lax lax_control_flow lax_numpy lax_numpy_operators lax_numpy_reducers "
         "lax_numpy_indexing lax_numpy_einsum random random_lax linalg fft nn lax_autodiff lax_vmap api export python_callback").split()


# --- inside pytest: this file is a plugin of it -----------------------------------------------------------------------------------


def pytest_configure(config):
    """Tests expect of sdyc what they expect of XLA's processor."""
    import jax
    import jax._src.test_util  # noqa: F401 (it defines the flag)

    jax.config.update("jax_test_dut", "cpu")


def scattered(test):
    """A place in an order that has nothing to do with the file's: what a limit leaves is a sample of all of it, another for each seed."""
    return hashlib.sha256((os.environ.get("SDYC_TEST_SEED", "") + test).encode()).digest()


def pytest_collection_modifyitems(config, items):
    step = int(os.environ.get("SDYC_TEST_SAMPLE", "1"))
    wanted = os.environ.get("SDYC_TEST_WANTED")
    if wanted is not None:
        names = set(Path(wanted).read_text(encoding="utf-8").splitlines())
        items[:] = [item for item in items if item.nodeid.split("::", 1)[-1] in names]
    items[:] = sorted(items, key=lambda item: scattered(item.nodeid))[::step]


def why(report):
    """The last line of what went wrong that says something."""
    crash = getattr(report.longrepr, "reprcrash", None)
    text = crash.message if crash else str(report.longrepr)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return " | ".join(lines[:4])[:600] if lines else ""


def pytest_runtest_logreport(report):
    if report.when != "call" and report.outcome == "passed":
        return
    row = {"test": report.nodeid.split("::", 1)[-1], "outcome": report.outcome, "seconds": round(report.duration, 3)}
    if report.outcome == "failed":
        row["why"] = why(report)
    with open(os.environ["SDYC_TEST_RESULTS"], "a", encoding="utf-8") as stream:
        stream.write(json.dumps(row) + "\n")


# --- outside --------------------------------------------------------------------------------------------------------------------


def environment(platform, results, sample, seed):
    """Eight devices of sdyc, or of XLA's."""
    own = {"SDYC_DEVICES": "8", "SDYC_TEST_RESULTS": str(results), "SDYC_TEST_SAMPLE": str(sample), "SDYC_TEST_SEED": seed,
           "JAX_PLATFORMS": "sdyc,cpu" if platform == "sdyc" else "cpu", "XLA_FLAGS": "--xla_force_host_platform_device_count=8",
           "JAX_NUM_GENERATED_CASES": os.environ.get("JAX_NUM_GENERATED_CASES", "10")}
    paths = [str(HERE), str(HERE.parents[1] / "python"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, **own, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}


def run_file(arguments, name, platform, wanted=None):
    """The outcome of each test of a file, by name; of the wanted ones alone, where they are given."""
    results = Path(arguments.out).resolve() / f"{name.replace('/', '.')}.{platform}.jsonl"
    if not (arguments.keep and results.exists()):
        results.unlink(missing_ok=True)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "jax_tests", "-p", "no:cacheprovider", "-s", "--tb=short", f"tests/{name}_test.py"]
        if arguments.only:
            command += ["-k", arguments.only]
        own = environment(platform, results, arguments.sample if wanted is None else 1, arguments.seed)
        if wanted is not None:
            own["SDYC_TEST_WANTED"] = str(results.with_suffix(".wanted"))
            results.with_suffix(".wanted").write_text("\n".join(wanted), encoding="utf-8")
        with open(results.with_suffix(".log"), "w", encoding="utf-8") as log:
            try:
                subprocess.run(command, cwd=arguments.checkout, env=own, stdout=log, stderr=subprocess.STDOUT, timeout=arguments.limit,
                               check=False)
            except subprocess.TimeoutExpired:
                print(f"{name}: not finished in {arguments.limit} seconds", file=sys.stderr)
    rows = [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []
    return {row["test"]: row for row in rows}


def count(outcomes):
    counts = collections.Counter(row["outcome"] for row in outcomes.values())
    return counts["passed"], counts["failed"], counts["skipped"]


def print_reasons(failures):
    """What went wrong, the most frequent first."""
    kinds = collections.defaultdict(list)
    for row in failures:
        kinds[re.sub(r"0x[0-9a-f]+|\d+", "N", row["why"])[:160]].append(row)
    for rows in sorted(kinds.values(), key=len, reverse=True):
        print(f"    {len(rows):5}  {rows[0]['why'][:300]}\n           {rows[0]['test']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout")
    parser.add_argument("files", nargs="*", default=FILES, help="array_test, or array")
    parser.add_argument("--out", default="jax-tests", help="folder for outcomes and logs")
    parser.add_argument("--limit", type=float, default=3600, help="seconds for each file")
    parser.add_argument("--sample", type=int, default=1, help="each so-and-so-many-th test alone")
    parser.add_argument("--seed", default="", help="another word gives another order, so another sample")
    parser.add_argument("--only", default="", help="tests whose names hold this (pytest -k)")
    parser.add_argument("--beside", action="store_true", help="run what fails on XLA's processor too, and count what that passes")
    parser.add_argument("--keep", action="store_true", help="take outcomes that are there already")
    parser.add_argument("--reasons", action="store_true", help="say why tests fail")
    arguments = parser.parse_intermixed_args()
    if not (Path(arguments.checkout) / "tests").is_dir():
        sys.exit(f"{arguments.checkout} holds no tests of JAX")
    Path(arguments.out).mkdir(parents=True, exist_ok=True)
    print(f"{'file':28} {'passed':>7} {'failed':>7} {'skipped':>8}   of what XLA passes")
    for file in arguments.files:
        name = file.removesuffix(".py").removesuffix("_test")
        ours = run_file(arguments, name, "sdyc")
        failures = [row for row in ours.values() if row["outcome"] == "failed"]
        share = ""
        if arguments.beside:
            theirs = run_file(arguments, name, "cpu", [row["test"] for row in failures]) if failures else {}
            failures = [row for row in failures if theirs.get(row["test"], {}).get("outcome") == "passed"]
            good = count(ours)[0]
            share = f"{good} of {good + len(failures)}, {100 * good / max(1, good + len(failures)):.1f} %"
        print(f"{name:28} {count(ours)[0]:7} {count(ours)[1]:7} {count(ours)[2]:8}   {share}", flush=True)
        if arguments.reasons:
            print_reasons(failures)


if __name__ == "__main__":
    main()
