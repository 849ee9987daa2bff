"""Rows of chlo's functions: formulas for special functions, and pairs of operands that are broadcast."""
import numpy

from arrays import COMPLEX, ELEMENTS, FLOATS, INTEGERS, anything, finite, small, span, whole_range
from elementwise import ULPS, amounts, not_zero, real_or_tame, registered
from operations import array
from program import row

REAL = ["f32", "f32", "f64", "f64", "bf16", "f16"]


def special(name, domain, ulps, scaled=0.0, elements=REAL, operands=1):
    """A row of a function that only XLA knows."""
    def function(g):
        element, shape = g.element(elements), g.shape(0, 4, 300)
        unit = 2.0 ** -ELEMENTS[element].part.bits
        g.tolerance.loosen(ulps, scaled * unit)
        return [g.one(name, [g.value(shape, element, domain) for _ in range(operands)], shape, element)]
    registered(name, function)


for _name, _low, _high in (("asin", -1, 1), ("acos", -1, 1), ("atan", -9, 9), ("acosh", 1.1, 50), ("atanh", -0.9, 0.9),
                           ("asinh", -50, 50), ("sinh", -9, 9), ("cosh", -9, 9), ("tan", -1.4, 1.4),
                           ("erf", -3, 3), ("erfc", -3, 3)):
    special(f"chlo.{_name}", span(_low, _high), 64, 64)
for _name in ("asin", "acos", "atan", "acosh", "atanh", "asinh", "sinh", "cosh"):
    special(f"chlo.{_name}", span(0.2, 2), 256, 256, COMPLEX)
special("chlo.erf_inv", span(-0.95, 0.95), 256, 256)
special("chlo.lgamma", span(0.3, 9), 512, 512)
special("chlo.digamma", span(1.6, 9), 512, 512)
special("chlo.bessel_i1e", span(-9, 9), 256, 256)
special("chlo.square", span(-9, 9), 2)
special("chlo.square", span(-9, 9), 16, 16, COMPLEX)
special("chlo.zeta", span(1.5, 6), 4096, 4096, ["f32", "f64"], 2)
special("chlo.next_after", finite, 0, 0, REAL, 2)


@row("chlo.polygamma")
def polygamma(g):
    element, shape = g.element(["f32", "f64"]), g.shape(0, 3, 100)
    g.tolerance.loosen(8192, 4096 * 2.0 ** -ELEMENTS[element].bits)
    return [g.one("chlo.polygamma", [g.value(shape, element, small(3, 1)), g.value(shape, element, span(1, 6))], shape,
                  element)]


@row("chlo.conj")
def conj(g):
    element, shape = g.element(COMPLEX), g.shape()
    return [g.one("chlo.conj", [g.value(shape, element, anything)], shape, element)]


@row("chlo.is_inf", "chlo.is_pos_inf", "chlo.is_neg_inf")
def is_infinite(g):
    element, shape = g.element(REAL), g.shape()
    name = g.random.choice(["is_inf", "is_pos_inf", "is_neg_inf"])
    return [g.one(f"chlo.{name}", [g.value(shape, element, anything)], shape, "i1")]


@row("chlo.mulhi")
def mulhi(g):
    element, shape = g.element([e for e in INTEGERS if e not in ("i2", "ui2", "i4", "ui4")]), g.shape()
    return [g.one("chlo.mulhi", [g.value(shape, element, whole_range) for _ in range(2)], shape, element)]


@row("chlo.constant", "chlo.constant_like")
def constants(g):
    element, shape = g.element(["f32", "i32", "f64", "ui8"]), g.shape()
    number = f"{g.random.randint(0, 9)}{'.0' if ELEMENTS[element].kind == 'f' else ''} : {element}"
    return [g.one("chlo.constant_like", [g.value(shape, element)], shape, element, [f"value = {number}"])]


# --- broadcasts --------------------------------------------------------------------------------------------


def broadcast_pair(g):
    """Shapes of two operands, of their result, and where the dimensions of the one of smaller rank are: the last,
    for chlo has no formula where they are others."""
    shape = g.shape(0, 5, 600)
    rank = g.random.randint(0, len(shape))
    dims = list(range(len(shape) - rank, len(shape)))
    small_shape = [shape[d] if g.chance(0.8) else 1 for d in dims]
    big = [size if g.chance(0.9) or i in dims and small_shape[dims.index(i)] != size else 1 for i, size in enumerate(shape)]
    big = [size if i in dims and small_shape[dims.index(i)] == size else shape[i] for i, size in enumerate(big)]
    return big, small_shape, shape, dims


def broadcast(name, elements, domain=real_or_tame, ulps=0, other=None, result=None, properties=lambda g, kind: []):
    def function(g):
        element = g.element(elements)
        kind = ELEMENTS[element]
        big, little, shape, dims = broadcast_pair(g)
        if kind.kind in "fc":
            g.tolerance.loosen(64 if kind.kind == "c" else ulps)
        swapped = g.chance(0.5)
        shapes = [little, big] if swapped else [big, little]
        values = [g.value(s, element, d) for s, d in zip(shapes, (domain, other or domain))]
        more = properties(g, kind)
        if len(little) < len(big):
            more = [*more, array("broadcast_dimensions", dims)]
        return [g.one(f"chlo.broadcast_{name}", values, shape, result(element) if result else element, more)]
    registered(f"chlo.broadcast_{name}", function)


def direction(g, kind):
    ways = ["EQ", "NE"] if kind.kind == "c" else ["EQ", "NE", "LT", "GE", "GT", "LE"]
    return [f"comparison_direction = #chlo<comparison_direction {g.random.choice(ways)}>"]


NUMBERS = INTEGERS + FLOATS * 2 + COMPLEX
for _name in ("add", "subtract", "multiply"):
    broadcast(_name, NUMBERS)
broadcast("divide", NUMBERS, ulps=2, other=not_zero)
broadcast("remainder", INTEGERS + FLOATS, anything, other=not_zero)
for _name in ("maximum", "minimum"):
    broadcast(_name, INTEGERS + FLOATS, anything)
for _name in ("and", "or", "xor"):
    broadcast(_name, INTEGERS + ["i1"] * 3, whole_range)
for _name in ("shift_left", "shift_right_arithmetic", "shift_right_logical"):
    broadcast(_name, INTEGERS, whole_range, other=amounts)
broadcast("power", FLOATS, span(0.1, 4), 16)
broadcast("atan2", ["f32", "f64"], span(-4, 4), ULPS)
broadcast("next_after", REAL, finite)
broadcast("zeta", ["f32", "f64"], span(1.5, 6), 4096)
broadcast("polygamma", ["f32", "f64"], small(3, 1), 8192, span(1, 6))
broadcast("complex", ["f32", "f64"], anything, result=lambda element: f"complex<{element}>")
broadcast("compare", NUMBERS, anything, result=lambda element: "i1", properties=direction)


@row("chlo.broadcast_select")
def broadcast_select(g):
    element, shape = g.element(NUMBERS), g.shape(0, 4, 600)
    shapes = [shape[g.random.randint(0, len(shape)):] for _ in range(3)]
    shapes[g.random.randrange(1, 3)] = shape
    if shapes[0] not in ([], shape):
        shapes[0] = shape
    values = [g.value(shapes[0], "i1", anything), *(g.value(s, element, anything) for s in shapes[1:])]
    return [g.one("chlo.broadcast_select", values, shape, element)]


def group_sizes(g, groups):
    """Sizes of groups, the last of which may not be full, and how many rows they have together."""
    sizes = numpy.array([g.random.randint(0, 4) for _ in range(groups)], numpy.int32)
    rows = max(int(sizes.sum()), 1)
    sizes[0] += rows - int(sizes.sum())
    return g.argument(sizes, "i32"), rows


@row("chlo.ragged_dot", weight=2)
def ragged_dot(g):
    """What is in groups: rows, each group with its own matrix; what is summed over, a product for each group; a batch."""
    element, ragged = g.element(["f32", "f64"]), g.random.choice(["rows", "sum", "batch"])
    groups, one, two, three = (g.random.randint(1, most) for most in (4, 6, 6, 6))
    sizes, rows = group_sizes(g, groups)
    g.tolerance.zeros = False
    left, right, result, numbers = {
        "rows": ([rows, one], [groups, one, two], [rows, two], ("[], []", "[1], [1]", "[0], [0]")),
        "sum": ([rows, one], [rows, two], [groups, one, two], ("[], []", "[0], [0]", "[0], []")),
        "batch": ([rows, one, two], [rows, two, three], [rows, one, three], ("[0], [0]", "[2], [1]", "[0], []"))}[ragged]
    names = [("lhs_batching_dimensions", "rhs_batching_dimensions"), ("lhs_contracting_dimensions", "rhs_contracting_dimensions"),
             ("lhs_ragged_dimensions", "rhs_group_dimensions")]
    text = ", ".join(f"{name} = {dims}" for pair, both in zip(names, numbers) for name, dims in zip(pair, both.split(", ")))
    operands = [g.value(left, element), g.value(right, element), sizes]
    return [g.one("chlo.ragged_dot", operands, result, element, [f"ragged_dot_dimension_numbers = #chlo.ragged_dot<{text}>"])]
