#!/usr/bin/env python3
"""Faults planted in src/partition, and what `sdyc verify` says of the partitions that then come out.

    planted.py --sdyc BUILD/sdyc [--faults N] [--seed S] [--again LOG] [--random N] [--tests] [--scratch DIR] [--log FILE]

Each fault is a small change of one line, by its seed: a condition, an offset, an axis, a step that is dropped. The changed file alone is
compiled, and linked with the other objects of the build folder. sdyc with the fault makes parts, on each way of ways.py, of the programs that
./check proves: ../shared/models, those of programs.py, and the random ones of differential/partition/verified.py. One process takes all of
them; each program whose text is another one than without the fault is taken by itself, the shortest first, and sdyc without the fault verifies
the text. A fault is one of:

    refused    it does not compile, or sdyc ends with an error or a signal, or in no time, where it did not before
    found      a text is refuted
    open       a text is not decided, and none is refuted
    harmless   texts differ, and all of them are proved
    unseen     no text differs, though the line is run
    unreached  no program comes to the line
    reasoned   one of the last two, and planted_harmless.txt says why nothing follows
    tested     harmless, unseen or unreached, but with --tests a golden test fails
    gone       with --again: there is no such line any more

With --again the faults of a log that were unseen, unreached or open are planted once more, where their lines now stand. src/partition/bounded
is left out: it serves programs with bounded dimensions, of which these are none. It is for evenings, and no part of ./check. It fails where a
fault is open, unseen or unreached. The log has a line for each fault with its place; a log that is there is gone on with behind its last seed.
"""
import argparse
import collections
import json
import random
import re
import shlex
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TOP / "tests"), str(TOP / "tests/verify"), str(TOP / "tests/differential/partition"),
                str(TOP / "tests/differential"), str(TOP / "tests/differential/each")]
import lit  # noqa: E402
from programs import FOLDERS, KNOWN, TESTS, sections  # noqa: E402
from ways import WAYS, call, verified  # noqa: E402

MODELS = TOP.parent / "shared/models"
SURVIVORS = ("unseen", "unreached", "open")
GOLDEN = ("partition", "report", "count", "explain", "pass", "run/collective")  # tests that look at partitions as text
Fault = collections.namedtuple("Fault", "kind path number was became")
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



# --- programs -------------------------------------------------------------------------------------

def programs(random_count):
    """(name, text) of all that ./check proves."""
    for model in sorted(MODELS.glob("*/model.mlir")):
        yield f"models/{model.parent.name}", model.read_text()
    files = [path for name in FOLDERS for path in sorted((TESTS / name).rglob("*.mlir"))]
    yield from ((name, text) for name, text in sections(files) if name not in KNOWN)
    from graph import Graph  # noqa: PLC0415: it needs what comes with JAX
    for seed in range(1, random_count + 1):
        yield f"random/{seed}", str(Graph(seed).sharded)


def write_corpus(folder, random_count):
    """The files, the shortest first."""
    paths = []
    for name, text in programs(random_count):
        path = folder / (name.replace("/", "_") + ".mlir")
        path.write_text(text)
        paths.append(path)
    return sorted(paths, key=lambda path: path.stat().st_size)


# --- faults ---------------------------------------------------------------------------------------

def places(sources):
    """The faults of each kind, every one that there is."""
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
                        found[kind].append(Fault(kind, path, number, line.strip(), changed.strip()))
    return found


def choose(seed):
    sources = [path for path in sorted((TOP / "src/partition").rglob("*.c")) if "bounded" not in path.parts]
    dice, found = random.Random(seed), places(sources)
    return dice.choice(found[dice.choice(sorted(KINDS))])


def from_log(line):
    """(seed, fault) of a line of a log, whose line of the source may stand elsewhere by now; (seed, None): it is gone."""
    seed, _, kind, place, _, was, became = line.split("\t")
    path, number, name = place.split(":")
    lines = (TOP / path).read_text().split("\n") if (TOP / path).exists() else []
    same = [Fault(kind, TOP / path, own, was, became) for own, text in enumerate(lines) if text.strip() == was]
    own = [fault for fault in same if function_of(fault) == name]
    return seed, min(own, key=lambda fault: abs(fault.number + 1 - int(number)), default=None)


def changed_text(fault):
    lines = fault.path.read_text().split("\n")
    lines[fault.number] = lines[fault.number].replace(fault.was, fault.became)
    return "\n".join(lines)


def function_of(fault):
    """The name of the function or struct that the line is in."""
    lines = fault.path.read_text().split("\n")[:fault.number + 1]
    return [found[1] for line in lines for found in [re.match(r"[a-z][\w ]*[ *](\w+)(?:\(| \{$)", line)] if found][-1]


def is_reasoned(fault):
    """Whether planted_harmless.txt says why nothing follows: a file, a function, a line, what becomes of it, and the reason."""
    lines = (TOP / "tests/verify/planted_harmless.txt").read_text().split("\n")
    own = [str(fault.path.relative_to(TOP)), function_of(fault), fault.was, fault.became]
    return any(line.split("\t")[:4] == own for line in lines)


# --- building -------------------------------------------------------------------------------------

class Build:
    """The build folder of an sdyc, whose objects are linked with some that are others."""

    def __init__(self, sdyc, scratch):
        self.folder, self.scratch = sdyc.parent, scratch
        self.commands = call("ninja", "-C", self.folder, "-t", "commands", "sdyc").stdout.splitlines()
        self.of_link = next(line for line in reversed(self.commands) if re.search(r" -o sdyc ", line))

    def shell(self, command):
        done = call("sh", "-c", f"cd {shlex.quote(str(self.folder))} && {command}")
        return bool(done) and done.returncode == 0

    def compile(self, path, source, made, flags):
        """Compiles the text in the file `source` as if it were the file `path` of the tree."""
        ending = f" -c ../{path.relative_to(TOP)}"
        line = next(line for line in self.commands if line.endswith(ending))
        words = [word for word in shlex.split(re.sub(r" -M[QF] \S+| -MD| -o \S+", "", line[:-len(ending)])) if word not in ("-g", "-Werror")]
        return self.shell(shlex.join([*words, *flags, "-w", "-o", str(made), "-c", str(source)]))

    def link(self, out, objects, flags=""):
        extra = f"-o {shlex.quote(str(out))} -Wl,--allow-multiple-definition {shlex.join(map(str, objects))} {flags} "
        return self.shell(self.of_link.replace("-o sdyc ", extra, 1))

    def faulty(self, fault):
        """sdyc with the fault; None: it does not compile."""
        source, made, out = self.scratch / fault.path.name, self.scratch / "faulty.o", self.scratch / "faulty"
        source.write_text(changed_text(fault))
        return out if self.compile(fault.path, source, made, ["-O1"]) and self.link(out, [made]) else None

    def counting(self):
        """(sdyc, objects): one that counts how often lines of src/partition are run."""
        objects = []
        for path in sorted((TOP / "src/partition").rglob("*.c")):
            objects.append(self.scratch / ("_".join(path.relative_to(TOP / "src/partition").parts) + ".o"))
            self.compile(path, path, objects[-1], ["-O0", "--coverage"])
        out = self.scratch / "counting"
        self.link(out, objects, "--coverage")
        return out, objects

    def reached(self, corpus):
        """{path: numbers of lines that are run on any way}."""
        sdyc, objects = self.counting()
        found = collections.defaultdict(set)
        for way in WAYS:
            corpus.make_all(sdyc, way)
        for made in objects:
            counted = call("sh", "-c", f"cd {shlex.quote(str(self.folder))} && gcov --json-format --stdout {shlex.quote(str(made))}")
            for file in json.loads(counted.stdout)["files"] if counted.stdout.strip() else []:
                own = re.search(r"src/partition/.*", file["file"])
                found[own[0] if own else ""] |= {line["line_number"] for line in file["lines"] if line["count"]}
                found[own[0] if own else "", "all"] |= {line["line_number"] for line in file["lines"]}
        return found


# --- judging --------------------------------------------------------------------------------------

class Corpus:
    """The programs, and for each way what sdyc without a fault makes of those that it knows."""

    def __init__(self, sdyc, folder, random_count):
        self.sdyc, self.folder, self.paths, self.right = sdyc, folder, {}, {}
        paths = write_corpus(folder, random_count)
        for way in WAYS:
            self.paths[way] = self.known_on(way, paths)
            self.right[way] = self.make_all(sdyc, way)

    def file_of(self, way):
        return self.folder / f"all_{way}"

    def known_on(self, way, paths):
        """Those that it does not end with an error for."""
        starts, line = [], 1
        for path in paths:
            starts.append(line)
            line += path.read_text().count("\n") + 2
        self.file_of(way).write_text("\n// -----\n".join(path.read_text() for path in paths))
        done = call(self.sdyc, *WAYS[way], "--split-input-file", self.file_of(way))
        faults = [int(number) for number in re.findall(rf"{self.file_of(way).name}:(\d+):\d+: error", done.stderr)]
        known = [path for path, low, high in zip(paths, starts, [*starts[1:], line]) if not any(low <= fault < high for fault in faults)]
        self.file_of(way).write_text("\n// -----\n".join(path.read_text() for path in known))
        return known

    def make_all(self, sdyc, way):
        """A text for each program; None where the process fails."""
        done = call(sdyc, *WAYS[way], "--split-input-file", self.file_of(way))
        return re.split(r"^// -----\n", done.stdout, flags=re.M) if done and done.returncode == 0 else None

    def judge_on(self, way, faulty, scratch):
        """(outcome, the program that shows it) on a way."""
        texts, right = self.make_all(faulty, way), self.right[way]
        outcome, shown, parts = "unseen", "", scratch / "parts.mlir"
        if texts == right:
            return outcome, shown
        alike = texts is not None and len(texts) == len(right)
        for number, path in enumerate(self.paths[way]):
            if alike and texts[number] == right[number]:
                continue
            done = call(faulty, *WAYS[way], path, limit=20)
            if not done or done.returncode:
                return "refused", f"{way}: {path.stem}"
            if done.stdout.strip() == right[number].strip():
                continue
            parts.write_text(done.stdout)
            said, _ = verified(way, self.sdyc, path, parts, faulty, seconds=20)
            if said == "refuted":
                return "found", f"{way}: {path.stem}"
            if outcome == "unseen" or said == "open":
                outcome, shown = "open" if said == "open" else "harmless", f"{way}: {path.stem}"
        return outcome, shown

    def judge(self, faulty, scratch):
        """The same on all ways: the first on which it is refused or found, else the worst."""
        worst, shown = "unseen", ""
        for way in WAYS:
            outcome, where = self.judge_on(way, faulty, scratch)
            if outcome in ("refused", "found"):
                return outcome, where
            if worst == "unseen" or outcome == "open":
                worst, shown = outcome, where
        return worst, shown


def failing_test(faulty):
    """A golden test that fails with the fault; "" where there is none."""
    for path in (path for name in GOLDEN for path in sorted((TESTS / name).rglob("*.mlir"))):
        status, _ = lit.run(lit.arguments(["--sdyc", str(faulty), str(path)]))
        if status not in (0, lit.SKIPPED):
            return str(path.relative_to(TESTS).with_suffix(""))
    return ""


class Planter:
    def __init__(self, options, scratch):
        (scratch / "corpus").mkdir()
        self.build, self.tests, self.reached = Build(options.sdyc.resolve(), scratch), options.tests, None
        self.corpus = Corpus(options.sdyc.resolve(), scratch / "corpus", options.random)

    def is_reached(self, fault):
        """Whether the last line of code up to the fault's is run on any way."""
        self.reached = self.reached or self.build.reached(self.corpus)
        name = str(fault.path.relative_to(TOP))
        before = [line for line in self.reached[name, "all"] if line <= fault.number + 1]
        return bool(before) and max(before) in self.reached[name]

    def plant(self, fault):
        """(outcome, what shows it)."""
        faulty = self.build.faulty(fault)
        outcome, shown = self.corpus.judge(faulty, self.build.scratch) if faulty else ("refused", "compiler")
        if outcome == "unseen" and not self.is_reached(fault):
            outcome = "unreached"
        if outcome in SURVIVORS and is_reasoned(fault):
            return "reasoned", shown
        if self.tests and outcome in ("harmless", "unseen", "unreached"):
            failing = failing_test(faulty)
            return ("tested", failing) if failing else (outcome, shown)
        return outcome, shown


def faults(options, done):
    """(seed, fault or None) of all that are to be planted."""
    if options.again:
        seen = {line.split("\t")[0] for line in done}
        lines = [line for line in options.again.read_text().splitlines() if line.split("\t")[1] in SURVIVORS]
        yield from (from_log(line) for line in lines if line.split("\t")[0] not in seen)
        return
    first = int(done[-1].split("\t")[0]) + 1 if done else options.seed
    yield from ((str(seed), choose(seed)) for seed in range(first, options.seed + options.faults))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sdyc", type=Path, required=True)
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", type=Path)
    parser.add_argument("--random", type=int, default=80)
    parser.add_argument("--tests", action="store_true")
    parser.add_argument("--scratch", type=Path)
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    done = options.log.read_text().splitlines() if options.log and options.log.exists() else []
    counts = collections.Counter(line.split("\t")[1] for line in done)
    with tempfile.TemporaryDirectory(dir=options.scratch) as name:
        planter = Planter(options, Path(name))
        print(", ".join(f"{len(paths)} programs by {way}" for way, paths in planter.corpus.paths.items()), flush=True)
        for seed, fault in faults(options, done):
            outcome, shown = planter.plant(fault) if fault else ("gone", "")
            counts[outcome] += 1
            place = f"{fault.path.relative_to(TOP)}:{fault.number + 1}:{function_of(fault)}" if fault else ""
            line = "\t".join([seed, outcome, *([fault.kind, place, shown, fault.was, fault.became] if fault else [])])
            print(line, flush=True)
            if options.log:
                with options.log.open("a") as log:
                    log.write(line + "\n")
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.most_common()))
    sys.exit(1 if any(counts[outcome] for outcome in SURVIVORS) else 0)


if __name__ == "__main__":
    main()
