#!/usr/bin/env python3
"""Faults planted in src/partition, and what `sdyc verify` says of the partitions that then come out.

    planted.py [--faults N] [--seed S] [--scratch DIR] [--random N] [--log FILE]

The tree is copied to a scratch folder and built there. Each fault is a small change of one line, by its seed: a condition, an
offset, an axis, a step that is dropped. sdyc with the fault partitions the programs that ./check proves: ../shared/models, those of
programs.py, and the random ones of differential/partition/verified.py. Where a text is another one than without the fault, sdyc
without it verifies that text. A fault is one of:

    refused   it does not compile, or sdyc ends with an error or a signal, or in no time, where it did not before
    found     a text is refuted
    open      a text is not decided, and none is refuted
    harmless  texts differ, and all of them are proved
    unseen    no text differs

src/partition/bounded is left out: it serves programs with bounded dimensions, of which these are none. It is for evenings, and no part
of ./check. It fails where a fault is open. The log has a line for each fault with its place.
"""
import argparse
import collections
import random
import re
import shutil
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


# --- judging --------------------------------------------------------------------------------------

class Corpus:
    def __init__(self, sdyc, folder, random_count):
        self.sdyc, self.texts = sdyc, {}
        for path in write_corpus(folder, random_count):
            status, text = self.partition(sdyc, path)
            if status == 0:
                self.texts[path] = text

    @staticmethod
    def partition(sdyc, path):
        done = call(sdyc, "partition", path, limit=10)
        return (done.returncode, done.stdout) if done else (-1, "")

    def judge(self, faulty, scratch):
        """(outcome, the program that shows it)."""
        outcome, shown = "unseen", ""
        for path, right in self.texts.items():
            status, text = self.partition(faulty, path)
            if status != 0:
                return "refused", path.stem
            if text == right:
                continue
            (scratch / "parts.mlir").write_text(text)
            said = call(self.sdyc, "verify", "--quiet", path, scratch / "parts.mlir")
            if said and said.returncode in (1, 2):
                return "found", path.stem
            better = "harmless" if said and said.returncode == 0 else "open"
            if outcome == "unseen" or better == "open":
                outcome, shown = better, path.stem
        return outcome, shown


def try_fault(tree, corpus, seed, scratch):
    sources = [path for path in sorted((tree / "src/partition").rglob("*.c")) if "bounded" not in path.parts]
    kind, path, number, changed = choose(sources, seed)
    text = path.read_text()
    lines = text.split("\n")
    was = lines[number]
    lines[number] = changed
    path.write_text("\n".join(lines))
    built = call("ninja", "-C", tree / "build", "sdyc", limit=300)
    outcome, shown = ("refused", "compiler") if not built or built.returncode else corpus.judge(tree / "build/sdyc", scratch)
    path.write_text(text)
    place = f"{path.relative_to(tree)}:{number + 1}"
    return outcome, f"{seed}\t{outcome}\t{kind}\t{place}\t{shown}\t{was.strip()}\t{changed.strip()}"


def prepare(scratch):
    tree = scratch / "tree"
    shutil.copytree(TOP, tree, ignore=shutil.ignore_patterns("build", "build-*", ".git", "__pycache__"))
    for words in (["meson", "setup", "build", "-Dtests=disabled", "-Dbench=disabled"], ["ninja", "-C", "build", "sdyc"]):
        done = call(*words, cwd=tree, limit=1800)
        if not done or done.returncode:
            sys.exit(f"cannot build the copy: {done and done.stdout[-2000:]}")
    shutil.copy(tree / "build/sdyc", scratch / "sdyc")
    return tree


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random", type=int, default=80)
    parser.add_argument("--scratch", type=Path)
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    counts = collections.Counter()
    with tempfile.TemporaryDirectory(dir=options.scratch) as name:
        scratch = Path(name)
        tree = prepare(scratch)
        (scratch / "corpus").mkdir()
        corpus = Corpus(scratch / "sdyc", scratch / "corpus", options.random)
        print(f"{len(corpus.texts)} programs", flush=True)
        for seed in range(options.seed, options.seed + options.faults):
            outcome, line = try_fault(tree, corpus, seed, scratch)
            counts[outcome] += 1
            print(line, flush=True)
            if options.log:
                with options.log.open("a") as log:
                    log.write(line + "\n")
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.most_common()))
    sys.exit(1 if counts["open"] else 0)


if __name__ == "__main__":
    main()
