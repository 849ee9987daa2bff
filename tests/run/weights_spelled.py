#!/usr/bin/env python3
"""Products by narrow weights mean and cost the same in every spelling: weights_spelled.py SDYC [--programs N] [--seed S].

    dot(x, (convert(w) - z) * s)    dot(x, convert(w)) * s    dot(x, reshape(transpose(...) * s))

A random spelling of one product: the type of the weights and what they are converted to on the way, which way they lie,
scales of columns or of blocks of terms, before or behind the product, zero points, on which side each factor stands, weights
that are a matrix or one of a stack, chosen by a number; weights of 4 bits that the program unpacks itself, two of a byte or
eight of 32 bits, along rows or columns, in any order, by shifts, masks, quotients and concatenations. Each is to be read where the weights lie, so that no matrix of theirs
is written, and to give the exact sums that NumPy gives: all numbers are small whole ones.
"""
import argparse
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

K, N, BLOCK, STACK = 256, 320, 32, 3
LEAST = {"i8": -9, "ui8": 0, "i4": -8, "ui4": 0, "bf16": -9, "f16": -9}
MOST = {"i8": 9, "ui8": 9, "i4": 7, "ui4": 15, "bf16": 9, "f16": 9}
PACKED = {"i4x2": ("i8", "ui8"), "ui4x2": ("i8", "ui8"), "i4x8": ("i32",), "ui4x8": ("i32", "ui32")}


def tensor(shape, element):
    return "tensor<" + "".join(f"{size}x" for size in shape) + f"{element}>"


class Program:
    def __init__(self):
        self.lines, self.count = [], 0

    def add(self, text, shape, element, *operands):
        """A value: its name, shape and element."""
        name = f"%{self.count}"
        self.count += 1
        kinds = ", ".join(tensor(*operand[1:]) for operand in operands)
        names = ", ".join(operand[0] for operand in operands)
        text, _, attributes = text.partition("|")
        self.lines.append(f"  {name} = stablehlo.{text} {names}{attributes} : ({kinds}) -> {tensor(shape, element)}")
        return name, shape, element

    def convert(self, value, element):
        return value if value[2] == element else self.add("convert", value[1], element, value)

    def broadcast(self, value, shape, dims):
        return self.add(f"broadcast_in_dim|, dims = {dims}", shape, value[2], value)

    def reshape(self, value, shape):
        return self.add("reshape", shape, value[2], value)

    def binary(self, dice, op, a, b):
        if op != "subtract" and dice.random() < 0.5:
            a, b = b, a
        return self.add(op, a[1], a[2], a, b)

    def dot(self, a, b, side):
        return self.add(f"dot_general|, contracting_dims = [1] x [{side}]", (a[1][0], b[1][1 - side]), "f32", a, b)


class Packed:
    """Numbers of 4 bits in larger ones, `parts` of each, along an axis: beside each other, or those of a group in turn."""

    def __init__(self, dice, kind, shape, has_blocks):
        self.dice, self.is_signed, self.parts = dice, kind.startswith("i"), int(kind[-1])
        self.element, self.axis = dice.choice(PACKED[kind]), dice.randint(0, 1)
        self.shape, self.bits = shape, 4 * self.parts
        whole = shape[self.axis] // self.parts
        self.group = dice.choice([1, BLOCK // self.parts] if has_blocks else [1, 4, whole])
        self.order = list(range(self.parts))
        if dice.random() < 0.4:
            dice.shuffle(self.order)

    def inner(self):
        """The shape with the axis as groups, parts and numbers of a group, and which dimension counts parts."""
        count = self.shape[self.axis] // self.parts // self.group
        return (*self.shape[:self.axis], count, self.parts, self.group, *self.shape[self.axis + 1:]), self.axis + 1

    def pack(self, numbers):
        shape, dim = self.inner()
        parts = np.moveaxis(numbers.reshape(shape).astype(np.int64) & 15, dim, 0)
        words = sum(part << 4 * place for part, place in zip(parts, self.order))
        words = words - ((words >> self.bits - 1 & (self.element[0] == "i")) << self.bits)
        small = list(self.shape)
        small[self.axis] //= self.parts
        return words.reshape(small)

    def constant(self, program, numbers, shape):
        name = f"%{program.count}"
        program.count += 1
        numbers = dense(np.asarray(numbers), True)
        program.lines.append(f"  {name} = stablehlo.constant dense<{numbers}> : {tensor(shape, self.element)}")
        return name, shape, self.element

    def all_of(self, program, number, shape):
        return program.broadcast(self.constant(program, number, ()), shape, [])

    def taken(self, program, words, shape, places):
        """4 bits at places, which are one number, or a value of the same shape."""
        number = isinstance(places, int)
        by = lambda amount: self.all_of(program, amount, shape) if number else self.constant_along(program, amount, shape)
        listed = (lambda f: f(places)) if number else (lambda f: [f(place) for place in places])
        if self.is_signed:
            up = program.add("shift_left", shape, self.element, words, by(listed(lambda place: self.bits - 4 - 4 * place)))
            # of a type without a sign the bits of the sign are those of the conversion
            if self.element[0] == "u":
                up = program.add("convert", shape, self.element[1:], up)
                four = program.convert(self.all_of(program, self.bits - 4, shape), self.element[1:])
                return program.add("shift_right_arithmetic", shape, up[2], up, four)
            return program.add("shift_right_arithmetic", shape, self.element, up, self.all_of(program, self.bits - 4, shape))
        if number and self.element[0] == "u" and self.dice.random() < 0.3:
            quotient = program.add("divide", shape, self.element, words, self.all_of(program, 16 ** places, shape))
            return program.add("remainder", shape, self.element, quotient, self.all_of(program, 16, shape))
        if number and self.dice.random() < 0.3:
            mask = 15 << 4 * places
            mask -= (mask >> self.bits - 1 & (self.element[0] == "i")) << self.bits
            masked = program.binary(self.dice, "and", words, self.all_of(program, mask, shape))
            return program.add("shift_right_logical", shape, self.element, masked, self.all_of(program, 4 * places, shape))
        moved = program.add("shift_right_logical", shape, self.element, words, by(listed(lambda place: 4 * place)))
        if number and 4 * places + 4 == self.bits and self.dice.random() < 0.5:
            return moved
        return program.binary(self.dice, "and", moved, self.all_of(program, 15, shape))

    def constant_along(self, program, numbers, shape):
        return program.broadcast(self.constant(program, numbers, (self.parts,)), shape, [self.inner()[1]])

    def unpack(self, program, words):
        shape, dim = self.inner()
        small = (*shape[:dim], *shape[dim + 1:])
        words = program.reshape(words, small)
        if self.dice.random() < 0.5:
            dims = [d for d in range(len(shape)) if d != dim]
            out = self.taken(program, program.broadcast(words, shape, dims), shape, self.order)
        else:
            parts = [self.taken(program, words, small, place) for place in self.order]
            one = (*shape[:dim], 1, *shape[dim + 1:])
            parts = [program.reshape(part, one) for part in parts]
            out = program.add(f"concatenate|, dim = {dim}", shape, parts[0][2], *parts)
        return program.reshape(out, self.shape)


def spelled(dice):
    """The text of a program, its inputs, and what it gives."""
    kind = dice.choice([*LEAST, *PACKED])
    element = kind[:-2] if kind in PACKED else kind
    rows, turned, stacked = dice.randint(1, 16), dice.random() < 0.5, dice.random() < 0.3 and kind in LEAST
    scale, zero = dice.choice(["none", "columns", "blocks"]), dice.random() < 0.4
    before = scale == "blocks" or dice.random() < 0.5
    numbers = np.random.default_rng(dice.randrange(1 << 30))
    some = lambda shape, low, high: numbers.integers(low, high + 1, shape).astype(np.float64)
    shape, groups = ((N, K) if turned else (K, N)), ((N, K // BLOCK) if turned else (K // BLOCK, N))
    x, which = some((rows, K), -3, 3), dice.randrange(STACK)
    stack = some((STACK if stacked else 1, *shape), LEAST[element], MOST[element])
    few = groups if scale == "blocks" else (N,)
    scales, zeros = some(few, 1, 3), some(few, 0, 2)
    packed = Packed(dice, kind, shape, scale == "blocks") if kind in PACKED else None
    stored = packed.pack(stack[0]) if packed else stack if stacked else stack[0]
    inputs = [("x", x, "f32"), ("w", stored, packed.element if packed else element), ("s", scales, dice.choice(["f32", "bf16"])),
              ("z", zeros, "f32"), ("i", np.array(which), "i32")]
    program = Program()
    value = {name: (f"%{name}", array.shape, kind) for name, array, kind in inputs}
    w = value["w"]
    if stacked:
        program.lines.append("  %zero = stablehlo.constant dense<0> : tensor<i32>")
        program.lines.append(f"  %cut = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes = [1, {shape[0]}, {shape[1]}] : "
                             f"({tensor(*w[1:])}, tensor<i32>, tensor<i32>, tensor<i32>) -> {tensor((1, *shape), element)}")
        w = program.reshape(("%cut", (1, *shape), element), shape)
    if packed:
        w = packed.unpack(program, w)
    if dice.random() < 0.5 and w[2] != "i32" and element not in ("bf16", "f16"):
        w = program.convert(w, "i32")
    if dice.random() < 0.3:
        w = program.convert(w, "bf16")
    w = program.convert(w, "f32")
    axis = 1 if turned else 0
    full = (N, K // BLOCK, BLOCK) if turned else (K // BLOCK, BLOCK, N)
    dims = ([0, 1] if turned else [0, 2]) if scale == "blocks" else [0 if turned else len(full) - 1]
    if scale == "blocks" or (zero and dice.random() < 0.3) or dice.random() < 0.2:
        w, inner = program.reshape(w, full), full
    else:
        inner, dims = shape, [1 - axis]
    wide = lambda name: program.broadcast(program.convert(value[name], "f32"), inner, dims)
    if zero:
        w = program.binary(dice, "subtract", w, wide("z"))
    if scale != "none" and before:
        w = program.binary(dice, "multiply", w, wide("s"))
    w = program.reshape(w, shape) if inner != shape else w
    if turned and dice.random() < 0.4:
        w, axis = program.add("transpose|, dims = [1, 0]", (K, N), "f32", w), 0
    if dice.random() < 0.3:
        out = program.add(f"dot_general|, contracting_dims = [{axis}] x [1]", (N, rows), "f32", w, value["x"])
        out = program.add("transpose|, dims = [1, 0]", (rows, N), "f32", out)
    else:
        out = program.dot(value["x"], w, axis)
    if scale != "none" and not before:
        out = program.binary(dice, "multiply", out,
                             program.broadcast(program.convert(value["s"], "f32"), (rows, N), [1]))
    arguments = ", ".join(f"%{name}: {tensor(array.shape, kind)}" for name, array, kind in inputs)
    text = f"func.func @main({arguments}) -> {tensor((rows, N), 'f32')} {{\n" + "\n".join(program.lines)
    text += f"\n  return {out[0]} : {tensor((rows, N), 'f32')}\n}}\n"
    matrix = stack[which if stacked else 0].T if turned else stack[which if stacked else 0]
    spread = lambda a: np.repeat(a.T if turned else a, BLOCK, 0) if scale == "blocks" else a
    matrix = (matrix - (spread(zeros) if zero else 0)) * (spread(scales) if scale != "none" else 1)
    return text, inputs, x @ matrix


def dense(array, is_integer):
    if array.ndim:
        return "[" + ", ".join(dense(part, is_integer) for part in array) + "]"
    return f"{int(array)}" if is_integer else f"{float(array)}"


def checked(text, inputs, want):
    """The program as one without inputs that checks its result."""
    header, *body, last, _ = text.splitlines()
    lines = ["func.func @main() {"]
    for name, array, kind in inputs:
        numbers = dense(array, kind in ("i8", "ui8", "i4", "ui4", "i32", "ui32"))
        lines.append(f"  %{name} = stablehlo.constant dense<{numbers}> : {tensor(array.shape, kind)}")
    lines += body
    lines.append(f"  check.expect_eq_const {last.split()[1]}, dense<{dense(want, False)}> : {tensor(want.shape, 'f32')}")
    return "\n".join([*lines, "  return", "}", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sdyc")
    parser.add_argument("--programs", type=int, default=48)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.seed, options.seed + options.programs):
            text, inputs, want = spelled(random.Random(number))
            route, numbers = Path(folder) / "route.mlir", Path(folder) / "numbers.mlir"
            route.write_text(text)
            numbers.write_text(checked(text, inputs, want))
            kernels = subprocess.run([options.sdyc, "kernels", route], capture_output=True, text=True)
            run = subprocess.run([options.sdyc, "run", numbers], capture_output=True, text=True)
            stored = [line for line in kernels.stdout.splitlines() if re.match(r"  b\d+ = (?!input)", line)]
            wide = [line for line in stored if int(re.search(r": (\d+) x", line)[1]) >= K * N]
            if kernels.returncode or "decoded as it is read" not in kernels.stdout or wide or run.returncode:
                failed += 1
                print(f"seed {number}:\n{text}{kernels.stderr}{run.stderr[:500]}\n" + "\n".join(wide))
    print(f"{options.programs - failed} of {options.programs} spellings take the route")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
