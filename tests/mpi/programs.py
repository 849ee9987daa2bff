#!/usr/bin/env python3
"""Random programs run by ranks: the same bits as one process, in device order.

    programs.py --sdyc BUILD/sdyc --ranks LIBRARY [--programs N] [--seed S] [--jobs N] [--print]

The programs are those of differential/partition/programs.py: shardings that do not divide sizes, sums over devices, loops,
branches, functions and manual computations, and before them the large sums of sums.mlir, the products of rows.mlir,
the convolutions of images.mlir, the terms of terms.mlir, the sorts of sorts.mlir and the places of quantiles.mlir. Each runs by numbers of ranks that divide its devices, which LIBRARY (forked.c)
forks, and must give the bits of one process with private storage; in the fused order nearly so, and the sums of shares.mlir,
scattered.mlir, contracted.mlir and columns.mlir the same. The last place of what libm computes depends on where in a vector a number stands (docs/reference/numbers.md):
programs with such functions may differ in it.
"""
import math
import os
import re
import subprocess
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


def check_bits(options, module, inputs, outputs, order="device-order"):
    """Values that are too large for random programs, which ranks share."""
    with tempfile.TemporaryDirectory() as name:
        def results_of(count, flags):
            by_count = {"FORKED_RANKS": str(count), "SDYC_MPI_LIBRARY": str(options.ranks)}
            files = [Path(name) / f"{count}.{i}.npy" for i in range(outputs)]
            subprocess.run([options.sdyc, "run", Path(__file__).parent / module, f"--reduce={order}", *flags,
                            *(f"--input={text}" for text in inputs), *(f"--output=@{file}" for file in files)],
                           check=True, env=os.environ | by_count)
            return [file.read_bytes() for file in files]
        want = results_of(1, ["--storage=private"])
        for count in (2, 4, 8):
            if results_of(count, ["--target=mpi"]) != want:
                sys.exit(f"{module}: {count} ranks do not give the bits of one process")


def many_exchanges(count):
    """A loop in which more values are reversed across devices than may be under way at a time, each and then their sum, and
    one in it in which that happens again."""
    kind, loops = "tensor<8xf32>", []
    for level in (1, 0):
        inner = loops[-1].replace("\n", "\n    ") if loops else ""
        lines = [f"%r{level}_{i} = stablehlo.reverse %s{level}_{i}, dims = [0] : {kind}\n"
                 f"    %s{level}_{i + 1} = stablehlo.subtract %a{i}, %r{level}_{i} : {kind}" if i % 2 else
                 f"%r{level}_{i} = stablehlo.reverse %a{i}, dims = [0] : {kind}\n"
                 f"    %s{level}_{i + 1} = stablehlo.add %s{level}_{i}, %r{level}_{i} : {kind}" for i in range(count)]
        begin = f"%l1#1" if loops else f"%x{level}"
        lines.insert(0, f"%s{level}_0 = stablehlo.add {begin}, %a0 : {kind}")
        body = "\n    ".join([inner, *lines] if inner else lines)
        loops.append(f"""%l{level}:2 = stablehlo.while(%n{level} = %zero, %x{level} = %{'x0' if level else 'a1'}) : tensor<i32>, {kind}
    cond {{
      %c{level} = stablehlo.compare LT, %n{level}, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c{level} : tensor<i1>
    }} do {{
    {body}
    %m{level} = stablehlo.add %n{level}, %one : tensor<i32>
    stablehlo.return %m{level}, %s{level}_{count} : tensor<i32>, {kind}
    }}""")
    sharded = '{sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}'
    arguments = ", ".join(f"%a{i}: {kind} {sharded}" for i in range(count))
    numbers = "\n  ".join(f"%{name} = stablehlo.constant dense<{i}> : tensor<i32>" for i, name in enumerate(("zero", "one", "two")))
    return (f'sdy.mesh @mesh = <["x"=4]>\nfunc.func @main({arguments}) -> ({kind} {sharded}) {{\n  {numbers}\n  {loops[-1]}\n'
            f"  return %l0#1 : {kind}\n}}\n")


def check_many(options):
    with tempfile.TemporaryDirectory() as name:
        module = Path(name) / "many.mlir"
        module.write_text(many_exchanges(70))
        inputs = [f"--input=8xf32=random:{i}" for i in range(70)]
        results = [subprocess.run([options.sdyc, "run", module, *inputs, *flags], capture_output=True, text=True,
                                  env=os.environ | {"FORKED_RANKS": str(count), "SDYC_MPI_LIBRARY": str(options.ranks)})
                   for count, *flags in ((1, "--storage=private"), (2, "--target=mpi"), (4, "--target=mpi"))]
        if results[0].returncode or any(result.stdout != results[0].stdout for result in results):
            sys.exit(f"many exchanges: {results}")


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
    check_bits(options, "sums.mlir", ["64x512xf32=random:1", "512x64xf32=random:2", "7x48xf32=random:3", "48x48xi32=random:4"], 6)
    check_bits(options, "rows.mlir", ["16x128xf32=random:1", "64x128xf32=random:2", "64x300xbf16=random:3", "300x40xbf16=random:4",
                                      "8x100xcomplex<f32>=random:5", "12x100xcomplex<f32>=random:6", "4x32x16xf32=random:7", "4x8x32x8xf32=random:8"], 4)
    check_bits(options, "images.mlir", ["8x64x4x4xf32=random:1", "16x64x5x5xf32=random:2", "8x3x4x4xf32=random:3",
                                        "3x1x3x3xf32=random:4"], 2)
    check_bits(options, "terms.mlir", ["64x4096xbf16=random:1", "64x4096xf16=random:2", "64x4096xi32=random:3"], 3)
    check_bits(options, "shares.mlir", ["128x128xf32=random:1", "128x128xf32=random:2", "240x128xf32=random:3"], 2, "fused")
    check_bits(options, "scattered.mlir", ["512x4096xf32=random:1", "64x512xf32=random:2"], 6, "fused")
    check_bits(options, "contracted.mlir", ["4x32x64xf32=random:1", "4x8x32x32xf32=random:2", "4x8x32x8xf32=random:3"], 1, "fused")
    check_bits(options, "columns.mlir", ["4x32x64xf32=random:1", "300x24x64xf32=random:2"], 3, "fused")
    check_bits(options, "sorts.mlir", ["20480xf32=random:1", "20480xi32=random:2", "3x4096xbf16=random:3", "1001xf32=random:4"], 7)
    check_bits(options, "quantiles.mlir", ["20480xf32=random:1", "20480xi32=random:2", "3x4096xbf16=random:3"], 3)
    check_many(options)
    try_seeds(options, lambda seed: Graph(seed).sharded, try_seed, BAD)


if __name__ == "__main__":
    main()
