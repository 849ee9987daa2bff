#!/usr/bin/env python3
"""Faults planted in kernels, and whether tests/kernels finds them.

    plant.py BUILD [--count N] [--seed S] [--only REGEX] [--scratch DIR] [--log FILE] [--again]

BUILD is a folder in which tests/kernels/kernels is built, and kernels_emulated where it is built at all. The runtime is copied to a
scratch folder. Each fault is a small change of one line of a kernel, by its seed: an index, a bound, a sign, a mask (or a condition:
tests/verify/planted.py plants those in the partitioner). What has the line is compiled again, as BUILD compiles it but that it is
optimised less and not debugged, and linked with the rest of BUILD. Then the tests run that BUILD's suite `kernels` has for the families
that the file serves: first a tenth of their cases, then all. A fault is one of:

    found      a case fails, and its message says which
    harmless   all cases pass, and plant_harmless.txt says why
    survives   all cases pass: the test lacks something, or plant_harmless.txt a line

and does not count where it is

    refused    it does not compile
    same       the compiler makes the same code of it

Files that choose are left out: their faults cost time alone. Prints a line for each fault, and fails where one survives. What the log
has already is not asked again: an interrupted run goes on. `--again` asks each fault of the log that survived once more, by its line
wherever that stands now, and writes no log; it is `gone` where there is no such line. The log's columns, with tabs between: seed, outcome, kind, place, the line before and after, what failed, seconds.
"""
import argparse
import collections
import itertools
import json
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests/verify"))
from planted import SKIPPED_LINE, call  # noqa: E402

# The families that files serve whose paths begin so, the one that asks most of them first. The longest beginning counts.
FAMILIES = {"product": ["product", "conv", "cholesky", "triangular"], "product/weights": ["weights"], "product/narrow/product_widened": ["weights"],
            "conv": ["conv"], "transpose": ["transpose"], "weave": ["weave"], "scan": ["scan"], "scatter": ["scatter"], "fft": ["fft"],
            "linalg": ["cholesky", "triangular"], "sort": ["sort"],
            "stream.c": ["stream", "transpose"]}
# Costs and choices, what is emulated by other code (assembly), and what needs a library.
SKIPPED_FILE = re.compile(r"plan|cost|threshold|block_avx512|blas|lapack|tridiagonal|_parts\.c|product_tile\.c|product_sizes\.c|product_shape|"
                          r"conv_make|conv_tasks|conv_places")
# What runs with AVX-512 alone.
WIDE_FILE = re.compile(r"avx512|amx|split|quads")
# An array's extent is no index: one more is never written.
DECLARATION = re.compile(r"^\s*(?!return\b)(?:\w+ )+\**\w+(?:\[[^\]]*\])+(?:;| = |, )")
# What is fetched ahead costs or saves time alone, too.
FETCHES = re.compile(r"fetch")
BEGINS_FUNCTION = re.compile(r"\) \{$")
# What a fault of each kind makes of a line: pairs of a pattern and what takes its place. Steps of loops are left alone: one that goes
# backwards is found by every case.
KINDS = {
    "index": [(r"\[(\w+)\]", r"[\1 + 1]"), (r" \+ 1\b", ""), (r" - 1\b", ""), (r"(?<=\w) \+ (?=\w)", " - "), (r"(?<=\w) \* (?=\w)", " + "),
              (r"^(?!\s*for\b)(.*?) \+= (?=\w)", r"\1 -= ")],
    "bound": [(r"(?<=\w) < (?=\w)", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" = 0;", " = 1;"),
              (r"\bminimum\(", "maximum("), (r"(?<![=!<>])==(?!=)", "!="), (r"!=", "==")],
    "sign": [(r"(?<=[(=,] )-(?=\w)", ""), (r"_add_p", "_sub_p"), (r"_sub_p", "_add_p"), (r"_fmadd_", "_fnmadd_"), (r"(?<=\w) - (?=\w)", " + "),
             (r"^(?!\s*for\b)(.*?) \+= ", r"\1 -= ")],
    "mask": [(r"<< (\w+)\) - 1", r"<< \1) - 2"), (r" & ", " | "), (r" \| ", " & "), (r"% (\w+)\b(?!->|[.(\[])", r"% (\1 + 1)"), (r" && ", " || "),
             (r" \|\| ", " && "), (r"~", "")],
}
# How many percent of the cases are run, and how long they may take, of the processor's time, on one set of instructions.
SECONDS = {"10": "15", "100": "60"}
Fault = collections.namedtuple("Fault", "kind path number was changed")  # the path from the runtime on, the line's number from 0


# --- which faults there are -----------------------------------------------------------------------

def families_of(path):
    """None where a file serves none."""
    beginnings = [beginning for beginning in FAMILIES if str(path).startswith(beginning)]
    return FAMILIES[max(beginnings, key=len)] if beginnings else None


def sources(runtime):
    for path in sorted(runtime.rglob("*")):
        name = path.relative_to(runtime)
        if path.suffix in {".c", ".inc", ".h"} and families_of(name) and not SKIPPED_FILE.search(path.name):
            yield name


def code_lines(text):
    """(number, line) of those within functions and macros."""
    depth, is_function = 0, False
    for number, line in enumerate(text.split("\n")):
        inside = (depth > 0 and is_function) or line.endswith("\\")
        if depth == 0:
            is_function = bool(BEGINS_FUNCTION.search(line))
        depth += line.count("{") - line.count("}")
        if inside and not SKIPPED_LINE.search(line) and not DECLARATION.search(line) and not FETCHES.search(line):
            yield number, line


def faults(runtime, only):
    """{kind: every one that there is}."""
    found = collections.defaultdict(list)
    for path in sources(runtime):
        if not re.search(only, str(path)):
            continue
        for number, line in code_lines((runtime / path).read_text()):
            for kind, changes in KINDS.items():
                for pattern, instead in changes:
                    changed = re.sub(pattern, instead, line, count=1)
                    if changed != line:
                        found[kind].append(Fault(kind, path, number, line, changed))
    return found


def choose(found, seed):
    dice = random.Random(seed)
    return dice.choice(found[dice.choice(sorted(found))])


def find_again(found, words):
    """The fault of a line of a log, as near to its place as there is one; None: its line is gone."""
    kind, (path, number), was, changed = words[2], words[3].split(":"), words[4], words[5]
    same = [fault for fault in found[kind] if f"runtime/{fault.path}" == path and (fault.was.strip(), fault.changed.strip()) == (was, changed)]
    return min(same, key=lambda fault: abs(fault.number + 1 - int(number)), default=None)


# --- programs with a fault ------------------------------------------------------------------------

class Build:
    """The two programs, or the first alone where nothing is emulated, from a build's objects and those that are compiled from the copy
    of the runtime."""

    def __init__(self, folder, scratch):
        self.folder, self.scratch, self.runtime = folder, scratch, scratch / "runtime"
        shutil.copytree(TOP / "runtime", self.runtime, dirs_exist_ok=True)
        entries = json.loads((folder / "compile_commands.json").read_text())
        self.commands = {entry["output"]: shlex.split(entry["command"]) for entry in entries if entry["output"].startswith(
            ("runtime/libsdyrt.a.p/", "tests/kernels/libemulated.a.p/"))}
        self.programs = ("kernels", "kernels_emulated") if any(map(self.is_emulated, self.commands)) else ("kernels",)
        self.links = {program: shlex.split(self.ninja("commands", f"tests/kernels/{program}").strip().split("\n")[-1])
                      for program in self.programs}
        self.needs = self.read_needs()
        tests = json.loads((folder / "meson-info/intro-tests.json").read_text())
        self.tests = {test["name"]: test["cmd"] for test in tests if test["name"].startswith(("kernels/", "kernels_emulated/"))}

    def ninja(self, tool, *words):
        return subprocess.run(["ninja", "-C", self.folder, "--quiet", "-t", tool, *words], capture_output=True, text=True, check=True).stdout

    def read_needs(self):
        """{object: the files of the runtime that it is made of}."""
        needs = {}
        for block in self.ninja("deps").split("\n\n"):
            head, *lines = block.strip().split("\n")
            name = head.split(":")[0]
            if name in self.commands:
                needs[name] = {line.strip().split("runtime/")[-1] for line in lines if "runtime/" in line}
        return needs

    def is_emulated(self, name):
        return name.startswith("tests/")

    def objects_of(self, path, program):
        """Those that have a file of the runtime and are linked into a program, in whose emulated form others take their place."""
        names = [name for name, needs in self.needs.items() if str(path) in needs]
        emulated = {self.source_of(name) for name in self.needs if self.is_emulated(name)} if program == "kernels_emulated" else set()
        return [name for name in names if self.is_emulated(name) == (self.source_of(name) in emulated)]

    def source_of(self, name):
        return self.commands[name][-1].split("runtime/")[-1]

    def compile(self, name, result):
        """Whether the copy of the object's source compiles."""
        words = [word.replace("-I../runtime", f"-I{self.runtime}") for word in self.commands[name] if word not in {"-MD", "-Werror"}]
        words = words[1:] if words[0].endswith("ccache") else words
        for option in ("-MQ", "-MF", "-o"):
            del words[words.index(option):words.index(option) + 2]
        words[-1] = str(self.runtime / self.source_of(name))
        result.parent.mkdir(parents=True, exist_ok=True)
        done = call(*words, "-O1", "-g0", "-w", "-o", result, cwd=self.folder, limit=3600)
        return bool(done) and done.returncode == 0

    def link(self, program, changed):
        """A program with these objects, {name: path}, in place of those of the build."""
        result = self.scratch / program
        words = list(self.links[program])
        emulated = [str(changed.get(name, name)) for name in self.commands if self.is_emulated(name)]
        native = [str(path) for name, path in changed.items() if not self.is_emulated(name)]
        at = words.index("-o")
        words[at + 1:at + 2] = [str(result), *native, "-Wl,--strip-all"]
        if "tests/kernels/libemulated.a" in words:
            at = words.index("tests/kernels/libemulated.a")
            words[at:at + 1] = emulated
        done = call(*words, cwd=self.folder, limit=600)
        if not done or done.returncode:
            sys.exit(f"cannot link: {done and done.stderr}")
        return result


# --- judging --------------------------------------------------------------------------------------

def run_test(build, program, executable, family, percent):
    """The first line of a failure; None where all pass, or where there is no such test."""
    command = build.tests.get(f"{program}/{family}")
    if not command:
        return None
    words = [executable, *command[1:], "--stop", "--seconds", SECONDS[percent]]
    words[words.index("--count") + 1] = percent
    done = call(*words, limit=3600)
    if not done:
        return "does not end"
    if done.returncode == 0:
        return None
    lines = [line.strip() for line in done.stdout.split("\n")]
    wrong = [i for i, line in enumerate(lines) if line.startswith("kernels:")]
    again = " ".join(lines[wrong[0] + 2].split()[2:6]) if wrong and len(lines) > wrong[0] + 2 else ""
    return f"{lines[wrong[0]][9:]} ({again}: {lines[wrong[0] + 1]})" if wrong else "fails"


def is_same(build, changed, right_text, path):
    """Whether the objects are those of the line as it is."""
    faulty_text = (build.runtime / path).read_text()
    (build.runtime / path).write_text(right_text)
    same = True
    for name, faulty in changed.items():
        right = build.scratch / "right" / name
        if same and not right.exists() and not build.compile(name, right):
            sys.exit(f"{name} does not compile")
        same = same and right.read_bytes() == faulty.read_bytes()
    (build.runtime / path).write_text(faulty_text)
    return same


def judge(build, path, right_text):
    """(outcome, what failed) of the fault that the copy has."""
    programs = ["kernels_emulated"] if WIDE_FILE.search(path.name) and "kernels_emulated/product" in build.tests else build.programs
    every, executables = {}, {}
    for percent in SECONDS:
        for program in programs:
            if program not in executables:
                changed = {name: build.scratch / "faulty" / name for name in build.objects_of(path, program)}
                if not all(name in every or build.compile(name, result) for name, result in changed.items()):
                    return "refused", "compiler"
                every.update(changed)
                executables[program] = build.link(program, changed)
            for family in families_of(path):
                said = run_test(build, program, executables[program], family, percent)
                if said:
                    return "found", said
        if percent == "10" and is_same(build, every, right_text, path):
            return "same", ""
    return "survives", ""


def known_harmless():
    """{(path, line, changed line)} of plant_harmless.txt."""
    lines = (TOP / "tests/kernels/plant_harmless.txt").read_text().split("\n")
    return {tuple(line.split("\t")[:3]) for line in lines if "\t" in line and not line.startswith("#")}


def try_fault(build, fault):
    """(outcome, the rest of its line)."""
    start = time.monotonic()
    place = build.runtime / fault.path
    text = place.read_text()
    lines = text.split("\n")
    lines[fault.number] = fault.changed
    place.write_text("\n".join(lines))
    try:
        outcome, said = judge(build, fault.path, text)
    finally:
        place.write_text(text)
    name, was, changed = f"runtime/{fault.path}", fault.was.strip(), fault.changed.strip()
    if outcome == "survives" and (name, was, changed) in known_harmless():
        outcome = "harmless"
    seconds = f"{time.monotonic() - start:.0f}"
    return outcome, "\t".join([fault.kind, f"{name}:{fault.number + 1}", was, changed, said, seconds])


def ask_again(build, found, logged):
    """The outcomes of those of a log that survived."""
    counts = collections.Counter()
    for words in logged:
        if words[1] != "survives":
            continue
        fault = find_again(found, words)
        outcome, rest = try_fault(build, fault) if fault else ("gone", "\t".join(words[2:]))
        counts[outcome] += 1
        print(f"{words[0]}\t{outcome}\t{rest}", flush=True)
    return counts


def ask(build, found, logged, options):
    """The outcomes of as many faults as are asked for, those of the log among them, to which the others are written."""
    counts = collections.Counter(words[1] for words in logged)
    seed = max([options.seed - 1] + [int(words[0]) for words in logged]) + 1
    seen = {choose(found, int(words[0])) for words in logged}
    for number in itertools.count(seed):
        if sum(counts[outcome] for outcome in ("found", "harmless", "survives")) >= options.count:
            return counts
        fault = choose(found, number)
        if fault in seen:
            continue
        seen.add(fault)
        outcome, rest = try_fault(build, fault)
        counts[outcome] += 1
        line = f"{number}\t{outcome}\t{rest}"
        print(line, flush=True)
        if options.log:
            with options.log.open("a") as log:
                log.write(line + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="of the files, by a regular expression")
    parser.add_argument("--scratch", type=Path)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()
    logged = [line.split("\t") for line in options.log.read_text().split("\n") if line] if options.log and options.log.exists() else []
    with tempfile.TemporaryDirectory(dir=options.scratch) as name:
        build = Build(options.build.resolve(), Path(name))
        found = faults(build.runtime, options.only)
        counts = ask_again(build, found, logged) if options.again else ask(build, found, logged, options)
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.most_common()))
    sys.exit(1 if counts["survives"] else 0)


if __name__ == "__main__":
    main()
