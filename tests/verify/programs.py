#!/usr/bin/env python3
"""Sharded programs of the tests, partitioned and verified: programs.py SDYC [FILE]...

Each section of tests/partition, tests/run and tests/count that has a mesh and a main function is partitioned; the result
must be proved, and so must what code is generated from, for either model of storage. A program that checks its own values gives them as results instead. What cannot be proved stands in
KNOWN below, with the reason; a program there that is proved after all is a failure too, as is one that is gone.
"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
CHECK = re.compile(r"^\s*check\.expect_\w+ (%[\w#]+),? .*: ([^\n{]+)$", re.M)
MAIN = re.compile(r"func\.func (?:public )?@main\(\) \{(.*?)\n\}", re.S)
KNOWN = {
    "partition/sum_behind_slice.0": "in the middle of the way: its all_reduce ends a sum that partitioning ends again",
    "partition/unreduced_functions.0": "checks values in two functions",
    "run/collective/axes_not_nested_inside.0": "meshes of 12 and of 6 devices",
    "run/product/bounded_lapack.0": "LAPACK's functions of batches are not taken for functions of matrices",
    "run/control/custom_calls.0": "a custom call with side effects",
    "run/types/resources.0": "a constant that is written as sparse<...>",
}


def with_results(text):
    """A program that checks values of its own, with these as its results; others as they are."""
    main = MAIN.search(text)
    if not main:
        return text
    checked = [(value, kind.split(", tensor")[0].strip()) for value, kind in CHECK.findall(main.group(1))]
    checked = list(dict.fromkeys(checked))
    if not checked:
        return text
    body = CHECK.sub("", main.group(1))
    returned = "return " + ", ".join(value for value, _ in checked) + " : " + ", ".join(kind for _, kind in checked)
    body = re.sub(r"^\s*(?:func\.)?return\s*$", f"  {returned}", body, flags=re.M)
    kinds = ", ".join(kind for _, kind in checked)
    return text[:main.start()] + f"func.func public @main() -> ({kinds}) {{{body}\n}}" + text[main.end():]


def call(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=240)


def judge(sdyc, folder, text):
    """'' where it is proved, None where it is no program to be partitioned, else what is said."""
    whole, parts = folder / "global.mlir", folder / "partitioned.mlir"
    whole.write_text(with_results(text))
    printed = call(sdyc, "partition", whole)
    if printed.returncode or not re.search(r"@main\b", text):
        return None
    parts.write_text(printed.stdout)
    said = call(sdyc, "verify", "--quiet", whole, parts)
    if said.returncode < 0 or "internal error" in said.stderr:
        return f"exit {said.returncode}: {said.stderr}"
    return "" if said.returncode == 0 else (said.stdout or said.stderr).strip()


def judge_emitted(sdyc, folder, storage):
    """The same of what `emit` compiles, in the program that was judged last."""
    said = call(sdyc, "emit", "--verify", "--entry=main", f"--storage={storage}", folder / "global.mlir", "-o", folder / "emitted")
    shutil.rmtree(folder / "emitted", ignore_errors=True)
    return "" if "proved by" in said.stderr else f"{storage} storage: {said.stderr}"


def main():
    sdyc, files = sys.argv[1], [Path(word) for word in sys.argv[2:]]
    files = files or sorted(path for name in ("partition", "run", "count") for path in (TESTS / name).rglob("*.mlir"))
    proved, failed = 0, []
    with tempfile.TemporaryDirectory() as scratch:
        for path in files:
            for number, text in enumerate(re.split(r"^// -----.*$", path.read_text(), flags=re.M)):
                if "sdy.mesh" not in text:
                    continue
                name = f"{path.resolve().relative_to(TESTS).with_suffix('')}.{number}"
                said = judge(sdyc, Path(scratch), text)
                if said is None:
                    continue
                for storage in ("shared", "private"):
                    said = said or judge_emitted(sdyc, Path(scratch), storage)
                if (said == "") == (name in KNOWN):
                    failed.append(f"{name}: {said[:300] or 'proved, though it is known not to be'}")
                proved += said == ""
    print("\n".join(failed))
    print(f"{proved} proved, {len(failed)} failed")
    sys.exit(1 if failed or not proved else 0)


if __name__ == "__main__":
    main()
