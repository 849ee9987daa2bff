#!/usr/bin/env python3
"""Partitions rewritten so that they mean the same: rewrites.py SDYC [--seed S] [--rewrites N] [--devices N] [--evaluate] [-v] [FILE]...

Takes the partition of each model of ../shared/models (or of FILE), where relations prove it, and rewrites it in one place: groups in another
order, a collective in two steps or as others, a table of offsets as arithmetic, a value turned and turned back, a product in halves, and so on.
Says how many of each kind are proved by relations, and with -v which are not. With --devices the first axis of the mesh is made so long that
there are as many devices. With --evaluate what is not proved is evaluated; it fails where that refutes one.
"""
import argparse
import collections
import math
import random
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

MODELS = Path(__file__).resolve().parents[3] / "shared/models"
SKIPPED = 77
GROUPS = re.compile(r"replica_groups = dense<(\[\[[\d, \[\]]*\]\])> : tensor<\d+x\d+xi64>")
PAIRS = re.compile(r"source_target_pairs = dense<(\[\[[\d, \[\]]*\]\])> : tensor<\d+x2xi64>")
HANDLE = re.compile(r"handle = \d+")
COMMUTATIVE = re.compile(r"(stablehlo\.(?:add|multiply|maximum|minimum|and|or|xor)) (%[\w#]+), (%[\w#]+) :")


class Tensor:
    def __init__(self, text):
        *dims, self.element = text.split("x") if not re.match(r"[a-z]", text) else [text]
        self.dims = [int(dim) for dim in dims]

    def __str__(self):
        return "tensor<" + "x".join([*map(str, self.dims), self.element]) + ">"

    def with_dims(self, dims):
        other = Tensor(self.element)
        other.dims = list(dims)
        return other

    def with_element(self, element):
        other = Tensor(element)
        other.dims = list(self.dims)
        return other


class Statement:
    """An operation with one result in the lines from `first` to `last`."""

    def __init__(self, lines, first, last):
        self.lines, self.first, self.last = lines[first:last + 1], first, last
        self.indent = re.match(r" *", self.lines[0])[0]
        self.name = re.match(r" *(%\w+) =", self.lines[0])[1]
        self.operation = re.search(r"= \"?([\w.]+)", self.lines[0])[1]
        own = re.search(r"(?:->|:) tensor<([^<>]*)>$", self.lines[-1])
        self.type = Tensor(own[1]) if own else None
        given = re.search(r" : \(tensor<([^<>]*)>", self.lines[-1])
        self.operand_type = Tensor(given[1]) if given else self.type

    @property
    def text(self):
        return "\n".join(self.lines)


def statements(text, everywhere=False):
    """Those of the main function, or of all."""
    lines, found, inside = text.split("\n"), [], False
    for first, line in enumerate(lines):
        inside = everywhere or "@main(" in line if line.startswith("  func.func") else inside
        if not inside or not re.match(r" +%\w+ = \"?stablehlo", line) or line.rstrip().endswith("{") and "({" not in line:
            continue
        last = first
        if line.endswith("({"):
            indent = re.match(r" *", line)[0]
            while last + 1 < len(lines) and not (last > first and lines[last].startswith(indent + "})")):
                last += 1
        if re.search(r"tensor<[^<>]*>$", lines[last]):
            found.append(Statement(lines, first, last))
    return found


def spelled_out(text):
    """Long lists of integers are printed as bytes."""
    def numbers(found):
        data, dims = bytes.fromhex(found[1]), [int(size) for size in found[2].split("x")[:-1]]
        flat = list(struct.unpack(f"<{len(data) // 8}q", data))
        rows = [flat[k:k + dims[1]] for k in range(0, len(flat), dims[1])] if len(dims) == 2 else flat
        return f"dense<{rows}> : tensor<{found[2]}>" if len(flat) == math.prod(dims) and len(dims) in (1, 2) else found[0]
    return re.sub(r'dense<"0x([0-9A-F]+)"> : tensor<([\dx]+i64)>', numbers, text)


class Rewriter:
    def __init__(self, text, dice, everywhere=False):
        self.text, self.dice, self.number = spelled_out(text), dice, 900000
        text = self.text
        devices = re.search(r"num_partitions = (\d+)", text)
        self.devices = int(devices[1]) if devices else 1
        self.all = statements(text, everywhere)
        self.by_name = {statement.name: statement for statement in self.all if statement.indent == "    "}
        self.end = max((statement.last for statement in self.all), default=0)

    def new(self):
        self.number += 1
        return f"%rw{self.number}"

    def handle(self, text):
        self.number += 1
        return HANDLE.sub(f"handle = {self.number}", text, count=1)

    def groups_of(self, statement):
        found = GROUPS.search(statement.lines[0])
        return [[int(x) for x in row.split(",")] for row in re.findall(r"\[([\d, ]+)\]", found[1])] if found else None

    @staticmethod
    def groups_text(groups):
        return f"replica_groups = dense<{[list(row) for row in groups]}> : tensor<{len(groups)}x{len(groups[0])}xi64>"

    def with_groups(self, text, groups):
        return GROUPS.sub(self.groups_text(groups), self.handle(text), count=1)

    def result(self, kind):
        """(rewritten text, where) by one statement that the kind, a function, applies to; None: there is none."""
        order = self.dice.sample(self.all, len(self.all))
        for statement in order:
            made = kind(self, statement)
            if made is not None:
                lines = self.text.split("\n")
                lines[statement.first:statement.last + 1] = made
                return "\n".join(lines), statement.lines[0].strip()
        return None

    # --- of a value -------------------------------------------------------------------------------

    def renamed(self, statement):
        name = self.new()
        return name, statement.text.replace(statement.name + " =", name + " =", 1).split("\n")

    def turned(self, statement, forth, back, between):
        """The value, made into one of another type and back again."""
        old, middle = self.new(), self.new()
        lines = statement.text.replace(statement.name + " =", old + " =", 1).split("\n")
        return [*lines, f"{middle} = {forth.format(old)} : ({statement.type}) -> {between}",
                f"{statement.name} = {back.format(middle)} : ({between}) -> {statement.type}"]


def is_value(statement):
    return statement.type is not None and all(statement.type.dims)


def reshape_pair(rw, s):
    flat = s.type.with_dims([math.prod(s.type.dims)]) if is_value(s) else None
    return rw.turned(s, "stablehlo.reshape {}", "stablehlo.reshape {}", flat) if flat else None


def transpose_pair(rw, s):
    if not is_value(s) or len(s.type.dims) < 2:
        return None
    order = rw.dice.sample(range(len(s.type.dims)), len(s.type.dims))
    back = [order.index(d) for d in range(len(order))]
    return rw.turned(s, f"stablehlo.transpose {{}}, dims = {order}", f"stablehlo.transpose {{}}, dims = {back}",
                     s.type.with_dims(s.type.dims[d] for d in order))


def reverse_pair(rw, s):
    if not is_value(s) or not s.type.dims:
        return None
    d, (old, lines), middle = rw.dice.randrange(len(s.type.dims)), rw.renamed(s), rw.new()
    return [*lines, f"{middle} = stablehlo.reverse {old}, dims = [{d}] : {s.type}",
            f"{s.name} = stablehlo.reverse {middle}, dims = [{d}] : {s.type}"]


def slice_text(value, dims, d, low, high):
    return f"stablehlo.slice {value} [{', '.join(f'{low}:{high}' if k == d else f'0:{size}' for k, size in enumerate(dims))}]"


def cut_and_joined(rw, s):
    if not is_value(s) or max(s.type.dims, default=0) < 2:
        return None
    d = rw.dice.choice([k for k, size in enumerate(s.type.dims) if size > 1])
    at, (old, lines), a, b = rw.dice.randrange(1, s.type.dims[d]), rw.renamed(s), rw.new(), rw.new()
    first, second = ([size if k != d else own for k, size in enumerate(s.type.dims)] for own in (at, s.type.dims[d] - at))
    first, second = s.type.with_dims(first), s.type.with_dims(second)
    return [*lines, f"{a} = {slice_text(old, s.type.dims, d, 0, at)} : ({s.type}) -> {first}",
            f"{b} = {slice_text(old, s.type.dims, d, at, s.type.dims[d])} : ({s.type}) -> {second}",
            f"{s.name} = stablehlo.concatenate {a}, {b}, dim = {d} : ({first}, {second}) -> {s.type}"]


def padded_and_sliced(rw, s):
    if not is_value(s) or not s.type.dims or s.type.element[0] not in "f":
        return None
    d, (old, lines), fill, wide = rw.dice.randrange(len(s.type.dims)), rw.renamed(s), rw.new(), rw.new()
    zeros = [0] * len(s.type.dims)
    low, high = ([own if k == d else 0 for k in range(len(zeros))] for own in (2, 1))
    padded = s.type.with_dims(size + 3 * (k == d) for k, size in enumerate(s.type.dims))
    scalar = s.type.with_dims([])
    return [*lines, f"{fill} = stablehlo.constant dense<7.0> : {scalar}",
            f"{wide} = stablehlo.pad {old}, {fill}, low = {low}, high = {high}, interior = {zeros} : ({s.type}, {scalar}) -> {padded}",
            f"{s.name} = {slice_text(wide, padded.dims, d, 2, 2 + s.type.dims[d])} : ({padded}) -> {s.type}"]


def chosen_by_true(rw, s):
    if not is_value(s):
        return None
    (old, lines), truth, other = rw.renamed(s), rw.new(), rw.new()
    return [*lines, f"{truth} = stablehlo.constant dense<true> : tensor<i1>", f"{other} = stablehlo.reverse {old}, dims = [] : {s.type}",
            f"{s.name} = stablehlo.select {truth}, {old}, {other} : tensor<i1>, {s.type}"]


def own_part(rw, s, wide, whole, d, groups, size):
    """The part of a value that each member of groups has along a dimension."""
    table = [0] * rw.devices
    for group in groups:
        for place, device in enumerate(group):
            table[device] = place * size
    names = [rw.new() for _ in range(6)]
    starts = ", ".join(names[4] if k == d else names[5] for k in range(len(whole.dims)))
    return [f"{names[0]} = stablehlo.partition_id : tensor<ui32>", f"{names[1]} = stablehlo.convert {names[0]} : (tensor<ui32>) -> tensor<i64>",
            f"{names[2]} = stablehlo.constant dense<{table}> : tensor<{rw.devices}xi64>",
            f"{names[3]} = stablehlo.dynamic_slice {names[2]}, {names[1]}, sizes = [1] : (tensor<{rw.devices}xi64>, tensor<i64>) -> tensor<1xi64>",
            f"{names[4]} = stablehlo.reshape {names[3]} : (tensor<1xi64>) -> tensor<i64>",
            f"{names[5]} = stablehlo.constant dense<0> : tensor<i64>",
            f"{s.name} = stablehlo.dynamic_slice {wide}, {starts}, sizes = {s.type.dims} : ({whole}{', tensor<i64>' * len(whole.dims)}) -> {s.type}"]


def gathered_and_sliced(rw, s):
    sizes = [n for n in range(2, rw.devices + 1) if rw.devices % n == 0]
    if not is_value(s) or not s.type.dims or not sizes or s.indent != "    ":
        return None
    n, d = rw.dice.choice(sizes[:2]), rw.dice.randrange(len(s.type.dims))
    ids = list(range(rw.devices)) if rw.dice.random() < 0.5 else [i * n % (rw.devices - 1) if i < rw.devices - 1 else i for i in range(rw.devices)]
    groups = [ids[i:i + n] for i in range(0, rw.devices, n)]
    if sorted(ids) != list(range(rw.devices)):
        return None
    (old, lines), wide = rw.renamed(s), rw.new()
    whole = s.type.with_dims(size * (n if k == d else 1) for k, size in enumerate(s.type.dims))
    rw.number += 1
    return [*lines, f'{wide} = "stablehlo.all_gather"({old}) <{{all_gather_dim = {d} : i64, channel_handle = #stablehlo.channel_handle<handle = '
            f'{rw.number}, type = 1>, {rw.groups_text(groups)}, use_global_device_ids}}> : ({s.type}) -> {whole}',
            *own_part(rw, s, wide, whole, d, groups, s.type.dims[d])]


def permute_there_and_back(rw, s):
    if not is_value(s) or rw.devices < 2 or s.indent != "    ":
        return None
    by, (old, lines), middle = rw.dice.randrange(1, rw.devices), rw.renamed(s), rw.new()

    def permute(value, turn):
        rw.number += 1
        pairs = [[k, (k + turn) % rw.devices] for k in range(rw.devices)]
        return (f'"stablehlo.collective_permute"({value}) <{{channel_handle = #stablehlo.channel_handle<handle = {rw.number}, type = 1>, '
                f'source_target_pairs = dense<{pairs}> : tensor<{rw.devices}x2xi64>}}> : ({s.type}) -> {s.type}')
    return [*lines, f"{middle} = {permute(old, by)}", f"{s.name} = {permute(middle, -by)}"]


def dead_code(rw, s):
    if not is_value(s) or s.type.element[0] not in "fi" or s.type.element == "i1":
        return None
    return [*s.lines, f"{rw.new()} = stablehlo.add {s.name}, {s.name} : {s.type}"]


def operation_repeated(rw, s):
    """What takes the value before takes a copy, the last time."""
    lines = rw.text.split("\n")
    uses = [k for k in range(s.last + 1, rw.end + 1) if re.search(re.escape(s.name) + r"\b", lines[k])]
    if not is_value(s) or s.indent != "    " or "stablehlo.constant" in s.lines[0] or not uses or '"' in s.lines[0]:
        return None
    other = rw.new()
    lines[uses[-1]] = re.sub(re.escape(s.name) + r"\b", other, lines[uses[-1]])
    rw.text = "\n".join(lines)
    return [*s.lines, s.text.replace(s.name + " =", other + " =", 1)]


# --- of operations --------------------------------------------------------------------------------

def operands_commuted(rw, s):
    found = COMMUTATIVE.search(s.lines[0])
    return [s.lines[0].replace(found[0], f"{found[1]} {found[3]}, {found[2]} :")] if found and found[2] != found[3] else None


def sums_associated(rw, s):
    outer = re.search(r"stablehlo\.(add|multiply|maximum) (%\w+), (%\w+) : (tensor<[^<>]*>)$", s.lines[0])
    inner = rw.by_name.get(outer[2]) if outer else None
    own = inner and inner.last < s.first and s.indent == "    " and re.search(rf"stablehlo\.{outer[1]} (%\w+), (%\w+) :", inner.lines[0])
    if not own:
        return None
    other = rw.new()
    return [f"{other} = stablehlo.{outer[1]} {own[2]}, {outer[3]} : {outer[4]}",
            f"{s.name} = stablehlo.{outer[1]} {own[1]}, {other} : {outer[4]}"]


def subtract_as_sum(rw, s):
    found = re.search(r"stablehlo\.subtract (%\w+), (%\w+) : (tensor<[^<>]*>)$", s.lines[0])
    other = rw.new()
    return [f"{other} = stablehlo.negate {found[2]} : {found[3]}", f"{s.name} = stablehlo.add {found[1]}, {other} : {found[3]}"] if found else None


def comparison_turned(rw, s):
    found = re.search(r"stablehlo\.compare (LT|LE|GT|GE), (%\w+), (%\w+)", s.lines[0])
    turned = {"LT": "GT", "LE": "GE", "GT": "LT", "GE": "LE"}
    return [s.lines[0].replace(found[0], f"stablehlo.compare {turned[found[1]]}, {found[3]}, {found[2]}")] if found else None


def groups_listed_otherwise(rw, s):
    groups = rw.groups_of(s)
    if not groups or len(groups) * len(groups[0]) == 1:
        return None
    groups = rw.dice.sample(groups, len(groups))
    if s.operation == "stablehlo.all_reduce":
        groups = [rw.dice.sample(group, len(group)) for group in groups]
    return rw.with_groups(s.text, groups).split("\n")


def pairs_listed_otherwise(rw, s):
    found = PAIRS.search(s.lines[0])
    if not found:
        return None
    pairs = re.findall(r"\[\d+, \d+\]", found[1])
    return [s.lines[0].replace(found[1], f"[{', '.join(rw.dice.sample(pairs, len(pairs)))}]")]


def permute_as_two(rw, s):
    found = PAIRS.search(s.lines[0])
    if not found or rw.devices < 3:
        return None
    by, middle = rw.dice.randrange(1, rw.devices), rw.new()
    pairs = [[int(x) for x in pair.split(",")] for pair in re.findall(r"\[(\d+, \d+)\]", found[1])]
    first = [[k, (k + by) % rw.devices] for k in range(rw.devices)]
    second = [[(a + by) % rw.devices, b] for a, b in pairs]
    text = [PAIRS.sub(f"source_target_pairs = dense<{p}> : tensor<{len(p)}x2xi64>", rw.handle(s.lines[0])) for p in (first, second)]
    operand = re.search(r"\((%[\w#]+)\)", s.lines[0])[1]
    return [text[0].replace(s.name + " =", middle + " =", 1), text[1].replace(f"({operand})", f"({middle})", 1)]


def halves_of(groups):
    """Groups of two steps that do what these do."""
    size = len(groups[0])
    small = next((n for n in range(2, size) if size % n == 0), None)
    if small is None:
        return None
    first = [group[i:i + small] for group in groups for i in range(0, size, small)]
    second = [group[i::small] for group in groups for i in range(small)]
    return first, second


def operand_of(s):
    return re.search(r"\((%[\w#]+)\) <", s.lines[0])[1]


def all_reduce_in_two_steps(rw, s):
    groups = rw.groups_of(s) if s.operation == "stablehlo.all_reduce" else None
    steps = groups and halves_of(groups)
    if not steps:
        return None
    middle = rw.new()
    first = rw.with_groups(s.text, steps[0]).replace(s.name + " =", middle + " =", 1)
    second = rw.with_groups(s.text, steps[1]).replace(f"({operand_of(s)})", f"({middle})", 1)
    return [*first.split("\n"), *second.split("\n")]


def all_reduce_as_scatter_and_gather(rw, s):
    groups = rw.groups_of(s) if s.operation == "stablehlo.all_reduce" else None
    dims = [d for d, size in enumerate(s.type.dims) if groups and size % len(groups[0]) == 0] if groups and s.type else []
    if not dims:
        return None
    d, middle = rw.dice.choice(dims), rw.new()
    part = s.type.with_dims(size // (len(groups[0]) if k == d else 1) for k, size in enumerate(s.type.dims))
    scatter = rw.with_groups(s.text, groups).replace(s.name + " =", middle + " =", 1).replace("stablehlo.all_reduce", "stablehlo.reduce_scatter")
    scatter = scatter.replace(", use_global", f", scatter_dimension = {d} : i64, use_global", 1)
    scatter = scatter[:scatter.rindex("->")] + f"-> {part}"
    rw.number += 1
    return [*scatter.split("\n"), f'{s.name} = "stablehlo.all_gather"({middle}) <{{all_gather_dim = {d} : i64, channel_handle = '
            f'#stablehlo.channel_handle<handle = {rw.number}, type = 1>, {rw.groups_text(groups)}, use_global_device_ids}}> : ({part}) -> {s.type}']


def all_reduce_as_gather_and_fold(rw, s):
    groups = rw.groups_of(s) if s.operation == "stablehlo.all_reduce" else None
    fold = groups and re.search(r"stablehlo\.(add|maximum) ", s.text)
    if not fold or s.type.element[0] != "f":
        return None
    one, wide, begin = rw.new(), rw.new(), rw.new()
    single, whole, scalar = s.type.with_dims([1, *s.type.dims]), s.type.with_dims([len(groups[0]), *s.type.dims]), s.type.with_dims([])
    least = {"f16": "0xFC00", "bf16": "0xFF80", "f32": "0xFF800000", "f64": "0xFFF0000000000000"}.get(s.type.element)
    neutral = "0.0" if fold[1] == "add" else least
    rw.number += 1
    return [f"{one} = stablehlo.reshape {operand_of(s)} : ({s.type}) -> {single}",
            f'{wide} = "stablehlo.all_gather"({one}) <{{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = {rw.number}, '
            f'type = 1>, {rw.groups_text(groups)}, use_global_device_ids}}> : ({single}) -> {whole}',
            f"{begin} = stablehlo.constant dense<{neutral}> : {scalar}",
            f"{s.name} = stablehlo.reduce({wide} init: {begin}) applies stablehlo.{fold[1]} across dimensions = [0] : ({whole}, {scalar}) -> {s.type}"]


def gather_dim(s):
    return int(re.search(r"all_gather_dim = (\d+)", s.lines[0])[1])


def all_gather_in_two_steps(rw, s):
    groups = rw.groups_of(s) if s.operation == "stablehlo.all_gather" else None
    steps = groups and halves_of(groups)
    if not steps:
        return None
    d, middle, small = gather_dim(s), rw.new(), len(steps[0][0])
    between = s.operand_type.with_dims(size * (small if k == d else 1) for k, size in enumerate(s.operand_type.dims))
    head = s.lines[0][:s.lines[0].rindex(" : (")]
    return [rw.with_groups(head, steps[0]).replace(s.name + " =", middle + " =", 1) + f" : ({s.operand_type}) -> {between}",
            rw.with_groups(head, steps[1]).replace(f"({operand_of(s)})", f"({middle})", 1) + f" : ({between}) -> {s.type}"]


def all_gather_of_transposed(rw, s):
    if s.operation != "stablehlo.all_gather" or len(s.type.dims) < 2:
        return None
    order = rw.dice.sample(range(len(s.type.dims)), len(s.type.dims))
    back, d, a, b = [order.index(k) for k in range(len(order))], gather_dim(s), rw.new(), rw.new()
    given, made = (t.with_dims(t.dims[k] for k in order) for t in (s.operand_type, s.type))
    head = rw.handle(s.lines[0][:s.lines[0].rindex(" : (")]).replace(f"({operand_of(s)})", f"({a})", 1).replace(s.name + " =", b + " =", 1)
    return [f"{a} = stablehlo.transpose {operand_of(s)}, dims = {order} : ({s.operand_type}) -> {given}",
            re.sub(r"all_gather_dim = \d+", f"all_gather_dim = {order.index(d)}", head) + f" : ({given}) -> {made}",
            f"{s.name} = stablehlo.transpose {b}, dims = {back} : ({made}) -> {s.type}"]


def all_to_all_as_gather_and_slice(rw, s):
    groups = rw.groups_of(s) if s.operation == "stablehlo.all_to_all" else None
    if not groups:
        return None
    split, join = (int(re.search(rf"{word}_dimension = (\d+)", s.lines[0])[1]) for word in ("split", "concat"))
    if split == join:  # what each device gets of a member is not in one piece
        return None
    wide, n = rw.new(), len(groups[0])
    whole = s.operand_type.with_dims(size * (n if k == join else 1) for k, size in enumerate(s.operand_type.dims))
    rw.number += 1
    return [f'{wide} = "stablehlo.all_gather"({operand_of(s)}) <{{all_gather_dim = {join} : i64, channel_handle = #stablehlo.channel_handle<handle = '
            f'{rw.number}, type = 1>, {rw.groups_text(groups)}, use_global_device_ids}}> : ({s.operand_type}) -> {whole}',
            *own_part(rw, s, wide, whole, split, groups, s.operand_type.dims[split] // n)]


def table_as_arithmetic(rw, s):
    found = re.search(r"stablehlo\.dynamic_slice (%\w+), (%\w+), sizes = \[1\] : \(tensor<(\d+)xi64>, tensor<i64>\)", s.lines[0])
    table = found and re.search(rf"{found[1]} = stablehlo\.constant dense<\[([-\d, ]+)\]>", rw.text)
    numbers = [int(x) for x in table[1].split(",")] if table else []
    for by in [n for n in range(1, len(numbers)) if len(numbers) % n == 0]:
        for period in [n for n in range(2, len(numbers) // by + 1) if len(numbers) % (n * by) == 0]:
            times = numbers[by] if by < len(numbers) else 0
            if times and numbers == [k // by % period * times for k in range(len(numbers))]:
                a, b, c, q, r, m = (rw.new() for _ in range(6))
                return [f"{a} = stablehlo.constant dense<{by}> : tensor<i64>", f"{b} = stablehlo.constant dense<{period}> : tensor<i64>",
                        f"{c} = stablehlo.constant dense<{times}> : tensor<i64>", f"{q} = stablehlo.divide {found[2]}, {a} : tensor<i64>",
                        f"{r} = stablehlo.remainder {q}, {b} : tensor<i64>", f"{m} = stablehlo.multiply {r}, {c} : tensor<i64>",
                        f"{s.name} = stablehlo.reshape {m} : (tensor<i64>) -> tensor<1xi64>"]
    return None


PRODUCT = re.compile(r"stablehlo\.dot_general (%\w+), (%\w+), contracting_dims = \[(\d)\] x \[(\d)\](.*?) : "
                     r"\(tensor<([^<>]*)>, tensor<([^<>]*)>\) -> tensor<([^<>]*)>$")


def product_turned(rw, s):
    found = PRODUCT.search(s.lines[0])
    if not found:
        return None
    a, b, c = (Tensor(found[k]) for k in (6, 7, 8))
    left, right, other = len(a.dims) - 1, len(b.dims) - 1, rw.new()
    turned = c.with_dims([*c.dims[left:], *c.dims[:left]])
    back = [*range(right, left + right), *range(right)]
    return [f"{other} = stablehlo.dot_general {found[2]}, {found[1]}, contracting_dims = [{found[4]}] x [{found[3]}]{found[5]} : ({b}, {a}) -> {turned}",
            f"{s.name} = stablehlo.transpose {other}, dims = {back} : ({turned}) -> {c}"]


def product_in_halves(rw, s):
    found = PRODUCT.search(s.lines[0])
    if not found:
        return None
    a, b, c = (Tensor(found[k]) for k in (6, 7, 8))
    size, dims = a.dims[int(found[3])], (int(found[3]), int(found[4]))
    if size < 2:
        return None
    at, lines, halves = rw.dice.randrange(1, size), [], []
    for low, high in ((0, at), (at, size)):
        names = []
        for value, own, d in ((found[1], a, dims[0]), (found[2], b, dims[1])):
            part = own.with_dims(high - low if k == d else n for k, n in enumerate(own.dims))
            names.append((rw.new(), part))
            lines.append(f"{names[-1][0]} = {slice_text(value, own.dims, d, low, high)} : ({own}) -> {part}")
        halves.append(rw.new())
        lines.append(f"{halves[-1]} = stablehlo.dot_general {names[0][0]}, {names[1][0]}, contracting_dims = [{dims[0]}] x [{dims[1]}]{found[5]} : "
                     f"({names[0][1]}, {names[1][1]}) -> {c}")
    return [*lines, f"{s.name} = stablehlo.add {halves[0]}, {halves[1]} : {c}"]


# --- of collectives and of what stands beside them ------------------------------------------------

UNARY = re.compile(r"= stablehlo\.(tanh|exponential|negate|abs|sine|logistic|rsqrt|sqrt) (%[\w#]+) : (tensor<[^<>]*>)$")


def collective(rw, name, operand, words, given, made):
    rw.number += 1
    return (f'"stablehlo.{name}"({operand}) <{{channel_handle = #stablehlo.channel_handle<handle = {rw.number}, type = 1>, {words}}}> : '
            f"({given}) -> {made}")


def sum_of_members(rw, operand, groups, kind, fold="add"):
    """Lines of an all_reduce behind `NAME = `."""
    a, b, c = rw.new(), rw.new(), rw.new()
    scalar = kind.with_dims([])
    rw.number += 1
    return [f'"stablehlo.all_reduce"({operand}) <{{channel_handle = #stablehlo.channel_handle<handle = {rw.number}, type = 1>, '
            f"{rw.groups_text(groups)}, use_global_device_ids}}> ({{", f"^bb0({a}: {scalar}, {b}: {scalar}):",
            f"{c} = stablehlo.{fold} {a}, {b} : {scalar}", f"stablehlo.return {c} : {scalar}", f"}}) : ({kind}) -> {kind}"]


def places_in_groups(rw, groups, times=1):
    """(lines, name): for each device, its place in its group."""
    table, names = [0] * rw.devices, [rw.new() for _ in range(5)]
    for group in groups:
        for place, device in enumerate(group):
            table[device] = place * times
    return [f"{names[0]} = stablehlo.partition_id : tensor<ui32>", f"{names[1]} = stablehlo.convert {names[0]} : (tensor<ui32>) -> tensor<i64>",
            f"{names[2]} = stablehlo.constant dense<{table}> : tensor<{rw.devices}xi64>",
            f"{names[3]} = stablehlo.dynamic_slice {names[2]}, {names[1]}, sizes = [1] : (tensor<{rw.devices}xi64>, tensor<i64>) -> tensor<1xi64>",
            f"{names[4]} = stablehlo.reshape {names[3]} : (tensor<1xi64>) -> tensor<i64>"], names[4]


def function_behind_gather(rw, s):
    """f of each part, gathered, is f of what is gathered."""
    groups = rw.groups_of(s) if s.operation == "stablehlo.all_gather" else None
    inner = rw.by_name.get(operand_of(s)) if groups else None
    found = inner and inner.last < s.first and UNARY.search(inner.lines[0])
    if not found:
        return None
    wide = rw.new()
    return [rw.handle(s.lines[0]).replace(f"({operand_of(s)})", f"({found[2]})", 1).replace(s.name + " =", wide + " =", 1),
            f"{s.name} = stablehlo.{found[1]} {wide} : {s.type}"]


def gathered_before_function(rw, s):
    """f of a value is the own part of f of what all members have."""
    found = UNARY.search(s.lines[0])
    sizes = [n for n in (2, 4, 3) if rw.devices % n == 0]
    if not found or not is_value(s) or not s.type.dims or not sizes or s.indent != "    ":
        return None
    n, d, wide, f = sizes[0], 0, rw.new(), rw.new()
    groups = [list(range(k, rw.devices, rw.devices // n)) for k in range(rw.devices // n)]
    whole = s.type.with_dims(size * (n if k == d else 1) for k, size in enumerate(s.type.dims))
    words = f"all_gather_dim = {d} : i64, {rw.groups_text(groups)}, use_global_device_ids"
    return [f"{wide} = {collective(rw, 'all_gather', found[2], words, s.type, whole)}", f"{f} = stablehlo.{found[1]} {wide} : {whole}",
            *own_part(rw, s, f, whole, d, groups, s.type.dims[d])]


def gather_as_padded_sum(rw, s):
    """What members have, each written into zeros at its place, is summed."""
    groups = rw.groups_of(s) if s.operation == "stablehlo.all_gather" else None
    if not groups or s.type.element[0] != "f":
        return None
    d, zeros, zero, wide = gather_dim(s), rw.new(), rw.new(), rw.new()
    lines, place = places_in_groups(rw, groups, s.operand_type.dims[d])
    starts = ", ".join(place if k == d else zero for k in range(len(s.type.dims)))
    summed = sum_of_members(rw, wide, groups, s.type)
    return [*lines, f"{zero} = stablehlo.constant dense<0> : tensor<i64>", f"{zeros} = stablehlo.constant dense<0.0> : {s.type}",
            f"{wide} = stablehlo.dynamic_update_slice {zeros}, {operand_of(s)}, {starts} : "
            f"({s.type}, {s.operand_type}{', tensor<i64>' * len(s.type.dims)}) -> {s.type}",
            f"{s.name} = {summed[0]}", *summed[1:]]


def permute_as_gather_and_slice(rw, s):
    """All devices have all; each takes that of its source, and zeros where it has none."""
    found = PAIRS.search(s.lines[0])
    if not found or not s.type.dims or s.type.element[0] != "f" or rw.devices > 64:
        return None
    pairs = [[int(x) for x in pair.split(",")] for pair in re.findall(r"\[(\d+, \d+)\]", found[1])]
    operand, wide, whole = re.search(r"\((%[\w#]+)\)", s.lines[0])[1], rw.new(), s.type.with_dims([rw.devices * s.type.dims[0], *s.type.dims[1:]])
    groups, source = [list(range(rw.devices))], dict((b, a) for a, b in pairs)
    words = f"all_gather_dim = 0 : i64, {rw.groups_text(groups)}, use_global_device_ids"
    order = [source.get(k, 0) for k in range(rw.devices)]
    lines, place = places_in_groups(rw, groups)
    from_where, has, at, got, mask, zeros, zero, truth = (rw.new() for _ in range(8))
    own, begin, size = rw.new(), rw.new(), rw.new()
    return [*lines, f"{wide} = {collective(rw, 'all_gather', operand, words, s.type, whole)}",
            f"{from_where} = stablehlo.constant dense<{[k * s.type.dims[0] for k in order]}> : tensor<{rw.devices}xi64>",
            f"{at} = stablehlo.dynamic_slice {from_where}, {place}, sizes = [1] : (tensor<{rw.devices}xi64>, tensor<i64>) -> tensor<1xi64>",
            f"{begin} = stablehlo.reshape {at} : (tensor<1xi64>) -> tensor<i64>", f"{zero} = stablehlo.constant dense<0> : tensor<i64>",
            f"{got} = stablehlo.dynamic_slice {wide}, {', '.join([begin] + [zero] * (len(s.type.dims) - 1))}, sizes = {s.type.dims} : "
            f"({whole}{', tensor<i64>' * len(s.type.dims)}) -> {s.type}",
            f"{has} = stablehlo.constant dense<{[int(k in source) for k in range(rw.devices)]}> : tensor<{rw.devices}xi64>",
            f"{own} = stablehlo.dynamic_slice {has}, {place}, sizes = [1] : (tensor<{rw.devices}xi64>, tensor<i64>) -> tensor<1xi64>",
            f"{size} = stablehlo.reshape {own} : (tensor<1xi64>) -> tensor<i64>",
            f"{truth} = stablehlo.compare GT, {size}, {zero} : (tensor<i64>, tensor<i64>) -> tensor<i1>",
            f"{mask} = stablehlo.broadcast_in_dim {truth}, dims = [] : (tensor<i1>) -> {s.type.with_element('i1')}",
            f"{zeros} = stablehlo.constant dense<0.0> : {s.type}",
            f"{s.name} = stablehlo.select {mask}, {got}, {zeros} : {s.type.with_element('i1')}, {s.type}"]


def permute_in_halves(rw, s):
    found = PAIRS.search(s.lines[0])
    d = next((k for k, size in enumerate(s.type.dims) if size > 1), None) if found and s.type else None
    if d is None:
        return None
    operand, at, names, lines = re.search(r"\((%[\w#]+)\)", s.lines[0])[1], rw.dice.randrange(1, s.type.dims[d]), [], []
    for low, high in ((0, at), (at, s.type.dims[d])):
        part = s.type.with_dims(high - low if k == d else size for k, size in enumerate(s.type.dims))
        a, b = rw.new(), rw.new()
        lines += [f"{a} = {slice_text(operand, s.type.dims, d, low, high)} : ({s.type}) -> {part}",
                  f"{b} = {collective(rw, 'collective_permute', a, found[0], part, part)}"]
        names.append((b, part))
    return [*lines, f"{s.name} = stablehlo.concatenate {names[0][0]}, {names[1][0]}, dim = {d} : ({names[0][1]}, {names[1][1]}) -> {s.type}"]


def all_reduce_of_slices(rw, s):
    """Parts of a value are summed by themselves."""
    groups = rw.groups_of(s) if s.operation == "stablehlo.all_reduce" else None
    d = next((k for k, size in enumerate(s.type.dims) if size > 1), None) if groups and s.type else None
    if d is None:
        return None
    at, names, lines = rw.dice.randrange(1, s.type.dims[d]), [], []
    for low, high in ((0, at), (at, s.type.dims[d])):
        part = s.type.with_dims(high - low if k == d else size for k, size in enumerate(s.type.dims))
        a, b = rw.new(), rw.new()
        own = rw.with_groups(s.text, groups).replace(s.name + " =", b + " =", 1).replace(f"({operand_of(s)})", f"({a})", 1)
        own = own[:own.rindex("}) : ")] + f"}}) : ({part}) -> {part}"
        lines += [f"{a} = {slice_text(operand_of(s), s.type.dims, d, low, high)} : ({s.type}) -> {part}", *own.split("\n")]
        names.append((b, part))
    return [*lines, f"{s.name} = stablehlo.concatenate {names[0][0]}, {names[1][0]}, dim = {d} : ({names[0][1]}, {names[1][1]}) -> {s.type}"]


def all_reduce_of_flat(rw, s):
    groups = rw.groups_of(s) if s.operation == "stablehlo.all_reduce" else None
    if not groups or not is_value(s):
        return None
    flat, a, b = s.type.with_dims([math.prod(s.type.dims)]), rw.new(), rw.new()
    own = rw.with_groups(s.text, groups).replace(s.name + " =", b + " =", 1).replace(f"({operand_of(s)})", f"({a})", 1)
    own = own[:own.rindex("}) : ")] + f"}}) : ({flat}) -> {flat}"
    return [f"{a} = stablehlo.reshape {operand_of(s)} : ({s.type}) -> {flat}", *own.split("\n"),
            f"{s.name} = stablehlo.reshape {b} : ({flat}) -> {s.type}"]


def all_reduce_of_products(rw, s):
    """A number that all devices have is a factor of the sum."""
    groups = rw.groups_of(s) if s.operation == "stablehlo.all_reduce" else None
    if not groups or not is_value(s) or "stablehlo.add" not in s.text or s.type.element not in ("f32", "f64"):
        return None
    two, half, a, b = (rw.new() for _ in range(4))
    own = rw.with_groups(s.text, groups).replace(s.name + " =", b + " =", 1).replace(f"({operand_of(s)})", f"({a})", 1)
    return [f"{two} = stablehlo.constant dense<4.0> : {s.type}", f"{half} = stablehlo.constant dense<0.25> : {s.type}",
            f"{a} = stablehlo.multiply {operand_of(s)}, {two} : {s.type}", *own.split("\n"), f"{s.name} = stablehlo.multiply {b}, {half} : {s.type}"]


def maximum_as_minimum(rw, s):
    """max(x, y) = -min(-x, -y)."""
    found = re.search(r"stablehlo\.(maximum|minimum) (%[\w#]+), (%[\w#]+) : (tensor<[^<>]*f\d+>)$", s.lines[0])
    a, b, c = rw.new(), rw.new(), rw.new()
    other = found and {"maximum": "minimum", "minimum": "maximum"}[found[1]]
    return [f"{a} = stablehlo.negate {found[2]} : {found[4]}", f"{b} = stablehlo.negate {found[3]} : {found[4]}",
            f"{c} = stablehlo.{other} {a}, {b} : {found[4]}", f"{s.name} = stablehlo.negate {c} : {found[4]}"] if found else None


def quotient_as_product(rw, s):
    found = re.search(r"stablehlo\.divide (%[\w#]+), (%[\w#]+) : (tensor<[^<>]*f\d+>)$", s.lines[0])
    one, inverse = rw.new(), rw.new()
    return [f"{one} = stablehlo.constant dense<1.0> : {found[3]}", f"{inverse} = stablehlo.divide {one}, {found[2]} : {found[3]}",
            f"{s.name} = stablehlo.multiply {found[1]}, {inverse} : {found[3]}"] if found else None


def broadcast_in_two_steps(rw, s):
    found = re.search(r"stablehlo\.broadcast_in_dim (%[\w#]+), dims = \[([\d, ]*)\] : \(tensor<([^<>]*)>\)", s.lines[0])
    if not found or not is_value(s) or not s.type.dims:
        return None
    given, to, middle = Tensor(found[3]), [int(x) for x in found[2].split(",") if x.strip()], rw.new()
    sizes = [1] * len(s.type.dims)
    for own, place in zip(given.dims, to):
        sizes[place] = own
    between = s.type.with_dims(sizes)
    return [f"{middle} = stablehlo.broadcast_in_dim {found[1]}, dims = {to} : ({given}) -> {between}",
            f"{s.name} = stablehlo.broadcast_in_dim {middle}, dims = {list(range(len(sizes)))} : ({between}) -> {s.type}"]


REDUCE = re.compile(r"stablehlo\.reduce\((%[\w#]+) init: (%[\w#]+)\) applies stablehlo\.(\w+) across dimensions = \[([\d, ]+)\] : "
                    r"\(tensor<([^<>]*)>, (tensor<[^<>]*>)\)")


def reduce_in_two_steps(rw, s):
    found = REDUCE.search(s.lines[0])
    dims = [int(x) for x in found[4].split(",")] if found else []
    if len(dims) < 2:
        return None
    given, middle, last = Tensor(found[5]), rw.new(), dims[-1]
    between = given.with_dims(size for k, size in enumerate(given.dims) if k != last)
    return [f"{middle} = stablehlo.reduce({found[1]} init: {found[2]}) applies stablehlo.{found[3]} across dimensions = [{last}] : "
            f"({given}, {found[6]}) -> {between}",
            f"{s.name} = stablehlo.reduce({middle} init: {found[2]}) applies stablehlo.{found[3]} across dimensions = {dims[:-1]} : "
            f"({between}, {found[6]}) -> {s.type}"]


def reduce_as_product(rw, s):
    """A sum along one dimension is a product with ones."""
    found = REDUCE.search(s.lines[0])
    dims = [int(x) for x in found[4].split(",")] if found else []
    zero = found and re.search(rf"{re.escape(found[2])} = stablehlo\.constant dense<0\.0+e\+00>", rw.text)
    if len(dims) != 1 or found[3] != "add" or not zero or not s.type or s.type.element != "f32":
        return None
    given, ones = Tensor(found[5]), rw.new()
    row = given.with_dims([given.dims[dims[0]]])
    return [f"{ones} = stablehlo.constant dense<1.0> : {row}",
            f"{s.name} = stablehlo.dot_general {found[1]}, {ones}, contracting_dims = {dims} x [0] : ({given}, {row}) -> {s.type}"]


def reduce_in_rows(rw, s):
    """A dimension of which parts are folded, and then the parts."""
    found = REDUCE.search(s.lines[0])
    dims = [int(x) for x in found[4].split(",")] if found else []
    given = Tensor(found[5]) if found else None
    small = next((n for n in (2, 3, 5, 7) if len(dims) == 1 and given.dims[dims[0]] % n == 0 and given.dims[dims[0]] > n), None)
    if small is None:
        return None
    d, a, b = dims[0], rw.new(), rw.new()
    split = given.with_dims([*given.dims[:d], given.dims[d] // small, small, *given.dims[d + 1:]])
    between = given.with_dims([*given.dims[:d], given.dims[d] // small, *given.dims[d + 1:]])
    head = f"applies stablehlo.{found[3]} across dimensions ="
    return [f"{a} = stablehlo.reshape {found[1]} : ({given}) -> {split}",
            f"{b} = stablehlo.reduce({a} init: {found[2]}) {head} [{d + 1}] : ({split}, {found[6]}) -> {between}",
            f"{s.name} = stablehlo.reduce({b} init: {found[2]}) {head} [{d}] : ({between}, {found[6]}) -> {s.type}"]


def concatenate_as_sum(rw, s):
    found = re.search(r"stablehlo\.concatenate (%[\w#]+), (%[\w#]+), dim = (\d+) : \(tensor<([^<>]*)>, tensor<([^<>]*)>\)", s.lines[0])
    if not found or s.type.element[0] != "f":
        return None
    d, a, b, zero, x, y = int(found[3]), Tensor(found[4]), Tensor(found[5]), rw.new(), rw.new(), rw.new()
    none, scalar = [0] * len(a.dims), s.type.with_dims([])
    high, low = ([own.dims[d] if k == d else 0 for k in range(len(none))] for own in (b, a))
    return [f"{zero} = stablehlo.constant dense<0.0> : {scalar}",
            f"{x} = stablehlo.pad {found[1]}, {zero}, low = {none}, high = {high}, interior = {none} : ({a}, {scalar}) -> {s.type}",
            f"{y} = stablehlo.pad {found[2]}, {zero}, low = {low}, high = {none}, interior = {none} : ({b}, {scalar}) -> {s.type}",
            f"{s.name} = stablehlo.add {x}, {y} : {s.type}"]


PAD = re.compile(r"stablehlo\.pad (%[\w#]+), (%[\w#]+), low = \[([-\d, ]+)\], high = \[([-\d, ]+)\], interior = \[([\d, ]+)\] : "
                 r"\(tensor<([^<>]*)>, (tensor<[^<>]*>)\)")


def pad_in_two_steps(rw, s):
    found = PAD.search(s.lines[0])
    low, high, inner = ([int(x) for x in found[k].split(",")] for k in (3, 4, 5)) if found else ([], [], [])
    if not found or any(inner) or any(x < 0 for x in low + high):
        return None
    given, middle, none = Tensor(found[6]), rw.new(), [0] * len(low)
    between = given.with_dims(size + own for size, own in zip(given.dims, low))
    return [f"{middle} = stablehlo.pad {found[1]}, {found[2]}, low = {low}, high = {none}, interior = {none} : ({given}, {found[7]}) -> {between}",
            f"{s.name} = stablehlo.pad {middle}, {found[2]}, low = {none}, high = {high}, interior = {none} : ({between}, {found[7]}) -> {s.type}"]


def pad_as_concatenation(rw, s):
    found = PAD.search(s.lines[0])
    low, high, inner = ([int(x) for x in found[k].split(",")] for k in (3, 4, 5)) if found else ([], [], [])
    padded = [k for k in range(len(low)) if low[k] or high[k]]
    if not found or any(inner) or any(x < 0 for x in low + high) or len(padded) != 1:
        return None
    given, d, lines, names = Tensor(found[6]), padded[0], [], []
    for size, name in ((low[d], None), (given.dims[d], found[1]), (high[d], None)):
        part = given.with_dims(size if k == d else own for k, own in enumerate(given.dims))
        if size and not name:
            name = rw.new()
            lines.append(f"{name} = stablehlo.broadcast_in_dim {found[2]}, dims = [] : ({found[7]}) -> {part}")
        if size:
            names.append((name, part))
    return [*lines, f"{s.name} = stablehlo.concatenate {', '.join(name for name, _ in names)}, dim = {d} : "
            f"({', '.join(str(part) for _, part in names)}) -> {s.type}"]


def choice_as_product(rw, s):
    """What a mask leaves of a value is the value times 1 or 0."""
    found = re.search(r"stablehlo\.select (%[\w#]+), (%[\w#]+), (%[\w#]+) : tensor<([^<>]*)>, (tensor<[^<>]*>)$", s.lines[0])
    zero = found and re.search(rf"{re.escape(found[3])} = stablehlo\.broadcast_in_dim (%\w+), dims = \[\]", rw.text)
    zero = zero and re.search(rf"{re.escape(zero[1])} = stablehlo\.constant dense<0\.0+e\+00>", rw.text)
    if not zero or not s.type or Tensor(found[4]).dims != s.type.dims:
        return None
    mask = rw.new()
    return [f"{mask} = stablehlo.convert {found[1]} : (tensor<{found[4]}>) -> {s.type}", f"{s.name} = stablehlo.multiply {found[2]}, {mask} : {s.type}"]


def slice_before_function(rw, s):
    found = re.search(r"stablehlo\.slice (%[\w#]+) (\[[^\]]*\]) : \(tensor<([^<>]*)>\)", s.lines[0])
    inner = rw.by_name.get(found[1]) if found else None
    f = inner and inner.last < s.first and UNARY.search(inner.lines[0])
    part = rw.new()
    return [f"{part} = stablehlo.slice {f[2]} {found[2]} : (tensor<{found[3]}>) -> {s.type}", f"{s.name} = stablehlo.{f[1]} {part} : {s.type}"] if f else None


KINDS = {function.__name__: function for function in (
    reshape_pair, transpose_pair, reverse_pair, cut_and_joined, padded_and_sliced, chosen_by_true, gathered_and_sliced, permute_there_and_back,
    dead_code, operation_repeated, operands_commuted, sums_associated, subtract_as_sum, comparison_turned, groups_listed_otherwise,
    pairs_listed_otherwise, permute_as_two, all_reduce_in_two_steps, all_reduce_as_scatter_and_gather, all_reduce_as_gather_and_fold,
    all_gather_in_two_steps, all_gather_of_transposed, all_to_all_as_gather_and_slice, table_as_arithmetic, product_turned, product_in_halves,
    function_behind_gather, gathered_before_function, gather_as_padded_sum, permute_as_gather_and_slice, permute_in_halves, all_reduce_of_slices,
    all_reduce_of_flat, all_reduce_of_products, maximum_as_minimum, quotient_as_product, broadcast_in_two_steps, reduce_in_two_steps,
    reduce_as_product, reduce_in_rows, concatenate_as_sum, pad_in_two_steps, pad_as_concatenation, choice_as_product, slice_before_function)}


# --- all ------------------------------------------------------------------------------------------

def with_devices(text, devices):
    """The first axis of the mesh so long that there are as many devices, if the others divide them."""
    found = re.search(r"sdy\.mesh @\w+ = <\[(\"\w+\"=)(\d+)((?:, \"\w+\"=\d+)*)\]>", text)
    others = math.prod(int(n) for n in re.findall(r"=(\d+)", found[3])) if found else 0
    if not others or devices % others:
        return None
    text = text[:found.start(2)] + str(devices // others) + text[found.end(2):]
    return re.sub(r"num_partitions = \d+", f"num_partitions = {devices}", text, count=1)


def call(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300)


class Judge:
    def __init__(self, options, scratch):
        self.options, self.whole, self.parts = options, scratch / "global.mlir", scratch / "parts.mlir"

    def by_relations(self, text):
        self.parts.write_text(text)
        said = call(self.options.sdyc, "verify", "--quiet", "--seconds=0.01", self.whole, self.parts)
        return "not read" if said.returncode == 2 else "proved" if "by relations" in said.stdout else "not proved"

    def evaluated(self):
        return call(self.options.sdyc, "verify", "--quiet", "--evaluate", self.whole, self.parts).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sdyc")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rewrites", type=int, default=3)
    parser.add_argument("--devices", type=int)
    parser.add_argument("--evaluate", action="store_true")
    parser.add_argument("-v", action="store_true")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    files = options.files or sorted(MODELS.glob("*/model.mlir"))
    if not files:
        sys.exit(SKIPPED)
    counts, wrong, dice = collections.defaultdict(collections.Counter), 0, random.Random(options.seed)
    with tempfile.TemporaryDirectory() as name:
        judge = Judge(options, Path(name))
        for path in files:
            text = path.read_text()
            text = with_devices(text, options.devices) if options.devices else text
            if text is None:
                continue
            judge.whole.write_text(text)
            partitioned = call(options.sdyc, "partition", judge.whole)
            if partitioned.returncode or judge.by_relations(partitioned.stdout) != "proved":
                counts["original"]["no partition" if partitioned.returncode else "not proved"] += 1
                if options.v:
                    print(f"{path}: original", flush=True)
                continue
            counts["original"]["proved"] += 1
            for kind in dice.sample(sorted(KINDS), min(len(KINDS), options.rewrites)):
                made = Rewriter(partitioned.stdout, dice).result(KINDS[kind])
                if made is None:
                    continue
                outcome = judge.by_relations(made[0])
                counts[kind][outcome] += 1
                if outcome == "not proved" and options.evaluate and judge.evaluated() == 1:
                    wrong += 1
                    print(f"{path}: {kind}: refuted: {made[1][:120]}")
                if options.v and outcome != "proved":
                    print(f"{path}: {kind}: {outcome}: {made[1][:160]}", flush=True)
    for kind, own in sorted(counts.items()):
        print(f"{kind:34} " + ", ".join(f"{count} {outcome}" for outcome, count in sorted(own.items())))
    sys.exit(1 if wrong or any(own["not read"] for own in counts.values()) else 0)


if __name__ == "__main__":
    main()
