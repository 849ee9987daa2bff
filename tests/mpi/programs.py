#!/usr/bin/env python3
"""Random programs run by ranks: the same bits as one process, in device order.

    programs.py --sdyc BUILD/sdyc --ranks LIBRARY [--programs N] [--seed S] [--jobs N] [--print]

The programs are those of differential/partition/programs.py: shardings that do not divide sizes, sums over devices, loops,
branches, functions and manual computations. Each runs by numbers of ranks that divide its devices, which LIBRARY (forked.c)
forks, and must give the bits of one process with private storage; in the fused order nearly so. The last place of what libm
computes depends on where in a vector a number stands (docs/numbers.md): programs with such functions may differ in it.
"""
import math
import os
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "differential/partition"))
from running import Failure, failure_of, loosened, run, save_inputs, seeds_parser, try_seeds  # noqa: E402
from compare import Tolerance  # noqa: E402
from each import inputs_of  # noqa: E402
from graph import Graph  # noqa: E402
from reduce import reduce_module  # noqa: E402

BAD = ("wrong", "crash", "no end", "unlocated", "error")
EXACT = Tolerance()
MOST_RANKS = 16
LIBM = re.compile(r"\b(stablehlo\.(atan2|cbrt|power|tan|sine|cosine|exponential_minus_one)|chlo\.(?!top_k|square|is_|conj|broadcast_(?:add|sub|mul|div|max|min|and|or|xor|comp|sel|shift|rem))\w+)\b|f64")
UNSHARED = "a range that axes of the mesh"  # sdyc says so, and rightly


def rank_counts(devices):
    return [count for count in range(2, min(devices, MOST_RANKS) + 1) if devices % count == 0]


def by_ranks(options, folder, module, inputs, returned, count, flags):
    os.environ |= {"FORKED_RANKS": str(count), "SDYC_MPI_LIBRARY": str(options.ranks)}
    return run(options.sdyc, folder / "ranks.mlir", str(module), inputs, returned, ["--target=mpi", *flags])


def outcome_of(options, folder, graph, module, tolerances):
    """None or a Failure."""
    body, order = module.functions[0].body, ["--reduce=device-order"]
    inputs = save_inputs(folder, body.arguments, inputs_of(module, graph.inputs))
    want = run(options.sdyc, folder / "one.mlir", str(module), inputs, body.returned, ["--storage=private", "--threads=1", *order])
    if isinstance(want, Failure):
        return Failure("left out", want.text)
    counts = rank_counts(math.prod(dict(graph.axes).values()))
    for count in dict.fromkeys(counts[graph.seed % max(len(counts), 1):][:1] + counts[-1:]):
        exact = tolerances if LIBM.search(str(module)) else [EXACT] * len(want)
        for flags, limits in ((order, exact), ([], tolerances)):
            got = by_ranks(options, folder, module, inputs, body.returned, count, flags)
            if isinstance(got, Failure) and UNSHARED in got.text:
                continue
            failure = failure_of(got, want, limits)
            if failure:
                failure.text = f"{count} ranks {' '.join(flags)}: {failure.text}"
                return failure
    return None


def try_seed(options, seed):
    """(seed, outcome, kind, report)."""
    graph = Graph(seed)
    tolerances = [loosened(tolerance, [value.element])
                  for value, tolerance in zip(graph.function.body.returned, graph.tolerances)]
    with tempfile.TemporaryDirectory() as name:
        failure = outcome_of(options, Path(name), graph, graph.sharded, tolerances)
        if failure is None:
            return seed, "passed", "", ""
        if failure.outcome not in BAD:
            return seed, failure.outcome, failure.kind, ""
        report = f"--- seed {seed}: {failure.outcome}: {failure.text}"
        if not options.no_reduce:
            def holds(candidate):
                try:
                    again = outcome_of(options, Path(name), graph, candidate, tolerances)
                except (KeyError, ValueError):
                    return False
                return again is not None and again.outcome == failure.outcome
            report += f"\n{reduce_module(graph.sharded, holds)}"
        return seed, failure.outcome, failure.kind, report


def main():
    parser = seeds_parser(__doc__)
    parser.add_argument("--ranks", type=Path, required=True)
    options = parser.parse_args()
    options.sdyc, options.ranks = options.sdyc.resolve(), options.ranks.resolve()
    try_seeds(options, lambda seed: Graph(seed).sharded, try_seed, BAD)


if __name__ == "__main__":
    main()
