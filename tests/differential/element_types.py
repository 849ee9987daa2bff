#!/usr/bin/env python3
"""Every element type converted to every other, and arithmetic on all pairs of small floats.

    element_types.py --sdyc BUILD/sdyc [--only REGEX]

What is expected is worked out from the values that a format has, in exact numbers: the nearest one, halfway the one
with the even code. Where ml_dtypes is there its tables of values are compared too. Types of at most 16 bits are
tried in full, others at and around the places where roundings change.
"""
import argparse
import math
import re
import subprocess
import sys
import tempfile
from bisect import bisect_left
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cached_property
from pathlib import Path

import numpy as np

INTEGERS = {"i1": 1, "i2": 2, "i4": 4, "i8": 8, "i16": 16, "i32": 32, "i64": 64,
            "ui2": 2, "ui4": 4, "ui8": 8, "ui16": 16, "ui32": 32, "ui64": 64}
# exponent bits, mantissa bits, bias, what is special: infinities and NaN, NaN as all ones, NaN as minus zero, nothing
FLOATS = {"f4E2M1FN": (2, 1, 1, "finite"), "f6E2M3FN": (2, 3, 1, "finite"), "f6E3M2FN": (3, 2, 3, "finite"),
          "f8E3M4": (3, 4, 3, "ieee"), "f8E4M3": (4, 3, 7, "ieee"), "f8E4M3FN": (4, 3, 7, "ones"),
          "f8E4M3FNUZ": (4, 3, 8, "minus"), "f8E4M3B11FNUZ": (4, 3, 11, "minus"), "f8E5M2": (5, 2, 15, "ieee"),
          "f8E5M2FNUZ": (5, 2, 16, "minus"), "f8E8M0FNU": (8, 0, 127, "ones"), "bf16": (8, 7, 127, "ieee"),
          "f16": (5, 10, 15, "ieee")}
WIDE = {"f32": np.float32, "f64": np.float64}
COMPILED = {"f64", "f32", "i64", "i8", "f8E4M3FNUZ"}  # what the system's compiler, which is slow, is tried with too
TYPES = [*INTEGERS, *FLOATS, *WIDE]


def value_of(name, code):
    """The number that a code stands for: a Fraction, or a float that is none."""
    exponent_bits, mantissa_bits, bias, special = FLOATS[name]
    if name == "f8E8M0FNU":
        return float("nan") if code == 255 else Fraction(2) ** (code - 127)
    width = exponent_bits + mantissa_bits
    field, mantissa = code >> mantissa_bits & (1 << exponent_bits) - 1, code & (1 << mantissa_bits) - 1
    negative = code >> width & 1
    top = field == (1 << exponent_bits) - 1
    if special == "minus" and code == 1 << width:
        return float("nan")
    if special == "ones" and top and mantissa == (1 << mantissa_bits) - 1:
        return float("nan")
    if special == "ieee" and top:
        return float("nan") if mantissa else float("-inf" if negative else "inf")
    number = (Fraction(mantissa) * Fraction(2) ** (1 - bias - mantissa_bits) if field == 0 else
              Fraction((1 << mantissa_bits) + mantissa) * Fraction(2) ** (field - bias - mantissa_bits))
    return -0.0 if negative and number == 0 else -number if negative else number


class Format:
    """A float format of at most 16 bits: its positive values in order, and what lies between them."""

    def __init__(self, name):
        self.name, self.signed = name, name != "f8E8M0FNU"
        exponent_bits, mantissa_bits, _, self.special = FLOATS[name]
        self.sign = 1 << exponent_bits + mantissa_bits if self.signed else 0
        self.codes = 2 * self.sign or 256
        self.values = []
        while len(self.values) < (self.sign or 255) and isinstance(value_of(name, len(self.values)), Fraction):
            self.values.append(value_of(name, len(self.values)))
        step = self.values[-1] - self.values[-2]
        beyond = self.values + [self.values[-1] * 2 if not self.signed else self.values[-1] + step]
        self.halfway = [(a + b) / 2 for a, b in zip(beyond, beyond[1:])]
        self.halfway_f64 = np.array([float(h) for h in self.halfway])
        self.halfway_floor = [math.floor(h) for h in self.halfway]
        largest = len(self.values) - 1
        self.overflow = {"ieee": largest + 1, "finite": largest, "ones": largest + 1, "minus": self.sign}[self.special]
        self.nan = {"ieee": None, "finite": self.sign, "ones": None, "minus": self.sign}[self.special]

    @cached_property
    def numbers(self):
        """What each code stands for."""
        return np.array([float(value_of(self.name, code)) for code in range(self.codes)])

    def is_nan(self, codes):
        return np.isnan(self.numbers[codes])

    def decode(self, codes):
        return self.numbers[codes]

    def encode(self, numbers):
        """Codes of float64s or of integers, and where NaN is meant."""
        if numbers.dtype.kind in "iu":
            # A fraction is less than a whole number where the whole one below it is.
            places = np.array([bisect_left(self.halfway_floor, abs(number)) for number in numbers.tolist()])
            ties = np.array([p < len(self.halfway) and self.halfway[p] == abs(n)
                             for p, n in zip(places.tolist(), numbers.tolist())], bool)
            negative, nan = numbers < 0, np.zeros(numbers.shape, bool)
        else:
            size = np.abs(numbers)
            places = np.searchsorted(self.halfway_f64, size, side="left")
            ties = self.halfway_f64[np.minimum(places, len(self.halfway) - 1)] == size
            negative, nan = np.signbit(numbers), np.isnan(numbers)
        codes = places + (ties & ((places % 2 == 1) | (not self.signed)))
        codes = np.where(codes >= len(self.values), self.overflow, codes)
        if not self.signed:
            nan = nan | (negative & (numbers != 0))
        elif self.special == "minus":
            codes = np.where((codes == 0) | (codes == self.sign), codes, codes | np.where(negative, self.sign, 0))
        else:
            codes = codes | np.where(negative, self.sign, 0)
        return codes, nan


FORMATS = {name: Format(name) for name in FLOATS}


def storage(name):
    if name in WIDE:
        return np.dtype(WIDE[name])
    if name == "f16":
        return np.dtype(np.float16)
    if name == "bf16":
        return np.dtype(np.uint16)
    if name in FLOATS:
        return np.dtype(np.uint8)
    return np.dtype(np.bool_ if name == "i1" else
                    f"{'u' if name[0] == 'u' else ''}int{max(8, INTEGERS[name])}")


def samples(name):
    """What is tried of a type, as it is stored."""
    if name in FLOATS:
        codes = np.arange(FORMATS[name].codes)
        return codes.astype(np.uint16).view(np.float16) if name == "f16" else codes.astype(storage(name))
    if name == "i1":
        return np.array([False, True])
    if name in INTEGERS:
        width, signed = INTEGERS[name], name[0] == "i"
        low, high = (-(1 << width - 1), 1 << width - 1) if signed else (0, 1 << width)
        if width <= 16:
            return np.arange(low, high).astype(storage(name))
        numbers = {low, low + 1, 0, high - 1, high - 2}
        for target in FORMATS.values():
            for place in target.halfway:
                numbers.update(int(place) + d for d in (-1, 0, 1))
        numbers |= {-n for n in numbers}
        return np.array(sorted(n for n in numbers if low <= n < high), dtype=storage(name))
    kind, numbers = WIDE[name], [0.0, -0.0, np.inf, -np.inf, np.nan, 1e300, 1e-300, 127.5, 128, 255.9, 2147483648, -1.5]
    for target in FORMATS.values():
        with np.errstate(all="ignore"):
            places = target.halfway_f64[:: max(1, len(target.halfway_f64) // 4096)].astype(kind)
            numbers += [*places, *np.nextafter(places, kind(0)), *np.nextafter(places, kind(np.inf))]
    with np.errstate(all="ignore"):
        numbers = np.array(numbers).astype(kind)
    return np.concatenate([numbers, -numbers])


def exact(name, stored):
    """Stored elements as numbers: integers, or float64."""
    if name == "i1" or name in INTEGERS:
        return stored.astype(np.int64) if storage(name) != np.uint64 else stored
    if name in WIDE or name == "f16":
        return stored.astype(np.float64)
    return FORMATS[name].decode(stored)


def expected(source, stored, target):
    """What the conversion gives, and which elements only have to be NaN."""
    numbers = exact(source, stored)
    none = np.zeros(stored.shape, bool)
    if target == "i1":
        return numbers != 0, none
    if target in FLOATS:
        codes, nan = FORMATS[target].encode(numbers)
        codes = codes.astype(np.uint16 if storage(target).itemsize == 2 else np.uint8)
        if FORMATS[target].nan is not None:
            codes, nan = np.where(nan, FORMATS[target].nan, codes).astype(codes.dtype), none
        return codes.view(storage(target)), nan
    with np.errstate(all="ignore"):
        if target in WIDE:
            return numbers.astype(WIDE[target]), np.isnan(numbers.astype(np.float64))
    width, signed = INTEGERS[target], target[0] == "i"
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
    if numbers.dtype.kind == "f":
        whole = [0 if n != n else low if n <= low else high if n >= high else int(n) for n in numbers.tolist()]
    else:
        whole = [(n - low) % (high - low + 1) + low for n in map(int, numbers.tolist())]
    return np.array(whole, dtype=storage(target)), none


def check(target, got, want, nan):
    """"" or the place of the first difference."""
    if target in FLOATS:
        bits = np.uint8 if storage(target).itemsize == 1 else np.uint16
        same = (got.view(bits) == want.view(bits)) & ~nan
        same |= nan & FORMATS[target].is_nan(got.view(bits))
    else:
        same = (got == want) | (nan & (got != got))
    wrong = np.flatnonzero(~same)
    return "" if not wrong.size else f"{wrong.size} differ, first {wrong[0]}: {got[wrong[0]]!r} for {want[wrong[0]]!r}"


def run(sdyc, text, inputs, count, flags):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "m.mlir").write_text(text)
        words = [sdyc, "run", folder / "m.mlir", *flags]
        for i, array in enumerate(inputs):
            np.save(folder / f"in{i}.npy", array)
            words.append(f"--input=@{folder}/in{i}.npy")
        words += [f"--output=@{folder}/out{i}.npy" for i in range(count)]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr[:600])
        return [np.load(folder / f"out{i}.npy") for i in range(count)]


def conversions(sdyc, source, flags):
    stored = samples(source)
    of = f"tensor<{stored.size}x{{}}>".format
    lines = [f"  %{i} = stablehlo.convert %a : ({of(source)}) -> {of(t)}" for i, t in enumerate(TYPES)]
    types, values = ", ".join(map(of, TYPES)), ", ".join(f"%{i}" for i in range(len(TYPES)))
    text = (f"func.func @main(%a: {of(source)}) -> ({types}) {{\n" + "\n".join(lines) +
            f"\n  return {values} : {types}\n}}\n")
    for target, got in zip(TYPES, run(sdyc, text, [stored], len(TYPES), flags)):
        if source == target:
            bits = stored.dtype.str.replace("f", "u") if stored.dtype.kind == "f" else stored.dtype
            problem = "" if (got.view(bits) == stored.view(bits)).all() else "a copy differs"
        else:
            problem = check(target, got, *expected(source, stored, target))
        if problem:
            yield f"{source} to {target} {' '.join(flags)}: {problem}"


def arithmetic(sdyc, name, flags):
    """All pairs of a format of at most 8 bits: rounded once from what is exact."""
    codes = np.arange(FORMATS[name].codes, dtype=np.uint8)
    a, b = (x.ravel() for x in np.meshgrid(codes, codes))
    x, y = FORMATS[name].decode(a), FORMATS[name].decode(b)
    with np.errstate(all="ignore"):
        results = {"add": x + y, "subtract": x - y, "multiply": x * y, "divide": x / y,
                   "maximum": np.maximum(x, y), "minimum": np.minimum(x, y)}
    of = f"tensor<{a.size}x{{}}>".format
    lines = [f"  %{op} = stablehlo.{op} %a, %b : {of(name)}" for op in results]
    lines.append(f"  %less = stablehlo.compare LT, %a, %b : ({of(name)}, {of(name)}) -> {of('i1')}")
    values = [*results, "less"]
    types = ", ".join([of(name)] * len(results) + [of("i1")])
    text = (f"func.func @main(%a: {of(name)}, %b: {of(name)}) -> ({types}) {{\n" + "\n".join(lines) +
            f"\n  return {', '.join('%' + v for v in values)} : {types}\n}}\n")
    outputs = run(sdyc, text, [a, b], len(values), flags)
    if (outputs[-1] != (x < y)).any():
        yield f"{name} compare {' '.join(flags)}"
    for op, got in zip(results, outputs):
        want, nan = FORMATS[name].encode(results[op])
        want = want.astype(np.uint8)
        if FORMATS[name].nan is not None:
            want, nan = np.where(nan, FORMATS[name].nan, want).astype(np.uint8), np.zeros(want.shape, bool)
        if op in ("maximum", "minimum"):  # NumPy takes either zero
            nan = nan | ((x == 0) & (y == 0) & (got == 0)) | ((x == 0) & (y == 0) & (got == FORMATS[name].sign))
            nan = nan & FORMATS[name].is_nan(got) | (nan & (got & ~np.uint8(FORMATS[name].sign) == 0))
            same = (got == want) | nan
            problem = "" if same.all() else f"at {a[~same][0]}, {b[~same][0]}"
        else:
            problem = check(name, got, want, nan)
        if problem:
            yield f"{name} {op} {' '.join(flags)}: {problem}"


def tables():
    """Values of each format as ml_dtypes has them."""
    try:
        import ml_dtypes
    except ImportError:
        print("ml_dtypes is not here: tables of values are not compared")
        return
    for name, format in FORMATS.items():
        if name in ("f16", "bf16") or not hasattr(ml_dtypes, kind := f"float{name[1]}_{name[2:].lower()}"):
            continue
        codes = np.arange(format.codes, dtype=np.uint8)
        theirs, ours = codes.view(getattr(ml_dtypes, kind)).astype(np.float64), format.decode(codes)
        if not ((theirs == ours) | (np.isnan(theirs) & np.isnan(ours))).all():
            yield f"{name}: values differ from those of ml_dtypes"


def files(sdyc):
    """Files as ml_dtypes writes them, raw elements of one byte, are read."""
    try:
        import ml_dtypes
    except ImportError:
        return
    kinds = {"i2": "int2", "i4": "int4", "ui2": "uint2", "ui4": "uint4", "f4E2M1FN": "float4_e2m1fn",
             "f6E3M2FN": "float6_e3m2fn", "f8E4M3FN": "float8_e4m3fn"}
    for name, kind in kinds.items():
        numbers = np.array([1, 0, -2, -1] if name[0] in "if" else [1, 0, 2, 3], np.float32)
        text = (f"func.func @main(%a: tensor<4x{name}>) -> tensor<4xf32> {{\n  %0 = stablehlo.convert %a : "
                f"(tensor<4x{name}>) -> tensor<4xf32>\n  return %0 : tensor<4xf32>\n}}\n")
        got = run(sdyc, text, [numbers.astype(getattr(ml_dtypes, kind))], 1, [])[0]
        if (got != numbers).any():
            yield f"{name} from a file: {got}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sdyc", required=True)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    problems = list(tables()) + list(files(options.sdyc))
    small = [name for name in FLOATS if name not in ("f16", "bf16")]
    with ThreadPoolExecutor(2) as pool:
        tasks = [(job, name, flags) for job, names in ((conversions, TYPES), (arithmetic, small)) for name in names
                 for flags in ([], ["--jit=cc"]) if re.search(options.only, name) and (not flags or name in COMPILED)]
        for (_, name, flags), done in [(task, pool.submit(lambda t: list(t[0](options.sdyc, *t[1:])), task))
                                       for task in tasks]:
            try:
                problems += done.result()
            except RuntimeError as error:
                problems.append(f"{name} {' '.join(flags)}: {error}")
    print("\n".join(problems) or f"{len(TYPES)} types, {len(TYPES) ** 2} pairs")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
