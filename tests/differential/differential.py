#!/usr/bin/env python3
"""Random sharded programs against themselves without shardings.

    differential.py --sdyc BUILD/sdyc [--programs N] [--seed S] [--emit] [--print]

Each program is run unsharded; then, sharded over a random mesh, in both storage models, with several
thread counts (whose results must be equal bit by bit), in each layout and, with --emit, as C built
by `cc`. All must agree within rounding. A failing program is printed with its seed:
`--seed S --programs 1` makes it again.
"""
import random
import re

import seeds

MESHES = [{"x": 2}, {"x": 8}, {"x": 2, "y": 2}, {"x": 4, "y": 2}, {"x": 3, "y": 2},
          {"x": 2, "y": 2, "z": 2}, {"x": 16, "y": 4}]
SIZES = [4, 6, 8, 12, 16, 32, 64]
UNARY = ["tanh", "logistic", "negate", "abs", "cosine"]
BINARY = ["add", "subtract", "multiply", "maximum", "minimum"]


class Program:
    """Text of one program, grown operation by operation; values are (name, shape)."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.mesh = self.random.choice(MESHES)
        self.arguments, self.lines, self.values = [], [], []
        self.grow()

    def tensor(self, shape):
        return "tensor<" + "".join(f"{size}x" for size in shape) + "f32>"

    def dims(self, shape):
        """The dimension shardings of a random sharding: axes used once, sizes that divide."""
        free, dims = list(self.mesh), []
        self.random.shuffle(free)
        for size in shape:
            axes, parts = [], 1
            while free and self.random.random() < 0.45:
                if size % (parts * self.mesh[free[-1]]):
                    break
                axes.append(free.pop())
                parts *= self.mesh[axes[-1]]
            dims.append(axes)
        open_dims = self.random.random() < 0.3
        text = ["{" + ", ".join([f'"{axis}"' for axis in axes] + ["?"] * open_dims) + "}" for axes in dims]
        return f"<@mesh, [{', '.join(text)}]>"

    def argument(self, shape):
        sharding = f" {{sdy.sharding = #sdy.sharding{self.dims(shape)}}}" if self.random.random() < 0.7 else ""
        name = f"%a{len(self.arguments)}"
        self.arguments.append(f"{name}: {self.tensor(shape)}{sharding}")
        self.values.append((name, tuple(shape)))
        return self.values[-1]

    def op(self, text, shape):
        name = f"%v{len(self.lines)}"
        self.lines.append(f"    {name} = {text}")
        self.values.append((name, tuple(shape)))
        return self.values[-1]

    def unary(self, value):
        name, shape = value
        return self.op(f"stablehlo.{self.random.choice(UNARY)} {name} : {self.tensor(shape)}", shape)

    def binary(self, value):
        name, shape = value
        others = [other for other in self.values if other[1] == shape]
        other = self.random.choice(others) if self.random.random() < 0.7 else self.argument(shape)
        return self.op(f"stablehlo.{self.random.choice(BINARY)} {name}, {other[0]} : {self.tensor(shape)}", shape)

    def dot(self, value):
        name, shape = value
        columns = self.random.choice(SIZES)
        batch = len(shape) - 2 if self.random.random() < 0.5 else 0
        right = self.argument((*shape[:batch], shape[-1], columns))
        result = (*shape[:-1], columns)
        batching = f"batching_dims = {list(range(batch))} x {list(range(batch))}, " if batch else ""
        product = self.op(f"stablehlo.dot_general {name}, {right[0]}, {batching}contracting_dims = "
                          f"[{len(shape) - 1}] x [{batch}] : ({self.tensor(shape)}, "
                          f"{self.tensor(right[1])}) -> {self.tensor(result)}", result)
        return self.op(f"stablehlo.tanh {product[0]} : {self.tensor(result)}", result)

    def transpose(self, value):
        name, shape = value
        order = self.random.sample(range(len(shape)), len(shape))
        result = [shape[d] for d in order]
        return self.op(f"stablehlo.transpose {name}, dims = {order} : ({self.tensor(shape)}) -> "
                       f"{self.tensor(result)}", result)

    def reduce(self, value):
        """A sum or maximum over one dimension, spread over it again."""
        name, shape = value
        dim = self.random.randrange(len(shape))
        kind, start = self.random.choice([("add", "0.0"), ("maximum", "0xFF800000")])
        scalar = self.op(f"stablehlo.constant dense<{start}> : tensor<f32>", ())
        self.values.pop()
        kept = [d for d in range(len(shape)) if d != dim]
        small = [shape[d] for d in kept]
        reduced = self.op(f"stablehlo.reduce({name} init: {scalar[0]}) applies stablehlo.{kind} across "
                          f"dimensions = [{dim}] : ({self.tensor(shape)}, tensor<f32>) -> "
                          f"{self.tensor(small)}", small)
        self.values.pop()
        return self.op(f"stablehlo.broadcast_in_dim {reduced[0]}, dims = {kept} : ({self.tensor(small)}) "
                       f"-> {self.tensor(shape)}", shape)

    def scaled(self, value, factor):
        name, shape = value
        splat = self.op(f"stablehlo.constant dense<{factor}> : {self.tensor(shape)}", shape)
        self.values.pop()
        return self.op(f"stablehlo.multiply {name}, {splat[0]} : {self.tensor(shape)}", shape)

    def fourier(self, value):
        """The moduli of a transform of the last dimension, or of the last two."""
        name, shape = value
        half = (*shape[:-1], shape[-1] // 2 + 1)
        numbers = self.tensor(half).replace("f32", "complex<f32>")
        length = list(shape[-self.random.choice([1, 2]):])
        transform = self.op(f"stablehlo.fft {name}, type = RFFT, length = {length} : ({self.tensor(shape)}) -> "
                            f"{numbers}", half)
        self.values.pop()
        moduli = self.op(f"stablehlo.abs {transform[0]} : ({numbers}) -> {self.tensor(half)}", half)
        self.values.pop()
        return self.scaled(moduli, 0.125)

    def solve(self, value):
        """The value as right-hand sides of a system whose matrix is near the identity."""
        name, shape = value
        matrix = self.scaled(self.argument((*shape[:-1], shape[-2])), 1 / (2 * shape[-2]))
        lower = self.random.choice(["true", "false"])
        kind = self.random.choice(["NO_TRANSPOSE", "TRANSPOSE"])
        return self.op(f'"stablehlo.triangular_solve"({matrix[0]}, {name}) <{{left_side = true, lower = {lower}, '
                       f"transpose_a = #stablehlo<transpose {kind}>, unit_diagonal = true}}> : "
                       f"({self.tensor(matrix[1])}, {self.tensor(shape)}) -> {self.tensor(shape)}", shape)

    def constrain(self, value):
        name, shape = value
        return self.op(f"sdy.sharding_constraint {name} {self.dims(shape)} : {self.tensor(shape)}", shape)

    def grow(self):
        rank = self.random.choice([2, 2, 2, 3])
        value = self.argument([self.random.choice(SIZES) for _ in range(rank)])
        steps = [self.unary, self.binary, self.binary, self.dot, self.dot, self.transpose, self.reduce,
                 self.constrain, self.fourier, self.solve]
        for _ in range(self.random.randint(3, 9)):
            value = self.random.choice(steps)(value)
        self.result = value

    def text(self):
        mesh = ", ".join(f'"{axis}"={size}' for axis, size in self.mesh.items())
        name, shape = self.result
        result = f" {{sdy.sharding = #sdy.sharding{self.dims(shape)}}}" if self.random.random() < 0.5 else ""
        return (f"module @random {{\n  sdy.mesh @mesh = <[{mesh}]>\n"
                f"  func.func public @main({', '.join(self.arguments)}) -> ({self.tensor(shape)}{result}) {{\n"
                + "\n".join(self.lines) + f"\n    return {name} : {self.tensor(shape)}\n  }}\n}}\n")


def unsharded(text):
    """The same program without mesh, shardings and constraints."""
    text = re.sub(r"  sdy\.mesh .*\n", "", text)
    text = re.sub(r" \{sdy\.sharding = #sdy\.sharding<[^>]*>\}", "", text)
    while constraint := re.search(r" *(%\w+) = sdy\.sharding_constraint (%\w+) .*\n", text):
        text = text.replace(constraint.group(0), "")
        text = re.sub(re.escape(constraint.group(1)) + r"\b", constraint.group(2), text)
    return text


def check(sdyc, folder, program, emit):
    """Every way to run one program; the first failure, or ''."""
    text = program.text()
    sharded, plain = folder / "sharded.mlir", folder / "plain.mlir"
    sharded.write_text(text)
    plain.write_text(unsharded(text))
    shapes = [re.search(r"tensor<(.*)>", a.split("{")[0]).group(1) for a in program.arguments]
    inputs = [f"--input={shape}=random:{number}" for number, shape in enumerate(shapes, 1)]
    wanted, first = folder / "plain.npy", folder / "first.npy"
    failure = seeds.run([sdyc, "run", plain, *inputs, f"--output=@{wanted}"])
    near = [f"--expected-output=@{wanted}", "--atol=1e-4", "--rtol=1e-4"]
    for storage in ("shared", "private"):
        way = [sdyc, "run", sharded, *inputs, f"--storage={storage}"]
        failure = failure or seeds.run([*way, *near]) or seeds.run([*way, "--threads=1", f"--output=@{first}"])
        for threads in (2, 7):
            failure = failure or seeds.run([*way, f"--threads={threads}", f"--expected-output=@{first}",
                                      "--atol=0", "--rtol=0"])
    for layout in ("nchw", "nhwc"):
        failure = failure or seeds.run([sdyc, "run", sharded, *inputs, f"--layout={layout}", *near])
    if emit:
        source = folder / "c"
        failure = (failure or seeds.run([sdyc, "emit", sharded, "-o", source]) or seeds.run(["make", "-s", "-C", source, "CFLAGS=-O1", seeds.compiled_by()])
                   or seeds.run([source / "run", *inputs, f"--output=@{first}"])
                   or seeds.run([sdyc, "run", plain, *inputs, f"--expected-output=@{first}", "--atol=1e-4",
                           "--rtol=1e-4"]))
    return failure


if __name__ == "__main__":
    seeds.test(__doc__, 20, Program, check, emit_every=4)
