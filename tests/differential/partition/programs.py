#!/usr/bin/env python3
"""Random programs of several operations over meshes of 1 to 64 devices, partitioned, against themselves unsharded.

    programs.py --sdyc BUILD/sdyc [--programs N] [--seed S] [--jobs N] [--no-reduce] [--print] [--verbose] [--passes]

Shardings do not divide sizes, have parts of axes, priorities, open dimensions and replicated axes; values become sums
over devices and whole again; loops, branches, functions and manual computations with collectives (written out, one body
per instance, in the program without shardings) stand between; some values are of a second mesh, whose devices stand in
another order. Each program is proved, runs with `--storage=private`, and, on at most 8 devices,
what `sdyc partition` prints runs as it is, with a process for each device; with --passes what Shardy's passes, run one
by one, make of it does instead, its devices now and then replicas. One that gives something else than unsharded
is made small and printed with its seed; errors are counted by cause.
"""
import math
import tempfile
from pathlib import Path

from running import Failure, failure_of, loosened, run, run_proved, save_inputs, seeds_parser, try_seeds
from compare import Tolerance
from each import inputs_of
from graph import Graph
from printed import printed_failure
from reduce import reduce_module
from unrolled import unsharded

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
    got = run_proved(options.sdyc, folder / "sharded.mlir", str(module), inputs, body.returned,
                     ["--storage=private", "--threads=2", *order])
    limits = [tolerances.get(value.name, EXACT) for value in body.returned]
    failure = failure_of(got, want, limits)
    if failure or math.prod(mesh.values()) > DEVICES or not body.returned:
        return failure
    arrays = list(inputs_of(module, known).values())
    passes = options.passes and not graph.has_single
    # Collectives of the program itself name partitions.
    replicas = passes and graph.seed % 3 == 0 and not any(op.joins for op in module.all_ops())
    return printed_failure(options.sdyc, folder, folder / "sharded.mlir", graph.axes, arrays, want, limits,
                           {"@mesh": graph.device_ids, "@other": graph.other_ids}, passes, replicas)


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
    parser = seeds_parser(__doc__)
    parser.add_argument("--verbose", action="store_true", help="print a small program for each kind of error too")
    parser.add_argument("--passes", action="store_true", help="run Shardy's passes one by one")
    options = parser.parse_args()
    options.sdyc = options.sdyc.resolve()
    try_seeds(options, lambda seed: Graph(seed).sharded, try_seed, BAD,
              (lambda seed: try_seed(options, seed, True)[3]) if options.verbose else None)


if __name__ == "__main__":
    main()
