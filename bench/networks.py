#!/usr/bin/env python3
"""ResNet-50, MobileNetV2 and a U-Net in each layout: a table, and a chart as SVG.

    networks.py SDYC [--batch N] [--size PIXELS] [--rounds N] [--threads N] [--svg FILE] [--only NAME] [--write DIR]

The networks are written as JAX prints them for inference: convolutions, normalisation by vectors of channels,
activations, pooling, a product at the end. Each is written twice, with channels first and with channels last,
and measured in these ways, one after the other in each round; the least time of each counts.

    nchw      channels first, --layout=nchw: nothing is reordered
    auto      channels first, --layout=auto: the compiler decides
    given     channels first, images given and taken as channels_last, --layout=auto
    blocked   channels first, images given and taken as nChw16c, --layout=auto
    nhwc      channels last, as the text has it
"""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

WAYS = ["nchw", "auto", "given", "blocked", "nhwc"]


class Network:
    """Text of one network; a value is (name, channels, pixels in a row)."""

    def __init__(self, batch, last):
        self.batch, self.last = batch, last
        self.arguments, self.lines = [], []
        self.line("%zero = stablehlo.constant dense<0.0> : tensor<f32>")
        self.line("%low = stablehlo.constant dense<0xFF800000> : tensor<f32>")
        self.line("%six = stablehlo.constant dense<6.0> : tensor<f32>")

    def line(self, text):
        self.lines.append("  " + text)

    def fresh(self):
        return f"%v{len(self.lines)}"

    def kind(self, channels, size):
        shape = [self.batch, size, size, channels] if self.last else [self.batch, channels, size, size]
        return f"tensor<{'x'.join(map(str, shape))}xf32>"

    def argument(self, kind):
        self.arguments.append(f"%a{len(self.arguments)}: {kind}")
        return f"%a{len(self.arguments) - 1}"

    def convolution(self, value, out, kernel, stride=1, groups=1):
        name, channels, size = value
        pad = kernel // 2
        result = (size + 2 * pad - kernel) // stride + 1
        shape = [kernel, kernel, channels // groups, out] if self.last else [out, channels // groups, kernel, kernel]
        weights = f"tensor<{'x'.join(map(str, shape))}xf32>"
        numbers = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]" if self.last else "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]"
        made, filters = self.fresh(), self.argument(weights)
        self.line(f"{made} = stablehlo.convolution({name}, {filters}) dim_numbers = {numbers}, window = {{stride = "
                  f"[{stride}, {stride}], pad = [[{pad}, {pad}], [{pad}, {pad}]]}} {{batch_group_count = 1 : i64, "
                  f"feature_group_count = {groups} : i64}} : ({self.kind(channels, size)}, {weights}) -> "
                  f"{self.kind(out, result)}")
        return made, out, result

    def pointwise(self, op, a, b):
        made, kind = self.fresh(), self.kind(a[1], a[2])
        self.line(f"{made} = stablehlo.{op} {a[0]}, {b} : {kind}")
        return made, a[1], a[2]

    def spread(self, name, channels, size, is_vector):
        made = self.fresh()
        dims = f"[{3 if self.last else 1}]" if is_vector else "[]"
        kind = f"tensor<{channels}xf32>" if is_vector else "tensor<f32>"
        self.line(f"{made} = stablehlo.broadcast_in_dim {name}, dims = {dims} : ({kind}) -> {self.kind(channels, size)}")
        return made

    def normalise(self, value):
        _, channels, size = value
        for op in ("multiply", "add"):
            vector = self.argument(f"tensor<{channels}xf32>")
            value = self.pointwise(op, value, self.spread(vector, channels, size, True))
        return value

    def relu(self, value):
        return self.pointwise("maximum", value, self.spread("%zero", value[1], value[2], False))

    def relu6(self, value):
        return self.pointwise("minimum", self.relu(value), self.spread("%six", value[1], value[2], False))

    def pool(self, value, window, stride, pad):
        name, channels, size = value
        result = (size + 2 * pad - window) // stride + 1
        images = [[1, k, k, 1] if self.last else [1, 1, k, k] for k in (window, stride)]
        pads = [[0, 0], [pad, pad], [pad, pad], [0, 0]] if self.last else [[0, 0], [0, 0], [pad, pad], [pad, pad]]
        made = self.fresh()
        self.line(f'{made} = "stablehlo.reduce_window"({name}, %low) <{{padding = dense<{pads}> : tensor<4x2xi64>, '
                  f"window_dimensions = array<i64: {', '.join(map(str, images[0]))}>, "
                  f"window_strides = array<i64: {', '.join(map(str, images[1]))}>}}> ({{")
        self.line("^bb0(%x: tensor<f32>, %y: tensor<f32>):")
        self.line("%m = stablehlo.maximum %x, %y : tensor<f32>")
        self.line("stablehlo.return %m : tensor<f32>")
        self.line(f"}}) : ({self.kind(channels, size)}, tensor<f32>) -> {self.kind(channels, result)}")
        return made, channels, result

    def classify(self, value, classes):
        name, channels, size = value
        total, made = self.fresh(), None
        over = "[1, 2]" if self.last else "[2, 3]"
        self.line(f"{total} = stablehlo.reduce({name} init: %zero) applies stablehlo.add across dimensions = {over} : "
                  f"({self.kind(channels, size)}, tensor<f32>) -> tensor<{self.batch}x{channels}xf32>")
        weights, made = self.argument(f"tensor<{channels}x{classes}xf32>"), self.fresh()
        self.line(f"{made} = stablehlo.dot_general {total}, {weights}, contracting_dims = [1] x [0] : "
                  f"(tensor<{self.batch}x{channels}xf32>, tensor<{channels}x{classes}xf32>) -> "
                  f"tensor<{self.batch}x{classes}xf32>")
        return made, f"tensor<{self.batch}x{classes}xf32>"

    def concatenate(self, a, b):
        made = self.fresh()
        self.line(f"{made} = stablehlo.concatenate {a[0]}, {b[0]}, dim = {3 if self.last else 1} : ({self.kind(*a[1:])}, "
                  f"{self.kind(*b[1:])}) -> {self.kind(a[1] + b[1], a[2])}")
        return made, a[1] + b[1], a[2]

    def larger(self, value):
        """Each pixel twice, each way, as jnp.repeat has it."""
        name, channels, size = value
        for axis in (1, 2) if self.last else (2, 3):
            shape = [self.batch, size, size, channels] if self.last else [self.batch, channels, size, size]
            if axis == (2 if self.last else 3):
                shape[axis - 1] *= 2
            wide = [*shape[:axis + 1], 2, *shape[axis + 1:]]
            dims = [d for d in range(5) if d != axis + 1]
            after = [s * (2 if d == axis else 1) for d, s in enumerate(shape)]
            kinds = [f"tensor<{'x'.join(map(str, s))}xf32>" for s in (shape, wide, after)]
            spread = self.fresh()
            self.line(f"{spread} = stablehlo.broadcast_in_dim {name}, dims = {dims} : ({kinds[0]}) -> {kinds[1]}")
            name = self.fresh()
            self.line(f"{name} = stablehlo.reshape {spread} : ({kinds[1]}) -> {kinds[2]}")
        return name, channels, 2 * size

    def text(self, result, kind):
        return (f"func.func public @main({', '.join(self.arguments)}) -> ({kind}) {{\n" + "\n".join(self.lines)
                + f"\n  return {result} : {kind}\n}}\n")


def resnet50(net, size):
    value = net.argument(net.kind(3, size)), 3, size
    value = net.pool(net.relu(net.normalise(net.convolution(value, 64, 7, 2))), 3, 2, 1)
    for stage, (blocks, width) in enumerate(((3, 64), (4, 128), (6, 256), (3, 512))):
        for block in range(blocks):
            stride = 2 if stage > 0 and block == 0 else 1
            side = value if block else net.normalise(net.convolution(value, 4 * width, 1, stride))
            value = net.relu(net.normalise(net.convolution(value, width, 1)))
            value = net.relu(net.normalise(net.convolution(value, width, 3, stride)))
            value = net.normalise(net.convolution(value, 4 * width, 1))
            value = net.relu(net.pointwise("add", value, side[0]))
    return net.text(*net.classify(value, 1000))


def mobilenet(net, size):
    value = net.argument(net.kind(3, size)), 3, size
    value = net.relu6(net.normalise(net.convolution(value, 32, 3, 2)))
    for grown, out, count, stride in ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
                                      (6, 160, 3, 2), (6, 320, 1, 1)):
        for block in range(count):
            side, wide = value, value[1] * grown
            if grown > 1:
                value = net.relu6(net.normalise(net.convolution(value, wide, 1)))
            value = net.relu6(net.normalise(net.convolution(value, wide, 3, stride if block == 0 else 1, wide)))
            value = net.normalise(net.convolution(value, out, 1))
            if side[1:] == value[1:]:
                value = net.pointwise("add", value, side[0])
    value = net.relu6(net.normalise(net.convolution(value, 1280, 1)))
    return net.text(*net.classify(value, 1000))


def unet(net, size):
    value = net.argument(net.kind(3, size)), 3, size
    sides = []
    for width in (32, 64, 128):
        for _ in range(2):
            value = net.relu(net.convolution(value, width, 3))
        sides.append(value)
        value = net.pool(value, 2, 2, 0)
    for _ in range(2):
        value = net.relu(net.convolution(value, 256, 3))
    for width, side in zip((128, 64, 32), reversed(sides)):
        value = net.concatenate(net.convolution(net.larger(value), width, 1), side)
        for _ in range(2):
            value = net.relu(net.convolution(value, width, 3))
    value = net.convolution(value, 4, 1)
    return net.text(value[0], net.kind(*value[1:]))


NETWORKS = {"resnet50": resnet50, "mobilenet_v2": mobilenet, "unet": unet}


def flags(way, name):
    formats = {"given": "channels_last", "blocked": "nChw16c"}
    if way not in formats:
        return [f"--layout={'nchw' if way == 'nchw' else 'auto'}"]
    border = [f"--input-format=0:{formats[way]}"]
    return border + ([f"--output-format=0:{formats[way]}"] if name == "unet" else [])


def measure(sdyc, path, words, threads):
    command = [sdyc, "bench", path, "--runs=3", f"--threads={threads}", "--as-given", *words]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    found = re.search(r"as given +[\d.]+ +[\d.]+ +[\d.]+ +([\d.]+)", done.stdout)
    if not found:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
    return float(found.group(1))


def chart(table):
    """Bars of the times as shares of the slowest way of each network."""
    colours = ["#b3b3b3", "#1b6ca8", "#5aa469", "#d3a625", "#7a4f9a"]
    bar, gap, left, top = 16, 26, 130, 46
    height = top + len(table) * (len(WAYS) * bar + gap)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="720" height="{height}" font-family="sans-serif" '
             'font-size="12">', '<text x="10" y="20" font-size="14">Time by layout, ms (less is better)</text>']
    for row, (name, times) in enumerate(table.items()):
        y = top + row * (len(WAYS) * bar + gap)
        lines.append(f'<text x="10" y="{y + 2.6 * bar:.0f}">{name}</text>')
        for i, way in enumerate(WAYS):
            width = 420 * times[way] / max(times.values())
            lines.append(f'<rect x="{left}" y="{y + i * bar}" width="{width:.1f}" height="{bar - 3}" fill="{colours[i]}"/>')
            lines.append(f'<text x="{left + width + 6:.1f}" y="{y + i * bar + 11}">{way} {times[way]:.1f}</text>')
    return "\n".join(lines + ["</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sdyc", type=Path)
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--size", type=int, default=224)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--only", default=".")
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--write", type=Path, help="write the modules into a folder, and measure nothing")
    arguments = parser.parse_args()
    table = {}
    print(f"{'ms, the least':<16}" + "".join(f"{way:>10}" for way in WAYS) + "   auto / nhwc")
    for name, make in NETWORKS.items():
        if not re.search(arguments.only, name):
            continue
        with tempfile.TemporaryDirectory() as made:
            folder = arguments.write or Path(made)
            folder.mkdir(exist_ok=True)
            paths = {last: folder / f"{name}_{'nhwc' if last else 'nchw'}.mlir" for last in (False, True)}
            for last, path in paths.items():
                path.write_text(make(Network(arguments.batch, last), arguments.size))
            times = {way: float("inf") for way in WAYS}
            for _ in range(0 if arguments.write else arguments.rounds):
                for way in WAYS:
                    time = measure(arguments.sdyc, paths[way == "nhwc"], flags(way, name), arguments.threads)
                    times[way] = min(times[way], time)
        table[name] = times
        print(f"{name:<16}" + "".join(f"{times[way]:10.2f}" for way in WAYS) +
              f"{times['auto'] / times['nhwc']:14.2f}", flush=True)
    if arguments.svg and not arguments.write:
        arguments.svg.write_text(chart(table))


if __name__ == "__main__":
    main()
