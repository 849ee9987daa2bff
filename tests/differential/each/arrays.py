"""Element types, and random arrays of them."""
import json
import math

import ml_dtypes
import numpy


class Element:
    """`kind`: b(ool), i(nteger), u(nsigned), f(loat) or c(omplex); `bits` of a float are those of its significand."""

    def __init__(self, name, dtype, kind, bits):
        self.name, self.dtype, self.kind, self.bits = name, numpy.dtype(dtype), kind, bits

    @property
    def part(self):
        """The element of a complex number's parts."""
        return ELEMENTS[self.name[8:-1]] if self.kind == "c" else self

    @property
    def low(self):
        return -(1 << (self.bits - 1)) if self.kind == "i" else 0

    @property
    def high(self):
        return (1 << (self.bits - (self.kind == "i"))) - 1

    @property
    def is_narrow(self):
        """Less than a byte in memory, or of a type that NumPy itself lacks."""
        return self.name in NIBBLES or self.kind == "f" and self.name not in ("f16", "f32", "f64")


def _floats(*rows):
    return {name: Element(name, dtype, "f", ml_dtypes.finfo(dtype).nmant + 1) for name, dtype in rows}


ELEMENTS = {
    "i1": Element("i1", numpy.bool_, "b", 1),
    **{f"i{n}": Element(f"i{n}", f"int{n}", "i", n) for n in (8, 16, 32, 64)},
    **{f"ui{n}": Element(f"ui{n}", f"uint{n}", "u", n) for n in (8, 16, 32, 64)},
    "i2": Element("i2", ml_dtypes.int2, "i", 2), "i4": Element("i4", ml_dtypes.int4, "i", 4),
    "ui2": Element("ui2", ml_dtypes.uint2, "u", 2), "ui4": Element("ui4", ml_dtypes.uint4, "u", 4),
    **_floats(("f16", numpy.float16), ("bf16", ml_dtypes.bfloat16), ("f32", numpy.float32), ("f64", numpy.float64),
              ("f8E4M3FN", ml_dtypes.float8_e4m3fn), ("f8E5M2", ml_dtypes.float8_e5m2)),
    "complex<f32>": Element("complex<f32>", numpy.complex64, "c", 24),
    "complex<f64>": Element("complex<f64>", numpy.complex128, "c", 53),
}
NIBBLES = ["i2", "i4", "ui2", "ui4"]
SIGNED = ["i8", "i16", "i32", "i32", "i64", "i4", "i2"]
UNSIGNED = ["ui8", "ui16", "ui32", "ui64", "ui4", "ui2"]
INTEGERS = SIGNED + UNSIGNED
FLOATS = ["f32", "f32", "f32", "f64", "f64", "bf16", "bf16", "f16", "f16"]
NARROW = ["f8E4M3FN", "f8E5M2"]
COMPLEX = ["complex<f32>", "complex<f64>"]
REAL = INTEGERS + FLOATS * 2 + NARROW
NUMBERS = REAL + COMPLEX * 2
ANY = NUMBERS + ["i1"] * 2


# --- arrays: a domain is a function of (random source of NumPy, shape, element) ----------------------------
#
# A domain that whole numbers between two limits belong to says so: `limits`.


def small(limit, low=None):
    """Whole numbers of at most this size, of every type: sums and products of few of them are exact."""
    def domain(source, shape, element):
        least = -limit if low is None else low
        if element.kind in "iu":
            least, most = max(least, element.low), min(limit, element.high)
        else:
            most = limit
        numbers = source.integers(least, most + 1, shape)
        if element.kind == "c":
            numbers = numbers + 1j * source.integers(least, most + 1, shape)
        return numpy.asarray(numbers).astype(element.dtype)
    domain.limits = (-limit if low is None else low, limit)
    return domain


def span(low, high):
    """Floats, or parts of complex numbers, between two numbers; integers too."""
    def domain(source, shape, element):
        if element.kind in "iu":
            return source.integers(max(low, element.low), min(high, element.high) + 1, shape).astype(element.dtype)
        numbers = source.uniform(low, high, shape)
        if element.kind == "c":
            numbers = numbers + 1j * source.uniform(low, high, shape)
        return numpy.asarray(numbers).astype(element.dtype)
    return domain


def whole_range(source, shape, element):
    """Integers: all bits; here and there the ends of the range."""
    if element.kind == "b":
        return source.integers(0, 2, shape).astype(bool)
    high = element.high
    numbers = source.integers(element.low, high, shape, numpy.uint64 if element.kind == "u" else numpy.int64, True)
    ends = numpy.array([element.low, high, 0, 1, high // 2], numbers.dtype)
    chosen = numpy.where(source.random(shape) < 0.25, ends[source.integers(0, 5, shape)], numbers)
    return numpy.asarray(chosen).astype(element.dtype)


def special(element):
    """Floats that are not like others; no subnormal ones, which XLA takes for zero."""
    info = ml_dtypes.finfo(element.dtype)
    numbers = [0.0, -0.0, 1.0, -1.0, float(info.max), float(info.min), float(info.smallest_normal), 0.5, 2.0, -2.5]
    if element.name != "f8E4M3FN":
        numbers += [numpy.inf, -numpy.inf]
    return numpy.array([*numbers, numpy.nan], numpy.float64)


def any_float(source, shape, element, with_special=True):
    info = ml_dtypes.finfo(element.dtype)
    reach = min(abs(info.minexp), info.maxexp) - 1
    kind = source.integers(0, 4)
    if kind == 0:
        numbers = source.uniform(-4, 4, shape)
    elif kind == 1:
        numbers = source.integers(-5, 6, shape) / 2
    else:
        reach = reach if kind == 2 else min(reach, 8)
        numbers = source.choice([-1.0, 1.0], shape) * numpy.exp2(source.uniform(-reach, reach, shape))
    if with_special and source.random() < 0.4:
        all_special = special(element)
        chosen = all_special[source.integers(0, len(all_special), shape)]
        numbers = numpy.where(source.random(shape) < 0.3, chosen, numbers)
    return numpy.asarray(numbers).astype(element.dtype)


def finite(source, shape, element):
    """Anything but infinities and NaN."""
    if element.kind in "biu":
        return whole_range(source, shape, element)
    if element.kind == "c":
        return span(-4, 4)(source, shape, element)
    return any_float(source, shape, element, False)


def anything(source, shape, element):
    if element.kind in "biu":
        return whole_range(source, shape, element)
    if element.kind == "c":
        parts = [anything(source, shape, element.part) for _ in range(2)]
        result = numpy.empty(shape, element.dtype)
        result.real, result.imag = parts
        return result
    return any_float(source, shape, element)


for _domain in (whole_range, any_float, finite, anything):
    _domain.limits = (-math.inf, math.inf)


# --- as text and as files ----------------------------------------------------------------------------------


def literal(array, element):
    """What stands in dense<> for an array."""
    if array.size == 0:
        return ""
    if element.kind == "b" or element.name in NIBBLES:
        return json.dumps(array.astype(bool if element.kind == "b" else int).tolist())
    return '"0x' + numpy.ascontiguousarray(array).tobytes().hex().upper() + '"'


def stored(array, element):
    """As sdyc reads and writes it: narrow types that NumPy lacks as raw bits, small integers as bytes."""
    if element.name in NIBBLES:
        return array.astype(numpy.int8 if element.kind == "i" else numpy.uint8)
    if element.is_narrow:
        return array.view(f"u{array.dtype.itemsize}")
    return array


def loaded(array, element):
    """What `stored` gave, as it was."""
    if element.name in NIBBLES:
        return array.astype(element.dtype)
    return array.view(element.dtype) if element.is_narrow else array
