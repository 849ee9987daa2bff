#!/usr/bin/env python3
"""Propagation against real Shardy: random modules through the same passes of sdyc and of jaxlib.

    propagation.py --sdyc SDYC --count 300 [--seed 1] [--jobs 2]     run modules, one per seed
    propagation.py --sdyc SDYC --count 300 --reshards                through explicit reshards and what follows
    propagation.py --sdyc SDYC --count 300 --local                   from explicit reshards to local types
    propagation.py --sdyc SDYC --seed 4711 --print                   one module, and what is run on it

First come the modules in found/, which differed once: small, and named after what was wrong. Then, for
each seed, a module is made (generate.py), and either a whole pipeline or one pass is run: the pass on
what the passes before it in the pipeline left. Real Shardy (shardy.py) is asked twice, in two processes,
for it crashes now and then, and some results depend on memory layout. Where the two agree sdyc has to
print the same tokens, or to refuse what they refuse; known.py lists where it is to differ, and why.
Elsewhere sdyc only has to give a result or a located error. A difference is printed with its seed, the
module made small by reduce.py, and both results.

Python with jaxlib: --python=PATH, or the one that runs this. Exit status 77 (skipped) where that has none.
"""
import argparse
import importlib.util
import itertools
import json
import random
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from generate import generate
from known import known_difference
from reduce import reduce_module

HERE = Path(__file__).resolve().parent
SKIPPED = 77
SECONDS = 20  # for one run of sdyc

IMPORT = ["symbol-dce", "sdy-lift-inlined-meshes", "sdy-remove-size-one-axes",
          "sdy-propagate-sharding-from-func-to-call", "sdy-constant-or-scalar-splitter", "symbol-dce",
          "sdy-manual-axes-cleanup", "sdy-add-data-flow-edges"]
INLINED = ["sdy-flatten-call-graph", "symbol-dce", "sdy-import-func-calls", "symbol-dce",
           "sdy-apply-sharding-constraints", "sdy-sharding-group-import", "sdy-pre-order-funcs"]
DEDUPLICATED = ["sdy-apply-sharding-constraints", "sdy-sharding-group-import", "sdy-add-func-data-flow-edges",
                "sdy-pre-order-funcs"]
PROPAGATED = ["sdy-user-priority-propagate{keep-sharding-rules=true}"]
EXPORT = ["sdy-unflatten-call-graph", "symbol-dce", "sdy-insert-func-call-reshards", "sdy-constant-or-scalar-merger",
          "sdy-sink-data-flow-edges", "sdy-remove-sharding-groups", "sdy-sharding-constraint-to-reshard",
          "sdy-update-non-divisible-input-output-shardings", "sdy-remove-sub-axes-in-input-output-shardings",
          "sdy-close-shardings", "sdy-insert-explicit-reshards", "canonicalize{enable-patterns=sdy-collective}",
          "sdy-drop-sharding-rules", "sdy-inline-meshes"]
# The pipeline, pass by pass, in its two forms.
SEQUENCES = [
    [*IMPORT, *INLINED, *PROPAGATED, "sdy-export-named-computations", "sdy-propagate-to-func-results", *EXPORT],
    [*IMPORT, *DEDUPLICATED, *PROPAGATED, "sdy-propagate-to-func-results", "sdy-sink-func-data-flow-edges", *EXPORT],
]
FLAGS = ["keep-sharding-rules", "conservative-propagation"]
STRATEGIES = ["basic", "aggressive", "basic-then-aggressive"]


def propagation_pass(choose):
    """One of the four propagation passes, with options."""
    name = choose.choice(["basic", "aggressive", "op-priority", "user-priority"])
    options = [f"{flag}=true" for flag in FLAGS if choose.random() < 0.4]
    if name != "basic" and choose.random() < 0.5:
        options.append(f"propagation-strategy={choose.choice(STRATEGIES)}")
    if name.endswith("priority") and choose.random() < 0.3:
        options.append("run-op-priority-propagation=false")
    return f"sdy-{name}-propagate" + (f"{{{' '.join(options)}}}" if options else "")


def plan(seed):
    """What is run on the module of a seed: (passes that prepare it, passes to compare)."""
    choose = random.Random(f"plan {seed}")
    kind = choose.choice(["pipeline"] * 5 + ["import", "one"] + ["propagate"] * 2 + ["rules"])
    if kind == "pipeline":
        return [], ["sdy-propagation-pipeline" + choose.choice(["", "", "", "{dedup-functions-fully=true}"])]
    if kind == "import":
        return [], ["sdy-import-pipeline" + choose.choice(["", "{dedup-functions-fully=true}"])]
    before = [*IMPORT, *choose.choice([INLINED, DEDUPLICATED])]
    if kind == "propagate":
        return before, [propagation_pass(choose)]
    if kind == "rules":
        return [], ["sdy-populate-op-sharding-rules" + choose.choice(["", "{conservative-propagation=true}"])]
    sequence = choose.choice(SEQUENCES)
    place = choose.randrange(len(sequence))
    return sequence[:place], [sequence[place]]


CLOSED = ["sdy-close-shardings"]
PARTITIONED = ["sdy-propagation-pipeline", "sdy-import-func-calls", "sdy-sink-data-flow-edges", "symbol-dce"]
RESHARDS = ["sdy-insert-explicit-reshards{enable-full-version=true}", "canonicalize{enable-patterns=sdy-reshard}",
            "sdy-reshard-to-collectives", "canonicalize{enable-patterns=sdy-collective}"]


def reshards_plan(seed):
    """The same for the way from shardings to collectives; shardings need not be propagated for it."""
    choose = random.Random(f"reshards {seed}")
    before = choose.choice([PARTITIONED, PARTITIONED, CLOSED])
    place = choose.choice([0, 0, 0, 1, 2, 2, 3])
    return [*before, *RESHARDS[:place]], [RESHARDS[place]]


LOCAL = ["sdy-resolve-permutation-factors", "sdy-reshard-to-collectives", "sdy-pad-for-divisibility",
         "sdy-convert-global-to-local", "sdy-export-named-computations", "sdy-drop-sharding-and-mesh"]


def local_plan(seed):
    """The same for the way from explicit reshards to local types."""
    choose = random.Random(f"local {seed}")
    place = choose.choice([0, 0, 1, 2, 2, 3, 3, 3, 4, 5])
    options = {0: [["enable-halo-exchange=true"], ["enable-halo-exchange=false"]],
               3: [[], [], ["per-dim-all-gather=true"], ["combine-multi-dimension-reduce-scatter=true"]]}
    words = " ".join(choose.choice(options.get(place, [[]])))
    before = [*choose.choice([PARTITIONED, PARTITIONED, CLOSED]), RESHARDS[0], *LOCAL[:place]]
    return before, [LOCAL[place] + (f"{{{words}}}" if words else "")]


class Found:
    """A module in found/ with its plan, which stands in its first lines."""

    def __init__(self, path):
        self.name, self.text = path.name, path.read_text()
        words = {key: line.split(", ") for key, line in re.findall(r"^// (before|passes): (.*)$", self.text, re.M)}
        self.plan = words.get("before", []), words["passes"]

    def __str__(self):
        return self.text


class Made:
    """The module of a seed, with its plan."""

    def __init__(self, seed, plan=plan):
        self.name, self.seed, self.plan = f"seed {seed}", seed, plan(seed)

    def __str__(self):
        return str(generate(self.seed))


def flags_of(passes):
    """Passes as arguments of sdyc opt."""
    return ["-" + name.replace("{", "=").rstrip("}") for name in passes]


class Shardy:
    """The server of real Shardy."""

    def __init__(self, python):
        self.process = subprocess.Popen([python, HERE / "shardy.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)

    def ask(self, text, stages):
        self.process.stdin.write(json.dumps({"text": text, "stages": stages}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Case:
    """What came of one module: `kind` is same, refused, unstable, unprepared, known or different."""

    def __init__(self, kind, reason="", ours="", theirs="", prepared=""):
        self.kind, self.reason, self.ours, self.theirs, self.prepared = kind, reason, ours, theirs, prepared


def run_sdyc(sdyc, text, passes):
    """(status, standard output, standard error)"""
    try:
        done = subprocess.run([sdyc, "opt", "-", *flags_of(passes)], input=text, capture_output=True, text=True,
                              timeout=SECONDS)
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return -1, "", f"no answer in {SECONDS} s"


def renamed(tokens):
    """The tokens with values named in the order in which they appear."""
    names = {}
    for token in tokens:
        yield re.sub(r"%[\w$.-]+", lambda match: names.setdefault(match.group(), f"%{len(names)}"), token)


def equal_text(ours, theirs):
    ours, theirs = ours.split(), theirs.split()
    return ours == theirs or list(renamed(ours)) == list(renamed(theirs))


def compare(module, before, passes, servers, sdyc):
    """Runs the passes of a module's plan everywhere."""
    text = str(module)
    stages = [before, passes] if before else [passes]
    answers = [server.ask(text, stages) for server in servers]
    if before and any(not answer["texts"] for answer in answers):
        return Case("unprepared", answers[0].get("error", "crash"))
    prepared = answers[0]["texts"][0] if before else text
    status, ours, report = run_sdyc(sdyc, prepared, passes)
    if status not in (0, 1) or (status == 1 and "error:" not in report):
        return Case("different", f"sdyc ended with {status}", report, "", prepared)
    same = status == 0 and answers[0] == answers[1] and answers[0]["texts"] and equal_text(ours, answers[0]["texts"][-1])
    if status == 0 and not same and run_sdyc(sdyc, ours, [])[0] != 0:
        return Case("different", "what sdyc printed does not verify", ours, "", prepared)
    if any("crash" in answer for answer in answers) or answers[0] != answers[1]:
        return Case("unstable", "crash" if "crash" in answers[0] or "crash" in answers[1] else "two results")
    theirs = answers[0]["texts"][-1] if "error" not in answers[0] else ""
    refusal = answers[0].get("error", "")
    if (status == 1 and refusal) or (same and not refusal):
        return Case("refused" if refusal else "same", refusal)
    reason = known_difference(prepared, passes, ours or report, theirs or refusal)
    if reason:
        return Case("known", reason)
    return Case("different", "", ours or report, theirs or refusal, prepared)


def show(module, case, options, servers):
    """Prints a difference, on a module that is as small as can be."""
    before, passes = module.plan

    def still_differs(smaller):
        again = compare(smaller, before, passes, servers, options.sdyc)
        return again.kind == "different" and bool(again.theirs) == bool(case.theirs)
    text = str(module)
    if isinstance(module, Made) and not options.no_reduce:
        text = str(reduce_module(generate(module.seed), still_differs))
        case = compare(text, before, passes, servers, options.sdyc)
    steps = " ".join(flags_of(passes)) + (f"   after {' '.join(flags_of(before))}" if before else "")
    print(f"=== {module.name}: {steps}\n{case.reason}\n--- module\n{text}", end="")
    if before:
        print(f"--- prepared\n{case.prepared}", end="")
    print(f"--- Shardy\n{case.theirs}\n--- sdyc\n{case.ours}", flush=True)


class Runs:
    """All modules, divided over threads, each with its own two servers."""

    def __init__(self, options):
        self.options = options
        seeds = range(options.seed, options.seed + options.count)
        if options.reshards or options.local:
            self.modules = (Made(seed, reshards_plan if options.reshards else local_plan) for seed in seeds)
        else:
            self.modules = itertools.chain(map(Found, sorted((HERE / "found").glob("*.mlir"))), map(Made, seeds))
        self.lock = threading.Lock()
        self.counts, self.failed = Counter(), []

    def next_module(self):
        with self.lock:
            return next(self.modules, None)

    def work(self):
        servers = [Shardy(self.options.python) for _ in range(2)]
        while module := self.next_module():
            case = compare(str(module), *module.plan, servers, self.options.sdyc)
            kind = f"known: {case.reason}" if case.kind == "known" else case.kind
            with self.lock:
                self.counts[kind] += 1
                if case.kind == "different":
                    self.failed.append(module.name)
                if self.options.verbose and case.kind != "same":
                    print(f"{module.name}: {case.kind} {case.reason[:200]}", flush=True)
            if case.kind == "different" and len(self.failed) <= self.options.show:
                show(module, case, self.options, servers)
        for server in servers:
            server.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sdyc", required=True)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--python", default=sys.executable, help="a Python that has jaxlib (the one that runs this)")
    parser.add_argument("--show", type=int, default=5, help="how many differences are printed (5)")
    parser.add_argument("--no-reduce", action="store_true", help="print modules as they were made")
    parser.add_argument("--verbose", action="store_true", help="a line for each module that is not the same")
    parser.add_argument("--reshards", action="store_true", help="explicit reshards, collectives")
    parser.add_argument("--local", action="store_true", help="from explicit reshards to local types")
    parser.add_argument("--print", action="store_true", help="print the module of --seed and its passes")
    options = parser.parse_args()
    if options.print:
        planned = reshards_plan if options.reshards else local_plan if options.local else plan
        before, passes = planned(options.seed)
        print(f"// {' '.join(flags_of(before))} : {' '.join(flags_of(passes))}\n{generate(options.seed)}", end="")
        return
    if options.python == sys.executable and importlib.util.find_spec("jaxlib") is None:
        print("skipped: there is no jaxlib")
        sys.exit(SKIPPED)
    runs, start = Runs(options), time.monotonic()
    with ThreadPoolExecutor(options.jobs) as pool:
        for done in [pool.submit(runs.work) for _ in range(options.jobs)]:
            done.result()
    seconds, count = time.monotonic() - start, sum(runs.counts.values())
    print(f"{count} modules in {seconds:.1f} s, {1e3 * seconds / count:.0f} ms each: "
          + ", ".join(f"{count} {kind}" for kind, count in sorted(runs.counts.items())))
    if runs.failed:
        print(f"different: {', '.join(sorted(runs.failed))}")
    sys.exit(1 if runs.failed else 0)


if __name__ == "__main__":
    main()
