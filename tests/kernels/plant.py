#!/usr/bin/env python3
"""Faults planted in kernels, and whether tests/kernels finds them.

    plant.py [--count N] [--seed S] [--percent N] [--only REGEX] [--scratch DIR] [--log FILE]

The runtime and tests/kernels are copied to a scratch folder and built there as they are built here. Each fault is a small change of one
line of a kernel, by its seed: an index, a bound, a sign, a mask (or a condition: tests/verify/planted.py plants those in the partitioner).
What does not compile is planted again elsewhere. The tests of the families that the file serves then run: on every set of instructions
that the processor has, and where nothing fails there, on those that are emulated. A fault is one of:

    found      a case fails, and its message says which
    same       the compiler makes the same code of it
    harmless   all cases pass, and plant_harmless.txt says why
    survives   all cases pass: the test lacks something, or plant_harmless.txt a line

Files that choose are left out: their faults cost time alone. Prints a line for each fault with its place, and fails where one survives.
"""
import argparse
import collections
import itertools
import random
import re
import shutil
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests/verify"))
from planted import SKIPPED_LINE, call  # noqa: E402

# The families that the files of a folder serve.
FAMILIES = {"product": ["product", "conv", "cholesky", "triangular"], "conv": ["conv"], "transpose": ["transpose"], "weave": ["weave"],
            "scan": ["scan"], "scatter": ["scatter"], "fft": ["fft"], "linalg": ["cholesky", "triangular"], "sort.c": ["sort"],
            "stream.c": ["stream", "transpose"]}
# Costs and choices, what is emulated by other code (assembly), and what needs a library.
SKIPPED_FILE = re.compile(r"plan|cost|threshold|block_avx512|blas|lapack|tridiagonal|_parts\.c|product_tile\.c|product_sizes\.c|product_shape\.c")
# What runs with AVX-512 alone.
WIDE_FILE = re.compile(r"avx512|amx|split|bf16")
PROGRAMS = ["tests/kernels/kernels", "tests/kernels/kernels_emulated"]
# What a fault of each kind makes of a line: pairs of a pattern and what takes its place.
KINDS = {
    "index": [(r"\[(\w+)\]", r"[\1 + 1]"), (r" \+ 1\b", ""), (r" - 1\b", ""), (r"(?<=\w) \+ (?=\w)", " - "), (r"(?<=\w) \* (?=\w)", " + "),
              (r" \+= (?=\w)", " -= ")],
    "bound": [(r"(?<=\w) < (?=\w)", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" = 0;", " = 1;"),
              (r"\bminimum\(", "maximum("), (r"(?<![=!<>])==(?!=)", "!="), (r"!=", "==")],
    "sign": [(r"(?<=[(=,] )-(?=\w)", ""), (r"_add_p", "_sub_p"), (r"_sub_p", "_add_p"), (r"_fmadd_", "_fnmadd_"), (r"(?<=\w) - (?=\w)", " + "),
             (r" \+= ", " -= ")],
    "mask": [(r"<< (\w+)\) - 1", r"<< \1) - 2"), (r" & ", " | "), (r" \| ", " & "), (r"% (\w+)", r"% (\1 + 1)"), (r" && ", " || "),
             (r" \|\| ", " && "), (r"~", "")],
}


def sources(tree):
    for path in sorted((tree / "runtime").rglob("*")):
        family = path.relative_to(tree / "runtime").parts[0]
        if path.suffix in {".c", ".inc"} and family in FAMILIES and not SKIPPED_FILE.search(path.name):
            yield path


def places(paths):
    """(kind, path, line number, changed line), every one that there is."""
    found = collections.defaultdict(list)
    for path in paths:
        depth = 0
        for number, line in enumerate(path.read_text().split("\n")):
            inside = depth > 0 or line.endswith("\\")
            depth += line.count("{") - line.count("}")
            if not inside or SKIPPED_LINE.search(line):
                continue
            for kind, changes in KINDS.items():
                for pattern, instead in changes:
                    changed = re.sub(pattern, instead, line, count=1)
                    if changed != line:
                        found[kind].append((kind, path, number, changed))
    return found


def prepare(scratch):
    """A build of the runtime and these tests alone."""
    tree = scratch / "tree"
    shutil.copytree(TOP, tree, ignore=shutil.ignore_patterns("build", "build-*", ".git", "__pycache__", "docs", "jax-tests"))
    for words in (["meson", "setup", "build", "-Dbench=disabled"],
                  ["nice", "-n", "19", "ninja", "-C", "build", "-j1", *PROGRAMS]):
        done = call(*(["env", "CC=ccache gcc"] if shutil.which("ccache") else []), *words, cwd=tree, limit=1800)
        if not done or done.returncode:
            sys.exit(f"cannot build the copy: {done and done.stdout[-2000:]}")
    return tree


def objects(tree):
    """What the linker takes: equal code is no fault. Places of lines in debugging information do not count."""
    texts = []
    for program in PROGRAMS:
        shutil.copy(tree / "build" / program, tree / "stripped")
        call("strip", tree / "stripped")
        texts.append((tree / "stripped").read_bytes())
    return texts


def has_avx512():
    return " avx512vl " in Path("/proc/cpuinfo").read_text()


def judge(tree, path, percent):
    """The first line of a failure; None where all pass."""
    programs = PROGRAMS[1:] if WIDE_FILE.search(path.name) and not has_avx512() else PROGRAMS
    for program, family in itertools.product(programs, FAMILIES[path.relative_to(tree / "runtime").parts[0]]):
        done = call("nice", "-n", "19", tree / "build" / program, "--family", family, "--count", percent, limit=1200)
        if not done:
            return "does not end"
        if done.returncode:
            lines = [line.strip() for line in done.stdout.split("\n")]
            wrong = [i for i, line in enumerate(lines) if line.startswith("kernels:")]
            return f"{lines[wrong[0]][9:]} ({lines[wrong[0] + 1]})" if wrong else "fails"
    return None


def known_harmless():
    """{(path, line, changed line)} of plant_harmless.txt."""
    lines = (TOP / "tests/kernels/plant_harmless.txt").read_text().split("\n")
    return {tuple(line.split("\t")[:3]) for line in lines if "\t" in line and not line.startswith("#")}


def try_fault(tree, right, found, dice, percent):
    """(outcome, what is printed of it); None: it does not compile."""
    kind, path, number, changed = dice.choice(found[dice.choice(sorted(KINDS))])
    text = path.read_text()
    lines = text.split("\n")
    was = lines[number]
    lines[number] = changed
    path.write_text("\n".join(lines))
    built = call("nice", "-n", "19", "ninja", "-C", tree / "build", "-j1", *PROGRAMS, limit=1800)
    name = str(path.relative_to(tree))
    place = f"{name}:{number + 1}\t{was.strip()}\t{changed.strip()}"
    if not built or built.returncode:
        result = None
    elif objects(tree) == right:
        result = "same", f"{kind}\t{place}"
    else:
        said = judge(tree, path, percent)
        is_known = (name, was.strip(), changed.strip()) in known_harmless()
        result = ("found" if said else "harmless" if is_known else "survives"), f"{kind}\t{place}\t{said or ''}"
    path.write_text(text)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--percent", type=int, default=100, help="of the cases of a family")
    parser.add_argument("--only", default="", help="of the files, by a regular expression")
    parser.add_argument("--scratch", type=Path)
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    counts = collections.Counter()
    with tempfile.TemporaryDirectory(dir=options.scratch) as name:
        tree = prepare(Path(name))
        right = objects(tree)
        found = places([path for path in sources(tree) if re.search(options.only, str(path))])
        seed = options.seed
        while counts.total() < options.count:
            result = try_fault(tree, right, found, random.Random(seed), options.percent)
            if result:
                counts[result[0]] += 1
                line = f"{seed}\t{result[0]}\t{result[1]}"
                print(line, flush=True)
                if options.log:
                    with options.log.open("a") as log:
                        log.write(line + "\n")
            seed += 1
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.most_common()))
    sys.exit(1 if counts["survives"] else 0)


if __name__ == "__main__":
    main()
