#!/usr/bin/env python3
"""Networks with their weights in resources compute what NumPy does: weights.py SDYC [--write DIR].

A ResNet, a transformer layer and an LSTM, as torch-mlir writes them: every weight of more than one element is a
`dense_resource<torch_tensor_64_3_7_7_torch.float32>` with its bytes behind the operations, masks of booleans and tables of
integers too. Each is run as text, as bytecode and after StableHLO's folders, in both storage models, and with weights
written as `dense<...>`, which is to give the same bits. `--write` keeps the modules, to look at.
"""
import argparse
import math
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

ELEMENTS = {"float32": "f32", "int64": "i64", "bool": "i1"}
HIGHEST = ", precision = [HIGHEST, HIGHEST]"


def type_of(array):
    return "tensor<" + "".join(f"{size}x" for size in array.shape) + ELEMENTS[array.dtype.name] + ">"


class Value:
    """A value of the program: its name, and what it is by NumPy."""

    def __init__(self, name, array):
        self.name, self.array, self.type = name, array, type_of(array)


class Network:
    """A program that is written and computed at once."""

    def __init__(self, inputs, resources=True):
        self.resources, self.blobs, self.lines, self.count = resources, {}, [], 0
        self.inputs = [Value(f"%arg{i}", array) for i, array in enumerate(inputs)]
        self.random = np.random.default_rng(11)

    def add(self, text, array):
        value = Value(f"%{self.count}", array)
        self.count += 1
        self.lines.append(f"    {value.name} = " + text.replace("RESULT", value.type))
        return value

    def constant(self, array):
        """One element is written out; more are a resource, whose key is made unique as MLIR does it."""
        if array.size == 1:
            number = array.reshape(-1)[0]
            return self.add(f"stablehlo.constant dense<{number:.9e}> : RESULT", array)
        if not self.resources:
            return self.add(f'stablehlo.constant dense<"0x{array.tobytes().hex().upper()}"> : RESULT', array)
        stem = "_".join(["torch_tensor", *map(str, array.shape), "torch." + array.dtype.name])
        key, again = stem, 0
        while key in self.blobs:
            again += 1
            key = f"{stem}_{again}"
        self.blobs[key] = array.itemsize.to_bytes(4, "little") + array.tobytes()
        return self.add(f"stablehlo.constant dense_resource<{key}> : RESULT", array)

    def weight(self, *shape):
        scale = 1 / math.sqrt(max(1, math.prod(shape[1:])))
        return self.constant((self.random.standard_normal(shape) * scale).astype(np.float32))

    def number(self, value):
        return self.constant(np.float32(value).reshape(()))

    def text(self, *results):
        arguments = ", ".join(f"{value.name}: {value.type}" for value in self.inputs)
        types = ", ".join(value.type for value in results)
        names = ", ".join(value.name for value in results)
        blobs = ",\n".join(f'      {key}: "0x{blob.hex().upper()}"' for key, blob in self.blobs.items())
        behind = "\n{-#\n  dialect_resources: {\n    builtin: {\n" + blobs + "\n    }\n  }\n#-}\n"
        return "\n".join(["module {", f"  func.func @main({arguments}) -> ({types}) {{", *self.lines,
                          f"    return {names} : {types}", "  }", "}"]) + (behind if blobs else "\n")

    # --- operations ---

    def unary(self, name, x, function):
        return self.add(f"stablehlo.{name} {x.name} : {x.type}", function(x.array).astype(x.array.dtype))

    def binary(self, name, x, y, function):
        y = y if y.array.shape == x.array.shape else self.broadcast(y, x.array.shape)
        return self.add(f"stablehlo.{name} {x.name}, {y.name} : {x.type}", function(x.array, y.array))

    def plus(self, x, y):
        return self.binary("add", x, y, np.add)

    def minus(self, x, y):
        return self.binary("subtract", x, y, np.subtract)

    def times(self, x, y):
        return self.binary("multiply", x, y, np.multiply)

    def over(self, x, y):
        return self.binary("divide", x, y, np.divide)

    def relu(self, x):
        return self.binary("maximum", x, self.number(0), np.maximum)

    def broadcast(self, x, shape, dims=None):
        """To the last dimensions, unless said otherwise."""
        dims = list(range(len(shape) - x.array.ndim, len(shape))) if dims is None else dims
        placed = [1] * len(shape)
        for dim, size in zip(dims, x.array.shape):
            placed[dim] = size
        array = np.broadcast_to(x.array.reshape(placed), shape)
        return self.add(f"stablehlo.broadcast_in_dim {x.name}, dims = {dims} : ({x.type}) -> RESULT", array)

    def reshape(self, x, *shape):
        return self.add(f"stablehlo.reshape {x.name} : ({x.type}) -> RESULT", x.array.reshape(shape))

    def transpose(self, x, *order):
        return self.add(f"stablehlo.transpose {x.name}, dims = {list(order)} : ({x.type}) -> RESULT",
                        x.array.transpose(order))

    def slice(self, x, *ranges):
        text = ", ".join(f"{begin}:{end}" for begin, end in ranges)
        return self.add(f"stablehlo.slice {x.name} [{text}] : ({x.type}) -> RESULT",
                        x.array[tuple(slice(begin, end) for begin, end in ranges)])

    def reduce(self, name, x, dims, initial, function):
        """Reduced dimensions stay, of size 1."""
        init = self.number(initial)
        array = function(x.array.astype(np.float64), axis=tuple(dims)).astype(np.float32)
        value = self.add(f"stablehlo.reduce({x.name} init: {init.name}) applies stablehlo.{name} across dimensions = "
                         f"{list(dims)} : ({x.type}, {init.type}) -> RESULT", array)
        kept = [1 if dim in dims else size for dim, size in enumerate(x.array.shape)]
        return self.reshape(value, *kept)

    def spread(self, x, like):
        return self.broadcast(x, like.array.shape, list(range(like.array.ndim)))

    def matmul(self, x, y):
        batch = list(range(x.array.ndim - 2))
        dims = f"batching_dims = {batch} x {batch}, " if batch else ""
        return self.add(f"stablehlo.dot_general {x.name}, {y.name}, {dims}contracting_dims = [{len(batch) + 1}] x [{len(batch)}]"
                        f"{HIGHEST} : ({x.type}, {y.type}) -> RESULT", x.array @ y.array)

    def linear(self, x, size):
        """x of (rows, columns) times a transposed weight, and a bias."""
        product = self.matmul(x, self.transpose(self.weight(size, x.array.shape[1]), 1, 0))
        return self.plus(product, self.weight(size))

    def convolution(self, x, channels, window, stride, pad):
        weight = self.weight(channels, x.array.shape[1], window, window)
        padded = np.pad(x.array, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
        views = np.lib.stride_tricks.sliding_window_view(padded, (window, window), (2, 3))[:, :, ::stride, ::stride]
        array = np.einsum("bihwyx,oiyx->bohw", views, weight.array, optimize=True)
        return self.add(f"stablehlo.convolution({x.name}, {weight.name}) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = "
                        f"{{stride = [{stride}, {stride}], pad = [[{pad}, {pad}], [{pad}, {pad}]], rhs_dilate = [1, 1]}} "
                        f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({x.type}, {weight.type}) -> RESULT", array)

    def batch_norm(self, x):
        channels = x.array.shape[1]
        scale, offset, mean = (self.weight(channels) for _ in range(3))
        variance = self.constant(self.random.uniform(0.5, 2, channels).astype(np.float32))
        column = [part.array[:, None, None] for part in (scale, offset, mean, variance)]
        array = (x.array - column[2]) / np.sqrt(column[3] + np.float32(1e-5)) * column[0] + column[1]
        parts = (x, scale, offset, mean, variance)
        return self.add(f'"stablehlo.batch_norm_inference"({", ".join(part.name for part in parts)}) '
                        f"<{{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}}> : "
                        f"({', '.join(part.type for part in parts)}) -> RESULT", array)

    def max_pool(self, x):
        """Windows of 3 by 3, two apart, with an edge of one."""
        init = self.number(-3.0e38)
        padded = np.pad(x.array, ((0, 0), (0, 0), (1, 1), (1, 1)), constant_values=-3.0e38)
        views = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (2, 3))[:, :, ::2, ::2]
        return self.add(f'"stablehlo.reduce_window"({x.name}, {init.name}) <{{padding = dense<[[0, 0], [0, 0], [1, 1], [1, 1]]> : tensor<4x2xi64>, '
                        "window_dimensions = array<i64: 1, 1, 3, 3>, window_strides = array<i64: 1, 1, 2, 2>}> ({\n"
                        "    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n      %m = stablehlo.maximum %a, %b : tensor<f32>\n"
                        f"      stablehlo.return %m : tensor<f32>\n    }}) : ({x.type}, {init.type}) -> RESULT", views.max((4, 5)))

    def layer_norm(self, x):
        size = self.number(x.array.shape[-1])
        last = [x.array.ndim - 1]
        mean = self.reduce("add", x, last, 0, np.sum)
        centred = self.minus(x, self.spread(self.over(mean, size), x))
        variance = self.over(self.reduce("add", self.times(centred, centred), last, 0, np.sum), size)
        scale = self.unary("rsqrt", self.plus(variance, self.number(1e-5)), lambda v: 1 / np.sqrt(v))
        normal = self.times(centred, self.spread(scale, x))
        return self.plus(self.times(normal, self.weight(x.array.shape[-1])), self.weight(x.array.shape[-1]))

    def softmax(self, x):
        last = [x.array.ndim - 1]
        most = self.reduce("maximum", x, last, -3.0e38, np.max)
        power = self.unary("exponential", self.minus(x, self.spread(most, x)), np.exp)
        return self.over(power, self.spread(self.reduce("add", power, last, 0, np.sum), x))


# --- networks -------------------------------------------------------------------------------------

def resnet(resources):
    """A stem, four blocks of two convolutions at two sizes, the mean of each channel, and a classifier."""
    net = Network([np.random.default_rng(1).standard_normal((2, 3, 32, 32)).astype(np.float32)], resources)
    x = net.max_pool(net.relu(net.batch_norm(net.convolution(net.inputs[0], 16, 7, 2, 3))))
    for channels, stride in ((16, 1), (16, 1), (32, 2), (32, 1)):
        inner = net.relu(net.batch_norm(net.convolution(x, channels, 3, stride, 1)))
        outer = net.batch_norm(net.convolution(inner, channels, 3, 1, 1))
        changes = outer.array.shape != x.array.shape
        x = net.relu(net.plus(outer, net.batch_norm(net.convolution(x, channels, 1, stride, 0)) if changes else x))
    mean = net.over(net.reduce("add", x, [2, 3], 0, np.sum), net.number(x.array.shape[2] * x.array.shape[3]))
    return net, [net.linear(net.reshape(mean, 2, 32), 10)]


def transformer(resources, rows=12, width=32, heads=4):
    """An embedding by a table of positions, attention under a mask, and a perceptron."""
    net = Network([np.random.default_rng(2).standard_normal((rows, width)).astype(np.float32)], resources)
    table, places = net.weight(40, width), net.constant(np.arange(rows, dtype=np.int64) * 3)
    starts = net.reshape(places, rows, 1)
    embedded = net.add(f'"stablehlo.gather"({table.name}, {starts.name}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], '
                       f"collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, {width}>}}> : "
                       f"({table.type}, {starts.type}) -> RESULT", table.array[places.array])
    x = net.plus(net.inputs[0], embedded)
    normal = net.layer_norm(x)
    query, key, value = (net.transpose(net.reshape(net.linear(normal, width), rows, heads, width // heads), 1, 0, 2) for _ in range(3))
    scores = net.times(net.matmul(query, net.transpose(key, 0, 2, 1)), net.number(1 / math.sqrt(width // heads)))
    mask = net.broadcast(net.constant(np.tril(np.ones((rows, rows), bool))), scores.array.shape)
    least = net.broadcast(net.number(-1e9), scores.array.shape)
    masked = net.add(f"stablehlo.select {mask.name}, {scores.name}, {least.name} : {mask.type}, {scores.type}",
                     np.where(mask.array, scores.array, least.array))
    mixed = net.reshape(net.transpose(net.matmul(net.softmax(masked), value), 1, 0, 2), rows, width)
    x = net.plus(x, net.linear(mixed, width))
    inner = net.linear(net.layer_norm(x), 4 * width)
    cube = net.times(net.times(inner, inner), net.times(inner, net.number(0.044715)))
    bent = net.unary("tanh", net.times(net.plus(inner, cube), net.number(math.sqrt(2 / math.pi))), np.tanh)
    active = net.times(net.times(inner, net.number(0.5)), net.plus(bent, net.number(1)))
    return net, [net.plus(x, net.linear(active, width))]


def lstm(resources, steps=6, batch=3, width=20, hidden=24):
    """Written out over time, as an export is; the first state is all zeros, a resource whose elements are equal."""
    net = Network([np.random.default_rng(3).standard_normal((steps, batch, width)).astype(np.float32)], resources)
    state, cell = (net.constant(np.zeros((batch, hidden), np.float32)) for _ in range(2))
    of_input = net.transpose(net.weight(4 * hidden, width), 1, 0)
    of_state = net.transpose(net.weight(4 * hidden, hidden), 1, 0)
    biases = net.weight(4 * hidden), net.weight(4 * hidden)
    outputs = []
    for step in range(steps):
        x = net.reshape(net.slice(net.inputs[0], (step, step + 1), (0, batch), (0, width)), batch, width)
        gates = net.plus(net.plus(net.matmul(x, of_input), biases[0]), net.plus(net.matmul(state, of_state), biases[1]))
        parts = [net.slice(gates, (0, batch), (i * hidden, (i + 1) * hidden)) for i in range(4)]
        opened = [net.unary("logistic", part, lambda v: 1 / (1 + np.exp(-v))) for part in (parts[0], parts[1], parts[3])]
        cell = net.plus(net.times(opened[1], cell), net.times(opened[0], net.unary("tanh", parts[2], np.tanh)))
        state = net.times(opened[2], net.unary("tanh", cell, np.tanh))
        outputs.append(net.reshape(state, 1, batch, hidden))
    names, types = ", ".join(part.name for part in outputs), ", ".join(part.type for part in outputs)
    together = net.add(f"stablehlo.concatenate {names}, dim = 0 : ({types}) -> RESULT", np.concatenate([part.array for part in outputs]))
    return net, [together, cell]


# --- runs -----------------------------------------------------------------------------------------

class Runs:
    def __init__(self, sdyc, folder):
        self.sdyc, self.folder = sdyc, folder

    def command(self, *words):
        subprocess.run([self.sdyc, *map(str, words)], check=True)

    def results(self, path, net, results, *flags):
        words = []
        for i, value in enumerate(net.inputs):
            np.save(self.folder / f"in{i}.npy", value.array)
            words.append(f"--input=@{self.folder}/in{i}.npy")
        outputs = [self.folder / f"out{i}.npy" for i in range(len(results))]
        self.command("run", path, *words, *(f"--output=@{output}" for output in outputs), *flags)
        return [np.load(output) for output in outputs]

    def faults(self, name, network):
        net, results = network(True)
        text, bytecode, folded, dense = (self.folder / f"{name}{end}" for end in (".mlir", ".mlirbc", ".folded.mlir", ".dense.mlir"))
        text.write_text(net.text(*results))
        dense.write_text(network(False)[0].text(*results))
        self.command("opt", text, "--emit-bytecode", "-o", bytecode)
        self.command("opt", text, "-stablehlo-aggressive-folder", "-canonicalize", "-cse", "-o", folded)
        wanted = self.results(dense, net, results)
        for path, flags, exact in ((text, [], True), (bytecode, [], True), (text, ["--storage=private"], False), (folded, [], False)):
            for got, same, value in zip(self.results(path, net, results, *flags), wanted, results):
                if exact and got.tobytes() != same.tobytes():
                    yield f"{path.name} {flags}: other bits than with dense<...>"
                apart = np.abs(got - value.array).max() / max(1, np.abs(value.array).max())
                if not apart < 2e-5:
                    yield f"{path.name} {flags}: {apart:.1e} from NumPy"
        print(f"{name}: {len(net.blobs)} resources, {sum(map(len, net.blobs.values())):,} bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sdyc")
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.write or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        runs = Runs(options.sdyc, folder)
        faults = [fault for network in (resnet, transformer, lstm) for fault in runs.faults(network.__name__, network)]
    print(*faults, f"{len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
