#!/usr/bin/env python3
"""Faults by kind, and what `sdyc verify` says of them: faults.py SDYC [--seed S] [--faults N] [--devices N,N,...] [--kind KIND] [--keep DIR] [--run] [-v] [FILE]...

Plants N faults, each of a kind of KINDS, in the partition of each model of ../shared/models (or of FILE), with the first axis of the mesh so long
that there are as many devices as is said (0: as it is). Prints for each kind how many are refuted, not decided and proved. Some change nothing:
a value on a device that nobody asks for, a groups' order behind a sum. Those that are proved by relations on up to 64 devices are evaluated too,
in the field and in real numbers; it fails where that finds a difference, where a partition is wrong and cannot be read, where verify ends by a signal, and where it
takes more than 60 s or 2 GB. With --keep what is proved or not decided is written into a folder, for a closer look. With --run both programs are
run (run_both.py) where a fault on up to 64 devices is proved or not decided: it fails where one is proved that changes a result.
"""
import argparse
import collections
import random
import re
import resource
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from rewrites import MODELS, SKIPPED, Rewriter, is_value, operand_of, slice_text, with_devices

SECONDS, BYTES = 60, 2 << 30  # of the processor; of memory
FEW_DEVICES = 64
WAITED = 20 * SECONDS  # of the clock, where others use the machine too
TABLE = re.compile(r"stablehlo\.constant dense<(\[[-\d, ]+\]|\"0x[0-9A-F]+\")> : tensor<(\d+)xi64>")
UNARY = ("tanh", "exponential", "logistic", "sqrt", "rsqrt", "abs", "negate", "cosine", "sine", "log")
UNARY_LINE = re.compile(r"stablehlo\.(\w+) (%\w+) : (tensor<[^<>]*>)$")
BINARY_LINE = re.compile(r"stablehlo\.(\w+) (%\w+), (%\w+) : (tensor<[^<>]*>)$")
SELECT = re.compile(r"stablehlo\.select (%[\w#]+), (%[\w#]+), (%[\w#]+) :")
OTHER_OPERATION = {"add": "subtract", "subtract": "add", "multiply": "add", "divide": "multiply", "maximum": "minimum", "minimum": "maximum",
                   "tanh": "logistic", "logistic": "tanh", "exponential": "negate", "and": "or", "or": "and", "sqrt": "rsqrt", "rsqrt": "sqrt"}


def numbers_of(text):
    """Those of a list, or of the bytes of 64-bit integers."""
    if text.startswith('"0x'):
        return [x[0] for x in struct.iter_unpack("<q", bytes.fromhex(text[3:-1]))]
    return [int(x) for x in re.findall(r"-?\d+", text)]


GROUPS_OF_ANY = re.compile(r"replica_groups = dense<([^<>]*)> : tensor<(\d+)x(\d+)xi64>")
PAIRS_OF_ANY = re.compile(r"source_target_pairs = dense<([^<>]*)> : tensor<(\d+)x2xi64>")


def in_rows(text, width):
    own = numbers_of(text)
    return [own[i:i + width] for i in range(0, len(own), width)]


def groups_of(s):
    found = GROUPS_OF_ANY.search(s.lines[0])
    return in_rows(found[1], int(found[3])) if found else None


def with_groups(s, groups):
    rows = f"replica_groups = dense<{groups}> : tensor<{len(groups)}x{len(groups[0])}xi64>"
    return [GROUPS_OF_ANY.sub(lambda _: rows, s.lines[0], count=1), *s.lines[1:]]


def pairs_of(s):
    found = PAIRS_OF_ANY.search(s.lines[0])
    return in_rows(found[1], 2) if found and found[1] else None


def with_pairs(s, pairs):
    rows = f"source_target_pairs = dense<{pairs}> : tensor<{len(pairs)}x2xi64>"
    return [PAIRS_OF_ANY.sub(lambda _: rows, s.lines[0], count=1), *s.lines[1:]] if pairs else None


def varies(s):
    """Whether it is a value that is no constant, nor one number in all places."""
    return is_value(s) and not re.search(r"stablehlo\.constant|dims = \[\] :", s.lines[0])


def is_a(s, *operations):
    return s.operation.removeprefix("stablehlo.") in operations


def copied(s, value):
    return [f"{s.name} = stablehlo.reshape {value} : ({s.type}) -> {s.type}"]


def exchanged(dice, items):
    a, b = dice.sample(range(len(items)), 2)
    items[a], items[b] = items[b], items[a]
    return items


# --- groups and pairs -----------------------------------------------------------------------------

def groups_kind(change, *operations):
    """A fault in the groups of collectives; the change is given dice and groups, and returns None where it does not apply."""
    def kind(rw, s):
        groups = groups_of(s) if is_a(s, *operations) else None
        changed = groups and change(rw.dice, [list(group) for group in groups])
        return with_groups(s, changed) if changed and changed != groups else None
    return kind


ORDERED, SUMS = ("all_gather", "reduce_scatter", "all_to_all", "collective_broadcast"), ("all_reduce", "reduce_scatter")


def one_group(change):
    """The change of one group among all."""
    def changed(dice, groups):
        at = dice.randrange(len(groups))
        if len(groups[at]) > 1:
            groups[at] = change(dice, groups[at])
        return groups
    return changed


def between_groups(dice, groups):
    if len(groups) > 1:
        (a, b), k, m = dice.sample(range(len(groups)), 2), dice.randrange(len(groups[0])), dice.randrange(len(groups[0]))
        groups[a][k], groups[b][m] = groups[b][m], groups[a][k]
    return groups


def of_other_axis(dice, groups):
    size, count = len(groups[0]), len(groups)
    ids = sorted(x for group in groups for x in group)
    near, far = [ids[i:i + size] for i in range(0, len(ids), size)], [ids[i::count] for i in range(count)]
    return far if near == groups else near


def halved(dice, groups):
    half = len(groups[0]) // 2
    return [part for group in groups for part in (group[:half], group[half:])] if half and len(groups[0]) % 2 == 0 else None


def joined(dice, groups):
    return [groups[i] + groups[i + 1] for i in range(0, len(groups), 2)] if len(groups) > 1 and len(groups) % 2 == 0 else None


def pairs_kind(change):
    def kind(rw, s):
        pairs = pairs_of(s) if is_a(s, "collective_permute") else None
        changed = pairs and change(rw.dice, [list(pair) for pair in pairs], rw.devices)
        return with_pairs(s, changed) if changed and sorted(changed) != sorted(pairs) else None
    return kind


def sources_exchanged(dice, pairs, _):
    if len(pairs) > 1:
        a, b = dice.sample(range(len(pairs)), 2)
        pairs[a][0], pairs[b][0] = pairs[b][0], pairs[a][0]
    return pairs


def one_pair_less(dice, pairs, _):
    pairs.pop(dice.randrange(len(pairs)))
    return pairs


def one_pair_more(dice, pairs, devices):
    sources, targets = ({*range(devices)} - {pair[k] for pair in pairs} for k in (0, 1))
    return [*pairs, [dice.choice(sorted(sources)), dice.choice(sorted(targets))]] if sources else None


def next_neighbour(dice, pairs, devices):
    return [[a, (b + 1) % devices] for a, b in pairs]


def pairs_turned(dice, pairs, _):
    return [[b, a] for a, b in pairs]


# --- tables and numbers ---------------------------------------------------------------------------

def table_kind(change):
    def kind(rw, s):
        found = TABLE.search(s.lines[0])
        numbers = numbers_of(found[1]) if found and int(found[2]) == rw.devices else None
        changed = numbers and change(rw.dice, numbers[:])
        return [s.lines[0].replace(found[1], str(changed), 1)] if changed and changed != numbers else None
    return kind


def one_entry_moved(dice, numbers):
    numbers[dice.randrange(len(numbers))] += dice.choice([-1, 1])
    return numbers


def one_entry_of_another(dice, numbers):
    numbers[dice.randrange(len(numbers))] = dice.choice(numbers)
    return numbers


def all_moved(dice, numbers):
    by = dice.choice([-1, 1])
    return [x + by for x in numbers]


def interleaved(dice, numbers):
    return numbers[::2] + numbers[1::2]


def constant_kind(element, change):
    """A fault in the one number of a constant."""
    pattern = re.compile(rf"stablehlo\.constant dense<(-?[\d.e+-]+|0x[0-9A-F]+)> : tensor<(?:\d+x)*{element}>")

    def kind(rw, s):
        found = pattern.search(s.lines[0])
        changed = found and change(rw, found[1])
        return [s.lines[0].replace(f"dense<{found[1]}>", f"dense<{changed}>", 1)] if changed and changed != found[1] else None
    return kind


def integer_moved(rw, text):
    return str(int(text) + rw.dice.choice([-1, 1])) if re.fullmatch(r"-?\d+", text) else None


def real_scaled(rw, text):
    scale = rw.dice.choice([size for size in range(2, rw.devices + 1) if rw.devices % size == 0] or [2])
    return None if text.startswith("0x") or float(text) == 0 else repr(float(text) * rw.dice.choice([scale, 1 / scale]))


def other_neutral(rw, text):
    return {"0xFF800000": "0.0", "0x7F800000": "0.0", "0.000000e+00": rw.dice.choice(["0xFF800000", "1.0"]), "1.000000e+00": "0.0"}.get(text)


# --- collectives ----------------------------------------------------------------------------------

def dropped(*operations):
    def kind(rw, s):
        if is_a(s, *operations) and str(s.type) == str(s.operand_type) and "(" in s.lines[0]:
            return copied(s, operand_of(s))
        return None
    return kind


def own_copies(rw, s):
    """An all_gather of the device's own part."""
    groups = groups_of(s) if is_a(s, "all_gather") else None
    d = groups and int(re.search(r"all_gather_dim = (\d+)", s.lines[0])[1])
    if not groups or len(groups[0]) > 64 or len(groups[0]) < 2:
        return None
    names, types = ", ".join([operand_of(s)] * len(groups[0])), ", ".join([str(s.operand_type)] * len(groups[0]))
    return [f"{s.name} = stablehlo.concatenate {names}, dim = {d} : ({types}) -> {s.type}"]


def sum_twice(rw, s):
    if not is_a(s, "all_reduce") or s.type.element[0] != "f":
        return None
    old = rw.new()
    again = rw.handle(s.text).replace(f"({operand_of(s)})", f"({old})", 1)
    return [*s.text.replace(s.name + " =", old + " =", 1).split("\n"), *again.split("\n")]


def other_reducer(*operations):
    def kind(rw, s):
        found = re.search(r"stablehlo\.(add|maximum|minimum|multiply|and|or) %\w+, %\w+ :", s.text)
        if not found or not is_a(s, *operations) or s.type is None:
            return None
        others = {"and": "or", "or": "and"}.get(found[1]) or rw.dice.choice([w for w in ("add", "maximum", "minimum") if w != found[1]])
        return s.text.replace(f"stablehlo.{found[1]} ", f"stablehlo.{others} ", 1).split("\n")
    return kind


def local_reducer(rw, s):
    found = re.search(r"applies stablehlo\.(\w+) ", s.lines[0])
    other = {"add": "maximum", "maximum": "minimum", "minimum": "maximum", "and": "or", "or": "and", "multiply": "add"}.get(found[1]) if found else None
    return [s.lines[0].replace(found[0], f"applies stablehlo.{other} ", 1)] if other and s.type.element != "i1" else None


def partial_through(rw, s, pattern, allowed):
    """The all_reduce that makes an operand, behind the operation instead of before it."""
    found = pattern.search(s.lines[0])
    reduced = found and rw.by_name.get(found[2])
    if not reduced or found[1] not in allowed or not is_a(reduced, "all_reduce") or str(reduced.type) != str(s.type) or "add" not in reduced.text:
        return None
    raw, behind = rw.new(), rw.handle(reduced.text)
    first = re.sub(re.escape(found[2]) + r"\b", operand_of(reduced), s.text.replace(s.name + " =", raw + " =", 1), count=1)
    behind = behind.replace(f"({operand_of(reduced)})", f"({raw})", 1).replace(reduced.name + " =", s.name + " =", 1)
    return [first, *behind.split("\n")]


def sum_after_curve(rw, s):
    return partial_through(rw, s, UNARY_LINE, [word for word in UNARY if word != "negate"])


def bias_in_sum(rw, s):
    return partial_through(rw, s, BINARY_LINE, ["add", "subtract", "maximum"])


# --- values ---------------------------------------------------------------------------------------

def on_one_device(rw, s):
    """A value that is turned around on one device."""
    if not varies(s) or s.type.element[0] != "f" or s.indent != "    ":
        return None
    (old, lines), names = rw.renamed(s), [rw.new() for _ in range(4)]
    return [*lines, f"{names[0]} = stablehlo.partition_id : tensor<ui32>",
            f"{names[1]} = stablehlo.constant dense<{rw.dice.randrange(rw.devices)}> : tensor<ui32>",
            f"{names[2]} = stablehlo.compare EQ, {names[0]}, {names[1]} : (tensor<ui32>, tensor<ui32>) -> tensor<i1>",
            f"{names[3]} = stablehlo.negate {old} : {s.type}",
            f"{s.name} = stablehlo.select {names[2]}, {names[3]}, {old} : tensor<i1>, {s.type}"]


def of_device_before(rw, s):
    """A value of the device before, on all."""
    if not varies(s) or rw.devices < 2 or s.indent != "    ":
        return None
    old, lines = rw.renamed(s)
    pairs = [[k, (k + 1) % rw.devices] for k in range(rw.devices)]
    rw.number += 1
    return [*lines, f'{s.name} = "stablehlo.collective_permute"({old}) <{{channel_handle = #stablehlo.channel_handle<handle = {rw.number}, type = 1>, '
            f'source_target_pairs = dense<{pairs}> : tensor<{rw.devices}x2xi64>}}> : ({s.type}) -> {s.type}']


def of_first_device(rw, s):
    if not is_a(s, "partition_id"):
        return None
    return [f"{s.name} = stablehlo.constant dense<0> : tensor<ui32>"]


def of_neighbour(rw, s):
    if not is_a(s, "partition_id"):
        return None
    old, one, most, more = rw.new(), rw.new(), rw.new(), rw.new()
    return [f"{old} = stablehlo.partition_id : tensor<ui32>", f"{one} = stablehlo.constant dense<1> : tensor<ui32>",
            f"{most} = stablehlo.constant dense<{rw.devices - 1}> : tensor<ui32>", f"{more} = stablehlo.add {old}, {one} : tensor<ui32>",
            f"{s.name} = stablehlo.minimum {more}, {most} : tensor<ui32>"]


def reversed_value(rw, s):
    if not varies(s) or max(s.type.dims, default=0) < 2:
        return None
    d, (old, lines) = rw.dice.choice([k for k, size in enumerate(s.type.dims) if size > 1]), rw.renamed(s)
    return [*lines, f"{s.name} = stablehlo.reverse {old}, dims = [{d}] : {s.type}"]


def rolled_value(rw, s):
    """A halo that is off by one: elements along a dimension one further, the first one last."""
    if not varies(s) or max(s.type.dims, default=0) < 2:
        return None
    d, (old, lines) = rw.dice.choice([k for k, size in enumerate(s.type.dims) if size > 1]), rw.renamed(s)
    a, b, size = rw.new(), rw.new(), s.type.dims[d]
    first, rest = (s.type.with_dims(own if k == d else n for k, n in enumerate(s.type.dims)) for own in (1, size - 1))
    return [*lines, f"{a} = {slice_text(old, s.type.dims, d, 0, 1)} : ({s.type}) -> {first}",
            f"{b} = {slice_text(old, s.type.dims, d, 1, size)} : ({s.type}) -> {rest}",
            f"{s.name} = stablehlo.concatenate {b}, {a}, dim = {d} : ({rest}, {first}) -> {s.type}"]


def dims_exchanged(rw, s):
    """Two dimensions of one extent, each in the place of the other."""
    equal = [(a, b) for a in range(len(s.type.dims)) for b in range(a) if s.type.dims[a] == s.type.dims[b] > 1] if varies(s) else []
    if not equal:
        return None
    (a, b), (old, lines), order = rw.dice.choice(equal), rw.renamed(s), list(range(len(s.type.dims)))
    order[a], order[b] = b, a
    return [*lines, f"{s.name} = stablehlo.transpose {old}, dims = {order} : ({s.type}) -> {s.type}"]


def rounded(rw, s):
    """A value that is a whole number for a while."""
    if not varies(s) or s.type.element not in ("f32", "f64", "bf16"):
        return None
    whole = str(s.type)[:-len(s.type.element) - 1] + "i32>"
    old, middle = rw.new(), rw.new()
    return [*s.text.replace(s.name + " =", old + " =", 1).split("\n"), f"{middle} = stablehlo.convert {old} : ({s.type}) -> {whole}",
            f"{s.name} = stablehlo.convert {middle} : ({whole}) -> {s.type}"]


def narrowed(rw, s):
    """An integer that has fewer bits for a while."""
    if not varies(s) or s.type.element not in ("i32", "i64") or "partition_id" in s.text:
        return None
    narrow = str(s.type)[:-len(s.type.element) - 1] + "i8>"
    old, middle = rw.new(), rw.new()
    return [*s.text.replace(s.name + " =", old + " =", 1).split("\n"), f"{middle} = stablehlo.convert {old} : ({s.type}) -> {narrow}",
            f"{s.name} = stablehlo.convert {middle} : ({narrow}) -> {s.type}"]


def stale_value(rw, s):
    """An earlier value of the same type in the place of one."""
    others = [own for own in rw.all if own.last < s.first and own.indent == s.indent == "    " and str(own.type) == str(s.type)] if varies(s) else []
    if not others:
        return None
    return [*rw.renamed(s)[1], *copied(s, rw.dice.choice(others).name)]


def value_of_zeros(rw, s):
    if not varies(s) or s.type.element[0] != "f":
        return None
    return [*rw.renamed(s)[1], f"{s.name} = stablehlo.constant dense<0.0> : {s.type}"]


# --- operations -----------------------------------------------------------------------------------

def missing_mask(rw, s):
    found = SELECT.search(s.lines[0])
    return copied(s, rw.dice.choice([found[2], found[3]])) if found and is_value(s) else None


def select_exchanged(rw, s):
    found = SELECT.search(s.lines[0])
    return [s.lines[0].replace(found[0], f"stablehlo.select {found[1]}, {found[3]}, {found[2]} :", 1)] if found and found[2] != found[3] else None


def mask_off_by_one(rw, s):
    found = re.search(r"compare (LT|LE|GT|GE|EQ|NE),", s.lines[0])
    other = {"LT": "LE", "LE": "LT", "GT": "GE", "GE": "GT", "EQ": "NE", "NE": "EQ"}
    return [s.lines[0].replace(found[0], f"compare {other[found[1]]},", 1)] if found else None


def other_operation(rw, s):
    found = re.search(r"= stablehlo\.(\w+) ", s.lines[0])
    other = OTHER_OPERATION.get(found[1]) if found else None
    real = s.type is not None and (s.type.element[0] in "fb" or other in ("add", "subtract", "multiply", "maximum", "minimum", "and", "or"))
    return [s.lines[0].replace(f"stablehlo.{found[1]} ", f"stablehlo.{other} ", 1)] if other and real and s.type.element != "i1" else None


def operands_exchanged(rw, s):
    found = re.search(r"(stablehlo\.(?:subtract|divide|power|dot_general|concatenate|compare \w+,|remainder)) (%[\w#]+), (%[\w#]+)", s.lines[0])
    return [s.lines[0].replace(found[0], f"{found[1]} {found[3]}, {found[2]}", 1)] if found and found[2] != found[3] else None


def starts_exchanged(rw, s):
    found = re.search(r"stablehlo\.dynamic_(?:update_)?slice (%[\w#]+, )(.*?)(?:, sizes| : )", s.lines[0])
    names = found[2].split(", ") if found else []
    begin = 1 if found and "update" in found[0] else 0
    own = names[begin:]
    if len(set(own)) < 2:
        return None
    return [s.lines[0].replace(found[2], ", ".join([*names[:begin], *exchanged(rw.dice, own)]), 1)]


def numbers_kind(pattern, spread=(-1, 1)):
    """One of the numbers of an attribute another one, or two of them exchanged."""
    compiled = re.compile(pattern)

    def kind(rw, s):
        found = compiled.search(s.text)
        numbers = [int(x) for x in re.findall(r"-?\d+", found[1])] if found else []
        if not numbers:
            return None
        if len(set(numbers)) > 1 and rw.dice.random() < 0.5:
            exchanged(rw.dice, numbers)
        else:
            numbers[rw.dice.randrange(len(numbers))] += rw.dice.choice(spread)
        place = iter(numbers)
        changed = re.sub(r"-?\d+", lambda _: str(next(place)), found[1])
        return (s.text[:found.start(1)] + changed + s.text[found.end(1):]).split("\n") if changed != found[1] else None
    return kind


def moved_slice(rw, s):
    """A slice that begins and ends one further, or before."""
    found = re.search(r"stablehlo\.slice %[\w#]+ \[([\d:, ]+)\]", s.lines[0])
    ranges = [[int(x) for x in one.split(":")] for one in found[1].split(", ")] if found else []
    if not ranges:
        return None
    at, by = rw.dice.randrange(len(ranges)), rw.dice.choice([-1, 1])
    ranges[at][0] += by
    ranges[at][1] += by
    return [s.lines[0].replace(found[1], ", ".join(":".join(map(str, one)) for one in ranges), 1)]


def in_a_body(kind):
    """The same fault in a loop's or a branch's body, or another function alone."""
    def inside(rw, s):
        return kind(rw, s) if rw.by_name.get(s.name) is not s else None
    return inside


def returned_exchanged(rw, s):
    """Two values of a `return` of one type; the statement is the last one before."""
    lines = rw.text.split("\n")
    for at in range(s.last + 1, min(s.last + 2, len(lines))):
        found = re.match(r" *(?:stablehlo\.)?return (.*) : (.*)$", lines[at])
        if found:
            names, types = found[1].split(", "), re.findall(r"tensor<[^<>]*(?:<[^<>]*>)?>", found[2])
            equal = [(a, b) for a in range(len(names)) for b in range(a) if len(types) == len(names) and types[a] == types[b] and names[a] != names[b]]
            if equal:
                a, b = rw.dice.choice(equal)
                names[a], names[b] = names[b], names[a]
                lines[at] = lines[at].replace(found[1], ", ".join(names), 1)
                rw.text = "\n".join(lines)
                return s.lines
    return None


# --- what belongs to parts ------------------------------------------------------------------------

def constant_by_device(rw, s):
    """A number that is larger by the number of the device."""
    if not is_a(s, "constant") or s.type is None or s.type.element != "f32" or s.type.dims:
        return None
    (old, lines), names = rw.renamed(s), [rw.new() for _ in range(2)]
    return [*lines, f"{names[0]} = stablehlo.partition_id : tensor<ui32>", f"{names[1]} = stablehlo.convert {names[0]} : (tensor<ui32>) -> tensor<f32>",
            f"{s.name} = stablehlo.add {old}, {names[1]} : tensor<f32>"]


def of_next_by_bits(rw, s):
    if not is_a(s, "partition_id") or rw.devices < 2:
        return None
    (old, lines), one = rw.renamed(s), rw.new()
    return [*lines, f"{one} = stablehlo.constant dense<1> : tensor<ui32>", f"{s.name} = stablehlo.xor {old}, {one} : tensor<ui32>"]


def divided_by_parts(rw, s):
    """A mean by what one device counts."""
    if not is_a(s, "divide", "multiply", "reduce", "dot_general", "all_reduce") or not is_value(s) or s.type.element != "f32":
        return None
    (old, lines), factor, all_of_it = rw.renamed(s), rw.new(), rw.new()
    return [*lines, f"{factor} = stablehlo.constant dense<{rw.dice.choice(['2.0', '0.5', '4.0'])}> : tensor<f32>",
            f"{all_of_it} = stablehlo.broadcast_in_dim {factor}, dims = [] : (tensor<f32>) -> {s.type}", f"{s.name} = stablehlo.multiply {old}, {all_of_it} : {s.type}"]


def one_operand_alone(rw, s):
    """A scale, a sum or a mask that is left out."""
    found = re.search(r"stablehlo\.(?:multiply|divide|add|subtract|and|or|maximum|minimum) (%[\w#]+), (%[\w#]+) :", s.lines[0])
    return copied(s, found[rw.dice.choice([1, 2])]) if found and s.type is not None else None


def drop_of(*operations):
    """An operation that is left out where its result has the type of its operand: square transposes, conversions, reverses."""
    def kind(rw, s):
        found = re.match(r" *%\w+ = stablehlo\.\w+ (%[\w#]+)", s.lines[0])
        same = found and s.type is not None and str(s.type) == str(s.operand_type)
        return copied(s, found[1]) if same and is_a(s, *operations) else None
    return kind


def halo_of_wrong_side(rw, s):
    """What is sent is the other end."""
    if not is_a(s, "slice") or not any(is_a(own, "collective_permute") and operand_of(own) == s.name for own in rw.all if "(" in own.lines[0]):
        return None
    found = re.search(r"stablehlo\.slice %[\w#]+ \[([\d:, ]+)\]", s.lines[0])
    ranges = [[int(x) for x in one.split(":")] for one in found[1].split(", ")] if found else []
    sizes, turned = s.operand_type.dims, []
    for one, size in zip(ranges, sizes):
        turned.append([size - one[1], size - one[0]] if len(one) == 2 else one)
    changed = ", ".join(":".join(map(str, one)) for one in turned)
    return [s.lines[0].replace(found[1], changed, 1)] if turned and changed != found[1] else None


def pieces_turned(rw, s):
    """A halo that is put on the other side."""
    found = re.search(r"stablehlo\.concatenate (.*), dim = \d+ : \((.*)\) ->", s.lines[0])
    names, types = (found[1].split(", "), found[2].split(", ")) if found else ([], [])
    if len(set(names)) < 2 or len(types) != len(names):
        return None
    order = rw.dice.sample(range(len(names)), len(names))
    if [names[k] for k in order] == names:
        order = order[1:] + order[:1]
    changed = s.lines[0].replace(found[1], ", ".join(names[k] for k in order), 1).replace(f"({found[2]})", f"({', '.join(types[k] for k in order)})", 1)
    return [changed] if changed != s.lines[0] else None


def edge_lost(rw, s):
    """A value whose first or last elements along a dimension are zeros: a halo that is too narrow, a sum of one too few."""
    if not varies(s) or max(s.type.dims, default=0) < 2 or s.type.element != "f32":
        return None
    d = rw.dice.choice([k for k, size in enumerate(s.type.dims) if size > 1])
    (old, lines), zero, rest, at = rw.renamed(s), rw.new(), rw.new(), rw.dice.choice([0, 1])
    size, less = s.type.dims[d], s.type.with_dims(n - (k == d) for k, n in enumerate(s.type.dims))
    low, high = ([own if k == d else 0 for k in range(len(s.type.dims))] for own in (at, 1 - at))
    return [*lines, f"{zero} = stablehlo.constant dense<0.0> : tensor<f32>", f"{rest} = {slice_text(old, s.type.dims, d, at, size - 1 + at)} : ({s.type}) -> {less}",
            f"{s.name} = stablehlo.pad {rest}, {zero}, low = {low}, high = {high}, interior = {[0] * len(low)} : ({less}, tensor<f32>) -> {s.type}"]


def padding_on_wrong_side(rw, s):
    found = re.search(r"low = (\[[-\d, ]+\]), high = (\[[-\d, ]+\])", s.lines[0])
    return [s.lines[0].replace(found[0], f"low = {found[2]}, high = {found[1]}", 1)] if found and found[1] != found[2] else None


def sum_of_replicas(rw, s):
    """A sum over devices of what they all have, or of parts."""
    groups = next((groups for own in rw.all for groups in [groups_of(own)] if groups and is_a(own, *SUMS, *ORDERED)), None)
    if not groups or not varies(s) or s.type.element != "f32" or s.indent != "    ":
        return None
    old, lines = rw.renamed(s)
    rw.number += 1
    rows = f"dense<{groups}> : tensor<{len(groups)}x{len(groups[0])}xi64>"
    return [*lines, f'{s.name} = "stablehlo.all_reduce"({old}) <{{channel_handle = #stablehlo.channel_handle<handle = {rw.number}, type = 1>, '
            f"replica_groups = {rows}, use_global_device_ids}}> ({{", "^bb0(%rwa: tensor<f32>, %rwb: tensor<f32>):",
            f"%rwc = stablehlo.{rw.dice.choice(['add', 'add', 'maximum'])} %rwa, %rwb : tensor<f32>", "stablehlo.return %rwc : tensor<f32>",
            f"}}) : ({s.type}) -> {s.type}"]


def split_and_joined_exchanged(rw, s):
    numbers = [re.search(rf"{word}_dimension = (\d+)", s.lines[0]) for word in ("split", "concat")]
    if not all(numbers) or numbers[0][1] == numbers[1][1]:
        return None
    return [s.lines[0].replace(numbers[0][0], f"split_dimension = {numbers[1][1]}").replace(numbers[1][0], f"concat_dimension = {numbers[0][1]}")]


def one_start_moved(rw, s):
    """Where a piece begins, or what is asked of a table, one further."""
    found = re.search(r"stablehlo\.(?:dynamic_slice|dynamic_update_slice|gather)\"?[ (](.*?)(?:, sizes|\) <| : )", s.lines[0])
    given = re.search(r" : \((.*)\) -> ", s.lines[-1])
    names, types = (found[1].split(", "), given[1].split(", ")) if found and given else ([], [])
    own = [k for k in range(1, len(names)) if len(types) == len(names) and re.search(r"[<x]u?i(32|64)>$", types[k])]
    if not own:
        return None
    k, one, moved = rw.dice.choice(own), rw.new(), rw.new()
    names[k] = moved
    return [f"{one} = stablehlo.constant dense<{rw.dice.choice([1, -1])}> : {types[k]}".replace("dense<-1>", "dense<1>"),
            f"{moved} = stablehlo.{rw.dice.choice(['add', 'subtract'])} {found[1].split(', ')[k]}, {one} : {types[k]}",
            s.lines[0].replace(found[1], ", ".join(names), 1), *s.lines[1:]]


def wrong_operand(rw, s):
    """Another value of the same type in the place of an operand."""
    found = re.search(r"stablehlo\.\w+ (%[\w#]+)(?:, (%[\w#]+))? : tensor<[^<>]*>$", s.lines[0])
    others = [own.name for own in rw.all if own.last < s.first and own.indent == s.indent == "    " and str(own.type) == str(s.type)] if found and varies(s) else []
    old = found and rw.dice.choice([name for name in found.groups() if name])
    others = [name for name in others if name != old]
    return [re.sub(re.escape(old) + r"\b(?!#)", rw.dice.choice(others), s.lines[0][len(s.indent) + len(s.name):], count=1).join([s.indent + s.name, ""])] if others else None


def flag_turned(pattern):
    def kind(rw, s):
        found = re.search(rf"(?:{pattern}) = (true|false)", s.text)
        other = found and found[0].replace(found[1], {"true": "false", "false": "true"}[found[1]])
        return s.text.replace(found[0], other, 1).split("\n") if found else None
    return kind


def word_changed(words):
    def kind(rw, s):
        for word, others in words.items():
            if re.search(rf"\b{word}\b", s.text):
                return re.sub(rf"\b{word}\b", rw.dice.choice(others), s.text, count=1).split("\n")
        return None
    return kind


def windows_exchanged(rw, s):
    """A convolution whose kernel has its first two dimensions exchanged."""
    return [s.lines[0].replace("x[0, 1,", "x[1, 0,", 1)] if is_a(s, "convolution") and "x[0, 1," in s.lines[0] else None


def compared_otherwise(rw, s):
    """A sort by other operands than it should be by."""
    found = re.search(r"(compare \w+, )(%\w+), (%\w+)", s.text) if is_a(s, "sort") else None
    return s.text.replace(found[0], f"{found[1]}{found[3]}, {found[2]}", 1).split("\n") if found else None


def carried_stale(rw, s):
    """A turn of a loop that gives a value on as it came."""
    lines = rw.text.split("\n")
    head = next((at for at in range(s.first, -1, -1) if "stablehlo.while(" in lines[at]), None)
    end = next((at for at in range(s.last + 1, min(s.last + 2, len(lines))) if re.match(r" *stablehlo\.return ", lines[at])), None)
    carried = re.findall(r"(%\w+) = ", lines[head].split("while(", 1)[1]) if head is not None and end is not None else []
    found = re.match(r"( *stablehlo\.return )(.*)( : .*)$", lines[end]) if carried else None
    names = found[2].split(", ") if found else []
    at = [k for k, name in enumerate(names) if len(names) == len(carried) and name != carried[k]]
    if len(at) < 2:
        return None
    k = rw.dice.choice(at)
    names[k] = carried[k]
    lines[end] = found[1] + ", ".join(names) + found[3]
    rw.text = "\n".join(lines)
    return s.lines


KINDS = {
    "groups_order": groups_kind(one_group(exchanged), *ORDERED),
    "groups_turned": groups_kind(lambda dice, groups: [group[1:] + group[:1] for group in groups], *ORDERED),
    "groups_backwards": groups_kind(lambda dice, groups: [group[::-1] for group in groups], *ORDERED),
    "groups_members_exchanged": groups_kind(between_groups, *ORDERED, "all_reduce"),
    "groups_of_other_axis": groups_kind(of_other_axis, *ORDERED, "all_reduce"),
    "groups_too_small": groups_kind(halved, "all_reduce"),
    "groups_too_large": groups_kind(joined, "all_reduce"),
    "pairs_sources_exchanged": pairs_kind(sources_exchanged), "pairs_one_less": pairs_kind(one_pair_less),
    "pairs_one_more": pairs_kind(one_pair_more), "pairs_next_neighbour": pairs_kind(next_neighbour), "pairs_turned": pairs_kind(pairs_turned),
    "table_one_entry_moved": table_kind(one_entry_moved), "table_one_entry_of_another": table_kind(one_entry_of_another),
    "table_moved": table_kind(all_moved), "table_interleaved": table_kind(interleaved),
    "table_turned": table_kind(lambda dice, numbers: numbers[1:] + numbers[:1]), "table_backwards": table_kind(lambda dice, numbers: numbers[::-1]),
    "table_of_zeros": table_kind(lambda dice, numbers: [0] * len(numbers)),
    "integer_off_by_one": constant_kind(r"u?i\d+", integer_moved), "scale_of_a_part": constant_kind("(?:f32|f64|bf16)", real_scaled),
    "wrong_neutral": constant_kind("(?:f32|f64|bf16)", other_neutral),
    "drop_all_reduce": dropped("all_reduce"), "drop_permute": dropped("collective_permute"), "drop_all_to_all": dropped("all_to_all"),
    "drop_in_a_body": in_a_body(dropped("all_reduce", "collective_permute", "all_to_all")), "gather_of_own_copies": own_copies,
    "sum_twice": sum_twice, "reducer": other_reducer("all_reduce", "reduce_scatter"), "scatter_reducer": other_reducer("scatter"),
    "window_reducer": other_reducer("reduce_window", "reduce"), "local_reducer": local_reducer, "sum_after_curve": sum_after_curve, "bias_in_sum": bias_in_sum,
    "on_one_device": on_one_device, "of_device_before": of_device_before, "of_first_device": of_first_device, "of_neighbour": of_neighbour,
    "reversed_value": reversed_value, "rolled_value": rolled_value, "dims_exchanged": dims_exchanged, "rounded": rounded, "narrowed": narrowed,
    "stale_value": stale_value, "value_of_zeros": value_of_zeros, "returned_exchanged": returned_exchanged,
    "missing_mask": missing_mask, "select_exchanged": select_exchanged, "mask_off_by_one": mask_off_by_one, "other_operation": other_operation,
    "operands_exchanged": operands_exchanged, "starts_exchanged": starts_exchanged, "slice_moved": moved_slice,
    "padding": numbers_kind(r"(low = \[[-\d, ]+\], high = \[[-\d, ]+\])"), "window_padding": numbers_kind(r"pad(?:ding)? = (?:dense<)?(\[\[[-\d, \[\]]+\]\])"),
    "iota_dimension": numbers_kind(r"stablehlo\.iota dim = (\d+)"), "sort_dimension": numbers_kind(r"dimension = (\d+) : i64"),
    "sort_direction": lambda rw, s: s.text.replace("compare LT", "compare GT").split("\n") if is_a(s, "sort") and "compare LT" in s.text else None,
    "gather_numbers": numbers_kind(r"(?:start_index_map|scatter_dims_to_operand_dims|collapsed_slice_dims|inserted_window_dims) = \[([\d, ]+)\]"),
    "gathered_dimension": numbers_kind(r"(?:all_gather_dim|scatter_dimension|split_dimension|concat_dimension) = (\d+)"),
    "contracted_dimensions": numbers_kind(r"contracting_dims = (\[\d+\] x \[\d+\])"), "turned_dimensions": numbers_kind(r"transpose %[\w#]+, dims = \[([\d, ]+)\]"),
    "spread_dimensions": numbers_kind(r"broadcast_in_dim %[\w#]+, dims = \[([\d, ]+)\]"),
    "constant_by_device": constant_by_device, "of_next_by_bits": of_next_by_bits, "divided_by_parts": divided_by_parts, "one_operand_alone": one_operand_alone,
    "drop_transpose": drop_of("transpose", "reverse", "convert", "clamp"), "drop_curve": drop_of(*UNARY), "halo_of_wrong_side": halo_of_wrong_side,
    "pieces_turned": pieces_turned, "edge_lost": edge_lost, "padding_on_wrong_side": padding_on_wrong_side, "sum_of_replicas": sum_of_replicas,
    "split_and_joined_exchanged": split_and_joined_exchanged, "one_start_moved": one_start_moved, "wrong_operand": wrong_operand,
    "flags": flag_turned("lower|unit_diagonal|left_side|is_stable|use_global_device_ids"), "windows_exchanged": windows_exchanged,
    "other_transform": word_changed({"FFT": ["IFFT"], "IFFT": ["FFT"], "NO_TRANSPOSE": ["TRANSPOSE"], "TRANSPOSE": ["NO_TRANSPOSE"]}),
    "compared_otherwise": compared_otherwise, "carried_stale": carried_stale,
    "table_of_other_axis": table_kind(lambda dice, numbers: [numbers[k * len(numbers) // 2 % len(numbers) + k // 2] for k in range(len(numbers))]),
    "reduced_dimension": numbers_kind(r"across dimensions = \[([\d, ]+)\]"), "batching_dimensions": numbers_kind(r"batching_dims = (\[[\d, ]+\] x \[[\d, ]+\])"),
    "window_sizes": numbers_kind(r"window_(?:strides|dilations) = array<i64: ([\d, ]+)>"), "base_dilations": numbers_kind(r"lhs_dilate = \[([\d, ]+)\]"),
    "reversed_dimension": numbers_kind(r"stablehlo\.reverse %[\w#]+, dims = \[([\d, ]+)\]"), "joined_dimension": numbers_kind(r"stablehlo\.concatenate .*, dim = (\d+)"),
    "stride": numbers_kind(r"stride = \[([\d, ]+)\]"), "dilation": numbers_kind(r"rhs_dilate = \[([\d, ]+)\]"),
}


# --- all ------------------------------------------------------------------------------------------

def limited():
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def call(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=WAITED, preexec_fn=limited)


class Judge:
    def __init__(self, options, scratch):
        self.options, self.whole, self.parts, self.longest, self.number = options, scratch / "global.mlir", scratch / "parts.mlir", 0, 0

    def partition(self, text):
        self.whole.write_text(text)
        made = call(self.options.sdyc, "partition", self.whole)
        return None if made.returncode else made.stdout

    def verdict(self, text, title):
        """(refuted, undecided, proved, not read or broken; what is said)."""
        self.parts.write_text(text)
        start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        said = call(self.options.sdyc, "verify", "--quiet", f"--seconds={SECONDS}", self.whole, self.parts)
        self.longest = max(self.longest, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start)
        words = (said.stdout + said.stderr).strip()
        outcome = {0: "proved", 1: "refuted", 2: "not read", 3: "undecided"}.get(said.returncode, "broken")
        devices = re.search(r"num_partitions = (\d+)", text)
        few = not devices or int(devices[1]) <= FEW_DEVICES
        if outcome == "proved" and "by relations" in words and few:
            again = call(self.options.sdyc, "verify", "--quiet", "--evaluate", f"--seconds={SECONDS}", self.whole, self.parts)
            real = "real inputs make a result another one" in again.stdout
            outcome, words = ("broken", f"proved by relations, but {again.stdout}") if again.returncode == 1 or real else (outcome, words)
        return self.shown_by_running(outcome, words, title) if self.options.run and few and outcome in ("proved", "undecided") else (outcome, words)

    def shown_by_running(self, outcome, words, title):
        import run_both  # noqa: PLC0415: it needs numpy
        shown = run_both.difference(self.options.sdyc, self.whole, self.parts, known=MODELS / title / "in")
        if shown.startswith("not run"):
            return outcome, f"{shown}; {words}"
        if outcome == "proved":
            return ("broken", f"proved, but {shown}; {words}") if shown else (outcome, f"run: the same; {words}")
        return outcome, f"run: {shown or 'the same'}; {words}"

    def keep(self, name):
        if self.options.keep:
            self.number += 1
            self.options.keep.mkdir(parents=True, exist_ok=True)
            for path, kind in ((self.whole, "global"), (self.parts, "parts")):
                (self.options.keep / f"{self.number:03}.{name}.{kind}.mlir").write_text(path.read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sdyc")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=6)
    parser.add_argument("--devices", default="0")
    parser.add_argument("--kind", action="append")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--run", action="store_true")
    parser.add_argument("-v", action="store_true")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    files = options.files or sorted(MODELS.glob("*/model.mlir"))
    if not files:
        sys.exit(SKIPPED)
    counts, dice = collections.defaultdict(collections.Counter), random.Random(options.seed)
    with tempfile.TemporaryDirectory() as name:
        judge = Judge(options, Path(name))
        for path in files:
            for devices in (int(size) for size in options.devices.split(",")):
                title = path.parent.name if path.name == "model.mlir" else path.stem
                text = with_devices(path.read_text(), devices) if devices else path.read_text()
                right = judge.partition(text) if text else None
                left, kinds = options.faults, dice.sample(options.kind or sorted(KINDS), len(options.kind or KINDS))
                while right and left and kinds:
                    kind = kinds.pop()
                    made = Rewriter(right, dice, everywhere=True).result(KINDS[kind])
                    if made is None or made[0] == right:
                        continue
                    outcome, words = judge.verdict(made[0], title)
                    left -= outcome != "not read"
                    counts[kind][outcome] += 1
                    if outcome in ("proved", "undecided", "broken"):
                        judge.keep(f"{title}.{devices}.{kind}")
                    if options.v and outcome in ("proved", "undecided") or outcome == "broken":
                        print(f"{title} on {devices}: {kind}: {outcome}: {made[1][:150]}\n    {words[:350]}", flush=True)
    total = collections.Counter()
    for kind, own in sorted(counts.items()):
        total.update(own)
        print(f"{kind:28} " + ", ".join(f"{count} {outcome}" for outcome, count in sorted(own.items())))
    print(f"{'all':28} " + ", ".join(f"{count} {outcome}" for outcome, count in sorted(total.items())) + f"; at most {judge.longest:.1f} s")
    sys.exit(1 if total["broken"] or not total else 0)


if __name__ == "__main__":
    main()
