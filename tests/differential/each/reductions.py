"""Rows of operations that fold elements by regions: reductions, windows, sorts, maps.

Numbers are small and whole, so that what is folded is exact in any order; floats of any size are folded by
operations that choose among them.
"""
import numpy

from arrays import COMPLEX, ELEMENTS, FLOATS, INTEGERS, NARROW, anything, finite, small, span, whole_range
from moves import order_of
from operations import array, pairs, product
from program import Program, row

SUMS = FLOATS * 3 + INTEGERS + COMPLEX + ["i1"] * 3
LESS = ["comparison_direction = #stablehlo<comparison_direction LT>"]


def limit_of(element, count):
    """How great numbers may be where `count` of them are added."""
    kind = ELEMENTS[element].part
    return max(1, min(9, (1 << kind.bits) // max(count, 1))) if kind.kind == "f" else 9


def fits(element, count):
    """Sums of so many small numbers are exact."""
    kind = ELEMENTS[element].part
    return kind.kind != "f" or count <= 1 << kind.bits


class Fold:
    """What a region folds: `elements` of one group of operands, the domain of each, the starting numbers, and
    make(g, left, right), which gives the folded values."""

    def __init__(self, elements, domains, starts, make):
        self.elements, self.domains, self.starts, self.make = elements, domains, starts, make
        self.neutral = starts

    def beginning_with_nothing(self):
        """The same with starting numbers that change nothing."""
        self.starts = self.neutral
        return self


def simple(name, element, domain, start):
    def make(g, left, right):
        pair = [left[0], right[0]]
        g.random.shuffle(pair)
        return [g.one(name, pair, (), element)]
    fold = Fold([element], [domain], [start], make)
    fold.neutral = [identity(name.split(".")[1], element)]
    return fold


def identity(name, element):
    """The number that changes nothing."""
    kind = ELEMENTS[element]
    if kind.kind == "b":  # of booleans add is or, multiply is and
        return name in ("and", "multiply", "minimum")
    if name in ("maximum", "minimum"):
        if kind.kind == "f":
            return -numpy.inf if name == "maximum" else numpy.inf
        return kind.low if name == "maximum" else kind.high
    if name == "and":
        return -1 if kind.kind == "i" else kind.high
    return 1 if name == "multiply" else 0


def one_fold(g, count):
    """A fold of one operand by one operation."""
    element = g.element(SUMS)
    kind = ELEMENTS[element].kind
    names = {"c": ["add"], "f": ["add", "add", "maximum", "minimum", "multiply"],
             "b": ["and", "or", "xor", "add", "multiply", "maximum", "minimum"]}.get(
                 kind, ["add", "multiply", "maximum", "minimum", "and", "or", "xor"])
    name = g.random.choice(names)
    if name == "add" and not fits(element, count):
        element, kind = "f32", "f"
    if kind in "fc":
        if name in ("maximum", "minimum"):
            domain = anything
        elif name == "multiply":
            domain = powers(count)
        else:
            domain = small(limit_of(element, count))
    else:
        domain = whole_range
    start = identity(name, element) if g.chance(0.6) or name == "multiply" else \
        numpy.asarray(small(1)(g.source, (), ELEMENTS[element]))
    return simple(f"stablehlo.{name}", element, domain, start)


def powers(count):
    """Numbers whose products stay exact and finite: few that are not one or minus one."""
    def domain(source, shape, element):
        numbers = source.choice([-1.0, 1.0], shape) * numpy.where(source.random(shape) < 2 / max(count, 2), 2.0, 1.0)
        return numpy.asarray(numbers).astype(element.dtype)
    return domain


def argument_of_extreme(g, count):
    """A number and its place; of equals the first place."""
    element, index = g.element(["f32", "f64", "bf16", "i32", "ui8", "i64"]), g.element(["i32", "i64"])
    way = g.random.choice(["GT", "LT"])

    def make(g, left, right):
        def compare(a, b, how):
            return g.one("stablehlo.compare", [a, b], (), "i1",
                         [f"comparison_direction = #stablehlo<comparison_direction {how}>"])
        further, equal = compare(left[0], right[0], way), compare(left[0], right[0], "EQ")
        before = compare(left[1], right[1], "LT")
        chosen = g.one("stablehlo.or", [further, g.one("stablehlo.and", [equal, before], (), "i1")], (), "i1")
        return [g.one("stablehlo.select", [chosen, a, b], (), a.element) for a, b in zip(left, right)]
    kind = ELEMENTS[element]
    start = (-numpy.inf if way == "GT" else numpy.inf) if kind.kind == "f" else kind.low if way == "GT" else kind.high
    return Fold([element, index], [small(5), small(100, 0)], [start, 127], make)


def product_of_pairs(g, count):
    """Complex numbers as two integers, which wrap."""
    element = g.element(["i32", "i64", "ui8", "ui32", "i16"])

    def make(g, left, right):
        def op(name, a, b):
            return g.one(f"stablehlo.{name}", [a, b], (), element)
        (a, b), (c, d) = left, right
        return [op("subtract", op("multiply", a, c), op("multiply", b, d)),
                op("add", op("multiply", a, d), op("multiply", b, c))]
    return Fold([element, element], [whole_range] * 2, [1, 0], make)


def side_by_side(g, count):
    """Several folds in one region, in any order."""
    folds = [one_fold(g, count) for _ in range(g.random.choice([2, 2, 3, 4]))]

    def make(g, left, right):
        made = {}
        for i in order_of(g, len(folds)):
            made[i] = folds[i].make(g, [left[i]], [right[i]])[0]
        return [made[i] for i in range(len(folds))]
    fold = Fold([f.elements[0] for f in folds], [f.domains[0] for f in folds], [f.starts[0] for f in folds], make)
    fold.neutral = [f.neutral[0] for f in folds]
    return fold


def sum_of_magnitudes(g, count):
    """Not as it is written: max(a + b, b + a) through other types."""
    element = g.element(["i32", "i8", "ui16"])

    def make(g, left, right):
        wide = [g.one("stablehlo.convert", [v], (), "i64") for v in (left[0], right[0])]
        total = g.one("stablehlo.add", wide, (), "i64")
        return [g.one("stablehlo.convert", [total], (), element)]
    return Fold([element], [small(1)], [0], make)


def some_fold(g, count, neutral=False):
    g.tolerance.zeros = False  # of zeros with signs either may be folded first
    make = g.random.choices([one_fold, argument_of_extreme, product_of_pairs, side_by_side, sum_of_magnitudes],
                            [10, 2, 2, 3, 1])[0]
    fold = make(g, count)
    return fold.beginning_with_nothing() if neutral else fold


def region_of(g, fold):
    half = len(fold.elements)
    return g.region([*fold.elements, *fold.elements], lambda g, a: fold.make(g, a[:half], a[half:]))


def operands_of(g, fold, shape):
    values = [g.value(shape, element, domain) for element, domain in zip(fold.elements, fold.domains)]
    starts = [g.constant(start, (), element) if g.chance(0.6) else
              g.argument(numpy.asarray(start).astype(ELEMENTS[element].dtype), element)
              for start, element in zip(fold.starts, fold.elements)]
    return values + starts


@row("stablehlo.reduce", weight=5)
def reduce(g):
    shape = g.shape(0, 6, 3000)
    dims = g.some(range(len(shape)))
    fold = some_fold(g, product(shape[d] for d in dims))
    kept = [size for d, size in enumerate(shape) if d not in dims]
    if g.chance(0.2):
        g.random.shuffle(dims)
    return g.op("stablehlo.reduce", operands_of(g, fold, shape), [(kept, element) for element in fold.elements],
                [array("dimensions", dims)], [region_of(g, fold)])


@row("stablehlo.reduce", weight=2)
def reduce_of_any_floats(g):
    """Sums that are rounded: within what the order of additions may change."""
    shape, element = g.shape(0, 4, 3000), g.element(["f32", "f64", "bf16", "f16"])
    dims = g.some(range(len(shape)))
    kept = [size for d, size in enumerate(shape) if d not in dims]
    count = product(shape[d] for d in dims)
    g.tolerance.loosen(4 + 2 * count, 0)
    fold = simple("stablehlo.add", element, span(0.5, 2), 0)
    return g.op("stablehlo.reduce", operands_of(g, fold, shape), [(kept, element)], [array("dimensions", dims)],
                [region_of(g, fold)])


@row("chlo.scan")
def scan(g):
    """A fold along a dimension whose steps are kept: the sum, its double, or the input."""
    shape = g.shape(1, 4, 1000)
    dim = g.random.randrange(len(shape))
    line = [size for d, size in enumerate(shape) if d != dim]
    element = g.element(["f32", "f64", "i32", "i64", "ui8"])
    if not fits(element, 3 * shape[dim]):
        element = "i32"
    name, kept = g.random.choice(["add", "subtract", "maximum"]), g.random.choice(["carry", "double", "input"])

    def step(g, arguments):
        taken, carried = arguments
        carry = g.one(f"stablehlo.{name}", [carried, taken], line, element)
        output = {"carry": carry, "input": taken}.get(kept)
        return [output or g.one("stablehlo.add", [carry, carry], line, element), carry]
    flags = [f"dimension = {dim} : i64", f"is_reverse = {str(g.chance(0.5)).lower()}",
             "operandSegmentSizes = array<i32: 1, 1>", "resultSegmentSizes = array<i32: 1, 1>"]
    return g.op("chlo.scan", [g.value(shape, element, small(3)), g.value(line, element, small(3))],
                [(shape, element), (line, element)], flags, [g.region([element] * 2, step, shapes=[line] * 2)])


# --- windows -----------------------------------------------------------------------------------------------


def windows(g, shape, plain=False):
    """(how many windows along each dimension, attributes, elements of a window), or None where that is too many."""
    rows, counts = [], []
    for size in shape:
        if g.chance(0.35):
            extent, stride, base, step, low, high = 1, 1, 1, 1, 0, 0
        elif g.chance(0.15):  # a scan
            extent, stride, base, step, low, high = size, 1, 1, 1, max(size - 1, 0), 0
            low, high = (low, high) if g.chance(0.6) else (high, low)
        else:
            extent, stride = g.random.choice([1, 2, 2, 3, 3, 4]), g.random.choice([1, 1, 2, 3, 5])
            base, step = g.random.choice([1, 1, 1, 2, 3]), g.random.choice([1, 1, 1, 2, 3])
            low, high = (g.random.choice([0, 0, 1, 2, 3, -1]) for _ in range(2))
        if plain:  # each window with an element
            base = step = 1
            low, high = (max(min(pad, extent - 1), 0) for pad in (low, high))
        whole = (max(size - 1, 0) * base + (size > 0)) + low + high
        reach = (extent - 1) * step + 1
        count = 0 if whole <= 0 or reach > whole else (whole - reach) // stride + 1
        if extent <= 0 or whole < 0:
            return None
        counts.append(count)
        rows.append((extent, stride, base, step, (low, high)))
    extents, strides, bases, steps, padding = ([r[i] for r in rows] for i in range(5))
    properties = [array("window_dimensions", extents)]
    properties += [array("window_strides", strides)] if any(s != 1 for s in strides) or g.chance(0.5) else []
    properties += [array("base_dilations", bases)] if any(s != 1 for s in bases) else []
    properties += [array("window_dilations", steps)] if any(s != 1 for s in steps) else []
    properties += [pairs("padding", padding)] if any(p != (0, 0) for p in padding) else []
    return None if product(counts) * product(extents) > 6000 else (counts, properties, product(extents))


def windowed(g, least=0, plain=False):
    """A shape and windows in it."""
    while True:
        shape = g.shape(least, 5, 800)
        found = windows(g, shape, plain)
        if found:
            return shape, *found


@row("stablehlo.reduce_window", weight=5)
def reduce_window(g):
    shape, counts, properties, count = windowed(g)
    # What begins a window stands in its padding too, says the specification; for XLA it begins once.
    fold = some_fold(g, count, neutral=True)
    return g.op("stablehlo.reduce_window", operands_of(g, fold, shape), [(counts, e) for e in fold.elements],
                properties, [region_of(g, fold)])


@row("stablehlo.select_and_scatter", weight=3)
def select_and_scatter(g):
    """Windows choose by GE or LE among floats or integers: of equals the first. Each has an element that is no
    padding; where padding could be chosen the interpreter does, XLA does not."""
    shape, counts, properties, _ = windowed(g, 1, True)
    if product(counts) > 0:  # else it is XLA that gives anything
        g.referees = ["xla"]
    element = g.element(["f32", "f64", "bf16", "f16", "i32", "ui8", "i64"])
    # Few enough that the sum of all sources is exact.
    source = g.value(counts, element, small(limit_of(element, product(counts)) if fits(element, product(counts)) else 1))
    way = g.random.choice(["GE", "LE"])
    select = g.region([element] * 2, lambda g, a: [g.one("stablehlo.compare", a, (), "i1", [
        f"comparison_direction = #stablehlo<comparison_direction {way}>"])])
    scatter = g.region([element] * 2, lambda g, a: [g.one("stablehlo.add", a, (), element)])
    g.tolerance.zeros = False
    if not fits(element, product(counts)):
        g.tolerance.loosen(8)
    value = g.value(shape, element, g.random.choice([small(3), finite]))
    return [g.one("stablehlo.select_and_scatter", [value, source, g.constant(0, (), element)], shape, element,
                  properties, [select, scatter])]


# --- sorts and maps ----------------------------------------------------------------------------------------


def order_by(keys, ways, typed):
    """A comparator: by the first key, of equals by the next."""
    def make(g, arguments):
        def compare(i, how):
            more = [f"compare_type = #stablehlo<comparison_type {typed[i]}>"] if typed[i] else []
            return g.one("stablehlo.compare", arguments[2 * i:2 * i + 2], (), "i1",
                         [f"comparison_direction = #stablehlo<comparison_direction {how}>", *more])
        result = compare(keys[-1], ways[-1])
        for key, way in reversed(list(zip(keys[:-1], ways[:-1]))):
            tie = g.one("stablehlo.and", [compare(key, "EQ"), result], (), "i1")
            result = g.one("stablehlo.or", [compare(key, way), tie], (), "i1")
        return [result]
    return make


@row("stablehlo.sort", weight=4)
def sort(g):
    shape = g.shape(1, 5, 2000)
    count = g.random.choice([1, 1, 2, 2, 3, 4])
    elements = [g.element(FLOATS * 2 + INTEGERS + NARROW) for _ in range(count)]
    keys = g.random.sample(range(count), g.random.randint(1, min(count, 3)))
    ways = [g.random.choice(["LT", "GT"]) for _ in keys]
    stable = g.chance(0.7)
    if not stable:  # equal keys come in any order: keys are all, or numbers that differ
        keys, ways = list(range(count)), [g.random.choice(["LT", "GT"]) for _ in range(count)]
    typed = [""] * count
    domains = [g.random.choice([small(3), finite]) for _ in elements]
    if len(keys) == 1 and ELEMENTS[elements[keys[0]]].kind == "f" and g.chance(0.4):
        typed[keys[0]], domains[keys[0]] = "TOTALORDER", anything
        g.referees = ["xla"]  # the interpreter compares as floats
    values = [g.value(shape, element, domain) for element, domain in zip(elements, domains)]
    region = g.region([e for element in elements for e in (element, element)], order_by(keys, ways, typed))
    # Zeros of both signs are equal.
    g.tolerance.zeros = stable and not any(typed)
    return g.op("stablehlo.sort", values, [(shape, element) for element in elements],
                [f"dimension = {g.random.choice([-1, 1]) and g.random.randrange(len(shape))} : i64",
                 f"is_stable = {str(stable).lower()}"], [region])


@row("stablehlo.map")
def map_of(g):
    """A chain of operations on scalars."""
    shape, element = g.shape(1), g.element(["i32", "f32", "ui8", "f64", "i64"])
    values = [g.value(shape, element, small(5)) for _ in range(g.random.choice([1, 2, 3]))]

    def make(g, arguments):
        pool = list(arguments)
        for _ in range(g.random.randint(1, 4)):
            name = g.random.choice(["add", "subtract", "multiply", "maximum", "minimum"])
            pool.append(g.one(f"stablehlo.{name}", [g.random.choice(pool), g.random.choice(pool)], (), element))
        if g.chance(0.4):
            return [g.one("stablehlo.compare", pool[-2:], (), "i1", LESS)]
        return pool[-1:]
    g.tolerance.loosen(4)
    region = g.region([element] * len(values), make)
    return [g.one("stablehlo.map", values, shape, region.returned[0].element,
                  [array("dimensions", range(len(shape)))], [region])]


@row("stablehlo.batch_norm_inference", "stablehlo.batch_norm_training", "stablehlo.batch_norm_grad")
def batch_norm(g):
    element = g.element(["f32", "f32", "f64", "f16", "bf16"])
    shape = [max(size, 1) for size in g.shape(1, 5, 600)]
    feature = g.random.randrange(len(shape))
    while product(shape) > 1500:
        shape = [max(size, 1) for size in g.shape(1, 5, 600)]
        feature = g.random.randrange(len(shape))
    one = (shape[feature],)
    properties = ["epsilon = 1.250000e-01 : f32", f"feature_index = {feature} : i64"]
    g.tolerance.loosen(64, 64 * float(2.0 ** -ELEMENTS[element].bits))
    kind = g.random.choice(["inference", "training", "grad"])
    value = g.value(shape, element, span(-2, 2))
    scale, mean = g.value(one, element, span(0.5, 2)), g.value(one, element, span(-1, 1))
    variance = g.value(one, element, span(0.5, 2))
    if kind == "inference":
        offset = g.value(one, element, span(-1, 1))
        return g.op("stablehlo.batch_norm_inference", [value, scale, offset, mean, variance], [(shape, element)], properties)
    types = [(shape, element), (one, element), (one, element)]
    if kind == "training":
        return g.op("stablehlo.batch_norm_training", [value, scale, mean], types, properties)
    other = g.value(shape, element, span(-2, 2))
    return g.op("stablehlo.batch_norm_grad", [value, scale, mean, variance, other], types, properties)
