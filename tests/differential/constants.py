#!/usr/bin/env python3
"""Weights that are constants give the bits of weights that are arguments.

    constants.py --sdyc BUILD/sdyc

What is computed of constants alone is done in the first run, and kept; kernels of convolutions are packed then. A
network with convolutions of several kinds, two of one constant, narrow weights, also such that are widened, and both in the body of
a loop, is run with its weights given either way: by both compilers, for each number of threads and instruction set, as an
emitted program, whose test calls it twice, and by ranks of MPI, where that is installed.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

import seeds

WINDOW = "{{stride = [{0}, {0}], pad = [[1, 1], [1, 1]]}} {{batch_group_count = 1 : i64, feature_group_count = {1} : i64}}"
NHWC, NCHW = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]"
WEIGHTS = {"tiles": (3, 3, 32, 48), "steps": (3, 3, 48, 40), "first": (40, 40, 3, 3), "deep": (3, 3, 1, 40),
           "grouped": (3, 3, 20, 80), "product": (80, 96), "narrow": (96, 96), "wide": (3, 3, 48, 48), "pairs": (3, 3, 96, 64)}
IMAGE, RESULT, ELEMENTS = (8, 12, 12, 32), (8, 6, 6, 64), {"narrow": "bf16", "pairs": "bf16"}
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{size}x" for size in shape) + f"{element}>"


class Text:
    def __init__(self):
        self.lines, self.shapes = [], {}

    def add(self, name, shape, text, *operands, element="f32"):
        kinds = ", ".join(tensor(*self.shapes[operand]) for operand in operands)
        self.shapes[name] = shape, element
        self.lines.append(f"%{name} = stablehlo.{text} : ({kinds}) -> {tensor(shape, element)}")

    def convolution(self, name, shape, image, weights, numbers=NHWC, stride=1, groups=1, element="f32"):
        self.add(name, shape, f"convolution(%{image}, %{weights}) dim_numbers = {numbers}, "
                 f"window = {WINDOW.format(stride, groups)}", image, weights, element=element)


def body(mesh):
    """The statements of the network, and what they use."""
    text = Text()
    text.shapes = {name: (shape, ELEMENTS.get(name, "f32")) for name, shape in WEIGHTS.items()}
    text.shapes["image"] = IMAGE, "f32"
    text.convolution("v0", (8, 12, 12, 48), "image", "tiles")
    text.add("v1", (8, 12, 12, 48), "tanh %v0", "v0")
    text.lines += ["%zero = stablehlo.constant dense<0> : tensor<i32>", "%one = stablehlo.constant dense<1> : tensor<i32>",
                   "%turns = stablehlo.constant dense<3> : tensor<i32>"]
    kind = tensor((8, 12, 12, 48))
    text.lines += [f"%loop:2 = stablehlo.while(%i = %zero, %carried = %v1) : tensor<i32>, {kind}", "cond {",
                   "%more = stablehlo.compare LT, %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>",
                   "stablehlo.return %more : tensor<i1>", "} do {"]
    text.shapes["carried"] = (8, 12, 12, 48), "f32"
    text.convolution("b0", (8, 12, 12, 48), "carried", "wide")
    text.add("b1", (8, 12, 12, 48), "tanh %b0", "b0")
    text.lines += ["%next = stablehlo.add %i, %one : tensor<i32>", f"stablehlo.return %next, %b1 : tensor<i32>, {kind}", "}"]
    text.lines.append(f"%v2 = stablehlo.add %loop#1, %v1 : {kind}")
    text.shapes["v2"] = (8, 12, 12, 48), "f32"
    text.convolution("v3", (8, 6, 6, 40), "v2", "steps", stride=2)
    text.convolution("v4", (8, 6, 6, 40), "v3", "deep", groups=40)
    text.add("v5", (8, 40, 6, 6), "transpose %v4, dims = [0, 3, 1, 2]", "v4")
    text.convolution("v6", (8, 40, 6, 6), "v5", "first", NCHW)
    text.convolution("v7", (8, 40, 6, 6), "v6", "first", NCHW)
    text.add("v8", (8, 6, 6, 40), "transpose %v7, dims = [0, 2, 3, 1]", "v7")
    text.convolution("v9", (8, 6, 6, 80), "v8", "grouped", groups=2)
    text.add("v10", (8, 6, 6, 96), "dot_general %v9, %product, contracting_dims = [3] x [0]", "v9", "product")
    text.add("widened", (96, 96), "convert %narrow", "narrow")
    text.add("v11", (8, 6, 6, 96), "dot_general %v10, %widened, contracting_dims = [3] x [0]", "v10", "widened")
    text.add("v12", (8, 6, 6, 96), "convert %v11", "v11", element="bf16")
    text.convolution("v13", RESULT, "v12", "pairs", element="bf16")
    text.add("v14", RESULT, "convert %v13", "v13")
    return text.lines


def module(values, given, mesh=0):
    """The network with its weights as arguments, or as constants."""
    sharding = ' {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>}' if mesh else ""
    names = [f"%image: {tensor(IMAGE)}{sharding}"]
    kinds = {name: tensor(shape, ELEMENTS.get(name, "f32")) for name, shape in WEIGHTS.items()}
    lines = [f'sdy.mesh @mesh = <["x"={mesh}]>'] if mesh else []
    if given:
        names += [f"%{name}: {kind}" for name, kind in kinds.items()]
    constants = [] if given else [f'%{name} = stablehlo.constant dense<"0x{values[name].tobytes().hex().upper()}"> : {kind}'
                                  for name, kind in kinds.items()]
    result = tensor(RESULT)
    lines += [f"func.func public @main({', '.join(names)}) -> {result} {{", *constants, *body(mesh),
              f"return %v14 : {result}", "}"]
    return "\n".join(lines) + "\n"


def drawn():
    random = numpy.random.default_rng(1)
    values = {name: random.uniform(-0.3, 0.3, shape).astype(numpy.float32) for name, shape in WEIGHTS.items()}
    for name in ELEMENTS:
        values[name] = (values[name].view(numpy.uint32) >> 16).astype(numpy.uint16)
    values["image"] = random.uniform(-1, 1, IMAGE).astype(numpy.float32)
    return values


class Case:
    """The network in a folder, with its weights given either way."""

    def __init__(self, sdyc, folder, values, mesh=0):
        self.sdyc, self.folder, self.values = sdyc, folder, values
        for given in (False, True):
            (folder / f"{given}.mlir").write_text(module(values, given, mesh))
        for name, value in values.items():
            numpy.save(folder / f"{name}.npy", value)

    def inputs(self, given):
        return [f"--input=@{self.folder / name}.npy" for name in ("image", *(WEIGHTS if given else ()))]

    def run(self, given, *words, before=(), **variables):
        """The bits of the result."""
        place = self.folder / "result.npy"
        place.unlink(missing_ok=True)
        command = [*before, *(words or (self.sdyc,)), *self.inputs(given), f"--output=@{place}"]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=os.environ | variables)
        if done.returncode:
            sys.exit(f"constants.py: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
        return numpy.load(place).tobytes()

    def compare(self, *words, **more):
        def text(given):
            return [self.folder / f"{given}.mlir" if word == "MODULE" else word for word in words]
        wanted, found = (self.run(given, *text(given), **more) for given in (True, False))
        if wanted != found:
            sys.exit(f"constants.py: constants give other bits: {' '.join(map(str, words))} {more}")


def check_emitted(case, words=(), before=()):
    bits = []
    for given in (True, False):
        folder = case.folder / f"emitted{given}"
        inputs = case.inputs(given)
        subprocess.run([case.sdyc, "emit", case.folder / f"{given}.mlir", "-o", folder, "--with-test", *words, *inputs], check=True)
        subprocess.run(["make", "-s", "-C", folder, "CFLAGS=-O1 -Werror", seeds.compiled_by("mpicc" if words else "cc"), *(["RANKS=2", f"MPIRUN={' '.join(MPIRUN)}"] if words else []),
                        "run", "test"], check=True, stdout=subprocess.DEVNULL)
        bits.append(case.run(given, folder / "run", before=before))
    if bits[0] != bits[1]:
        sys.exit("constants.py: constants give other bits in an emitted program")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sdyc", type=Path, required=True)
    sdyc, values = parser.parse_args().sdyc.resolve(), drawn()
    with tempfile.TemporaryDirectory() as name:
        case = Case(sdyc, Path(name), values)
        for isa in ("baseline", "avx2", "avx512", ""):
            for words in (["--threads=1"], ["--threads=3"], ["--jit=cc"], ["--layout=nchw"], ["--reduce=device-order"]):
                case.compare(sdyc, "run", "MODULE", *words, SDYRT_ISA=isa)
        check_emitted(case)
    with tempfile.TemporaryDirectory() as name:
        case = Case(sdyc, Path(name), values, mesh=4)
        case.compare(sdyc, "run", "MODULE", "--storage=private")
        if not shutil.which("mpirun"):
            print("left out: MPI")
            return
        for ranks in ("1", "2"):
            case.compare(sdyc, "run", "--target=mpi", "MODULE", before=[*MPIRUN, "-np", ranks])
        check_emitted(case, ["--target=mpi"], [*MPIRUN, "-np", "2"])


if __name__ == "__main__":
    main()
