#!/usr/bin/env python3
"""The programs of each.py, sharded at random, by sdyc against itself in other ways.

    itself.py --sdyc BUILD/sdyc [--programs N] [--seed S] [--only NAME] [--no-reduce]

A program is run unsharded by one thread. Sharded over 2 to 8 devices it must give the same, as exactly as each.py
asks, in both storage models, in device order, in other layouts and, one of twenty, by the system's compiler; by
other numbers of threads the same bits. A program that fails is made small and printed with its seed.
"""
import argparse
import copy
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import each
from compare import Tolerance, difference
from control import MESHES, print_outcomes, random_sharding
from arrays import ELEMENTS
from module import Op
from program import Program
from reduce import reduce_module

SCALE = 12
BITS = Tolerance()


def sharded(program, mesh):
    """The program's module with shardings on some arguments, results and values between."""
    program.mesh = mesh
    module = copy.deepcopy(program.module)
    function = module.functions[0]
    sizes = ", ".join(f'"{axis}"={size}' for axis, size in mesh.items())
    module.meshes = [f"sdy.mesh @mesh = <[{sizes}]>"]

    def some(value, probability):
        return random_sharding(program, value.shape, ()) if program.chance(probability) else None
    function.argument_shardings = [some(value, 0.6) for value in function.body.arguments]
    function.result_shardings = [some(value, 0.3) for value in function.body.returned]
    constrain(program, function.body)
    return module


def constrain(program, body):
    """Asks for shardings of some values in between."""
    ops, names = [], {}
    for op in body.ops:
        op.operands = [names.get(value.name, value) for value in op.operands]
        ops.append(op)
        for value in op.results:
            if program.chance(0.12):
                ops.append(Op("sdy.sharding_constraint", [value], program_value(program, value),
                              form="sdy.sharding_constraint {o[0]} {s[0]} : {r[0]}",
                              sharding=[random_sharding(program, value.shape, ())]))
                names[value.name] = ops[-1].results[0]
    body.ops = ops
    body.returned = [names.get(value.name, value) for value in body.returned]


def program_value(program, value):
    return [type(value)(program.name(), value.shape, value.element)]


def ways(seed):
    """Flags of runs; those of one group give the same bits."""
    groups = [[["--threads=1"], ["--threads=2"], ["--threads=7"]],
              [["--storage=private", "--threads=1"], ["--storage=private", "--threads=7"]],
              [["--storage=private", "--reduce=device-order"]], [["--reduce=device-order"]],
              [["--layout=nhwc"]], [["--layout=nchw", "--storage=private"]]]
    if seed % 20 == 0:
        groups += [[["--jit=cc", "--threads=1"], ["--jit=cc", "--threads=3"]], [["--jit=cc", "--storage=private"]]]
    return groups


def plain_tolerance(program, module):
    """Sums of several devices are rounded in other places."""
    tolerance = copy.copy(program.tolerance)
    if tolerance.ulps or tolerance.scaled:
        wide = [1 << max(ELEMENTS[v.element].part.bits, 1) for v in module.functions[0].body.returned
                if ELEMENTS[v.element].kind in "fc"]
        tolerance.loosen(4 * tolerance.ulps, 64.0 / min(wide, default=1 << 24))
    return tolerance


def first_failure(options, folder, program, module, plain, groups):
    """(flags, text) of the first run that fails, or None."""
    inputs = each.inputs_of(module, program.inputs)
    want = each.sdyc(options, folder, plain, each.inputs_of(plain, program.inputs), ["--threads=1"])
    if isinstance(want, str):
        return ["unsharded"], want
    tolerance = plain_tolerance(program, module)
    for group in groups:
        first = None
        for flags in group:
            got = each.sdyc(options, folder, module, inputs, flags)
            text = each.disagreement(got, want, tolerance)
            if not text and first and any(difference(*pair, BITS) for pair in zip(got, first)):
                text = "other bits with other threads"
            if text:
                return flags, text
            first = first or got
    return None


def unsharded(module):
    """The same program without mesh, shardings and constraints."""
    module = copy.deepcopy(module)
    function = module.functions[0]
    module.meshes = []
    function.argument_shardings = [None] * len(function.body.arguments)
    function.result_shardings = [None] * len(function.body.returned)
    names = {}
    for op in function.body.ops:
        op.operands = [names.get(value.name, value) for value in op.operands]
        if op.name == "sdy.sharding_constraint":
            names[op.results[0].name] = op.operands[0]
    function.body.ops = [op for op in function.body.ops if op.name != "sdy.sharding_constraint"]
    function.body.returned = [names.get(value.name, value) for value in function.body.returned]
    return module


def try_program(options, seed):
    """(outcome, report) of one seed."""
    program = Program(seed, options.only, SCALE)
    module = sharded(program, program.random.choice(MESHES))
    bodies = set(each.folding(module))
    with tempfile.TemporaryDirectory() as name:
        found = first_failure(options, Path(name), program, module, unsharded(module), ways(seed))
        if found is None:
            return "passed", ""
        flags, text = found
        if each.REFUSALS.search(text):
            return "refused", ""
        groups = [[["--threads=1"], flags]] if "other bits" in text else [[flags]]

        def holds(candidate):
            if not set(each.folding(candidate)) <= bodies or each.lifted_starts(candidate):
                return False
            again = first_failure(options, Path(name), program, candidate, unsharded(candidate), groups)
            return again is not None and again[0] == flags and each.kind_of(again[1]) == each.kind_of(text)
        small = module if options.no_reduce else reduce_module(module, holds)
    return "failed", f"--- seed {seed} ({program.row}), {' '.join(flags)}: {text}\n{small}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sdyc", type=Path, required=True)
    parser.add_argument("--programs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    parser.add_argument("--no-reduce", action="store_true")
    options = parser.parse_args()
    options.sdyc = options.sdyc.resolve()
    seeds = range(options.seed, options.seed + options.programs)
    sys.exit(print_outcomes(try_program(options, seed) for seed in seeds))


if __name__ == "__main__":
    main()
