#!/usr/bin/env python3
"""What `sdyc partition` prints, run as any consumer of StableHLO would: one process a device.

    partitioned.py --sdyc BUILD/sdyc [--models FOLDER] [--only NAME] [--programs N] [--seed S] [--keep FOLDER]

The printed program must parse by itself, with nothing of sdy left in it. Each device then runs it on its parts of the
arguments (interpreter.run_parallel, what StableHLO's interpreter has for that), and the results, put together, must
be those of the whole program: of the exported programs of ../shared/models what JAX computed, of random ones
what they compute without a mesh, or in NumPy. Devices that hold the same part must have the same bits.
"""
import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

from control import Generator, inputs_of
from differential import Program, unsharded
from meaning import Meaningless, evaluate

TOP = Path(__file__).resolve().parents[2]
MODELS = TOP.parent / "shared/models"
UP_TO_SHARDINGS = ["-sdyc-expand-pipeline",
                   "-sdy-propagation-pipeline=update-non-divisible-input-output-shardings=false",
                   "-sdy-import-func-calls", "-sdy-sink-data-flow-edges", "-symbol-dce",
                   "-sdyc-undo-collectives", "-sdyc-drop-idle-axes"]
OPEN, CLOSED = "([{<", ")]}>"


class Failure(Exception):
    pass


def call(*words):
    try:
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=600)
    except subprocess.TimeoutExpired as late:
        raise Failure(f"{words[1]}: not done after 600 s") from late
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error" in line] or [done.stderr]
        raise Failure(f"sdyc {words[1]}: {errors[0][:400]}")
    return done.stdout


# --- signatures ---------------------------------------------------------------------------------------------


def split(text):
    """Parts between commas that no bracket or quote surrounds."""
    parts, depth, start, quoted = [], 0, 0, False
    for i, c in enumerate(text):
        if c == '"' and text[i - 1] != "\\":
            quoted = not quoted
        elif quoted or (c == ">" and text[i - 1] == "-"):
            continue
        elif c in OPEN:
            depth += 1
        elif c in CLOSED:
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return [*parts, text[start:].strip()] if text[start:].strip() else parts


def closing(text, start):
    """The place of the bracket that closes the one at `start`."""
    depth, quoted = 0, False
    for i in range(start, len(text)):
        if text[i] == '"' and text[i - 1] != "\\":
            quoted = not quoted
        elif quoted or (text[i] == ">" and text[i - 1] == "-"):
            continue
        depth += (text[i] in OPEN) - (text[i] in CLOSED)
        if depth == 0:
            return i
    raise Failure("the signature of @main does not end")


def signature(text):
    """Arguments and results of @main, as (type, attributes)."""
    start = text.index("(", text.index("@main"))
    end = closing(text, start)
    arguments = [part.split(": ", 1)[1] for part in split(text[start + 1:end])]
    rest = text[end + 1:].lstrip()
    results = []
    if rest.startswith("->"):
        rest = rest[2:].lstrip()
        results = split(rest[1:closing(rest, 0)]) if rest[0] == "(" else [re.match(r"[^ ]+(?:<[^{]*?>)?", rest).group()]
    return [tuple((value + " ").split(" ", 1)) for value in arguments], [tuple((value + " ").split(" ", 1)) for value in results]


# --- parts --------------------------------------------------------------------------------------------------


class Mesh:
    def __init__(self, text):
        found = re.search(r"sdy\.mesh @\w+ = <\[(.*?)\](?:, device_ids=\[(.*?)\])?>", text)
        axes = re.findall(r'"([^"]+)"=(\d+)', found.group(1)) if found else []
        self.axes = {name: int(size) for name, size in axes}
        self.devices = int(numpy.prod(list(self.axes.values()), initial=1))
        ids = [int(i) for i in found.group(2).split(",")] if found and found.group(2) else range(self.devices)
        self.position = {device: position for position, device in enumerate(ids)}

    def digit(self, device, axis, pre_size, size):
        """Which part along a sub-axis a device holds, and of how many."""
        stride = 1
        for name in reversed(self.axes):
            if name == axis:
                break
            stride *= self.axes[name]
        place = self.position[device] // stride % self.axes[axis]
        size = size or self.axes[axis]
        return place // (self.axes[axis] // (pre_size * size)) % size, size


def dims_of(attributes):
    """[[(axis, pre-size, size), ...], ...] of a sharding; None: there is none."""
    found = re.search(r"sdy\.sharding = #sdy\.sharding<@?[^\[]*?, \[(.*?)\](?:, replicated=\{[^}]*\})?>", attributes)
    if not found:
        return None
    return [[(name, int(pre or 1), int(size or 0)) for name, pre, size in re.findall(r'"([^"]+)"(?::\((\d+)\)(\d+))?', dim)]
            for dim in re.findall(r"\{([^}]*)\}", found.group(1))]


def part(mesh, device, dims, shape):
    """The slices of a tensor that a device holds."""
    slices = []
    for size, axes in zip(shape, dims or [[] for _ in shape]):
        place, parts = 0, 1
        for axis in axes:
            digit, count = mesh.digit(device, *axis)
            place, parts = place * count + digit, parts * count
        own = -(-size // parts)  # the last parts may end in padding, or be nothing else
        slices.append(slice(min(place * own, size), min((place + 1) * own, size)))
    return tuple(slices)


def own_part(mesh, device, dims, array):
    """What a device is given of an array: its part, padded to the size that all parts have."""
    held = array[part(mesh, device, dims, array.shape)]
    sizes = [-(-size // math.prod(mesh.digit(device, *axis)[1] for axis in axes))
             for size, axes in zip(array.shape, dims or [[] for _ in array.shape])]
    return numpy.pad(held, [(0, size - has) for size, has in zip(sizes, held.shape)]) if array.ndim else held


def shape_of(kind):
    return tuple(int(size) for size in re.findall(r"(\d+)x", kind.split("<", 1)[1].split("complex")[0]))


# --- one program --------------------------------------------------------------------------------------------


def grid(printed, mesh, arguments, results):
    """The printed program with a @main that runs it once on every device."""
    body = printed[printed.index("\n") + 1:printed.rindex("}")]
    body = re.sub(r"@main\b", "@device", body).replace("func.func public @device", "func.func private @device")
    kinds = [kind for kind, _ in arguments] * mesh.devices
    gives = [kind for kind, _ in results] * mesh.devices
    names = [f"%a{i}" for i in range(len(kinds))]
    takes = ", ".join(f"{name}: {kind}" for name, kind in zip(names, kinds))
    programs = ", ".join(["@device"] * mesh.devices)
    returned = ", ".join(f"%r#{i}" if len(gives) > 1 else "%r" for i in range(len(gives)))
    return f"""module {{
{body}
  func.func @main({takes}) -> ({', '.join(gives)}) {{
    %r{f':{len(gives)}' if len(gives) > 1 else ''} = "interpreter.run_parallel"({', '.join(names)}) {{programs = [[{programs}]]}} : ({', '.join(kinds)}) -> ({', '.join(gives)})
    return {returned} : {', '.join(gives)}
  }}
}}
"""


def run_devices(sdyc, folder, model, inputs):
    """The whole results, of what each device makes of its parts."""
    printed = call(sdyc, "partition", model)
    left = re.search(r"^.*(?<![\w.$])sdy\..*$", re.sub(r'"[^"]*"', "", printed), re.M)
    if left:
        raise Failure(f"something of sdy is left: {left.group()[:200]}")
    sharded = call(sdyc, "opt", model, *UP_TO_SHARDINGS)
    mesh = Mesh(sharded)
    (arguments, results), (wholes, gives) = signature(printed), signature(sharded)
    path = folder / "grid.mlir"
    path.write_text(grid(printed, mesh, arguments, results))
    words, outputs = [], [folder / f"out{i}.npy" for i in range(len(results) * mesh.devices)]
    for device in range(mesh.devices):
        for i, (array, (_, attributes)) in enumerate(zip(inputs, wholes)):
            own = folder / f"in{device}_{i}.npy"
            numpy.save(own, numpy.array(own_part(mesh, device, dims_of(attributes), array), order="C"))
            words.append(f"--input=@{own}")
    call(sdyc, "run", path, *words, *[f"--output=@{path}" for path in outputs])
    return [put_together(mesh, kind, attributes, [outputs[device * len(results) + i] for device in range(mesh.devices)])
            for i, (kind, attributes) in enumerate(gives)]


def put_together(mesh, kind, attributes, files):
    whole = known = None
    for device, file in enumerate(files):
        own = numpy.load(file)
        if whole is None:
            whole, known = numpy.zeros(shape_of(kind), own.dtype), numpy.zeros(shape_of(kind), bool)
        at = part(mesh, device, dims_of(attributes), whole.shape)
        own = own[tuple(slice(0, size) for size in whole[at].shape)]
        if known[at].all() and known[at].size and whole[at].tobytes() != own.tobytes():
            raise Failure(f"device {device} has other bits of {kind} than one that holds the same part")
        whole[at], known[at] = own, True
    if not known.all():
        raise Failure(f"no device has some elements of {kind}")
    return whole


# --- programs -----------------------------------------------------------------------------------------------


def compare(got, want, atol, rtol, bf16=False):
    got, want = (array.view(f"u{array.dtype.itemsize}") if array.dtype.kind == "V" else array for array in (got, want))
    if bf16:
        got, want = ((array.astype(numpy.uint32) << 16).view(numpy.float32) for array in (got, want))
    if got.shape != want.shape or got.dtype != want.dtype:
        raise Failure(f"a result of {got.dtype} {got.shape}, expected {want.dtype} {want.shape}")
    near = numpy.isclose(got, want, rtol=rtol, atol=atol, equal_nan=True) if want.dtype.kind in "fc" else got == want
    if not near.all():
        where = numpy.unravel_index(numpy.argmin(near), near.shape)
        raise Failure(f"{(~near).sum()} of {near.size} differ, first {got[where]} at {where}, expected {want[where]}")


def check_model(sdyc, folder, model):
    meta = json.loads((model / "meta.json").read_text())
    inputs = [numpy.load(path) for path in sorted((model / "in").glob("*.npy"))]
    expected = [numpy.load(path) for path in sorted((model / "out").glob("*.npy"))]
    for i, (got, want) in enumerate(zip(run_devices(sdyc, folder, model / "model.mlir", inputs), expected)):
        compare(got, want, meta.get("atol", 1e-5), meta.get("rtol", 1e-4), meta["outputs"][i]["dtype"] == "bf16")


def check_random(sdyc, folder, seed):
    text = Program(seed).text()
    path, plain = folder / "program.mlir", folder / "plain.mlir"
    path.write_text(text)
    plain.write_text(unsharded(text))
    shapes = [shape_of(kind) for kind, _ in signature(text)[0]]
    random = numpy.random.default_rng(seed)
    inputs = [random.uniform(-1, 1, shape).astype(numpy.float32) for shape in shapes]
    words, count = [], len(signature(text)[1])
    for i, array in enumerate(inputs):
        numpy.save(folder / f"whole{i}.npy", array)
        words.append(f"--input=@{folder / f'whole{i}.npy'}")
    call(sdyc, "run", plain, *words, *[f"--output=@{folder / f'want{i}.npy'}" for i in range(count)])
    for i, got in enumerate(run_devices(sdyc, folder, path, inputs)):
        compare(got, numpy.load(folder / f"want{i}.npy"), 1e-4, 1e-3)


def check_control(sdyc, folder, seed):
    """Loops, branches and manual computations, against NumPy."""
    generator = Generator(seed, "manual" if seed % 2 else "loops")
    module = generator.module()
    inputs = inputs_of(module, seed)
    try:
        wanted = evaluate(module, generator.mesh, inputs)
    except Meaningless:
        return
    path = folder / "program.mlir"
    path.write_text(str(module))
    for got, want in zip(run_devices(sdyc, folder, path, inputs), wanted):
        compare(got, want, 1e-3, 1e-3)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sdyc", required=True, type=Path)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--only")
    parser.add_argument("--programs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    sdyc = options.sdyc.resolve()
    models = sorted(folder for folder in options.models.glob("*") if (folder / "model.mlir").exists()
                    and (not options.only or re.search(options.only, folder.name)))
    cases = [(model.name, check_model, model) for model in models]
    seeds = range(options.seed, options.seed + options.programs)
    cases += [(f"{kind} {seed}", check, seed) for seed in seeds
              for kind, check in (("program", check_random), ("program with regions", check_control))]
    failed = 0
    for name, check, what in cases:
        with tempfile.TemporaryDirectory() as scratch:
            folder = options.keep / name.replace(" ", "_") if options.keep else Path(scratch)
            folder.mkdir(parents=True, exist_ok=True)
            try:
                check(sdyc, folder, what)
            except Failure as failure:
                failed += 1
                print(f"{name}: {failure}", flush=True)
    print(f"{len(cases) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
