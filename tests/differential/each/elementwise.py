"""Rows of elementwise operations."""
import numpy

from arrays import (ANY, COMPLEX, ELEMENTS, FLOATS, INTEGERS, NARROW, NUMBERS, REAL, SIGNED, UNSIGNED, any_float,
                      anything, finite, small, span, whole_range)
from program import row

ARITHMETIC = FLOATS * 3 + NARROW
# Accurate to a few units in the last place where the function is; complex ones lose digits between their parts.
ULPS, COMPLEX_ULPS = 8, 64


def registered(name, make):
    make.__name__ = name.split(".")[1]
    row(name)(make)


def unary(name, elements, domain, ulps=None, properties=()):
    """A row of a function of one number; exact where `ulps` is None."""
    def function(g):
        element, shape = g.element(elements), g.shape()
        if ulps is not None and ELEMENTS[element].kind in "fc":
            g.tolerance.loosen(COMPLEX_ULPS if ELEMENTS[element].kind == "c" else ulps)
        return [g.one(name, [g.value(shape, element, domain)], shape, element, properties)]
    registered(name, function)


def wide_or_calm(low, high):
    """Real numbers of any kind, complex ones between two limits."""
    def domain(source, shape, element):
        if element.kind == "c":
            return span(low, high)(source, shape, element)
        if source.random() < 0.5 or element.name in NARROW:  # the interpreter's steps have the narrow type
            return span(low, high)(source, shape, element)
        return any_float(source, shape, element)
    return domain


def signed_or_float(source, shape, element):
    return whole_range(source, shape, element) if element.kind in "iu" else anything(source, shape, element)


for _name in ("floor", "ceil", "round_nearest_afz", "round_nearest_even"):
    unary(f"stablehlo.{_name}", ARITHMETIC, anything)
unary("stablehlo.negate", SIGNED + UNSIGNED + ARITHMETIC + COMPLEX, anything)
unary("stablehlo.not", INTEGERS + ["i1"], whole_range)
unary("stablehlo.popcnt", INTEGERS, whole_range)
unary("stablehlo.count_leading_zeros", INTEGERS, whole_range)
unary("stablehlo.sign", SIGNED + ARITHMETIC, signed_or_float, 0)
for _name in ("sqrt", "rsqrt", "cbrt", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "tanh"):
    unary(f"stablehlo.{_name}", ARITHMETIC + ([] if _name == "cbrt" else COMPLEX), wide_or_calm(-4, 4), ULPS)


def angles(source, shape, element):
    """Of moderate size: of great ones every function reduces differently."""
    return span(-4, 4)(source, shape, element) if element.kind == "c" else span(-100, 100)(source, shape, element)


for _name in ("sine", "cosine", "tan"):
    unary(f"stablehlo.{_name}", ARITHMETIC + COMPLEX, angles, ULPS)


@row("stablehlo.abs")
def absolute(g):
    element, shape = g.element(SIGNED + ARITHMETIC + COMPLEX), g.shape()
    kind = ELEMENTS[element]
    if kind.kind == "c":
        g.tolerance.loosen(4)
        return [g.one("stablehlo.abs", [g.value(shape, element, finite)], shape, kind.part.name)]
    return [g.one("stablehlo.abs", [g.value(shape, element, anything)], shape, element)]


@row("stablehlo.real", "stablehlo.imag")
def part(g):
    element, shape = g.element(FLOATS[:5] + COMPLEX * 3), g.shape()
    return [g.one(g.random.choice(["stablehlo.real", "stablehlo.imag"]), [g.value(shape, element, anything)], shape,
                  ELEMENTS[element].part.name)]


@row("stablehlo.complex")
def complex_of(g):
    element, shape = g.element(["f32", "f64"]), g.shape()
    return [g.one("stablehlo.complex", [g.value(shape, element, anything) for _ in range(2)], shape,
                  f"complex<{element}>")]


@row("stablehlo.is_finite")
def is_finite(g):
    element, shape = g.element(ARITHMETIC), g.shape()
    return [g.one("stablehlo.is_finite", [g.value(shape, element, anything)], shape, "i1")]


def binary(name, elements, domain=anything, ulps=0, other=None):
    """A row of a function of two numbers: exact for integers."""
    def function(g):
        element, shape = g.element(elements), g.shape()
        if ELEMENTS[element].kind in "fc":
            g.tolerance.loosen(COMPLEX_ULPS if ELEMENTS[element].kind == "c" else ulps)
        return [g.one(name, [g.value(shape, element, domain), g.value(shape, element, other or domain)], shape, element)]
    registered(name, function)


def real_or_tame(source, shape, element):
    """Anything; of complex numbers finite ones, for infinities of parts are nobody's agreement."""
    return finite(source, shape, element) if element.kind == "c" else anything(source, shape, element)


real_or_tame.limits = finite.limits


def not_zero(source, shape, element):
    """A division of integers by zero is undefined, and so is one of the least by -1: odd and positive."""
    if element.kind not in "iu":
        return real_or_tame(source, shape, element)
    numbers = whole_range(source, shape, element).astype(numpy.int64 if element.kind == "i" else numpy.uint64)
    numbers = numpy.where(numbers == 0, 1, numbers)
    return numpy.where(numbers == -1, 1, numbers).astype(element.dtype) if element.kind == "i" else numbers.astype(element.dtype)


for _name in ("add", "multiply"):
    binary(f"stablehlo.{_name}", ANY + ["f32"] * 4, real_or_tame)
binary("stablehlo.subtract", NUMBERS + ["f32"] * 4, real_or_tame)
binary("stablehlo.divide", INTEGERS + ARITHMETIC + COMPLEX, real_or_tame, 1, not_zero)
binary("stablehlo.remainder", INTEGERS + ARITHMETIC, anything, 0, not_zero)
binary("stablehlo.maximum", REAL + ["i1", "i1"], anything)
binary("stablehlo.minimum", REAL + ["i1", "i1"], anything)
for _name in ("and", "or", "xor"):
    binary(f"stablehlo.{_name}", INTEGERS + ["i1"] * 3, whole_range)


def amounts(source, shape, element):
    """Of shifts: as far as the type has bits, and a little more."""
    return small(min(element.bits + 2, element.high), 0)(source, shape, element)


for _name in ("shift_left", "shift_right_arithmetic", "shift_right_logical"):
    binary(f"stablehlo.{_name}", INTEGERS, whole_range, 0, amounts)
binary("stablehlo.atan2", FLOATS * 2 + COMPLEX[:0], wide_or_calm(-4, 4), ULPS)


@row("stablehlo.power")
def power(g):
    element, shape = g.element(INTEGERS + FLOATS * 2 + COMPLEX), g.shape()
    kind = ELEMENTS[element]
    base, exponent = (small(9), small(7, 0)) if kind.kind in "iu" else g.random.choice(
        [(span(0.1, 4), span(-4, 4)), (small(4), small(4))])
    if kind.kind == "c":
        base, exponent = span(0.5, 3), span(-2, 2)
    if kind.kind in "fc":
        g.tolerance.loosen(256 if kind.kind == "c" else 16)
    return [g.one("stablehlo.power", [g.value(shape, element, base), g.value(shape, element, exponent)], shape, element)]


@row("stablehlo.compare", weight=2)
def compare(g):
    element, shape = g.element(ANY), g.shape()
    kind = ELEMENTS[element].kind
    way = g.random.choice(["EQ", "NE"] if kind == "c" else ["EQ", "NE", "LT", "LE", "GT", "GE"])
    named = {"b": "UNSIGNED", "u": "UNSIGNED", "i": "SIGNED", "f": "FLOAT", "c": "FLOAT"}[kind]
    if kind == "f" and g.chance(0.2):
        named, g.referees = "TOTALORDER", ["xla"]  # which the interpreter reads as FLOAT
    properties = [f"comparison_direction = #stablehlo<comparison_direction {way}>"]
    if named == "TOTALORDER" or g.chance(0.3):
        properties.append(f"compare_type = #stablehlo<comparison_type {named}>")
    domain = g.random.choice([anything, small(2)])
    return [g.one("stablehlo.compare", [g.value(shape, element, domain) for _ in range(2)], shape, "i1", properties)]


@row("stablehlo.clamp")
def clamp(g):
    element, shape = g.element(REAL), g.shape()
    bounds = [g.value([] if g.chance(0.4) else shape, element, finite) for _ in range(2)]
    # Bounds in their order: what clamp gives where low is above high is for XLA and the interpreter to agree on.
    return [g.one("stablehlo.clamp", [bounds[0], g.value(shape, element, finite), bounds[1]], shape, element)]


def convertible(to):
    """Numbers that the type `to` holds; what becomes of others is not said."""
    def domain(source, shape, element):
        if to.kind in "iu" and element.kind in "fc":
            high = min(float(to.high), 2.0 ** element.bits - 1, 400.0)
            return span(max(float(to.low), -400.0), high)(source, shape, element)
        if to.kind in "fc" and element.kind in "fc" or to.kind == "b":
            return finite(source, shape, element) if element.kind == "c" else anything(source, shape, element)
        return whole_range(source, shape, element) if element.kind in "biu" else finite(source, shape, element)
    return domain


@row("stablehlo.convert", weight=4)
def convert(g):
    old, new = ELEMENTS[g.element(ANY)], ELEMENTS[g.element(ANY)]
    shape = g.shape()
    return [g.one("stablehlo.convert", [g.value(shape, old.name, convertible(new))], shape, new.name)]


@row("stablehlo.bitcast_convert", weight=2)
def bitcast_convert(g):
    names = [name for name in ELEMENTS if name not in ("i1", "i2", "i4", "ui2", "ui4")]
    old = ELEMENTS[g.element(names)]
    new = ELEMENTS[g.element([name for name in names if (name in COMPLEX) == (old.kind == "c")])]
    if old.kind == "c":
        new = old  # nothing else is agreed upon
    a, b, shape = old.dtype.itemsize, new.dtype.itemsize, g.shape(0, 4, 200)
    take = [*shape, b // a] if b > a else shape
    give = [*shape, a // b] if a > b else shape
    # Bits of NaN may change on their way through a register: finite numbers.
    value = g.value(take, old.name, finite if old.kind in "fc" else ordinary_bits)
    return [g.one("stablehlo.bitcast_convert", [value], give, new.name)]


def ordinary_bits(source, shape, element):
    """Integers whose bits are no NaN of a type as wide or wider."""
    return source.integers(0, 64, shape).astype(element.dtype)


@row("stablehlo.reduce_precision")
def reduce_precision(g):
    element, shape = g.element(FLOATS), g.shape()
    exponent = g.random.choice([2, 3, 4, 5, 8, 11])
    mantissa = g.random.choice([0, 1, 2, 3, 7, 10, 23, 52])
    # Without mantissa NaN may become infinity.
    return [g.one("stablehlo.reduce_precision", [g.value(shape, element, anything if mantissa else finite)], shape, element,
                  [f"exponent_bits = {exponent} : i32", f"mantissa_bits = {mantissa} : i32"])]


@row("stablehlo.select")
def select(g):
    element, shape = g.element(ANY), g.shape()
    predicate = g.value([] if g.chance(0.3) else shape, "i1", anything)
    return [g.one("stablehlo.select", [predicate, *(g.value(shape, element, anything) for _ in range(2))], shape, element)]
