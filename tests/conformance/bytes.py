#!/usr/bin/env python3
"""Bytes that partitioned programs send, counted in their text, beside those of Shardy.

    bytes.py SDYC [FOLDER]    the exported programs (of ../shared/models), partitioned: at most what Shardy's text sends, each
    bytes.py --count FILE...  what the collectives of a text send, by operation

Of every collective each device sends what a ring sends: of n devices that gather, (n - 1) / n of the
result; that reduce and scatter, or exchange, (n - 1) / n of the operand; that reduce, twice that; of a
permutation, the operand where it goes to another device. Counted are bytes of all devices, each
collective once, also in a loop.
"""
import collections, math, re, subprocess, sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
OPERATIONS = ("all_gather", "all_reduce", "reduce_scatter", "all_to_all", "collective_permute", "collective_broadcast")
BITS = {"i1": 8, "pred": 8, "bf16": 16, "f16": 16, "f32": 32, "f64": 64}


def tensor_bytes(types):
    total = 0
    for inside in re.findall(r"tensor<([^<>]*(?:<[^<>]*>)?[^<>]*)>", types):
        *sizes, element = re.fullmatch(r"((?:\d+x)*)(.*)", inside).groups()
        sizes = sizes[0].split("x")[:-1]
        bits = re.fullmatch(r"complex<f(\d+)>", element)
        bits = 2 * int(bits[1]) if bits else BITS.get(element) or int(re.search(r"\d+", element)[0])
        total += max(bits, 8) // 8 * math.prod(map(int, sizes))  # whole bytes, as in memory
    return total


def rows(text):
    """dense<[[0, 1], [2, 3]]>, dense<0>: lists of numbers."""
    return [[int(n) for n in re.findall(r"-?\d+", row)] for row in re.findall(r"[\[<]([-\d, ]+)[\]>]", text)]


def sent(operation, attributes, operands, results):
    operand, result = tensor_bytes(operands), tensor_bytes(results)
    if operation == "collective_permute":
        pairs = rows(re.search(r"source_target_pairs = (dense<.*?>) : ", attributes)[1])
        return operand * sum(pair[0] != pair[-1] for pair in pairs)
    groups = rows(re.search(r"replica_groups = (dense<.*?>) : ", attributes)[1])
    size = max(len(groups[0]), 1)
    devices = sum(len(group) for group in groups)
    whole = {"all_gather": result, "all_reduce": 2 * operand, "collective_broadcast": operand}.get(operation, operand)
    return devices * whole * (size - 1) // size


def count(text):
    """Bytes by operation. A collective with a body has its types behind it."""
    totals, waiting = collections.Counter(), []
    for line in text.splitlines():
        begins = re.search(r'"stablehlo\.(\w+)"\(.*?<\{(.*)\}>', line)
        if begins and begins[1] in OPERATIONS:
            waiting.append((begins[1], begins[2]))
            if line.rstrip().endswith("({"):
                continue
        elif not (waiting and re.match(r"\s*\}\) : ", line)):
            if re.search(r"\(\{\s*$", line):
                waiting.append(None)
            continue
        found = waiting.pop()
        if found:
            operands, results = line.rsplit(" -> ", 1)
            operands = operands[operands.rindex(" : (") + 3:]
            totals[found[0]] += sent(*found, operands, results)
    return totals


def partitioned(sdyc, folder):
    return subprocess.run([sdyc, "partition", str(folder / "model.mlir")], capture_output=True, text=True, check=True).stdout


def compare(sdyc, models):
    worse = 0
    all_own = all_other = 0
    for golden in sorted(models.glob("*/partitioned.mlir")):
        own = sum(count(partitioned(sdyc, golden.parent)).values())
        other = sum(count(golden.read_text()).values())
        all_own, all_other = all_own + own, all_other + other
        ratio = own / other if other else float(own == 0) or float("inf")
        print(f"{golden.parent.name:32} {own:12} {other:12} {ratio:6.3f}")
        worse += own > other
    print(f"{'all':32} {all_own:12} {all_other:12} {all_own / max(all_other, 1):6.3f}")
    return worse


if __name__ == "__main__":
    if sys.argv[1] == "--count":
        for name in sys.argv[2:]:
            print(name, dict(count(Path(name).read_text())))
    else:
        folder = Path(sys.argv[2]) if len(sys.argv) > 2 else HERE.parents[2] / "shared/models"
        if not folder.is_dir():
            print(f"skipped: there is no {folder}")
            sys.exit(77)
        sys.exit(compare(sys.argv[1], folder) > 0)
