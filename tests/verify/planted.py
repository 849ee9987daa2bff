#!/usr/bin/env python3
"""Faults planted in src/partition, and what `sdyc verify` says of the partitions that then come out.

    planted.py --sdyc BUILD/sdyc [--faults N] [--seed S] [--random N] [--tests] [--scratch DIR] [--log FILE]

Each fault is a small change of one line, by its seed: a condition, an offset, an axis, a step that is dropped. The changed file alone is
compiled, and linked with the other objects of the build folder. sdyc with the fault partitions the programs that ./check proves:
../shared/models, those of programs.py, and the random ones of differential/partition/verified.py. One process partitions all of them; where
its text is another one than without the fault, each program is taken by itself, the shortest first, and sdyc without the fault verifies the
text. A fault is one of:

    refused    it does not compile, or sdyc ends with an error or a signal, or in no time, where it did not before
    found      a text is refuted
    open       a text is not decided, and none is refuted
    harmless   texts differ, and all of them are proved
    unseen     no text differs, though the line is run
    unreached  no program comes to the line
    tested     one of the last three, but with --tests a test of tests/partition or tests/report fails

src/partition/bounded is left out: it serves programs with bounded dimensions, of which these are none. It is for evenings, and no part
of ./check. It fails where a fault is open. The log has a line for each fault with its place; a log that is there is gone on with behind its
last seed.
"""
import argparse
import collections
import json
import random
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TOP / "tests/verify"), str(TOP / "tests/differential/partition"),
                str(TOP / "tests/differential"), str(TOP / "tests/differential/each")]
from programs import KNOWN, TESTS, with_results  # noqa: E402

MODELS = TOP.parent / "shared/models"
SKIPPED_LINE = re.compile(r"^\s*(?:/?\*|//|#|static const|const char|enum|struct \w+ \{|sdyc_bug|diag_|fault\()|sdyc_bug|diag_|\"")
# What a fault of each kind makes of a line: pairs of a pattern and what takes its place.
KINDS = {
    "condition": [(r"(?<![=!<>])==(?!=)", "!="), (r"!=", "=="), (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
                  (r" && ", " || "), (r" \|\| ", " && "), (r"\bif \((?!!)(.*)\) \{$", r"if (!(\1)) {")],
    "offset": [(r" \+ 1\b", " + 2"), (r" \+ 1\b", ""), (r" - 1\b", ""), (r" - 1\b", " - 2"), (r" = 0;", " = 1;"), (r" = 1;", " = 0;"),
               (r"(?<=\w) \+ (?=\w)", " - "), (r"(?<=\w) - (?=\w)", " + "), (r"(?<=\w) \* (?=\w)", " / "), (r"(?<=\w) / (?=\w)", " * "),
               (r"(?<=\w) % (?=\w)", " / ")],
    "axis": [(r"\[(?:d|i|dim|k)\]", "[0]"), (r"\bsource\b", "target"), (r"\btarget\b", "source"), (r"\bfrom\b", "to"), (r"\bto\b", "from"),
             (r"\bbefore\b", "after"), (r"\bafter\b", "before"), (r"\blow\b", "high"), (r"\bhigh\b", "low"), (r"\blocal\b", "global"),
             (r", 0\)", ", 1)"), (r", 1\)", ", 0)"), (r"\btrue\b", "false"), (r"\bfalse\b", "true")],
    "dropped": [(r"^(\s+)\w+\([^{}]*\);$", r"\1;"), (r"^(\s+)[\w>.\-]+(?:\[\w+\])? [|+\-*]?= [^{}]*;$", r"\1;")],
}


def call(*words, cwd=None, limit=120):
    """The finished process; None after the limit."""
    try:
        return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=limit, cwd=cwd)
    except subprocess.TimeoutExpired:
        return None


# --- programs -------------------------------------------------------------------------------------

def programs(random_count):
    """(name, text) of all that ./check proves."""
    for model in sorted(MODELS.glob("*/model.mlir")):
        yield f"models/{model.parent.name}", model.read_text()
    for path in sorted(path for name in ("partition", "run", "count") for path in (TESTS / name).rglob("*.mlir")):
        for number, text in enumerate(re.split(r"^// -----.*$", path.read_text(), flags=re.M)):
            name = f"{path.relative_to(TESTS).with_suffix('')}.{number}"
            if "sdy.mesh" in text and re.search(r"@main\b", text) and name not in KNOWN:
                yield name, with_results(text)
    from graph import Graph  # noqa: PLC0415: it needs what comes with JAX
    for seed in range(1, random_count + 1):
        yield f"random/{seed}", str(Graph(seed).sharded)


def write_corpus(folder, random_count):
    paths = []
    for name, text in programs(random_count):
        path = folder / (name.replace("/", "_") + ".mlir")
        path.write_text(text)
        paths.append(path)
    return paths


# --- faults ---------------------------------------------------------------------------------------

def places(sources):
    """(kind, path, line number, changed line), every one that there is."""
    found = collections.defaultdict(list)
    for path in sources:
        depth = 0
        for number, line in enumerate(path.read_text().split("\n")):
            inside = depth > 0
            depth += line.count("{") - line.count("}")
            if not inside or SKIPPED_LINE.search(line):
                continue
            for kind, changes in KINDS.items():
                for pattern, instead in changes:
                    changed = re.sub(pattern, instead, line, count=1)
                    if changed != line:
                        found[kind].append((kind, path, number, changed))
    return found


def choose(sources, seed):
    dice, found = random.Random(seed), places(sources)
    return dice.choice(found[dice.choice(sorted(KINDS))])


# --- building -------------------------------------------------------------------------------------

class Build:
    """The build folder of an sdyc, whose objects are linked with one that is another."""

    def __init__(self, sdyc, scratch):
        self.folder, self.scratch = sdyc.parent, scratch
        self.commands = call("ninja", "-C", self.folder, "-t", "commands", "sdyc").stdout.splitlines()
        self.link = next(line for line in reversed(self.commands) if re.search(r" -o sdyc ", line))

    def command_of(self, path):
        """What compiles a file of the tree, up to the names of files."""
        ending = f" -c ../{path.relative_to(TOP)}"
        line = next(line for line in self.commands if line.endswith(ending))
        return [word for word in shlex.split(re.sub(r" -M[QF] \S+| -MD| -o \S+", "", line[:-len(ending)])) if word not in ("-g", "-Werror")]

    def made(self, path, text, name, flags=("-O1",)):
        """sdyc where the file has that text; None: it does not compile."""
        source, made, out = self.scratch / path.name, self.scratch / f"{name}.o", self.scratch / name
        source.write_text(text)
        compiled = call(*self.command_of(path), *flags, "-w", "-o", made, "-c", source, cwd=self.folder)
        extra = f"-o {shlex.quote(str(out))} -Wl,--allow-multiple-definition {shlex.quote(str(made))} {'--coverage' if '--coverage' in flags else ''} "
        if not compiled or compiled.returncode:
            return None
        linked = call("sh", "-c", self.link.replace("-o sdyc ", extra, 1), cwd=self.folder)
        return out if linked and linked.returncode == 0 else None

    def reaches(self, path, number, program):
        """Whether sdyc comes to a line as it partitions a program."""
        for old in self.scratch.glob("reached*.gc*"):
            old.unlink()
        sdyc = self.made(path, path.read_text(), "reached", ("-O0", "--coverage"))
        call(sdyc, "partition", "--split-input-file", program, cwd=self.scratch)
        counted = call("gcov", "--json-format", "--stdout", "reached.o", cwd=self.scratch)
        files = json.loads(counted.stdout)["files"] if counted and counted.stdout.strip() else []
        lines = [line for file in files if file["file"].endswith(path.name) for line in file["lines"]]
        own = [line["count"] for line in lines if line["line_number"] <= number + 1]
        return bool(own) and own[-1] > 0


# --- judging --------------------------------------------------------------------------------------

class Corpus:
    def __init__(self, sdyc, folder, random_count):
        self.sdyc, self.texts, self.all = sdyc, {}, folder / "all.mlir"
        for path in sorted(write_corpus(folder, random_count), key=lambda path: path.stat().st_size):
            status, text = self.partition(sdyc, path)
            if status == 0:
                self.texts[path] = text
        self.all.write_text("\n// -----\n".join(path.read_text() for path in self.texts))
        self.right = self.partition_all(sdyc)

    @staticmethod
    def partition(sdyc, path):
        done = call(sdyc, "partition", path, limit=20)
        return (done.returncode, done.stdout) if done else (-1, "")

    def partition_all(self, sdyc):
        done = call(sdyc, "partition", "--split-input-file", self.all)
        return (done.returncode, done.stdout) if done else (-1, "")

    def judge(self, faulty, scratch):
        """(outcome, the program that shows it)."""
        outcome, shown = "unseen", ""
        if self.partition_all(faulty) == self.right:
            return outcome, shown
        for path, right in self.texts.items():
            status, text = self.partition(faulty, path)
            if status != 0:
                return "refused", path.stem
            if text == right:
                continue
            (scratch / "parts.mlir").write_text(text)
            said = call(self.sdyc, "verify", "--quiet", "--seconds=20", path, scratch / "parts.mlir")
            if said and said.returncode in (1, 2):
                return "found", path.stem
            better = "harmless" if said and said.returncode == 0 else "open"
            if outcome == "unseen" or better == "open":
                outcome, shown = better, path.stem
        return outcome, shown


def failing_test(faulty):
    """A test that fails with the fault, of those that look at partitions as text; "" where there is none."""
    for path in sorted(path for name in ("partition", "report") for path in (TESTS / name).rglob("*.mlir")):
        done = call(sys.executable, TESTS / "lit.py", "--sdyc", faulty, path)
        if not done or done.returncode not in (0, 77):
            return str(path.relative_to(TESTS).with_suffix(""))
    return ""


def change(seed):
    """(kind, path, number, the line, the changed line, the changed text) of a fault."""
    sources = [path for path in sorted((TOP / "src/partition").rglob("*.c")) if "bounded" not in path.parts]
    kind, path, number, changed = choose(sources, seed)
    lines = path.read_text().split("\n")
    was, lines[number] = lines[number], changed
    return kind, path, number, was, changed, "\n".join(lines)


def try_fault(build, corpus, seed, tests):
    kind, path, number, was, changed, text = change(seed)
    faulty = build.made(path, text, "faulty")
    outcome, shown = corpus.judge(faulty, build.scratch) if faulty else ("refused", "compiler")
    if outcome == "unseen" and not build.reaches(path, number, corpus.all):
        outcome = "unreached"
    if tests and outcome in ("harmless", "unseen", "unreached"):
        failing = failing_test(faulty)
        outcome, shown = ("tested", failing) if failing else (outcome, shown)
    return outcome, f"{seed}\t{outcome}\t{kind}\t{path.relative_to(TOP)}:{number + 1}\t{shown}\t{was.strip()}\t{changed.strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sdyc", type=Path, required=True)
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random", type=int, default=80)
    parser.add_argument("--tests", action="store_true")
    parser.add_argument("--scratch", type=Path)
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    done = options.log.read_text().splitlines() if options.log and options.log.exists() else []
    counts = collections.Counter(line.split("\t")[1] for line in done)
    first = int(done[-1].split("\t")[0]) + 1 if done else options.seed
    with tempfile.TemporaryDirectory(dir=options.scratch) as name:
        scratch = Path(name)
        build = Build(options.sdyc.resolve(), scratch)
        (scratch / "corpus").mkdir()
        corpus = Corpus(options.sdyc.resolve(), scratch / "corpus", options.random)
        print(f"{len(corpus.texts)} programs", flush=True)
        for seed in range(first, options.seed + options.faults):
            outcome, line = try_fault(build, corpus, seed, options.tests)
            counts[outcome] += 1
            print(line, flush=True)
            if options.log:
                with options.log.open("a") as log:
                    log.write(line + "\n")
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.most_common()))
    sys.exit(1 if counts["open"] else 0)


if __name__ == "__main__":
    main()
