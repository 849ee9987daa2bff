#!/usr/bin/env python3
"""Random programs of several operations over meshes of 1 to 64 devices, partitioned, against themselves unsharded.

    programs.py --sdyc BUILD/sdyc [--programs N] [--seed S] [--jobs N] [--no-reduce] [--print] [--verbose]

Shardings do not divide sizes, have parts of axes, priorities, open dimensions and replicated axes; values become sums
over devices and whole again; loops, branches, functions and manual computations (written out, one body per instance,
in the program without shardings) stand between. Each program runs with `--storage=private`, and, on at most 8 devices,
what `sdyc partition` prints runs as it is, with a process for each device. One that gives something else than unsharded
is made small and printed with its seed; errors are counted by cause.
"""
import argparse
import functools
import math
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from running import Failure, Tally, failure_of, loosened, run, save_inputs
from compare import Tolerance
from each import inputs_of
from graph import Graph, unsharded
from printed import printed_failure
from reduce import reduce_module

BAD = ("wrong", "crash", "no end", "unlocated")


def outcome_of(options, folder, graph, module, tolerances):
    """None or a Failure of a sharded module made of a graph."""
    body, mesh, known = module.functions[0].body, dict(graph.axes), graph.inputs
    plain = unsharded(module, mesh)
    inputs = save_inputs(folder, body.arguments, inputs_of(module, known))
    want = run(options.sdyc, folder / "plain.mlir", str(plain), inputs, body.returned, ["--threads=1"])
    if isinstance(want, Failure):
        return Failure("left out" if want.outcome == "error" else want.outcome, "unsharded: " + want.text)
    order = ["--reduce=device-order"] * (graph.seed % 4 == 0)
    got = run(options.sdyc, folder / "sharded.mlir", str(module), inputs, body.returned,
              ["--storage=private", "--threads=2", *order])
    limits = [tolerances.get(value.name, EXACT) for value in body.returned]
    failure = failure_of(got, want, limits)
    if failure or math.prod(mesh.values()) > DEVICES or not body.returned:
        return failure
    arrays = list(inputs_of(module, known).values())
    return printed_failure(options.sdyc, folder, folder / "sharded.mlir", graph.axes, arrays, want, limits,
                           graph.device_ids)


DEVICES = 8  # at most, of programs that are run as they are printed
EXACT = Tolerance(zeros=False)


def reduced(options, folder, graph, failure, tolerances):
    def holds(candidate):
        try:
            again = outcome_of(options, folder, graph, candidate, tolerances)
        except (KeyError, ValueError):
            return False
        return again is not None and again.outcome == failure.outcome and (
            failure.outcome == "wrong" or again.kind == failure.kind)
    return reduce_module(graph.sharded, holds)


def try_seed(options, seed, report_errors=False):
    """(seed, outcome, kind, report)."""
    graph = Graph(seed)
    tolerances = {value.name: loosened(tolerance, [value.element])
                  for value, tolerance in zip(graph.function.body.returned, graph.tolerances)}
    with tempfile.TemporaryDirectory() as name:
        failure = outcome_of(options, Path(name), graph, graph.sharded, tolerances)
        if failure is None:
            return seed, "passed", "", ""
        if failure.outcome not in BAD and not report_errors:
            return seed, failure.outcome, failure.kind, ""
        module = graph.sharded if options.no_reduce else reduced(options, Path(name), graph, failure, tolerances)
        failure = outcome_of(options, Path(name), graph, module, tolerances) or failure
    return seed, failure.outcome, failure.kind, f"--- seed {seed}: {failure.outcome}: {failure.text}\n{module}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sdyc", type=Path, required=True)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--no-reduce", action="store_true")
    parser.add_argument("--verbose", action="store_true", help="print a small program for each kind of error too")
    parser.add_argument("--print", action="store_true")
    options = parser.parse_args()
    options.sdyc = options.sdyc.resolve()
    seeds = range(options.seed, options.seed + options.programs)
    if options.print:
        for seed in seeds:
            print(f"// seed {seed}\n{Graph(seed).sharded}")
        return
    tally = Tally()
    with ProcessPoolExecutor(options.jobs) as pool:
        for seed, outcome, kind, report in pool.map(functools.partial(try_seed, options), seeds):
            if outcome == "error" and options.verbose and not tally.kinds["", outcome, kind]:
                *_, report = try_seed(options, seed, True)
            tally.add("", outcome, "" if outcome in ("passed", "wrong") else kind)
            if report:
                print(report, flush=True)
    print(tally.reasons())
    print(tally.summary())
    sys.exit(1 if any(tally.total(outcome) for outcome in BAD) else 0)


if __name__ == "__main__":
    main()
