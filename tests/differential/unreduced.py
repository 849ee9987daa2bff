#!/usr/bin/env python3
"""Random programs with values that are unreduced by their shardings, in both storage models, against
themselves without shardings.

    unreduced.py --sdyc BUILD/sdyc [--programs N] [--seed S] [--print]

Products and reductions leave sums over devices open, operations that are linear hand them on, and a
reshard or the end of the function closes them. A failing program is printed with its seed.
"""
import random
import re

import seeds

MESHES = [{"x": 2}, {"x": 4, "y": 2}, {"x": 2, "y": 2, "z": 2}]
SIZES = [8, 16]


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


class Program:
    """Text of one program: a few open sums, each handed on and closed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.mesh = self.random.choice(MESHES)
        self.arguments, self.lines, self.results = [], [], []
        for _ in range(self.random.randint(1, 3)):
            self.random.choice([self.product, self.reduction, self.pair, self.reshard])()

    def axes(self, free, probability=0.5):
        """Some of the free axes, which are taken."""
        taken = [axis for axis in list(free) if self.random.random() < probability]
        for axis in taken:
            free.remove(axis)
        return self.random.sample(taken, len(taken))

    def sharding(self, dims, unreduced=()):
        def braces(axes):
            return "{" + ", ".join(f'"{axis}"' for axis in axes) + "}"
        more = f", unreduced={braces([axis for axis in self.mesh if axis in unreduced])}" if unreduced else ""
        return f"<@mesh, [{', '.join(map(braces, dims))}]{more}>"

    def argument(self, shape, dims):
        self.arguments.append((f"%a{len(self.arguments)}", shape, self.sharding(dims)))
        return self.arguments[-1][0]

    def op(self, text, type_text, shardings=()):
        name = f"%v{len(self.lines)}"
        attribute = f" {{sdy.sharding = #sdy.sharding_per_value<[{', '.join(shardings)}]>}}" if shardings else ""
        count = f":{len(shardings)}" if len(shardings) > 1 else ""
        self.lines.append(f"  {name}{count} = {text.replace('@@', attribute)} : {type_text}\n")
        return name

    def open_axes(self, summed):
        """Over which of the axes a sum stays open; what is free then may shard its result."""
        some = [axis for axis in summed if self.random.random() < 0.7]
        return some, [axis for axis in self.mesh if axis not in some]

    def product(self):
        rows, inner, columns = (self.random.choice(SIZES) for _ in range(3))
        free = list(self.mesh)
        summed = self.axes(free, 0.7)
        left = self.argument((rows, inner), [self.axes(free), summed])
        right = self.argument((inner, columns), [summed, self.axes(free)])
        unreduced, free = self.open_axes(summed)
        dims = [self.axes(free, 0.3), self.axes(free, 0.3)]
        shape = (rows, columns)
        value = self.op(f"stablehlo.dot_general {left}, {right}, contracting_dims = [1] x [0]@@",
                        f"({tensor((rows, inner))}, {tensor((inner, columns))}) -> {tensor(shape)}",
                        [self.sharding(dims, unreduced)])
        self.hand_on(value, shape, dims, unreduced)

    def reduction(self):
        shape = tuple(self.random.choice(SIZES) for _ in range(3))
        free, dim = list(self.mesh), self.random.randrange(3)
        dims = [self.axes(free) for _ in range(3)]
        # A sum that begins with one has to begin once.
        start = self.random.choice([0.0, 0.0, 1.0])
        scalar = self.op(f"stablehlo.constant dense<{start}>", "tensor<f32>")
        operand = self.argument(shape, dims)
        unreduced, free = self.open_axes(dims[dim])
        kept = [size for d, size in enumerate(shape) if d != dim]
        out = [self.axes(free, 0.3) for _ in kept]
        value = self.op(f"stablehlo.reduce({operand} init: {scalar}) applies stablehlo.add across dimensions = "
                        f"[{dim}]@@", f"({tensor(shape)}, tensor<f32>) -> {tensor(kept)}",
                        [self.sharding(out, unreduced)])
        self.hand_on(value, kept, out, unreduced)

    def pair(self):
        """A reduction with two results."""
        shape = tuple(self.random.choice(SIZES) for _ in range(2))
        free = list(self.mesh)
        dims = [self.axes(free), self.axes(free)]
        scalar = self.op("stablehlo.constant dense<0.0>", "tensor<f32>")
        first, second = self.argument(shape, dims), self.argument(shape, dims)
        unreduced, free = self.open_axes(dims[1])
        out, kept = [self.axes(free, 0.3)], shape[:1]
        value = self.op(
            f"stablehlo.reduce({first} init: {scalar}), ({second} init: {scalar}) across dimensions = [1]@@",
            f"({tensor(shape)}, {tensor(shape)}, tensor<f32>, tensor<f32>) -> ({tensor(kept)}, {tensor(kept)})\n"
            "   reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<f32>, %d: tensor<f32>) {\n"
            "    %s = stablehlo.add %a, %c : tensor<f32>\n    %t = stablehlo.add %d, %b : tensor<f32>\n"
            "    stablehlo.return %s, %t : tensor<f32>, tensor<f32>\n  }",
            [self.sharding(out, unreduced)] * 2)
        for number in range(2):
            self.hand_on(f"{value}#{number}", kept, out, unreduced)

    def reshard(self):
        """What is whole, or in parts, becomes a sum."""
        shape = tuple(self.random.choice(SIZES) for _ in range(2))
        free = list(self.mesh)
        operand = self.argument(shape, [self.axes(free), self.axes(free)])
        free = list(self.mesh)
        unreduced = self.axes(free)
        dims = [self.axes(free, 0.3), self.axes(free, 0.3)]
        value = self.op(f"sdy.reshard {operand} {self.sharding(dims, unreduced)}", tensor(shape))
        self.hand_on(value, shape, dims, unreduced)

    def hand_on(self, value, shape, dims, unreduced):
        for _ in range(self.random.randrange(4)):
            kind = self.random.choice(["negate", "double", "scale", "transpose"])
            if kind == "transpose":
                order = self.random.sample(range(len(shape)), len(shape))
                old, shape, dims = shape, [shape[d] for d in order], [dims[d] for d in order]
                text, kind_type = f"stablehlo.transpose {value}, dims = {order}@@", f"({tensor(old)}) -> {tensor(shape)}"
            else:
                kind_type = tensor(shape)
                if kind == "scale":
                    factor = self.op("stablehlo.constant dense<0.75>", tensor(shape))
                    text = f"stablehlo.multiply {value}, {factor}@@"
                else:
                    text = f"stablehlo.negate {value}@@" if kind == "negate" else f"stablehlo.add {value}, {value}@@"
            value = self.op(text, kind_type, [self.sharding(dims, unreduced)])
        free = list(self.mesh)
        closed = self.sharding([self.axes(free, 0.3) for _ in shape])
        self.results.append((self.op(f"sdy.reshard {value} {closed}", tensor(shape)), shape))

    def text(self):
        mesh = ", ".join(f'"{axis}"={size}' for axis, size in self.mesh.items())
        arguments = ", ".join(f"{name}: {tensor(shape)} {{sdy.sharding = #sdy.sharding{sharding}}}"
                              for name, shape, sharding in self.arguments)
        types = ", ".join(tensor(shape) for _, shape in self.results)
        names = ", ".join(name for name, _ in self.results)
        return (f"sdy.mesh @mesh = <[{mesh}]>\nfunc.func public @main({arguments}) -> ({types}) {{\n"
                + "".join(self.lines) + f"  return {names} : {types}\n}}\n")


def unsharded(text):
    """The same program without mesh, shardings and reshards."""
    text = re.sub(r"sdy\.mesh .*\n", "", text)
    text = re.sub(r" \{sdy\.sharding = #sdy\.sharding[^}]*?(\{[^{}]*\}[^{}]*)*\}", "", text)
    while reshard := re.search(r" *(%\w+) = sdy\.reshard (\S+) .*\n", text):
        text = text.replace(reshard.group(0), "")
        text = re.sub(re.escape(reshard.group(1)) + r"\b", reshard.group(2), text)
    return text


def check(sdyc, folder, program):
    """Both storage models, and the program partitioned twice over; the first failure, or ''."""
    sharded, plain = folder / "sharded.mlir", folder / "plain.mlir"
    sharded.write_text(program.text())
    plain.write_text(unsharded(program.text()))
    inputs = [f"--input={'x'.join(map(str, shape))}xf32=random:{number}"
              for number, (_, shape, _) in enumerate(program.arguments, 1)]
    wanted = [folder / f"{number}.npy" for number in range(len(program.results))]
    near = [f"--expected-output=@{path}" for path in wanted] + ["--atol=1e-4", "--rtol=1e-4"]
    failure = seeds.run([sdyc, "run", plain, *inputs, *(f"--output=@{path}" for path in wanted)])
    for storage in ("shared", "private"):
        failure = failure or seeds.run([sdyc, "run", sharded, *inputs, f"--storage={storage}", *near])
    twice = folder / "twice.mlir"
    passes = ["-sdy-propagation-pipeline=enable-insert-explicit-collectives=true"]
    failure = failure or seeds.run([sdyc, "opt", sharded, *passes, "-o", twice])
    return failure or seeds.run([sdyc, "run", twice, *inputs, "--storage=private", *near])


if __name__ == "__main__":
    seeds.test(__doc__, 40, Program, check)
