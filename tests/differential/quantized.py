#!/usr/bin/env python3
"""Random quantized programs against NumPy.

    quantized.py --sdyc BUILD/sdyc [--programs N] [--seed S] [--keep DIR]

A program grows operation by operation and returns every value, so that each operation is checked on
the operands that it had: its result is the quantized number nearest to what StableHLO's specification
says in floats, or one of both where that lies between two. Programs are sharded at random and run in
both storage models, some by the system's compiler. `--seed S --programs 1` makes a program again.
"""
import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

STORAGES = {"i4": (-8, 7, np.int8), "u4": (0, 15, np.uint8), "i8": (-128, 127, np.int8), "u8": (0, 255, np.uint8),
            "i16": (-2**15, 2**15 - 1, np.int16), "i32": (-2**31, 2**31 - 1, np.int32)}
COMMON = ["i8", "i8", "i8", "u8", "i4", "u4", "i16", "i32"]
MESHES = [{"x": 2}, {"x": 2, "y": 2}, {"x": 4}]


class Plain:
    """Elements that are not quantized."""

    def __init__(self, name):
        self.name = name

    def text(self):
        return self.name

    def numbers(self, array):
        return array

    def check(self, got, want, size):
        if self.name == "i1" or self.name.startswith("i"):
            return np.array_equal(got.astype(np.int64), np.asarray(want).astype(np.int64))
        return np.allclose(got, want, rtol=1e-4, atol=1e-4 + 1e-5 * np.max(size, initial=0))

    def random(self, generator, shape):
        if self.name == "i1":
            return generator.integers(0, 2, shape).astype(bool)
        return generator.normal(0, 3, shape).astype({"f32": np.float32, "f64": np.float64}[self.name])


class Quantized:
    """Elements of one quantized type; per axis where it has a dimension."""

    def __init__(self, storage, expressed, scales, zero_points, axis=None, limits=None):
        self.storage, self.expressed = storage, expressed
        self.scales, self.zero_points, self.axis = scales, zero_points, axis
        self.low, self.high = limits or STORAGES[storage][:2]

    def text(self):
        low, high, _ = STORAGES[self.storage]
        limits = "" if (low, high) == (self.low, self.high) else f"<{self.low}:{self.high}>"
        pairs = ", ".join(f"{s!r}:{z}" for s, z in zip(self.scales, self.zero_points))
        axis = "" if self.axis is None else f":{self.axis}"
        pairs = pairs if self.axis is None else "{" + pairs + "}"
        return f"!quant.uniform<{self.storage}{limits}:{self.expressed}{axis}, {pairs}>"

    def along(self, values, rank):
        if self.axis is None:
            return values[0]
        return np.array(values, np.float64).reshape([-1 if d == self.axis else 1 for d in range(rank)])

    def numbers(self, array):
        rank = array.ndim
        return (array.astype(np.float64) - self.along(self.zero_points, rank)) * self.along(self.scales, rank)

    def check(self, got, want, size):
        want = np.asarray(want)
        scaled = want / self.along(self.scales, want.ndim)
        exact = np.clip(scaled + self.along(self.zero_points, want.ndim), self.low, self.high)
        slack = 0.502 + 1e-5 * np.abs(scaled) + 2e-6 * size / self.along(self.scales, want.ndim)
        fits = np.all((got.astype(np.int64) >= self.low) & (got.astype(np.int64) <= self.high))
        return bool(fits and np.all(np.abs(got.astype(np.float64) - exact) <= slack))

    def random(self, generator, shape):
        low, high, dtype = STORAGES[self.storage]
        if high > 2**15:
            low, high = -100000, 100000
        low, high = max(low, self.low), min(high, self.high)
        return generator.integers(low, high + 1, shape).astype(dtype)


class Value:
    def __init__(self, name, shape, element):
        self.name, self.shape, self.element = name, tuple(shape), element

    def type(self):
        return f"tensor<{''.join(f'{size}x' for size in self.shape)}{self.element.text()}>"


class Program:
    """Values, the lines that make them, and for each line what it should have made."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.generator = np.random.default_rng(seed)
        self.mesh = self.random.choice(MESHES)
        self.arguments, self.lines, self.made, self.inputs = [], [], [], []
        kinds = [self.unary, self.binary, self.quantize, self.choose, self.product, self.product, self.convolution,
                 self.move, self.reduce, self.window, self.sort, self.per_axis]
        for _ in range(self.random.randint(2, 5)):
            self.random.choice(kinds)()

    # --- elements and values

    def scale(self):
        return self.random.choice([0.5, 1.0, 0.1, 0.037, 2.25, 0.0078125])

    def element(self, storages=COMMON, axis=None, count=1, zero=None, expressed=None):
        storage = self.random.choice(storages)
        low, high, _ = STORAGES[storage]
        limits = None
        if self.random.random() < 0.2 and high < 2**15:
            low, high = limits = (low + 1, high)
        reach = min(high, 100)
        zero = self.random.random() < 0.4 if zero is None else zero
        points = [0 if zero and low <= 0 else self.random.randint(max(low, -reach), reach) for _ in range(count)]
        expressed = expressed or self.random.choice(["f32", "f32", "f32", "f64"])
        return Quantized(storage, expressed, [self.scale() for _ in range(count)], points, axis, limits)

    def shape(self, rank=None):
        rank = self.random.randint(0, 3) if rank is None else rank
        return tuple(self.random.choice([1, 2, 4, 8, 3, 12, 40]) for _ in range(rank))

    def sharding(self, shape):
        free, dims = list(self.mesh), []
        self.random.shuffle(free)
        for size in shape:
            ok = free and size % self.mesh[free[-1]] == 0 and self.random.random() < 0.5
            dims.append(f'{{"{free.pop()}"}}' if ok else "{}")
        return f" {{sdy.sharding = #sdy.sharding<@mesh, [{', '.join(dims)}]>}}"

    def argument(self, shape, element):
        value = Value(f"%a{len(self.arguments)}", shape, element)
        sharding = self.sharding(shape) if self.random.random() < 0.6 else ""
        self.arguments.append((value, sharding))
        self.inputs.append(element.random(self.generator, shape))
        return value

    def add(self, text, operands, shape, element, model, summed):
        value = Value(f"%v{len(self.lines)}", shape, element)
        self.lines.append(f"    {value.name} = {text(value)}")
        self.made.append((value, operands, model, summed))
        return value

    def plain(self, name, operands, shape, element, model, attrs="", summed=False):
        """An operation in the generic form; the model takes and gives numbers. What is summed may cancel."""
        def text(value):
            names = ", ".join(operand.name for operand in operands)
            types = ", ".join(operand.type() for operand in operands)
            return f'"stablehlo.{name}"({names}) {attrs} : ({types}) -> {value.type()}'
        return self.add(text, operands, shape, element, model, summed)

    # --- operations

    def unary(self):
        name, model = self.random.choice([
            ("abs", np.abs), ("negate", np.negative), ("tanh", np.tanh), ("cosine", np.cos), ("sign", np.sign),
            ("logistic", lambda x: 1 / (1 + np.exp(-np.clip(x, -700, 700)))), ("floor", np.floor)])
        element = self.element(["i8", "u8", "i4", "i16"])
        if name == "floor":
            element.scales = [0.5]
        result = self.element(["i8"] if element.storage == "i8" else [element.storage], expressed=element.expressed)
        result.low, result.high = element.low, element.high
        result.zero_points = [min(max(z, result.low), result.high) for z in result.zero_points]
        shape = self.shape()
        self.plain(name, [self.argument(shape, element)], shape, result, model)

    def alike(self, element):
        """Another type of the same storage, as operations ask of their operands."""
        other = self.element([element.storage], expressed=element.expressed)
        other.low, other.high = element.low, element.high
        other.zero_points = [min(max(z, other.low), other.high) for z in other.zero_points]
        return other

    def binary(self):
        name, model = self.random.choice([("add", np.add), ("subtract", np.subtract), ("multiply", np.multiply),
                                          ("maximum", np.maximum), ("minimum", np.minimum)])
        element, shape = self.element(), self.shape()
        same = self.random.random() < 0.4
        elements = [element, element if same else self.alike(element)]
        result = element if same else self.alike(element)
        operands = [self.argument(shape, each) for each in elements]
        value = self.plain(name, operands, shape, result, model)
        self.plain("add", [value, value], shape, self.alike(result), np.add)

    def quantize(self):
        shape, element = self.shape(), self.element()
        numbers = self.argument(shape, Plain(element.expressed))
        value = self.plain("uniform_quantize", [numbers], shape, element, lambda x: x)
        self.plain("uniform_dequantize", [value], shape, Plain(element.expressed), lambda x: x)
        self.plain("uniform_quantize", [value], shape, self.element(expressed=element.expressed), lambda x: x)

    def per_axis(self):
        shape = self.shape(self.random.randint(1, 3))
        axis = self.random.randrange(len(shape))
        element = self.element(axis=axis, count=shape[axis])
        value = self.argument(shape, element)
        self.plain("uniform_dequantize", [value], shape, Plain(element.expressed), lambda x: x)
        self.plain("uniform_quantize", [value], shape, self.element(expressed=element.expressed), lambda x: x)
        order = list(range(len(shape)))
        self.random.shuffle(order)
        turned = Quantized(element.storage, element.expressed, element.scales, element.zero_points,
                           order.index(axis), (element.low, element.high))
        self.plain("transpose", [value], [shape[d] for d in order], turned, lambda x: np.transpose(x, order),
                   f"<{{permutation = array<i64: {', '.join(map(str, order))}>}}>")
        if element.storage not in ("i4", "u4"):
            self.plain("add", [value, value], shape, element, np.add)

    def choose(self):
        shape, element = self.shape(), self.element()
        other = element if self.random.random() < 0.6 else self.alike(element)
        a, b = self.argument(shape, element), self.argument(shape, other)
        direction, model = self.random.choice([("LT", np.less), ("EQ", np.equal), ("GE", np.greater_equal)])
        if other is element:
            kind = ", compare_type = #stablehlo<comparison_type FLOAT>" if self.random.random() < 0.5 else ""
            less = self.plain("compare", [a, b], shape, Plain("i1"), model,
                              f"<{{comparison_direction = #stablehlo<comparison_direction {direction}>{kind}}}>")
            self.plain("select", [less, a, b], shape, element, lambda p, x, y: np.where(p, x, y))
            self.plain("clamp", [a, b, b], shape, element, lambda low, x, high: np.minimum(np.maximum(low, x), high))
        p = self.argument(shape, Plain("i1"))
        c = self.argument(shape, element)  # a select wants one type
        self.plain("select", [p, a, c], shape, element, lambda p, x, y: np.where(p, x, y))

    def weights(self, lhs, axis, count):
        """What multiplies: per tensor or per axis, of zero points 0."""
        if self.random.random() < 0.5:
            axis, count = None, 1
        element = self.element([lhs.storage], axis, count, zero=True, expressed=lhs.expressed)
        element.zero_points = [0] * count
        element.low, element.high = min(element.low, 0), element.high
        return element

    def result(self, lhs, rhs, axis):
        """Of the storage of sums, or narrow again; per axis only where the weights are."""
        if self.random.random() < 0.3:  # the sums themselves
            scales = [lhs.scales[0] * scale for scale in rhs.scales]
            return Quantized("i32", lhs.expressed, scales, [0] * len(scales), None if rhs.axis is None else axis)
        per_axis = rhs.axis is not None and self.random.random() < 0.5
        count = len(rhs.scales) if per_axis else 1
        element = self.element(["i32", "i8", lhs.storage], axis if per_axis else None, count, expressed=lhs.expressed)
        element.scales = [scale * 8 for scale in element.scales]
        return element

    def product(self):
        m, k, n = (self.random.choice([1, 2, 4, 8, 33, 64]) for _ in range(3))
        batch = self.random.choice([(), (2,)])
        b = len(batch)
        lhs = self.element(["i8", "i8", "u8", "i4", "i16"])
        if self.random.random() < 0.25:
            lhs = Plain(lhs.expressed)
            rhs = self.element(["i8", "i4"], *self.random.choice([(None, 1), (b + 1, n)]), zero=True, expressed=lhs.name)
            out = lhs
        else:
            rhs = self.weights(lhs, b + 1, n)
            out = self.result(lhs, rhs, b + 1)
        a, w = self.argument(batch + (m, k), lhs), self.argument(batch + (k, n), rhs)
        dims = f"lhs_contracting_dimensions = [{b + 1}], rhs_contracting_dimensions = [{b}]"
        if batch:
            dims = "lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], " + dims
        value = self.plain("dot_general", [a, w], batch + (m, n), out, np.matmul, f"<{{dot_dimension_numbers = #stablehlo.dot<{dims}>}}>", True)
        if isinstance(out, Quantized) and out.axis is None:
            self.plain("add", [value, value], value.shape, self.alike(out), np.add)

    def convolution(self):
        size, kernel, channels, features = (self.random.choice(c) for c in ([5, 8], [1, 3], [1, 3, 16], [2, 8, 32]))
        stride, pad, base = self.random.choice([1, 2]), self.random.choice([0, 1]), self.random.choice([1, 1, 2])
        lhs = self.element(["i8", "i8", "u8"])
        hybrid = self.random.random() < 0.2
        rhs = self.weights(lhs, 3, features)
        lhs, out = (Plain(lhs.expressed),) * 2 if hybrid else (lhs, self.result(lhs, rhs, 3))
        a = self.argument((2, size, size, channels), lhs)
        w = self.argument((kernel, kernel, channels, features), rhs)

        def model(x, y):
            full = np.zeros((2, (size - 1) * base + 1, (size - 1) * base + 1, channels))
            full[:, ::base, ::base] = x
            full = np.pad(full, ((0, 0), (pad, pad), (pad, pad), (0, 0)))
            steps = (full.shape[1] - kernel) // stride + 1
            patches = [[full[:, i * stride:i * stride + kernel, j * stride:j * stride + kernel] for j in range(steps)]
                       for i in range(steps)]
            return np.einsum("ijbklc,klcf->bijf", np.array(patches), y)
        extent = ((size - 1) * base + 1 + 2 * pad - kernel) // stride + 1
        attrs = (f"<{{batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: {stride}, {stride}>, "
                 f"padding = dense<{pad}> : tensor<2x2xi64>, lhs_dilation = array<i64: {base}, {base}>, "
                 "dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>}>")
        self.plain("convolution", [a, w], (2, extent, extent, features), out, model, attrs, True)

    def move(self):
        shape, element = self.shape(2), self.element()
        a, b = self.argument(shape, element), self.argument(shape, element)
        joined = self.plain("concatenate", [a, b], (2 * shape[0], shape[1]), element,
                            lambda x, y: np.concatenate([x, y]), "<{dimension = 0 : i64}>")
        flat = self.plain("reshape", [joined], (2 * shape[0] * shape[1],), element, np.ravel)
        self.plain("reverse", [flat], flat.shape, element, lambda x: x[::-1], "<{dimensions = array<i64: 0>}>")
        zero = self.argument((), element)
        self.plain("pad", [a, zero], (shape[0] + 3, shape[1]), element,
                   lambda x, z: np.concatenate([np.full((1, shape[1]), z), x, np.full((2, shape[1]), z)]),
                   "<{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 2, 0>, interior_padding = array<i64: 0, 0>}>")

    def body(self, name, element):
        scalar = f"tensor<{element.text()}>"
        return f"({{\n    ^bb0(%x: {scalar}, %y: {scalar}):\n      %z = stablehlo.{name} %x, %y : {scalar}\n      stablehlo.return %z : {scalar}\n    }})"

    def reduce(self):
        shape, element = self.shape(2), self.element(["i8", "u8", "i16", "i32"])
        name, model = self.random.choice([("add", lambda x, i: x.sum(0) + i), ("minimum", lambda x, i: np.minimum(x.min(0), i)),
                                          ("maximum", lambda x, i: np.maximum(x.max(0), i))])
        a, init = self.argument(shape, element), self.argument((), element)
        self.plain("reduce", [a, init], shape[1:], element, model, "<{dimensions = array<i64: 0>}> " + self.body(name, element), True)

    def window(self):
        size, element = self.random.choice([4, 9, 32]), self.element(["i8", "u8"])
        name, model = self.random.choice([("add", np.add), ("maximum", np.maximum)])
        a, init = self.argument((size,), element), self.argument((), element)
        self.plain("reduce_window", [a, init], (size - 2,), element,
                   lambda x, i: model(model(model(x[:-2], x[1:-1]), x[2:]), i),
                   "<{window_dimensions = array<i64: 3>}> " + self.body(name, element))

    def sort(self):
        size, element = self.random.choice([4, 33]), self.element()
        a, scalar = self.argument((size,), element), f"tensor<{element.text()}>"
        body = (f"({{\n    ^bb0(%x: {scalar}, %y: {scalar}):\n      %z = stablehlo.compare LT, %x, %y : ({scalar}, {scalar}) -> tensor<i1>\n"
                "      stablehlo.return %z : tensor<i1>\n    })")
        self.plain("sort", [a], (size,), element, np.sort, "<{dimension = 0 : i64}> " + body)

    # --- the whole

    def text(self):
        arguments = ", ".join(f"{value.name}: {value.type()}{sharding}" for value, sharding in self.arguments)
        types = ", ".join(value.type() for value, *_ in self.made)
        names = ", ".join(value.name for value, *_ in self.made)
        mesh = ", ".join(f'"{axis}"={size}' for axis, size in self.mesh.items())
        lines = "\n".join(self.lines)
        return (f"sdy.mesh @mesh = <[{mesh}]>\nfunc.func @main({arguments}) -> ({types}) {{\n{lines}\n"
                f"    return {names} : {types}\n}}\n")

    def run(self, sdyc, folder, flags):
        path = folder / "program.mlir"
        path.write_text(self.text())
        words = [sdyc, "run", str(path), *flags]
        for i, array in enumerate(self.inputs):
            np.save(folder / f"in{i}.npy", array)
            words.append(f"--input=@{folder}/in{i}.npy")
        words += [f"--output=@{folder}/out{i}.npy" for i in range(len(self.made))]
        done = subprocess.run(words, capture_output=True, text=True, timeout=300)
        if done.returncode != 0:
            return done.stderr[-2000:]
        known = {value.name: array for (value, _), array in zip(self.arguments, self.inputs)}
        for i, (value, *_) in enumerate(self.made):
            known[value.name] = np.load(folder / f"out{i}.npy")
        for value, operands, model, summed in self.made:
            numbers = [operand.element.numbers(known[operand.name]) for operand in operands]
            want = model(*numbers)
            size = model(*map(np.abs, numbers)) if summed else 0
            if not value.element.check(known[value.name], want, size):
                return f"{value.name} is {known[value.name].ravel()[:20]}, expected {np.ravel(want)[:20]}"
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sdyc", required=True)
    parser.add_argument("--programs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    failures = 0
    for seed in range(arguments.seed, arguments.seed + arguments.programs):
        program = Program(seed)
        flags = [[], ["--storage=private"]] + ([["--jit=cc"]] if seed % 8 == 0 else [])
        with tempfile.TemporaryDirectory() as folder:
            for each in flags:
                problem = program.run(arguments.sdyc, Path(folder), each)
                if problem:
                    failures += 1
                    print(f"seed {seed} {' '.join(each)}: {problem}\n{program.text()}")
                    if arguments.keep:
                        (arguments.keep / f"{seed}.mlir").write_text(program.text())
                    break
    print(f"{arguments.programs - failures} of {arguments.programs} programs agree")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
