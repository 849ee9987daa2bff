"""What `sdyc partition` prints, run as it is: a process for each device, which is given its shards of the arguments and
must return its shards of the results."""
import math
import re

import numpy

from running import Failure, run, save_inputs, sdyc
from compare import difference
from module import Value
from ways import PROPAGATED, passes_for

# What decides how arguments and results are sharded, ahead of the partitioner.
BEFORE = ["-sdyc-expand-pipeline", "-sdyc-inline-unreduced-pipeline",
          "-sdy-propagation-pipeline=update-non-divisible-input-output-shardings=false",
          "-sdyc-undo-collectives", "-sdyc-drop-idle-axes"]

AXIS = re.compile(r'"(\w+)"(?::\((\d+)\)(\d+))?')


def split_list(text):
    """The items of a list with brackets in it."""
    items, depth, start = [], 0, 0
    text = text.replace("->", "~~")  # no bracket
    for i, letter in enumerate(text + ","):
        depth += (letter in "([{<") - (letter in ")]}>")
        if letter == "," and depth == 0:
            items.append(text[start:i].strip())
            start = i + 1
    return [item.replace("~~", "->") for item in items if item]


def closing(text, start):
    """Where the bracket that opens at `start` closes."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0:
            return i
    raise ValueError(text)


def signature(text):
    """The texts of arguments and of results of @main."""
    start = re.search(r"func\.func (?:public )?@main\(", text).end() - 1
    end = closing(text, start)
    arguments, rest = split_list(text[start + 1:end]), text[end + 1:].lstrip()
    if not rest.startswith("->"):
        return arguments, []
    rest = rest[2:].lstrip()
    return arguments, split_list(rest[1:closing(rest, 0)]) if rest.startswith("(") else [rest.split(" {")[0]]


def type_of(text):
    sizes = re.search(r"tensor<(.*?)>(?: \{|$)", text).group(1)
    *shape, element = re.match(r"((?:\d+x)*)(.*)", sizes).groups()
    return tuple(int(size) for size in shape[0].split("x") if size), element


def dims_of(text, rank):
    """The mesh, and the axes of each dimension, as texts."""
    found = re.search(r"#sdy\.sharding<(@\w+), \[(.*?)\](?:, (?:replicated|unreduced)|>)", text)
    dims = split_list(found.group(2)) if found else []
    return found and found.group(1), [AXIS.findall(dim) for dim in dims] or [[] for _ in range(rank)]


def place(axes, mesh, device):
    """Which part of a dimension a device has."""
    digits, number = {}, 0
    for name, size in reversed(mesh):
        digits[name], device = device % size, device // size
    sizes = dict(mesh)
    for name, before, size in axes:
        before, size = (int(before), int(size)) if size else (1, sizes[name])
        number = number * size + digits[name] // (sizes[name] // (before * size)) % size
    return number


def shard(array, dims, shape, mesh, device, filler):
    """A device's part of an array, filled up where the array ends before it does."""
    part = numpy.full(shape, filler).astype(array.dtype)
    start = [place(axes, mesh, device) * size for axes, size in zip(dims, shape)]
    found = array[tuple(slice(low, low + size) for low, size in zip(start, shape))]
    part[tuple(slice(0, size) for size in found.shape)] = found
    return part, tuple(slice(0, size) for size in found.shape)


class Grid:
    """A printed program, with a process for each device of a mesh; `ids`: which devices stand where in meshes of a name;
    `replicas`: whether each device is a replica and not a partition."""

    def __init__(self, text, propagated, mesh, ids, replicas=False):
        self.programs = "], [" if replicas else ", "
        self.text, self.mesh, self.devices = text, mesh, math.prod(size for _, size in mesh)
        self.ids = ids or {}
        (self.arguments, self.results), (arguments, results) = signature(text), signature(propagated)
        self.argument_dims, self.result_dims = ([dims_of(t, len(type_of(t)[0])) for t in texts]
                                                for texts in (arguments, results))

    def shard(self, array, dims, shape, device, filler):
        mesh, axes = dims
        position = self.ids[mesh].index(device) if self.ids.get(mesh) else device
        return shard(array, axes, shape, self.mesh, position, filler)

    def values(self, texts, name):
        """Of all devices, in the order of run_parallel."""
        return [[Value(f"%{name}{device}_{i}", *type_of(text)) for i, text in enumerate(texts)]
                for device in range(self.devices)]

    def wrapped(self):
        arguments = [v for row in self.values(self.arguments, "a") for v in row]
        results = [v for row in self.values(self.results, "r") for v in row]
        types = ", ".join(v.type for v in results)
        names = ", ".join(f"%r#{i}" for i in range(len(results)))
        if len(results) == 1:
            names = "%r"
        count = f":{len(results)}" if len(results) > 1 else ""
        inner = re.sub(r"\Amodule.*\{\n|\n\}\s*\Z", "", self.text).replace("@main(", "@program(")
        return (f"{inner}\nfunc.func public @main({', '.join(f'{v.name}: {v.type}' for v in arguments)}) -> ({types}) {{\n"
                f"  %r{count} = \"interpreter.run_parallel\"({', '.join(v.name for v in arguments)}) "
                f"{{programs = [[{self.programs.join(['@program'] * self.devices)}]]}} : "
                f"({', '.join(v.type for v in arguments)}) -> ({types})\n"
                f"  return {names} : {types}\n}}\n")

    def failure(self, binary, folder, arrays, want, tolerances):
        """None, or how a device's results fail to be its shards of those wanted."""
        arguments, results = self.values(self.arguments, "a"), self.values(self.results, "r")
        inputs = {}
        for device, row in enumerate(arguments):
            for value, array, dims in zip(row, arrays, self.argument_dims):
                inputs[value.name] = self.shard(array, dims, value.shape, device, 1)[0]
        flags = save_inputs(folder, [v for row in arguments for v in row], inputs, "share")
        got = run(binary, folder / "grid.mlir", self.wrapped(), flags, [v for row in results for v in row], ["--threads=2"])
        if isinstance(got, Failure):
            return got
        for device, row in enumerate(results):
            mine, got = got[:len(row)], got[len(row):]
            for i, (value, array, dims) in enumerate(zip(row, want, self.result_dims)):
                part, known = self.shard(array, dims, value.shape, device, 0)
                text = difference(mine[i][known], part[known], tolerances[i])
                if text:
                    return Failure("wrong", f"result {i} of device {device}: {text}")
        return None


def printed_failure(binary, folder, path, mesh, arrays, want, tolerances, ids=None, passes=False, replicas=False):
    """None, or how the printed program of a file fails to give what is wanted. `passes`: as Shardy's passes make it;
    `replicas`: for devices that are replicas."""
    devices = math.prod(size for _, size in mesh)
    text = sdyc([binary, "opt", path, *passes_for(devices if replicas else 1)] if passes else [binary, "partition", path])
    propagated = sdyc([binary, "opt", path, *(PROPAGATED if passes else BEFORE)])
    for done in (text, propagated):
        if isinstance(done, Failure):
            return done
    if re.search(r"\bsdy\.", text):
        return Failure("wrong", "what is printed still names sdy: " + re.search(r".*\bsdy\..*", text).group(0).strip())
    failure = Grid(text, propagated, mesh, ids, replicas).failure(binary, folder, arrays, want, tolerances)
    if failure:
        failure.text = "printed program: " + failure.text
    return failure
