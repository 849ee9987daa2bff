#!/usr/bin/env python3
"""Random programs with loops, branches and manual computations against NumPy.

    control.py --sdyc BUILD/sdyc [--programs N] [--seed S] [--kind loops|manual] [--compilers] [--keep FOLDER]

A program runs with shared and private storage, in device order, in another layout, with several thread counts
(whose results must be equal bit by bit) and, with --compilers, by the system's compiler. All results must be
those that meaning.py works out. A program that fails is made small and printed; --keep writes it, with its
inputs, into a folder. `--seed S --programs 1 --print` prints a program.
"""
import argparse
import collections
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy

import elements
from elements import COLLECTIVES, PLAIN, calm, compare, constant, pair
from meaning import Meaningless, evaluate
from module import Block, Dim, Function, Module, Op, Sharding, Value
from reduce import reduce_module

MESHES = [{"x": 2}, {"x": 4}, {"x": 2, "y": 2}, {"x": 3, "y": 2}, {"x": 4, "y": 2}, {"x": 2, "y": 2, "z": 2}]
TYPES = {"f32": numpy.float32, "i32": numpy.int32, "i1": numpy.bool_, "ui32": numpy.uint32}


class Scope:
    """Where operations are being added. `manual`: axes that collectives may name here (none where instances
    may go different ways); `varies`: conditions may differ between instances."""

    def __init__(self, block, values, bound=(), manual=(), function=None):
        self.block, self.values, self.bound, self.manual, self.function = block, list(values), bound, manual, function


def random_sharding(g, shape, bound):
    """Axes, or halves of them, on dimensions that they divide."""
    free = [(f'"{axis}"', size) for axis, size in g.mesh.items() if axis not in bound]
    if g.chance(0.3):
        free = [piece for axis, size in free for piece in
                ([(f"{axis}:(1)2", 2), (f"{axis}:(2)2", 2)] if size == 4 else [(axis, size)])]
    g.random.shuffle(free)
    dims = []
    for size in shape:
        dim = Dim([], is_open=g.chance(0.3))
        while free and size % free[-1][1] == 0 and g.chance(0.5):
            axis, parts = free.pop()
            if dim.axes and dim.axes[-1].endswith(":(1)2") and axis.endswith(":(2)2"):
                break
            dim.axes.append(axis)
            size //= parts
        dims.append(dim)
    return Sharding("@mesh", dims)


class Generator:
    def __init__(self, seed, kind):
        self.random = random.Random(seed)
        self.kind, self.count, self.channels = kind, 0, 0
        self.mesh = self.random.choice(MESHES)
        self.sizes = self.random.choice([[2, 4, 8], [4, 8], [6, 12], [3, 4, 6, 8]])
        self.structured = self.random.choice([0.15, 0.3])
        self.sharded = self.random.choice([0, 0.15, 0.4])
        self.depth = 0

    def chance(self, probability):
        return self.random.random() < probability

    def dtype(self, element):
        return TYPES[element]

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def element(self):
        return self.random.choice(["i32", "f32"])

    def shape(self, least=0, most=2):
        return tuple(self.random.choice(self.sizes) for _ in range(self.random.randint(least, most)))

    # --- values -----------------------------------------------------------------------------------------

    def op(self, scope, name, operands, types, meaning, hidden=False, **more):
        """Adds an operation whose results have the types of these values; returns them."""
        stem = self.name()
        results = [Value(f"{stem}#{i}" if len(types) > 1 else stem, v.shape, v.element) for i, v in enumerate(types)]
        folding = "".join(region.text("") for region in more.get("regions", ()))
        scope.block.ops.append(Op(name, list(operands), results, meaning=meaning, folding=folding, **more))
        scope.values += [] if hidden else results
        return results

    def fresh(self, scope, shape, element):
        """A new value: an argument of the program, a constant, or a number spread out."""
        if scope.function and self.chance(0.7):
            value = Value(f"%arg{len(scope.block.arguments)}_", tuple(shape), element)
            scope.block.arguments.append(value)
            scope.function.argument_shardings.append(self.sharding(shape, ()) if self.chance(3 * self.sharded) else None)
            scope.values.append(value)
            return value
        scalars = [v for v in scope.values if v.shape == () and v.element == element]
        if shape and scalars and self.chance(0.6):
            return self.op(scope, "stablehlo.broadcast_in_dim", [self.random.choice(scalars)],
                           [Value("", tuple(shape), element)], lambda a: [numpy.full(shape, a)],
                           properties=["broadcast_dimensions = array<i64>"])[0]
        return constant(self, scope, tuple(shape), element)

    def some(self, scope, shape=None, element=None, rank=None):
        """A visible value of this kind, rather a recent one; or a fresh one."""
        fitting = [v for v in scope.values if v.element in ([element] if element else ["f32", "i32"])
                   and (shape is None or v.shape == tuple(shape)) and (rank is None or len(v.shape) in rank)]
        if fitting and self.chance(0.93):
            return self.random.choice(fitting[-4:] if self.chance(0.7) else fitting)
        if shape is None:
            ranks = rank or (0, 1, 2, 2)
            shape = [self.random.choice(self.sizes) for _ in range(self.random.choice(ranks))]
        return self.fresh(scope, shape, element or self.element())

    # --- shardings --------------------------------------------------------------------------------------

    def sharding(self, shape, bound):
        return random_sharding(self, shape, bound)

    def constrain(self, scope):
        if set(scope.bound) < set(self.mesh):
            value = self.some(scope)
            self.op(scope, "sdy.sharding_constraint", [value], [value], None,
                    form="sdy.sharding_constraint {o[0]} {s[0]} : {r[0]}",
                    sharding=[self.sharding(value.shape, scope.bound)])

    # --- regions ----------------------------------------------------------------------------------------

    def inner(self, scope, arguments, in_step=True):
        block = Block([Value(self.name(), v.shape, v.element) for v in arguments], "stablehlo.return")
        return Scope(block, [*scope.values, *block.arguments], scope.bound, scope.manual if in_step else ())

    def grow(self, scope, steps):
        self.depth += 1
        for _ in range(steps):
            if self.chance(self.structured) and self.depth <= 3:
                choices = [self.loop, self.loop, self.branch]
                choices += [self.manual] * (4 if self.kind == "manual" else 0) * (not scope.function is None or self.depth == 2)
                self.random.choice(choices)(scope)
            elif scope.manual and self.chance(0.35):
                names, weights = zip(*COLLECTIVES)
                self.random.choices(names, weights)[0](self, scope)
            elif scope.manual and set(scope.bound) == set(self.mesh) and self.chance(0.12):
                elements.partition_id(self, scope)
            elif self.chance(self.sharded):
                self.constrain(scope)
            else:
                names, weights = zip(*PLAIN)
                self.random.choices(names, weights)[0](self, scope)
        self.depth -= 1

    def small(self, scope, value, least, most):
        """A scalar i32 in [least, most] that follows from another."""
        span = constant(self, scope, (), "i32", most - least + 1)
        low = constant(self, scope, (), "i32", least)
        value = self.op(scope, "stablehlo.abs", [value], [value], lambda a: [numpy.abs(a)])[0]
        value = self.op(scope, "stablehlo.remainder", [value, span], [value],
                        lambda a, b: [numpy.fmod(a, b).astype(numpy.int32)])[0]
        return pair(self, scope, "add", value, low)

    def number(self, scope, varies):
        """A scalar to decide by: of data (varies between instances where that may be), or known."""
        known = [v for v in scope.values if v.shape == () and v.element == "i32"]
        if varies or (known and not scope.bound and self.chance(0.6)):
            if varies and scope.manual and set(scope.bound) == set(self.mesh) and self.chance(0.5):
                return elements.partition_id(self, scope)
            return self.some(scope, (), "i32") if known else elements.total(
                self, scope, value := self.some(scope, rank=(1, 2), element="i32"), range(len(value.shape)))
        return constant(self, scope, (), "i32", self.random.randint(0, 5))

    def loop(self, scope):
        """Counted; the count is known, follows from data, or (inside a manual computation) differs."""
        varies = bool(scope.bound) and self.chance(0.4)
        limit = self.small(scope, self.number(scope, varies), 0, 5)
        counter = constant(self, scope, (), "i32", self.random.choice([0, 0, 1, -1]))
        carried = [counter, *(self.some(scope) for _ in range(self.random.choice([1, 1, 2, 3, 4])))]
        if len(carried) > 2 and self.chance(0.4):  # another of the same type, to be swapped
            carried.append(self.some(scope, carried[1].shape, carried[1].element))
        stacked = self.chance(0.4)
        if stacked:
            row = self.some(scope, rank=(0, 1, 2))
            carried.append(self.fresh(scope, (self.random.choice([5, 6, 8]), *row.shape), row.element))
        condition = self.inner(scope, carried, not varies)
        head = condition.block.arguments
        if self.chance(0.2):
            limit = self.small(condition, pair(self, condition, "add", head[0], limit), 0, 5)
        condition.block.returned = [compare(self, condition, head[0], limit)]
        body = self.inner(scope, carried, not varies)
        arguments = body.block.arguments
        body.values += [arguments[0]] * 3
        self.grow(body, self.random.randint(1, 4))
        following = [self.after(body, v, arguments) for v in arguments[1:]]
        if stacked:
            following[-1] = self.stack(body, arguments, row)
        one = constant(self, body, (), "i32", 1)
        body.block.returned = [pair(self, body, "add", arguments[0], one), *following]
        self.op(scope, "stablehlo.while", carried, carried, None, regions=[condition.block, body.block])

    def after(self, body, value, arguments):
        """What a carried value is next: itself, another, something new, or itself updated in part."""
        if len(value.shape) == 2 and self.chance(0.2):
            return elements.scatter(self, body, value)
        if value.shape and self.chance(0.25):
            part = self.some(body, elements.part_shape(self, value.shape), value.element)
            return elements.update(self, body, value, part, elements.some_indices(self, body, len(value.shape)))
        if self.chance(0.3):
            return self.random.choice([v for v in arguments if v.type == value.type])
        other = self.some(body, value.shape, value.element)
        return calm(self, body, pair(self, body, "add", value, other)) if self.chance(0.5) else other

    def stack(self, body, arguments, row):
        """A row put at the place of the counter."""
        value = self.some(body, row.shape, row.element)
        flat = Value("", (1, *value.shape), value.element)
        shape = flat.shape
        part = self.op(body, "stablehlo.reshape", [value], [flat], lambda a: [numpy.reshape(a, shape)])[0]
        zero = constant(self, body, (), "i32", 0)
        return elements.update(self, body, arguments[-1], part, [arguments[0]] + [zero] * len(value.shape))

    def branch(self, scope):
        varies = bool(scope.bound) and self.chance(0.4)
        number = self.number(scope, varies)
        results = [self.some(scope) for _ in range(self.random.choice([1, 1, 2, 3]))]
        name, count = "stablehlo.case", self.random.choice([1, 2, 3])
        if self.chance(0.5):
            name, count = "stablehlo.if", 2
            number = compare(self, scope, number, constant(self, scope, (), "i32"))
        elif self.chance(0.7):
            number = self.small(scope, number, -1, count)
        regions = []
        for _ in range(count):
            inner = self.inner(scope, [], not varies)
            self.grow(inner, self.random.randint(0, 3))
            inner.block.returned = [self.some(inner, v.shape, v.element) for v in results]
            regions.append(inner.block)
        self.op(scope, name, [number], results, None, regions=regions)

    # --- manual computations ----------------------------------------------------------------------------

    def boundary(self, shape, axes, bound, grows):
        """A sharding by manual axes and some free ones, and the shape inside (`grows`: outside)."""
        left, shape, dims = list(axes), list(shape), []
        self.random.shuffle(left)
        for d, size in enumerate(shape):
            dim = Dim([])
            while left and (grows or shape[d] % self.mesh[left[-1]] == 0) and self.chance(0.6):
                parts = self.mesh[left[-1]]
                shape[d] = shape[d] * parts if grows else shape[d] // parts
                dim.axes.append(f'"{left.pop()}"')
            dims.append(dim)
        while grows and left and dims:
            shape[0] *= self.mesh[left[-1]]
            dims[0].axes.append(f'"{left.pop()}"')
        return Sharding("@mesh", dims), tuple(shape)

    def manual(self, scope):
        free = [axis for axis in self.mesh if axis not in scope.bound]
        if not free:
            return
        axes = free if self.chance(0.6) else self.random.sample(free, self.random.randint(1, len(free)))
        axes = sorted(axes, key=list(self.mesh).index)
        operands = [self.some(scope) for _ in range(self.random.choice([1, 2, 3]))]
        ins, locals_ = zip(*(self.boundary(v.shape, axes, scope.bound, False) for v in operands))
        arguments = [Value(self.name(), shape, v.element) for v, shape in zip(operands, locals_)]
        bound = (*scope.bound, *axes)
        inner = Scope(Block(arguments, "sdy.return"), arguments, bound, axes)
        self.grow(inner, self.random.randint(2, 6))
        fitting = [v for v in inner.values if v.element in ("f32", "i32")]
        returned = [self.random.choice(fitting[-6:]) for _ in range(self.random.choice([1, 1, 2]))]
        outs, types = [], []
        for i, value in enumerate(returned):
            if not value.shape:
                flat = Value("", (1,), value.element)
                value = returned[i] = self.op(inner, "stablehlo.reshape", [value], [flat],
                                              lambda a: [numpy.reshape(a, (1,))])[0]
            if len(axes) > 0 and self.chance(0.3):  # the same on all instances
                value = returned[i] = self.alike(inner, value, axes)
                sharding, whole = Sharding("@mesh", [Dim([]) for _ in value.shape]), value.shape
            else:
                sharding, whole = self.boundary(value.shape, axes, scope.bound, True)
            outs.append(sharding)
            types.append(Value("", whole, value.element))
        inner.block.returned = returned
        names = ", ".join(f'"{axis}"' for axis in axes)
        self.op(scope, "sdy.manual_computation", operands, types, None, regions=[inner.block],
                in_shardings=list(ins), out_shardings=outs, manual_axes=tuple(axes),
                properties=[f"manual_axes = #sdy<manual_axes{{{names}}}>"])

    def alike(self, scope, value, axes):
        """The sum over all instances."""
        return calm(self, scope, elements.collective(
            self, scope, "stablehlo.all_reduce", value, value.shape, axes,
            lambda arrays, _: elements.summed(arrays, "add"), regions=[elements.folding(self, "add", value.element)]))

    # --- the program ------------------------------------------------------------------------------------

    def module(self):
        function = Function("main", Block([], "func.return"), [], [])
        scope = Scope(function.body, [], (), (), function)
        for _ in range(self.random.randint(1, 3)):
            self.fresh(scope, self.shape(1, 3), self.element())
        self.grow(scope, self.random.randint(0, 3))
        (self.manual if self.kind == "manual" else self.random.choice([self.loop, self.loop, self.branch]))(scope)
        self.grow(scope, self.random.randint(0, 3))
        values = [v for v in scope.values if v.element in ("f32", "i32")]
        made = [v for op in function.body.ops if op.regions and op.name != "stablehlo.reduce" for v in op.results]
        returned = [values[-1], *(v for v in self.random.sample(values, min(2, len(values))) if self.chance(0.5))]
        returned += [v for v in made if self.chance(0.7) and v not in returned][:6]
        function.body.returned = returned
        function.result_shardings = [self.sharding(v.shape, ()) if self.chance(self.sharded) else None for v in returned]
        for value in function.body.arguments:
            fitting = [r for r, result in enumerate(returned) if result.type == value.type
                       and r not in function.donated.values()]
            if fitting and self.chance(0.5):
                function.donated[value.name] = self.random.choice(fitting)
        sizes = ", ".join(f'"{axis}"={size}' for axis, size in self.mesh.items())
        return Module([f"sdy.mesh @mesh = <[{sizes}]>"], [function])


def inputs_of(module, seed):
    source = numpy.random.default_rng(seed)
    return [source.integers(-9, 10, v.shape).astype(numpy.int32) if v.element == "i32" else
            source.uniform(-1, 1, v.shape).astype(numpy.float32) for v in module.functions[0].body.arguments]


# --- running -----------------------------------------------------------------------------------------------


def ways(seed, compilers):
    """Flags of runs; those of one group give the same bits."""
    groups = [[["--threads=1"], ["--threads=2"], ["--threads=7"]],
              [["--storage=private", "--threads=1"], ["--storage=private", "--threads=7"]],
              [["--storage=private", "--reduce=device-order"]],
              [["--reduce=device-order"]], [["--layout=nhwc"]], [["--layout=nchw", "--storage=private"]]]
    if compilers and seed % 10 == 0:
        groups += [[["--jit=cc"]], [["--jit=cc", "--storage=private"]]]
    return groups


class Case:
    """One program in a folder of its own, with what it should give."""

    def __init__(self, sdyc, folder, module, mesh, seed):
        self.sdyc, self.folder, self.module = sdyc, folder, module
        arrays = inputs_of(module, seed)
        self.wanted = evaluate(module, mesh, arrays)
        folder.mkdir(exist_ok=True, parents=True)
        (folder / "program.mlir").write_text(str(module))
        self.inputs = []
        for i, array in enumerate(arrays):
            numpy.save(folder / f"in{i}.npy", array)
            self.inputs.append(f"--input=@{folder}/in{i}.npy")

    def run(self, flags):
        """The results, or a text that says what went wrong."""
        paths = [self.folder / f"out{i}.npy" for i in range(len(self.wanted))]
        command = [self.sdyc, "run", self.folder / "program.mlir", *flags, *self.inputs, *(f"--output=@{p}" for p in paths)]
        try:
            done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            return "no end after 60 s"
        if done.returncode != 0:
            return f"exit {done.returncode}: {done.stderr[:2000]}"
        return [numpy.load(path) for path in paths]

    def failure(self, flags, first):
        """How a run differs from what it should give, or from another run bit by bit; ''; its results."""
        results = self.run(flags)
        if isinstance(results, str):
            return results, None
        for i, (got, want) in enumerate(zip(results, self.wanted)):
            if got.shape != want.shape or not numpy.allclose(got, want, rtol=1e-3, atol=1e-3 if got.dtype.kind == "f" else 0,
                                                             equal_nan=True):
                return f"result {i} differs:\n{got.ravel()[:16]}\n{want.ravel()[:16]}", results
        if first and any(a.tobytes() != b.tobytes() for a, b in zip(results, first)):
            return "other bits with other threads", results
        return "", results


def first_failure(case, groups):
    """(flags, text) of the first run that fails, or None."""
    for group in groups:
        first = None
        for flags in group:
            text, results = case.failure(flags, first)
            if text:
                return flags, text
            first = first or results
    return None


def kind_of(text):
    return text.split(":")[0].split("\n")[0] + (text.split("error:")[1][:30] if "error:" in text else "")


def reduced(sdyc, folder, module, mesh, seed, flags, text):
    """The smallest program found that fails in the same way."""
    group = [["--threads=1"], flags] if "other bits" in text else [flags]

    def holds(candidate):
        try:
            case = Case(sdyc, folder, candidate, mesh, seed)
        except (Meaningless, KeyError, TypeError, ValueError, IndexError):
            return False
        found = first_failure(case, [group])
        return found is not None and kind_of(found[1]) == kind_of(text)
    return reduce_module(module, holds)


def try_program(options, seed):
    """(outcome, report) of one seed."""
    generator = Generator(seed, options.kind or ("manual" if seed % 2 else "loops"))
    module = generator.module()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            case = Case(options.sdyc.resolve(), folder, module, generator.mesh, seed)
        except Meaningless:
            return "left out", ""
        found = first_failure(case, ways(seed, options.compilers))
        if not found:
            return "passed", ""
        flags, text = found
        if not options.no_reduce:
            module = reduced(options.sdyc.resolve(), folder, module, generator.mesh, seed, flags, text)
        if options.keep:
            Case(options.sdyc.resolve(), options.keep / f"seed{seed}", module, generator.mesh, seed)
        return "failed", f"seed {seed}, {' '.join(flags)}: {text}\n{module}"


def print_outcomes(outcomes):
    """Prints the reports of (outcome, report) as they come, and how many there were of each; the exit status."""
    counts, start = collections.Counter(), time.monotonic()
    for outcome, report in outcomes:
        counts[outcome] += 1
        if report:
            print(report, flush=True)
    print(f"{time.monotonic() - start:.0f} s: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    return 1 if counts["failed"] else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sdyc", type=Path)
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=["loops", "manual"])
    parser.add_argument("--compilers", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--no-reduce", action="store_true")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--print", action="store_true")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.programs)
    if options.print:
        for seed in seeds:
            print(Generator(seed, options.kind or ("manual" if seed % 2 else "loops")).module())
        return
    with ThreadPoolExecutor(options.jobs) as pool:
        sys.exit(print_outcomes(pool.map(lambda seed: try_program(options, seed), seeds)))


if __name__ == "__main__":
    main()
