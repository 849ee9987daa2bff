#!/usr/bin/env python3
"""Real programs print back as they were: roundtrip.py SDYC. Every text of ../shared/models token for
token, by itself and by way of the generic form; of every file of ../shared/jax_ops the second print
equals the first. Skipped (exit status 77) without ../shared."""
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SHARED = Path(__file__).resolve().parents[3] / "shared"
# Names of values are not kept; this is the one program that has any but numbers.
NAMED = {"mlp_barrier/model.mlir"}


def opt(sdyc, text, *flags):
    """What `sdyc opt` prints, or None; its errors go to ours."""
    done = subprocess.run([sdyc, "opt", "-", *flags], input=text, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr.strip().split("\n")[0])
    return done.stdout if done.returncode == 0 else None


def tokens(text, named=False):
    """The words of a text; with `named`, values are called by their order."""
    numbers = {}
    if named:
        text = re.sub(r"%\w+", lambda name: f"%v{numbers.setdefault(name.group(), len(numbers))}", text)
    return text.split()


def generic_roundtrip(sdyc, text):
    generic = opt(sdyc, text, "--mlir-print-op-generic")
    return generic and opt(sdyc, generic)


def model_holds(sdyc, path):
    text = path.read_text()
    named = "/".join(path.parts[-2:]) in NAMED
    return all(printed is not None and tokens(printed, named) == tokens(text, named)
               for printed in (opt(sdyc, text), generic_roundtrip(sdyc, text)))


def operation_holds(sdyc, path):
    first = opt(sdyc, path.read_text())
    return bool(first) and opt(sdyc, first) == first and generic_roundtrip(sdyc, first) == first


def main():
    if not (SHARED / "models").is_dir():
        print(f"skipped: there is no {SHARED}")
        sys.exit(77)
    names = ("model", "propagated", "partitioned")
    cases = [(model_holds, path) for name in names for path in sorted(SHARED.glob(f"models/*/{name}.mlir"))]
    cases += [(operation_holds, path) for path in sorted(SHARED.glob("jax_ops/**/*.mlir"))]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda case: case[0](sys.argv[1], case[1]), cases))
    failed = [path for (_, path), good in zip(cases, results) if not good]
    print(*failed, f"{len(cases) - len(failed)} passed, {len(failed)} failed", sep="\n")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
