#!/usr/bin/env python3
"""Whether two programs differ when they are run: run_both.py SDYC [--seeds N] [--known DIR] GLOBAL PARTITIONED

Runs the global program, and the partitioned one on all of its devices at once, by `sdyc run`, on inputs of N seeds: those of the folder DIR
shuffled where there is one, else random ones. Prints the first difference that is more than rounding, or `same`. What it is for are faults that
`sdyc verify` proves (faults.py --run): they must change nothing. Needs ../shared/verify/check.py, which knows how parts lie on devices.
"""
import argparse
import importlib.util
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

CHECK = Path(__file__).resolve().parents[3] / "shared/verify/check.py"


def examiner():
    spec = importlib.util.spec_from_file_location("check", CHECK)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def last_is_idle(mesh, axes, size):
    """Whether parts are as small without the last axis."""
    parts = [math.prod(count or dict(mesh["axes"])[name] for name, _, count in own) for own in (axes, axes[:-1])]
    return -(-size // parts[0]) == -(-size // parts[1])


def border_of(check, sdyc, whole, parts):
    """The border that `sdyc verify` prints, as check.py has it; None where it prints none."""
    said = subprocess.run([str(sdyc), "verify", "--seconds=0.01", str(whole), str(parts)], capture_output=True, text=True).stdout
    rows = re.findall(r"^  (argument|result) \d+: (tensor<.*>)(?: (\[.*?\])(?=,? |$).*)?$", said, re.M)
    text = whole.read_text()
    if "unreduced=" in said or len(re.findall(r"^ *sdy\.mesh ", text, re.M)) != 1:
        return None  # check.py knows no shares of sums, and one mesh
    mesh, drops = check.mesh_of(text), "idle axes left out" in said
    own = {kind: [[type_, check.dims_of(f"sdy.sharding = #sdy.sharding<@mesh, {dims}>", len(check.shape_of(type_)))] for side, type_, dims in rows if side == kind]
           for kind in ("argument", "result")}
    for type_, dims in [*own["argument"], *own["result"]]:
        for size, axes in zip(check.shape_of(type_), dims):
            while drops and axes and last_is_idle(mesh, axes, size):
                axes.pop()
    return {"mesh": mesh, "arguments": own["argument"], "results": own["result"]} if rows else None


def random_array(check, dice, kind, seed):
    element, shape = check.element_of(kind), check.shape_of(kind)
    if element in ("f16", "f32", "f64"):
        scale = (1, 1, 4, 0.1)[seed % 4]
        array = dice.normal(size=shape) * scale if seed % 2 else dice.uniform(0.1, 1, shape) * scale
        return array.astype({"f16": np.float16, "f32": np.float32, "f64": np.float64}[element])
    if element == "bf16":
        return (dice.normal(size=shape).astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    if element in ("i4", "ui4", "i2", "ui2"):
        return dice.integers(0, 2, shape).astype("uint8" if element[0] == "u" else "int8")
    if element.startswith("f8"):
        return dice.integers(0, 64, shape).astype(np.uint8)
    if element == "i1":
        return dice.integers(0, 2, shape).astype(bool)
    if element.startswith("complex"):
        return (dice.normal(size=shape) + 1j * dice.normal(size=shape)).astype(np.complex64 if "f32" in element else np.complex128)
    found = re.fullmatch(r"(u?)i(8|16|32|64)", element)
    if not found:
        raise check.Failure(f"no inputs of {kind}")
    most = max([8, *shape]) if seed % 2 else 4
    return dice.integers(0, min(most, 100), shape).astype(("uint" if found[1] else "int") + found[2])


def difference(sdyc, whole, parts, seeds=3, known=None):
    """'' where no seed shows one; else where it is, or why it cannot be run."""
    check = examiner()
    border = border_of(check, sdyc, whole, parts)
    if border is None:
        return "not run: no border"
    arrays = [np.load(path) for path in sorted(known.glob("*.npy"))] if known and known.exists() else None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for seed in range(seeds):
            try:
                dice = np.random.default_rng(seed + 77)
                own = arrays or [random_array(check, dice, kind, seed) for kind, _ in border["arguments"]]
                inputs = check.Inputs(folder / f"s{seed}", border, own, seed if arrays else 0)
                wanted = check.wholes_in_parts(border, check.run_whole(sdyc, folder, whole.read_text(), inputs))
                got = check.without_padding(border, check.run_parts(sdyc, folder, parts.read_text(), inputs))
                count, where = check.difference(border, got, wanted, check.scales_of(border, wanted))
            except (check.Failure, OSError, ValueError, KeyError, IndexError) as fault:
                return f"not run: {fault!r:.200}"
            if count:
                return f"seed {seed}: {where}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sdyc")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--known", type=Path)
    parser.add_argument("whole", type=Path)
    parser.add_argument("parts", type=Path)
    options = parser.parse_args()
    said = difference(Path(options.sdyc).resolve(), options.whole, options.parts, options.seeds, options.known)
    print(said or "same")
    sys.exit(1 if said else 0)


if __name__ == "__main__":
    main()
