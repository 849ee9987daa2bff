#!/usr/bin/env python3
"""Proofs on meshes of many devices: meshes.py SDYC [--runs N] [--factor F] [--devices N,N,...] [FILE]...

Takes each model of ../shared/models (or FILE) with the first axis of its mesh so long that there are as many devices, and programs whose sizes
grow with the mesh (GROWN). Partitions them and proves the partitions by relations. Prints the least processor time of reading, which grows with
the lists of groups, and of proving (the border and relations), in milliseconds. Fails where a partition is not proved, or where all proofs on
one mesh together take more than F times as long as on another.
"""
import argparse
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rewrites import MODELS, SKIPPED, with_devices

UNPROVED = {"resnet_train_nhwc"}  # by relations, on some mesh
ROWS = '{{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{}}]>}}'
COLUMNS = '{{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{"x"}}]>}}'
HEAD = 'sdy.mesh @mesh = <["x"={n}]>\n'
# {n}: devices; {r}: rows, {r1}: one less, {u}: rows that devices do not divide
GROWN = {
    "product": HEAD + f"""func.func @main(%a: tensor<5x{{r}}xf32> {COLUMNS}, %b: tensor<{{r}}x3xf32> {ROWS}) -> tensor<5x3xf32> {{{{
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<5x{{r}}xf32>, tensor<{{r}}x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}}}}""",
    "transpose": HEAD + f"""func.func @main(%a: tensor<{{r}}x{{n}}xf32> {ROWS}) -> (tensor<{{r}}x{{n}}xf32> {COLUMNS}) {{{{
  %0 = stablehlo.tanh %a : tensor<{{r}}x{{n}}xf32>
  return %0 : tensor<{{r}}x{{n}}xf32>
}}}}""",
    "neighbours": HEAD + f"""func.func @main(%a: tensor<{{r}}x3xf32> {ROWS}) -> (tensor<{{r}}x3xf32> {ROWS}) {{{{
  %0 = stablehlo.slice %a [1:{{r}}, 0:3] : (tensor<{{r}}x3xf32>) -> tensor<{{r1}}x3xf32>
  %1 = stablehlo.slice %a [0:1, 0:3] : (tensor<{{r}}x3xf32>) -> tensor<1x3xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<{{r1}}x3xf32>, tensor<1x3xf32>) -> tensor<{{r}}x3xf32>
  %3 = stablehlo.subtract %2, %a : tensor<{{r}}x3xf32>
  return %3 : tensor<{{r}}x3xf32>
}}}}""",
    "uneven": HEAD + f"""func.func @main(%a: tensor<{{u}}x3xf32> {ROWS}) -> tensor<3xf32> {{{{
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.exponential %a : tensor<{{u}}x3xf32>
  %1 = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<{{u}}x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}}}}""",
    "windows": HEAD + """func.func @main(%a: tensor<1x{r}x4xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{"x"}}, {{}}]>}}, %w: tensor<3x4x4xf32>)
    -> (tensor<1x{r}x4xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{"x"}}, {{}}]>}}) {{
  %0 = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {{pad = [[1, 1]]}}
      {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : (tensor<1x{r}x4xf32>, tensor<3x4x4xf32>) -> tensor<1x{r}x4xf32>
  return %0 : tensor<1x{r}x4xf32>
}}""",
    "table": HEAD + f"""func.func @main(%a: tensor<{{r}}x3xf32> {ROWS}, %i: tensor<7x1xi32>) -> tensor<7x3xf32> {{{{
  %0 = "stablehlo.gather"(%a, %i) <{{{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0],
      index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}}}}> : (tensor<{{r}}x3xf32>, tensor<7x1xi32>) -> tensor<7x3xf32>
  return %0 : tensor<7x3xf32>
}}}}""",
    "turns": HEAD + f"""func.func @main(%a: tensor<{{r}}x3xf32> {ROWS}) -> tensor<3xf32> {{{{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<9> : tensor<i32>
  %0:2 = stablehlo.while(%i = %first, %x = %a) : tensor<i32>, tensor<{{r}}x3xf32> cond {{{{
    %less = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }}}} do {{{{
    %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<{{r}}x3xf32>, tensor<f32>) -> tensor<3xf32>
    %all = stablehlo.broadcast_in_dim %sum, dims = [1] : (tensor<3xf32>) -> tensor<{{r}}x3xf32>
    %next = stablehlo.subtract %x, %all : tensor<{{r}}x3xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next : tensor<i32>, tensor<{{r}}x3xf32>
  }}}}
  %1 = stablehlo.reduce(%0#1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<{{r}}x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}}}}""",
}


def grown(text, devices):
    return text.format(n=devices, r=2 * devices, r1=2 * devices - 1, u=2 * devices - 3)


def call(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300)


class Meter:
    def __init__(self, sdyc, runs, scratch):
        self.sdyc, self.runs, self.whole, self.parts = sdyc, runs, scratch / "global.mlir", scratch / "parts.mlir"

    def times(self, text):
        """(milliseconds of reading, of proving, whether by relations); None: there is no such partition."""
        self.whole.write_text(text)
        if call(self.sdyc, "partition", self.whole, "-o", self.parts).returncode:
            return None
        reading, proving = math.inf, math.inf
        for _ in range(self.runs):
            said = call(self.sdyc, "verify", "--quiet", "--timing", "--seconds=0.01", self.whole, self.parts)
            stages = {name: float(time) for time, name in re.findall(r"([\d.]+) ms .*?%  (\w+)", said.stderr)}
            reading = min(reading, stages["reading"])
            proving = min(proving, stages["border"] + stages["relations"])
        return reading, proving, "proved by relations" in said.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sdyc")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--factor", type=float, default=1.5)
    parser.add_argument("--devices", default="8,512,4096")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    sizes = [int(size) for size in options.devices.split(",")]
    files = options.files or sorted(MODELS.glob("*/model.mlir"))
    if not files:
        sys.exit(SKIPPED)
    programs = [(path.parent.name, path.read_text(), with_devices) for path in files]
    programs += [(name, text, grown) for name, text in GROWN.items() if not options.files]
    total, wrong = dict.fromkeys(sizes, 0), 0
    print(f"{'':32}" + "".join(f"{size:>12} devices" for size in sizes) + "     factor")
    with tempfile.TemporaryDirectory() as name:
        meter = Meter(options.sdyc, options.runs, Path(name))
        for title, text, with_size in programs:
            texts = [with_size(text, size) for size in sizes]
            found = [meter.times(text) if text else None for text in texts]
            unproved = [size for size, times in zip(sizes, found) if times and not times[2]]
            wrong += len(unproved) if title not in UNPROVED else 0
            if all(found) and not unproved:
                for size, times in zip(sizes, found):
                    total[size] += times[1]
            cells = "".join(f"{times[0]:10.2f}{times[1]:10.2f}" if times else f"{'-':>20}" for times in found)
            proving = [times[1] for times in found if times]
            print(f"{title:32}{cells} {max(proving) / min(proving) if proving else 1:10.2f}"
                  + (f"  not by relations on {unproved}" if unproved else ""), flush=True)
    factor = max(total.values()) / min(total.values())
    print(f"{'all that are proved on each':32}" + "".join(f"{'':10}{total[size]:10.2f}" for size in sizes) + f" {factor:10.2f}")
    sys.exit(1 if wrong or factor > options.factor else 0)


if __name__ == "__main__":
    main()
