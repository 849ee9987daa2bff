#!/usr/bin/env python3
"""How far sums are from exact ones: products, convolutions, reductions, windows, scans, logarithms of running sums, scattered sums.

    sums.py --sdyc BUILD/sdyc [--only REGEX] [--all] [--isa avx512,avx2,baseline] [--jit tcc,cc] [--threads 1,2] [--xla] [--table]

Each case is a program of a single sum, of constant, random, alternating and decreasing terms. Its error counts in units of the type's
epsilon times the sum of the magnitudes of the terms, and has to be within the bound of docs/reference/numbers.md. References are exact to
some 2^-60: products and sums of f32 and narrower types in f64, those of f64 in long double, added pairwise. --xla runs the same
programs by XLA (jaxlib) too; --all takes every case, and not the short ones alone.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # others would wait for each other, and count

import numpy as np  # noqa: E402

EPSILON = {"f32": 2.0**-23, "f64": 2.0**-52, "bf16": 2.0**-7, "f16": 2.0**-10}
ARRAY = {"f32": np.float32, "f64": np.float64, "f16": np.float16}
DATA = ["constant", "random", "positive", "alternating", "decreasing"]
# docs/reference/numbers.md: no more terms than this are added one after the other, nor so many of their sums. Rounding errors seldom all
# go the same way: a quarter of what they may add up to is a limit that a longer block would not keep.
BLOCK, SHARE = 256, 4
ADDED = 4096  # terms that the library of products adds in an order of its own: 2^-41 of f64's sum, at most


def bound(case):
    if case.limit:
        return case.limit
    row = BLOCK + 2 * np.sqrt(case.terms / BLOCK)
    return row / 2 / SHARE + np.log2(max(case.terms, 2)) / 2 + 2 + case.slack


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{size}x" for size in shape) + f"{element}>"


def data(kind, shape, axis, seed, element):
    """Numbers of a kind along the axis, or axes, that are summed."""
    random = np.random.default_rng(seed)
    axes = axis if isinstance(axis, tuple) else (axis,)
    count = int(np.prod([shape[a] for a in axes], dtype=np.int64))
    line = np.arange(count, dtype=np.float64).reshape([shape[a] if i in axes else 1 for i, a in enumerate(range(len(shape)))])
    if kind == "constant":
        values = np.full(shape, 0.1 if seed % 2 else 0.7)
    elif kind == "random":
        values = random.uniform(-1, 1, shape)
    elif kind == "positive":
        values = random.uniform(0, 1, shape)
    elif kind == "alternating":
        values = np.where(line % 2 == 0, 1, -1) * random.uniform(0.5, 1, shape)
    else:
        values = random.uniform(0.5, 1, shape) / (1 + line)
    return to_element(values, element)


def to_element(values, element):
    if element == "bf16":
        bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
        return ((bits + 0x7fff + (bits >> 16 & 1)) >> 16).astype(np.uint16)
    return np.ascontiguousarray(values, ARRAY[element])


def wide(values, element):
    """Exactly, in a type with more digits."""
    if element == "bf16":
        return (values.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return values.astype(np.longdouble if element == "f64" else np.float64)


@dataclass
class Case:
    name: str
    text: str
    inputs: list  # of (shape, axes that are summed)
    element: str
    terms: int  # of a sum
    exact: Callable  # of wide inputs: the sums
    result: str = ""  # its element, where it is another one
    short: bool = True  # whether the everyday test has it
    slack: float = 0  # what else is rounded, in epsilons
    limit: float = 0  # of the error, where no terms are added up in the type


def function(body, inputs, result, element):
    names = ", ".join(f"%a{i}: {tensor(shape, element)}" for i, (shape, _) in enumerate(inputs))
    return f"func.func public @main({names}) -> {result} {{\n{body}\n  return %r : {result}\n}}\n"


def pairwise(values, axes):
    """The sum, NumPy's being pairwise along the last axis alone."""
    axes = axes if isinstance(axes, tuple) else (axes,)
    rest = [a for a in range(values.ndim) if a not in axes]
    moved = np.ascontiguousarray(values.transpose(rest + list(axes)))
    return moved.reshape([values.shape[a] for a in rest] + [-1]).sum(axis=-1)


def product(a, b):
    """Of each column of one and each of the other: the sums over rows, some at a time, and of these pairwise."""
    parts = [a[first:first + ADDED].T @ b[first:first + ADDED] for first in range(0, len(a), ADDED)]
    return pairwise(np.stack(parts), 0)


def dot(m, k, n, orders="mk,kn", element="f32", result=None, batch=0, short=True):
    letters = {"m": m, "k": k, "n": n, "b": batch}
    orders = orders.split(",")
    if batch:
        orders = ["b" + orders[0] if "b" not in orders[0] else orders[0], "b" + orders[1] if "b" not in orders[1] else orders[1]]
    shapes = [tuple(letters[x] for x in order) for order in orders]
    out = ("b" if batch else "") + ("m" if "m" in orders[0] else "") + ("n" if "n" in orders[1] else "")
    result = result or element
    kind = tensor([letters[x] for x in out], result)
    batching = f"batching_dims = [{orders[0].index('b')}] x [{orders[1].index('b')}], " if batch else ""
    inputs = [(shapes[0], orders[0].index("k")), (shapes[1], orders[1].index("k"))]
    body = (f"  %r = stablehlo.dot_general %a0, %a1, {batching}contracting_dims = [{orders[0].index('k')}] x [{orders[1].index('k')}]"
            f" : ({tensor(shapes[0], element)}, {tensor(shapes[1], element)}) -> {kind}")

    def exact(a, b):
        left = a.transpose([orders[0].index(x) for x in out + "k" if x in orders[0]])
        right = b.transpose([orders[1].index(x) for x in out + "k" if x in orders[1]])
        left = left.reshape([letters[x] if x in orders[0] else 1 for x in out + "k"])
        right = right.reshape([letters[x] if x in orders[1] else 1 for x in out + "k"])
        full = [letters[x] for x in out]
        sums = np.empty([int(np.prod(full, dtype=np.int64))], left.dtype)
        left, right = np.broadcast_to(left, full + [k]), np.broadcast_to(right, full + [k])
        for i, place in enumerate(np.ndindex(*full)):
            sums[i] = (left[place] * right[place]).sum()
        return sums.reshape(full)

    name = f"dot/{element}{'-' + result if result != element else ''}/{','.join(orders)}/{f'{batch}:' if batch else ''}{m}x{k}x{n}"
    return Case(name, function(body, inputs, kind, element), inputs, element, k, exact, result, short)


def reduce(shape, dims, element="f32", before="", after="", short=True):
    out = [size for d, size in enumerate(shape) if d not in dims]
    kind, full = tensor(out, element), tensor(shape, element)
    lines = [f"  %z = stablehlo.constant dense<0.0> : tensor<{element}>"]
    term = "%a0"
    if before == "square":
        lines.append(f"  %t = stablehlo.multiply %a0, %a0 : {full}")
    elif before == "product":
        lines.append(f"  %t = stablehlo.multiply %a0, %a1 : {full}")
    elif before == "tanh":
        lines.append(f"  %u = stablehlo.multiply %a0, %a0 : {full}\n  %v = stablehlo.subtract %u, %a0 : {full}\n  %t = stablehlo.abs %v : {full}")
    term = "%t" if before else term
    name = "%s" if after else "%r"
    lines.append(f"  {name} = stablehlo.reduce({term} init: %z) applies stablehlo.add across dimensions = {list(dims)} : ({full}, tensor<{element}>) -> {kind}")
    if after:
        lines.append(f"  %r = stablehlo.sqrt %s : {kind}")
    inputs = [(tuple(shape), tuple(dims))] * (2 if before == "product" else 1)
    terms = int(np.prod([shape[d] for d in dims], dtype=np.int64))

    def exact(*values):
        value = values[0]
        value = value * value if before == "square" else value * values[1] if before == "product" else value
        if before == "tanh":
            value = np.abs(value * value - value)
        sums = pairwise(value, tuple(dims))
        return np.sqrt(sums) if after else sums

    label = "x".join(map(str, shape)) + "/" + ",".join(map(str, dims))
    return Case(f"reduce/{element}/{before or 'plain'}{'-' + after if after else ''}/{label}", function("\n".join(lines), inputs, kind, element),
                inputs, element, terms, exact, element, short, slack=3 if before else 0)


def convolution(image, kernel, numbers, out, axes, terms, exact, name, pad="", groups="batch_group_count = 1 : i64, feature_group_count = 1 : i64",
                element="f32", short=True):
    kind = tensor(out, element)
    window = f"window = {{{pad}}}"
    inputs = [(image, axes[0]), (kernel, axes[1])]
    body = (f"  %r = stablehlo.convolution(%a0, %a1) dim_numbers = {numbers}, {window} {{{groups}}}"
            f" : ({tensor(image, element)}, {tensor(kernel, element)}) -> {kind}")
    return Case(f"conv/{element}/{name}", function(body, inputs, kind, element), inputs, element, terms, exact, element, short)


def windows(image, kernel):
    """All windows of an NHWC image that a kernel of HWIO meets: N, H, W, KH, KW, C."""
    view = np.lib.stride_tricks.sliding_window_view(image, kernel.shape[:2], axis=(1, 2))
    return view.transpose(0, 1, 2, 4, 5, 3)


def convolve(image, kernel):
    view = windows(image, kernel)
    n, h, w = view.shape[:3]
    rows = view.reshape(n * h * w, -1)
    columns = kernel.reshape(-1, kernel.shape[3])
    sums = np.stack([[(row * columns[:, o]).sum() for o in range(columns.shape[1])] for row in rows])
    return sums.reshape(n, h, w, -1)


def forward(n, size, channels, kernel, outputs, element="f32", short=True):
    out = size - kernel + 1
    return convolution((n, size, size, channels), (kernel, kernel, channels, outputs), "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]",
                       (n, out, out, outputs), (3, (0, 1, 2)), kernel * kernel * channels, convolve,
                       f"forward/{n}x{size}x{size}x{channels}-{kernel}x{kernel}-{outputs}", element=element, short=short)


def gradient(n, size, channels, kernel, outputs, element="f32", short=True):
    """The gradient of a kernel: a convolution whose windows are as large as images."""
    out = size - kernel + 1

    def exact(image, result):
        view = windows(image, np.empty((kernel, kernel, 1, 1)))  # n, out, out, kh, kw, c
        sums = np.empty((kernel, kernel, channels, outputs), image.dtype)
        for y, x in np.ndindex(kernel, kernel):
            sums[y, x] = product(view[:, :, :, y, x].reshape(-1, channels), result.reshape(-1, outputs))
        return sums

    return convolution((n, size, size, channels), (n, out, out, outputs), "[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]",
                       (kernel, kernel, channels, outputs), ((0, 1, 2), (0, 1, 2)), n * out * out, exact,
                       f"gradient/{n}x{size}x{size}x{channels}-{kernel}x{kernel}-{outputs}", element=element, short=short)


def depthwise_gradient(n, size, channels, kernel, short=True):
    out = size - kernel + 1

    def exact(image, result):
        view = windows(image, np.empty((kernel, kernel, 1, 1)))
        sums = np.empty((kernel, kernel, 1, channels), image.dtype)
        for y, x, c in np.ndindex(kernel, kernel, channels):
            sums[y, x, 0, c] = (np.ascontiguousarray(view[:, :, :, y, x, c]) * result[:, :, :, c]).reshape(-1).sum()
        return sums

    return convolution((n, size, size, channels), (n, out, out, channels), "[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]",
                       (kernel, kernel, 1, channels), ((0, 1, 2), (0, 1, 2)), n * out * out, exact,
                       f"depthwise-gradient/{n}x{size}x{size}x{channels}-{kernel}x{kernel}",
                       groups=f"batch_group_count = {channels} : i64, feature_group_count = 1 : i64", short=short)


def window(shape, dim, length, stride, pad=0, element="f32", short=True):
    """Sums over windows along one dimension; as long as it is, with padding before: a running sum."""
    sizes = [length if d == dim else 1 for d in range(len(shape))]
    strides = [stride if d == dim else 1 for d in range(len(shape))]
    pads = [[pad if d == dim else 0, 0] for d in range(len(shape))]
    out = list(shape)
    out[dim] = (shape[dim] + pad - length) // stride + 1
    full, kind = tensor(shape, element), tensor(out, element)
    body = (f"  %z = stablehlo.constant dense<0.0> : tensor<{element}>\n"
            f"  %r = \"stablehlo.reduce_window\"(%a0, %z) ({{\n  ^bb0(%x: tensor<{element}>, %y: tensor<{element}>):\n"
            f"    %s = stablehlo.add %x, %y : tensor<{element}>\n    stablehlo.return %s : tensor<{element}>\n  }}) {{"
            f"window_dimensions = array<i64: {', '.join(map(str, sizes))}>, window_strides = array<i64: {', '.join(map(str, strides))}>, "
            f"padding = dense<{pads}> : tensor<{len(shape)}x2xi64>}} : ({full}, tensor<{element}>) -> {kind}")

    def exact(value):
        value = np.moveaxis(value, dim, -1)
        value = np.concatenate([np.zeros(value.shape[:-1] + (pad,), value.dtype), value], -1)
        total = np.cumsum(value.astype(np.longdouble), -1)
        total = np.concatenate([np.zeros(value.shape[:-1] + (1,), np.longdouble), total], -1)
        ends = np.arange(out[dim]) * stride
        return np.moveaxis(total[..., ends + length] - total[..., ends], -1, dim)

    inputs = [(tuple(shape), dim)]
    name = f"{'scan' if pad else 'window'}/{element}/{'x'.join(map(str, shape))}/{dim}:{length}/{stride}"
    return Case(name, function(body, inputs, kind, element), inputs, element, length, exact, element, short)


def logarithms(shape, dim, element="f32", short=True):
    """Running logarithms of sums of exponentials; their errors count in units of themselves."""
    full = tensor(shape, element)
    sizes = [size if d == dim else 1 for d, size in enumerate(shape)]
    pads = [[size - 1 if d == dim else 0, 0] for d, size in enumerate(shape)]
    scalar, pred = f"tensor<{element}>", f"(tensor<{element}>, tensor<{element}>) -> tensor<i1>"
    body = (f"  %z = stablehlo.constant dense<0xFF800000> : {scalar}\n"
            f"  %r = \"stablehlo.reduce_window\"(%a0, %z) <{{padding = dense<{pads}> : tensor<{len(shape)}x2xi64>, "
            f"window_dimensions = array<i64: {', '.join(map(str, sizes))}>}}> ({{\n  ^bb0(%x: {scalar}, %y: {scalar}):\n"
            f"    %1 = stablehlo.maximum %x, %y : {scalar}\n    %2 = stablehlo.subtract %x, %y : {scalar}\n"
            f"    %3 = stablehlo.compare NE, %2, %2, FLOAT : {pred}\n    %4 = stablehlo.add %x, %y : {scalar}\n"
            f"    %5 = stablehlo.abs %2 : {scalar}\n    %6 = stablehlo.negate %5 : {scalar}\n"
            f"    %7 = stablehlo.exponential %6 : {scalar}\n    %8 = stablehlo.log_plus_one %7 : {scalar}\n"
            f"    %9 = stablehlo.add %1, %8 : {scalar}\n    %10 = stablehlo.select %3, %4, %9 : tensor<i1>, {scalar}\n"
            f"    stablehlo.return %10 : {scalar}\n  }}) : ({full}, {scalar}) -> {full}")
    inputs = [(tuple(shape), dim)]
    return Case(f"logarithms/{element}/{'x'.join(map(str, shape))}/{dim}", function(body, inputs, full, element), inputs, element, shape[dim],
                lambda value: np.logaddexp.accumulate(value, dim), element, short, limit=4)


def scattered(updates, places, columns=0, how="mixed", element="f32", short=True):
    """Updates that are added at places: in turn to the same one, or to another each."""
    shape, out = ((updates, columns), (places, columns)) if columns else ((updates,), (places,))
    full, kind, at = tensor(shape, element), tensor(out, element), f"tensor<{updates}x1xi32>"
    factor, line = (7919, "remainder") if how == "mixed" else (1, "divide")
    divisor = places if how == "mixed" else updates // places
    numbers = (f"{'update_window_dims = [1], ' if columns else ''}inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
               "index_vector_dim = 1")
    body = (f"  %z = stablehlo.constant dense<0.0> : {kind}\n  %i = stablehlo.iota dim = 0 : {at}\n"
            f"  %c = stablehlo.constant dense<{factor}> : {at}\n  %d = stablehlo.constant dense<{divisor}> : {at}\n"
            f"  %m = stablehlo.multiply %i, %c : {at}\n  %p = stablehlo.{line} %m, %d : {at}\n"
            f"  %r = \"stablehlo.scatter\"(%z, %p, %a0) <{{scatter_dimension_numbers = #stablehlo.scatter<{numbers}>}}> ({{\n"
            f"  ^bb0(%x: tensor<{element}>, %y: tensor<{element}>):\n    %s = stablehlo.add %x, %y : tensor<{element}>\n"
            f"    stablehlo.return %s : tensor<{element}>\n  }}) : ({kind}, {at}, {full}) -> {kind}")

    def exact(value):
        index = np.arange(updates) * factor
        index = index % divisor if how == "mixed" else index // divisor
        return np.stack([pairwise(value[index == place], 0) for place in range(places)])

    inputs = [(shape, 0)]
    name = f"scatter/{element}/{how}/{'x'.join(map(str, shape))}-{places}"
    return Case(name, function(body, inputs, kind, element), inputs, element, updates // places, exact, element, short)


def cases():
    deep = [1000, 20000, 100000]
    for m, n in [(1, 1), (1, 4), (4, 1), (2, 2), (2, 16), (3, 5), (4, 4), (8, 8), (16, 2), (16, 16), (5, 17), (1, 64), (64, 1), (4, 64), (64, 4), (32, 32), (17, 33)]:
        for orders in ["mk,kn", "mk,nk", "km,kn", "km,nk"]:
            for k in deep:
                yield dot(m, k, n, orders, short=k == 20000 and orders != "km,nk")
    for element in ["f64"]:
        for m, n in [(1, 1), (2, 2), (4, 4), (16, 16), (1, 64), (64, 1), (32, 32)]:
            for orders in ["mk,kn", "mk,nk", "km,kn", "km,nk"]:
                yield dot(m, 20000, n, orders, element, short=orders in ("mk,kn", "mk,nk"))
    for element in ["bf16", "f16"]:
        for m, n in [(1, 1), (4, 4), (16, 16), (1, 64), (64, 1), (33, 65)]:
            for orders in ["mk,kn", "mk,nk", "km,kn"]:
                yield dot(m, 20000, n, orders, element, "f32", short=(m, n) in ((4, 4), (33, 65)))
    for orders in ["k,k", "k,kn", "mk,k", "km,k", "k,nk"]:
        for k in [1000, 100000, 1000000]:
            yield dot(1 if "m" not in orders else 24, k, 24, orders, short=k == 100000) if k < 1000000 or orders == "k,k" else dot(2, k, 2, orders, short=False)
    yield dot(64, 4096, 64)
    yield dot(256, 20000, 64, "mk,nk", short=False)
    yield dot(128, 100000, 96, short=False)
    for m, n in [(1, 1), (2, 2), (4, 4), (8, 1), (1, 8), (16, 16)]:
        for orders in ["bmk,bkn", "bmk,bnk", "bkm,bkn", "kmb,knb", "mkb,nkb"]:
            yield dot(m, 4000, n, orders, batch=32, short=orders != "bkm,bkn")
    for shape, dims in [((1000000,), (0,)), ((1000,), (0,)), ((4000, 64), (0,)), ((64, 4000), (1,)), ((100000, 3), (0,)), ((3, 100000), (1,)),
                        ((100000, 16), (0,)), ((1000000, 2), (0,)), ((4000, 1024), (0,)), ((1024, 4000), (1,)), ((30, 4000, 20), (1,)), ((30, 4000, 20), (0, 1)),
                        ((30, 4000, 20), (0, 2)), ((30, 4000, 20), (1, 2)), ((30, 4000, 20), (0, 1, 2)), ((2000, 5, 7), (0,)), ((500, 8, 500), (0, 2)),
                        ((100, 100, 100), (0,)), ((100, 100, 100), (1,)), ((100, 100, 100), (2,)), ((16, 512, 300), (2,)), ((300, 300, 8), (0,)), ((20000, 100), (0,))]:
        for before in ["", "square", "product", "tanh"]:
            yield reduce(shape, dims, before=before, short=int(np.prod(shape)) <= 400000)
    for shape, dims in [((4000, 64), (0,)), ((64, 4000), (1,)), ((100000,), (0,)), ((100000, 3), (0,))]:
        yield reduce(shape, dims, "f64")
        yield reduce(shape, dims, "f64", "square", short=False)
        yield reduce(shape, dims, "f64", "tanh", short=False)
        yield reduce(shape, dims, before="square", after="sqrt")
    for length, stride in [(4000, 4000), (500, 500), (1000, 250), (300, 1)]:
        yield window((8, 4000), 1, length, stride)
        yield window((4000, 8), 0, length, stride)
        yield window((8, 4000, 8), 1, length, stride, short=False)
    for shape, dim in [((100000,), 0), ((4000, 64), 0), ((8, 20000), 1), ((4000, 3), 0), ((9, 200000), 1), ((200000, 20), 0), ((30, 5000, 20), 1)]:
        yield window(shape, dim, shape[dim], 1, shape[dim] - 1, short=int(np.prod(shape)) <= 400000)
        yield window(shape, dim, shape[dim], 1, shape[dim] - 1, "f64", short=False)
        yield window(shape, dim, shape[dim], 1, shape[dim] - 1, "bf16", short=shape == (4000, 64))
    for shape, dim in [((100000,), 0), ((4000, 64), 0), ((8, 20000), 1), ((20000, 64), 0), ((200000, 5), 0)]:
        yield logarithms(shape, dim, short=int(np.prod(shape)) <= 400000)
    for updates, places, columns in [(100000, 1, 0), (100000, 10, 0), (100000, 50, 3), (20000, 4, 33), (20000, 2, 128), (1000000, 100, 0)]:
        for element in ["f32", "bf16", "f16"]:
            for how in ["mixed", "sorted"] if element != "f16" or places > 1 else []:  # f16 ends at 65504
                yield scattered(updates, places, columns, how, element, short=updates < 1000000 and (element, how) != ("f16", "sorted"))
    for channels, kernel, outputs in [(4096, 1, 8), (4096, 1, 1), (512, 3, 8), (2048, 3, 4), (64, 12, 3), (3, 40, 8), (512, 3, 64), (20000, 1, 16), (1, 60, 2), (512, 5, 32)]:
        yield forward(2, kernel + 2, channels, kernel, outputs, short=channels * kernel * kernel <= 10000)
    for n, size, channels, kernel, outputs in [(1, 100, 4, 1, 4), (8, 50, 3, 3, 8), (4, 64, 16, 3, 16), (4, 64, 32, 3, 32), (32, 32, 1, 5, 6), (16, 28, 40, 1, 24), (2, 200, 3, 7, 5), (2, 64, 16, 5, 16), (128, 16, 8, 3, 8)]:
        yield gradient(n, size, channels, kernel, outputs, short=n * size * size <= 25000)
    yield depthwise_gradient(4, 64, 24, 3)
    yield depthwise_gradient(1, 200, 5, 5, short=False)
    yield depthwise_gradient(64, 66, 8, 3, short=False)
    yield forward(1, 5, 20000, 3, 4, short=False)
    for n, size, channels, kernel, outputs in [(16, 256, 2, 3, 4), (64, 66, 16, 3, 16), (64, 66, 32, 3, 32), (64, 66, 8, 5, 8), (1, 1000, 3, 3, 4), (128, 64, 3, 5, 12)]:
        yield gradient(n, size, channels, kernel, outputs, short=(n, size) in ((16, 256), (128, 64)))


def write_npy(folder, name, array):
    path = Path(folder) / name
    np.save(path, array)
    return path


class Runner:
    def __init__(self, args, folder):
        self.args, self.folder = args, Path(folder)

    def sdyc(self, path, inputs, result, isa, jit, threads):
        out = self.folder / f"{path.stem}-{isa}-{jit}-{threads}.npy"
        command = [self.args.sdyc, "run", str(path), f"--jit={jit}", f"--threads={threads}", f"--output=@{out}"]
        command += [f"--input=@{file}" for file in inputs]
        done = subprocess.run(command, env=dict(os.environ, SDYRT_ISA=isa, SDYC_CACHE=str(self.folder / "cache")), capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}\n{done.stderr[:2000]}")
        values = np.load(out)
        out.unlink()
        return values


class Xla:
    """The same programs by XLA on this processor."""

    def __init__(self):
        import jax
        from jax._src.lib import xla_client
        from jax._src.interpreters import mlir
        from jaxlib.mlir import ir
        self.jax, self.client = jax, jax.devices("cpu")[0].client
        self.xla_client, self.mlir, self.ir = xla_client, mlir, ir
        jax.config.update("jax_enable_x64", True)

    def compile(self, text):
        with self.mlir.make_ir_context() as context:
            module = self.ir.Module.parse("module {\n" + text + "\n}", context)
            blob = self.mlir.module_to_bytecode(module)
        devices = tuple(self.jax.devices("cpu")[:1])
        options = self.xla_client.CompileOptions()
        return self.client.compile_and_load(blob, self.xla_client.DeviceList(devices), options)

    def run(self, executable, inputs, element):
        if element == "bf16":
            import ml_dtypes
            inputs = [value.view(ml_dtypes.bfloat16) for value in inputs]
        buffers = [self.jax.device_put(value) for value in inputs]
        result = np.asarray(executable.execute_sharded(buffers).disassemble_into_single_device_arrays()[0][0])
        return result.view(np.uint16) if element == "bf16" and result.itemsize == 2 else result


def error_of(case, got, want, size):
    unit = EPSILON[case.result or case.element] * np.maximum(size, np.finfo(np.float64).tiny)
    off = np.abs(wide(got, case.result or case.element) - want) / unit
    return float(np.max(off)) if off.size and not np.isnan(off).any() else float("inf")


def measure(runner, case, routes, xla):
    """Rows of (kind of data, route, error), and what XLA's is."""
    path = runner.folder / (re.sub(r"\W+", "_", case.name) + ".mlir")
    path.write_text(case.text)
    executable = xla.compile(case.text) if xla else None
    rows = []
    for kind in DATA:
        values = [data(kind, shape, axes, 1 + i + len(shape), case.element) for i, (shape, axes) in enumerate(case.inputs)]
        if kind in ("alternating", "decreasing") and len(values) > 1:
            values[1] = data("positive", case.inputs[1][0], case.inputs[1][1], 7, case.element)
        wides = [wide(value, case.element) for value in values]
        want, size = case.exact(*wides), case.exact(*[np.abs(value) for value in wides])
        if "/tanh/" in case.name:
            size = want
        files = [write_npy(runner.folder, f"{path.stem}-{kind}-{i}.npy", value) for i, value in enumerate(values)]
        for isa, jit, threads in routes:
            got = runner.sdyc(path, files, case.result, isa, jit, threads)
            rows.append((kind, f"{isa}/{jit}/{threads}", error_of(case, got, want, size)))
        if xla:
            rows.append((kind, "xla", error_of(case, xla.run(executable, values, case.element), want, size)))
        for file in files:
            file.unlink()
    path.unlink()
    return rows


def report(case, rows, table):
    """Whether all are within the bound; and what is beyond."""
    limit = bound(case)
    ours = [row for row in rows if row[1] != "xla"]
    worst = max(ours, key=lambda row: row[2])
    theirs = [row[2] for row in rows if row[1] == "xla"]
    ok = worst[2] <= limit
    if table or not ok:
        by_kind = " ".join(f"{kind} {max(row[2] for row in ours if row[0] == kind):.1f}"
                           + "".join(f"({row[2]:.1f})" for row in rows if row[0] == kind and row[1] == "xla") for kind in DATA)
        print(f"{'ok  ' if ok else 'FAIL'} {case.name}: {worst[2]:.2f} of {limit:.1f} ({worst[0]}, {worst[1]})"
              + (f" XLA {max(theirs):.2f}" if theirs else "") + f"; {by_kind}", flush=True)
    return ok


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sdyc", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--isa", default="avx512,avx2,baseline")
    parser.add_argument("--jit", default="tcc")
    parser.add_argument("--threads", default="1")
    parser.add_argument("--xla", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    routes = [(isa, jit, threads) for isa in args.isa.split(",") for jit in args.jit.split(",") for threads in args.threads.split(",")]
    chosen = [case for case in cases() if re.search(args.only, case.name) and (args.all or case.short)]
    try:
        xla = Xla() if args.xla else None
    except ImportError as error:
        print(f"skipped: {error}")
        sys.exit(77)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(args, folder)
        with ThreadPoolExecutor(args.workers) as pool:
            for case, rows in zip(chosen, pool.map(lambda case: measure(runner, case, routes, xla), chosen)):
                failed += not report(case, rows, args.table)
    print(f"{len(chosen)} sums, {failed} beyond the bound")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
