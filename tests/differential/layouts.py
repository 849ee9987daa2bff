#!/usr/bin/env python3
"""Random image networks, computed in every layout.

    layouts.py --sdyc BUILD/sdyc [--programs N] [--seed S] [--emit] [--print]

Convolutions of all kinds (grouped, depthwise, strided, dilated), pooling, normalisation, concatenation,
slices, pads, transpositions, reshapes and loops, over images of one to three dimensions. A program is
run with --layout=nchw and row-major tensors; then with each --layout, in both storage models, and with the
caller's tensors in layouts drawn for each: channels last, blocked, orders, strides, any. All must
agree within rounding, as C built by `cc` too with --emit. `--seed S --programs 1 --print` shows a program.
"""
import random

import seeds

SPATIAL = ["W", "HW", "DHW"]


class Network:
    """Text of one program; values are (name, shape) with channels first, or last where `last`."""

    def __init__(self, seed):
        self.seed = seed
        self.random = random.Random(seed)
        self.spatial = self.random.choice([1, 2, 2, 2, 3])
        self.last = self.random.random() < 0.3
        self.batch = self.random.choice([1, 2, 5])
        self.arguments, self.lines, self.values, self.shapes = [], [], [], []
        self.lines += ["%zero = stablehlo.constant dense<0.0> : tensor<f32>",
                       "%low = stablehlo.constant dense<0xFF800000> : tensor<f32>"]
        self.grow()

    def tensor(self, shape):
        return "tensor<" + "".join(f"{size}x" for size in shape) + "f32>"

    def shape(self, channels, sizes):
        return (self.batch, *sizes, channels) if self.last else (self.batch, channels, *sizes)

    def channel_dim(self):
        return self.spatial + 1 if self.last else 1

    def channels(self, value):
        return value[1][self.channel_dim()]

    def sizes(self, value):
        return value[1][1:-1] if self.last else value[1][2:]

    def argument(self, shape):
        name = f"%a{len(self.arguments)}"
        self.arguments.append(f"{name}: {self.tensor(shape)}")
        self.shapes.append(tuple(shape))
        return name, tuple(shape)

    def op(self, text, shape):
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        value = (name, tuple(shape))
        self.values.append(value)
        return value

    def unary(self, value):
        kind = self.random.choice(["tanh", "negate", "logistic"])
        return self.op(f"stablehlo.{kind} {value[0]} : {self.tensor(value[1])}", value[1])

    def binary(self, value):
        others = [other for other in self.values if other[1] == value[1]]
        other = self.random.choice(others) if others and self.random.random() < 0.7 else self.argument(value[1])
        kind = self.random.choice(["add", "subtract", "maximum"])
        return self.op(f"stablehlo.{kind} {value[0]}, {other[0]} : {self.tensor(value[1])}", value[1])

    def weights(self, shape):
        """Drawn by the caller, or constants that the program holds."""
        if self.random.random() < 0.7:
            return self.argument(shape)
        count = 1
        for size in shape:
            count *= size
        data = b"".join(__import__("struct").pack("<f", self.random.uniform(-1, 1)) for _ in range(count))
        return self.op(f'stablehlo.constant dense<"0x{data.hex().upper()}"> : {self.tensor(shape)}', shape)

    def convolution(self, value):
        channels, sizes = self.channels(value), self.sizes(value)
        kind = self.random.choice(["full", "full", "grouped", "depthwise"])
        groups = channels if kind == "depthwise" else 2 if kind == "grouped" and channels % 2 == 0 else 1
        out = channels if kind == "depthwise" else groups * self.random.choice([1, 2, 4, 8])
        kernel = [self.random.choice([1, 3]) for _ in sizes]
        stride = [self.random.choice([1, 1, 2]) for _ in sizes]
        dilation = [self.random.choice([1, 1, 2]) for _ in sizes]
        pads = [d * (k // 2) for k, d in zip(kernel, dilation)]
        result = [(s + 2 * p - d * (k - 1) - 1) // t + 1
                  for s, p, d, k, t in zip(sizes, pads, dilation, kernel, stride)]
        forward = self.random.random() < 0.5
        weights = self.weights((*kernel, channels // groups, out) if forward else
                               (out, channels // groups, *kernel))
        image = ", ".join(["b", *map(str, range(self.spatial)), "f"] if self.last else
                          ["b", "f", *map(str, range(self.spatial))])
        filters = ", ".join([*map(str, range(self.spatial)), "i", "o"] if forward else
                            ["o", "i", *map(str, range(self.spatial))])
        shape = self.shape(out, result)
        made = self.op(f"stablehlo.convolution({value[0]}, {weights[0]}) dim_numbers = [{image}]x[{filters}]->[{image}], "
                       f"window = {{stride = {stride}, pad = {[[p, p] for p in pads]}, rhs_dilate = {dilation}}} "
                       f"{{batch_group_count = 1 : i64, feature_group_count = {groups} : i64}} : "
                       f"({self.tensor(value[1])}, {self.tensor(weights[1])}) -> {self.tensor(shape)}", shape)
        return self.op(f"stablehlo.tanh {made[0]} : {self.tensor(shape)}", shape)

    def pool(self, value):
        sizes = self.sizes(value)
        window = [min(2, size) for size in sizes]
        result = self.shape(self.channels(value), [size // w for size, w in zip(sizes, window)])
        whole = [1, *window, 1] if self.last else [1, 1, *window]
        body = "({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %m = stablehlo.maximum %x, %y : tensor<f32> " \
               "stablehlo.return %m : tensor<f32> })"
        return self.op(f'"stablehlo.reduce_window"({value[0]}, %low) <{{window_dimensions = array<i64: '
                       f'{", ".join(map(str, whole))}>, window_strides = array<i64: {", ".join(map(str, whole))}>}}> '
                       f"{body} : ({self.tensor(value[1])}, tensor<f32>) -> {self.tensor(result)}", result)

    def normalise(self, value):
        """Less the sum over images and pixels of each channel, or over channels of each pixel."""
        dim = self.channel_dim()
        kept = [dim] if self.random.random() < 0.5 else [d for d in range(len(value[1])) if d != dim]
        small = [value[1][d] for d in kept]
        over = [d for d in range(len(value[1])) if d not in kept]
        total = self.op(f"stablehlo.reduce({value[0]} init: %zero) applies stablehlo.add across dimensions = {over} : "
                        f"({self.tensor(value[1])}, tensor<f32>) -> {self.tensor(small)}", small)
        mean = self.op(f"stablehlo.tanh {total[0]} : {self.tensor(small)}", small)
        spread = self.op(f"stablehlo.broadcast_in_dim {mean[0]}, dims = {kept} : ({self.tensor(small)}) -> "
                         f"{self.tensor(value[1])}", value[1])
        return self.op(f"stablehlo.subtract {value[0]}, {spread[0]} : {self.tensor(value[1])}", value[1])

    def concatenate(self, value):
        dim = self.channel_dim()
        others = [other for other in self.values if len(other[1]) == len(value[1]) and
                  all(a == b for d, (a, b) in enumerate(zip(other[1], value[1])) if d != dim)]
        other = self.random.choice(others) if others else value
        shape = list(value[1])
        shape[dim] += other[1][dim]
        if shape[dim] > 24:
            return value
        return self.op(f"stablehlo.concatenate {value[0]}, {other[0]}, dim = {dim} : ({self.tensor(value[1])}, "
                       f"{self.tensor(other[1])}) -> {self.tensor(shape)}", shape)

    def part(self, value):
        dim = self.random.randrange(len(value[1]))
        size = value[1][dim]
        low = self.random.randrange(size)
        high = self.random.randint(low + 1, size) if dim != 0 else size
        low = 0 if dim == 0 else low
        shape = [high - low if d == dim else s for d, s in enumerate(value[1])]
        ranges = ", ".join(f"{low}:{high}" if d == dim else f"0:{s}" for d, s in enumerate(value[1]))
        return self.op(f"stablehlo.slice {value[0]} [{ranges}] : ({self.tensor(value[1])}) -> {self.tensor(shape)}", shape)

    def pad(self, value):
        dim = self.channel_dim() if self.random.random() < 0.3 else (1 if self.last else 2)
        shape = [s + 2 * (d == dim) for d, s in enumerate(value[1])]
        edges = [int(d == dim) for d in range(len(shape))]
        return self.op(f"stablehlo.pad {value[0]}, %zero, low = {edges}, high = {edges}, interior = {[0] * len(shape)} : "
                       f"({self.tensor(value[1])}, tensor<f32>) -> {self.tensor(shape)}", shape)

    def there_and_back(self, value):
        """Through another logical order, where something is computed."""
        order = self.random.sample(range(len(value[1])), len(value[1]))
        shape = [value[1][d] for d in order]
        turned = self.op(f"stablehlo.transpose {value[0]}, dims = {order} : ({self.tensor(value[1])}) -> "
                         f"{self.tensor(shape)}", shape)
        made = self.op(f"stablehlo.tanh {turned[0]} : {self.tensor(shape)}", shape)
        back = [order.index(d) for d in range(len(order))]
        return self.op(f"stablehlo.transpose {made[0]}, dims = {back} : ({self.tensor(shape)}) -> "
                       f"{self.tensor(value[1])}", value[1])

    def flat(self, value):
        """Pixels as one dimension, or all but the batch, and back."""
        first = 1 if self.last else 2
        last = first + self.spatial
        if self.random.random() < 0.4:
            first, last = 1, len(value[1])
        count = 1
        for size in value[1][first:last]:
            count *= size
        shape = [*value[1][:first], count, *value[1][last:]]
        joined = self.op(f"stablehlo.reshape {value[0]} : ({self.tensor(value[1])}) -> {self.tensor(shape)}", shape)
        made = self.op(f"stablehlo.tanh {joined[0]} : {self.tensor(shape)}", shape)
        return self.op(f"stablehlo.reshape {made[0]} : ({self.tensor(shape)}) -> {self.tensor(value[1])}", value[1])

    def larger(self, value):
        """Each pixel twice along the last spatial dimension, as networks that grow images do."""
        at = self.spatial + (0 if self.last else 1)
        if value[1][at] > 8:
            return value
        shape = [*value[1][:at + 1], 2, *value[1][at + 1:]]
        dims = [d for d in range(len(shape)) if d != at + 1]
        spread = self.op(f"stablehlo.broadcast_in_dim {value[0]}, dims = {dims} : ({self.tensor(value[1])}) -> "
                         f"{self.tensor(shape)}", shape)
        result = [s * (2 if d == at else 1) for d, s in enumerate(value[1])]
        return self.op(f"stablehlo.reshape {spread[0]} : ({self.tensor(shape)}) -> {self.tensor(result)}", result)

    def loop(self, value):
        """Two turns of a convolution that keeps its shape, with weights from outside."""
        channels, kernel = self.channels(value), [1] * self.spatial
        weights = self.argument((channels, channels, *kernel))
        image = ", ".join(["b", *map(str, range(self.spatial)), "f"] if self.last else
                          ["b", "f", *map(str, range(self.spatial))])
        filters = ", ".join(["o", "i", *map(str, range(self.spatial))])
        kind, name = self.tensor(value[1]), f"%v{len(self.lines)}"
        text = (f"{name}:2 = stablehlo.while(%i = %begin{name[1:]}, %x = {value[0]}) : tensor<i32>, {kind}\n"
                f"cond {{ %c = stablehlo.compare LT, %i, %end{name[1:]} : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
                f"stablehlo.return %c : tensor<i1> }} do {{ %n = stablehlo.add %i, %step{name[1:]} : tensor<i32>\n"
                f"%y = stablehlo.convolution(%x, {weights[0]}) dim_numbers = [{image}]x[{filters}]->[{image}], window = {{}} "
                f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({kind}, {self.tensor(weights[1])}) -> {kind}\n"
                f"%z = stablehlo.tanh %y : {kind}\nstablehlo.return %n, %z : tensor<i32>, {kind} }}")
        for part, number in (("begin", 0), ("end", 2), ("step", 1)):
            text = f"%{part}{name[1:]} = stablehlo.constant dense<{number}> : tensor<i32>\n" + text
        self.lines.append(text)
        self.values.append((f"{name}#1", value[1]))
        return self.values[-1]

    def grow(self):
        value = self.argument(self.shape(self.random.choice([1, 3, 4, 8]),
                                         [self.random.choice([3, 4, 6, 8]) for _ in range(self.spatial)]))
        steps = [self.unary, self.binary, self.convolution, self.convolution, self.convolution, self.pool, self.normalise,
                 self.concatenate, self.part, self.pad, self.there_and_back, self.flat, self.larger, self.loop]
        for _ in range(self.random.randint(3, 10)):
            value = self.random.choice(steps)(value)
        self.results = [value]
        if self.values and self.random.random() < 0.5:
            self.results.append(self.random.choice(self.values))

    def text(self):
        kinds = ", ".join(self.tensor(shape) for _, shape in self.results)
        return (f"func.func public @main({', '.join(self.arguments)}) -> ({kinds}) {{\n" + "\n".join(self.lines)
                + f"\nreturn {', '.join(name for name, _ in self.results)} : {kinds}\n}}\n")


def a_layout(source, shape, blocked=True):
    """One that a tensor of the shape can have."""
    rank = len(shape)
    order = source.sample(range(rank), rank)
    strides, stride = [0] * rank, 1
    for dim in reversed(order):
        strides[dim] = stride
        stride *= shape[dim]
    choices = ["contiguous", "any", str(order), f"strides {strides}"]
    if 3 <= rank <= 5:
        choices += ["channels_last", "channels_last"]
        choices += [f"n{'C' + SPATIAL[rank - 3].lower()}{source.choice([8, 16])}c"] if blocked else []
    return source.choice(choices)


def formats(network, source):
    flags = [f"--input-format={i}:{a_layout(source, shape)}" for i, shape in enumerate(network.shapes)
             if source.random() < 0.6]
    return flags + [f"--output-format={i}:{a_layout(source, shape)}"
                    for i, (_, shape) in enumerate(network.results) if source.random() < 0.7]


def check(sdyc, folder, network, emit):
    """The first failure, or ''."""
    path, source = folder / "network.mlir", random.Random(network.seed)
    path.write_text(network.text())
    inputs = [f"--input={'x'.join(map(str, shape))}xf32=random:{i}" for i, shape in enumerate(network.shapes, 1)]
    wanted = [folder / f"wanted{i}.npy" for i in range(len(network.results))]
    failure = seeds.run([sdyc, "run", path, *inputs, "--layout=nchw", *(f"--output=@{name}" for name in wanted)])
    near = [*(f"--expected-output=@{name}" for name in wanted), "--atol=1e-4", "--rtol=1e-4"]
    for way in (["--layout=auto"], ["--layout=nhwc"], ["--storage=private"]):
        failure = failure or seeds.run([sdyc, "run", path, *inputs, *near, *way])
        failure = failure or seeds.run([sdyc, "run", path, *inputs, *near, *way, *formats(network, source)])
        failure = failure or seeds.run([sdyc, "layouts", path, *way, *formats(network, source)])
    if emit and not failure:
        made = [folder / f"made{i}.npy" for i in range(len(network.results))]
        failure = (seeds.run([sdyc, "emit", path, "-o", folder / "c", *formats(network, source)])
                   or seeds.run(["make", "-s", "-C", folder / "c", "CFLAGS=-O1", seeds.compiled_by()])
                   or seeds.run([folder / "c" / "run", *inputs, *(f"--output=@{name}" for name in made)])
                   or seeds.run([sdyc, "run", path, *inputs, *(f"--expected-output=@{name}" for name in made),
                           "--atol=1e-4", "--rtol=1e-4"]))
    return failure


if __name__ == "__main__":
    seeds.test(__doc__, 40, Network, check, emit_every=10)
