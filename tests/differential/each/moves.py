"""Operations that move and choose numbers: rows of their own, and what other rows' operands and results go through.

A dress makes a value of a shape, element and domain out of others; a finish takes a value to another.
"""
import numpy

from arrays import ANY, ELEMENTS, anything, small
from operations import array, product
from program import DRESSES, FINISHES, row


def dress(function):
    DRESSES.append(function)
    return function


def finish(function):
    FINISHES.append(function)
    return function


def permuted(g, value, order):
    return g.one("stablehlo.transpose", [value], [value.shape[d] for d in order], value.element,
                 [array("permutation", order)])


def reshaped(g, value, shape):
    return g.one("stablehlo.reshape", [value], shape, value.element)


def sliced(g, value, start, limit, stride):
    shape = [-(-(high - low) // step) for low, high, step in zip(start, limit, stride)]
    return g.one("stablehlo.slice", [value], shape, value.element,
                 [array("start_indices", start), array("limit_indices", limit), array("strides", stride)])


def padded(g, value, filler, low, high, inner):
    shape = [size + a + b + max(size - 1, 0) * c for size, a, b, c in zip(value.shape, low, high, inner)]
    return g.one("stablehlo.pad", [value, filler], shape, value.element,
                 [array("edge_padding_low", low), array("edge_padding_high", high), array("interior_padding", inner)])


def order_of(g, rank):
    return g.random.sample(range(rank), rank)


# --- dresses -----------------------------------------------------------------------------------------------


@dress
def from_transpose(g, shape, element, domain):
    order = order_of(g, len(shape))
    return permuted(g, g.value([shape[order.index(d)] for d in range(len(shape))], element, domain), order)


@dress
def from_reverse(g, shape, element, domain):
    return g.one("stablehlo.reverse", [g.value(shape, element, domain)], shape, element,
                 [array("dimensions", g.some(range(len(shape))))])


@dress
def from_slice(g, shape, element, domain):
    start = [g.random.choice([0, 0, 1, 3]) for _ in shape]
    stride = [g.random.choice([1, 1, 2, 3]) for _ in shape]
    limit = [low + (max(size - 1, 0) * step + 1 if size else 0) for low, size, step in zip(start, shape, stride)]
    whole = [high + g.random.choice([0, 0, 1, 2]) for high in limit]
    if product(whole) <= g.largest:
        return sliced(g, g.value(whole, element, domain), start, limit, stride)


@dress
def from_pad(g, shape, element, domain):
    low, high, inner, small_shape = [], [], [], []
    for size in shape:
        before, between = g.random.choice([-1, 0, 0, 1, 2]), g.random.choice([0, 0, 0, 1])
        count = g.random.randint(0, size + 1)
        low.append(before)
        inner.append(between)
        high.append(size - before - count - max(count - 1, 0) * between)
        small_shape.append(count)
    if product(small_shape) <= g.largest:
        return padded(g, g.value(small_shape, element, domain), g.value((), element, domain), low, high, inner)


@dress
def from_concatenate(g, shape, element, domain):
    if shape:
        dim, left = g.random.randrange(len(shape)), 0
        left, parts = shape[dim], []
        while left and len(parts) < 3 and g.chance(0.8):
            parts.append(g.random.randint(0, left))
            left -= parts[-1]
        operands = [g.value([part if d == dim else size for d, size in enumerate(shape)], element, domain)
                    for part in [*parts, left]]
        return g.one("stablehlo.concatenate", operands, shape, element, [f"dimension = {dim} : i64"])


@dress
def from_broadcast(g, shape, element, domain):
    dims = g.some(range(len(shape)))
    if g.chance(0.3):
        g.random.shuffle(dims)
    narrow = [1 if g.chance(0.3) else shape[d] for d in dims]
    return g.one("stablehlo.broadcast_in_dim", [g.value(narrow, element, domain)], shape, element,
                 [array("broadcast_dimensions", dims)])


def other_shape(g, shape):
    """Another shape of as many elements."""
    left, result = product(shape), []
    if left == 0:
        return [0, *([3] if g.chance(0.5) else [])]
    while left > 1 and len(result) < 5:
        divisor = g.random.choice([d for d in range(2, left + 1) if left % d == 0])
        result.append(divisor)
        left //= divisor
    result += [left] if left > 1 else []
    while g.chance(0.3) and len(result) < 6:
        result.insert(g.random.randint(0, len(result)), 1)
    return result


@dress
def from_reshape(g, shape, element, domain):
    return reshaped(g, g.value(other_shape(g, shape), element, domain), shape)


@dress
def from_select(g, shape, element, domain):
    predicate = g.value([] if g.chance(0.2) else shape, "i1", anything)
    return g.one("stablehlo.select", [predicate, g.value(shape, element, domain), g.value(shape, element, domain)],
                 shape, element)


@dress
def from_dynamic_slice(g, shape, element, domain):
    whole = [size + g.random.choice([0, 0, 1, 4]) for size in shape]
    if product(whole) > g.largest:
        return None
    index = g.element(["i32", "i64", "ui8", "ui32"])
    starts = [g.index(-2, 6, element=index) for _ in shape]
    return g.one("stablehlo.dynamic_slice", [g.value(whole, element, domain), *starts], shape, element,
                 [array("slice_sizes", shape)])


@dress
def from_update(g, shape, element, domain):
    index = g.element(["i32", "i64", "ui8"])
    update = g.value(g.cut(shape), element, domain)
    return g.one("stablehlo.dynamic_update_slice",
                 [g.value(shape, element, domain), update, *(g.index(-1, 5, element=index) for _ in shape)],
                 shape, element)


@dress
def from_barrier(g, shape, element, domain):
    return g.one("stablehlo.optimization_barrier", [g.value(shape, element, domain)], shape, element)


@dress
def from_gather(g, shape, element, domain):
    """Rows of a matrix, as a shape."""
    if not shape:
        return None
    rows, width = shape[0], product(shape[1:])
    table = g.value([g.random.choice([1, 3, 6]), width], element, domain)
    picked = g.one("stablehlo.gather", [table, g.index(-1, 7, [rows])], [rows, width], element, [
        "dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], "
        "index_vector_dim = 1>", array("slice_sizes", [1, width]), "indices_are_sorted = false"])
    return reshaped(g, picked, shape)


@dress
def from_part(g, shape, element, domain):
    """The real or imaginary part of a complex number."""
    if element in ("f32", "f64"):
        name = g.random.choice(["real", "imag"])
        return g.one(f"stablehlo.{name}", [g.value(shape, f"complex<{element}>", domain)], shape, element)


# --- finishes ----------------------------------------------------------------------------------------------


@finish
def to_transpose(g, value):
    return permuted(g, value, order_of(g, len(value.shape)))


@finish
def to_reverse(g, value):
    return g.one("stablehlo.reverse", [value], value.shape, value.element,
                 [array("dimensions", g.some(range(len(value.shape))))])


@finish
def to_reshape(g, value):
    return reshaped(g, value, other_shape(g, value.shape))


@finish
def to_slice(g, value):
    start, limit = [], []
    for size in value.shape:
        low, high = sorted([g.random.randint(0, size), g.random.randint(0, size)])
        start.append(low)
        limit.append(high)
    return sliced(g, value, start, limit, [g.random.choice([1, 1, 2, 3]) for _ in start])


@finish
def to_pad(g, value):
    low, high = ([g.random.choice([0, 1, 2]) for _ in value.shape] for _ in range(2))
    inner = [g.random.choice([0, 0, 1]) for _ in low]
    shape = [size + a + b + max(size - 1, 0) * c for size, a, b, c in zip(value.shape, low, high, inner)]
    if product(shape) > 4 * g.largest:
        return value
    return padded(g, value, g.leaf((), value.element, small(3)), low, high, inner)


@finish
def to_concatenate(g, value):
    if not value.shape or product(value.shape) > g.largest:
        return value
    dim = g.random.randrange(len(value.shape))
    shape = [2 * size if d == dim else size for d, size in enumerate(value.shape)]
    return g.one("stablehlo.concatenate", [value, value], shape, value.element, [f"dimension = {dim} : i64"])


@finish
def to_select(g, value):
    other = g.leaf(value.shape, value.element, small(3))
    return g.one("stablehlo.select", [g.value(value.shape, "i1", anything), value, other], value.shape, value.element)


@finish
def to_broadcast(g, value):
    if len(value.shape) > 4 or product(value.shape) > g.largest:
        return value
    place = g.random.randint(0, len(value.shape))
    shape = [*value.shape[:place], g.random.choice([1, 2, 3]), *value.shape[place:]]
    return g.one("stablehlo.broadcast_in_dim", [value], shape, value.element,
                 [array("broadcast_dimensions", [d for d in range(len(shape)) if d != place])])


@finish
def to_barrier(g, value):
    return g.one("stablehlo.optimization_barrier", [value], value.shape, value.element)


# --- rows --------------------------------------------------------------------------------------------------


def moved(name, make):
    """A row that makes its result like a dress, of any numbers."""
    def function(g):
        element = g.element(ANY)
        result = None
        while result is None:
            result = make(g, g.shape(), element, anything)
        return [result]
    function.__name__ = name.split(".")[1]
    row(name)(function)


for _name, _make in (("transpose", from_transpose), ("reverse", from_reverse), ("slice", from_slice), ("pad", from_pad),
                     ("concatenate", from_concatenate), ("broadcast_in_dim", from_broadcast), ("reshape", from_reshape),
                     ("select", from_select), ("dynamic_slice", from_dynamic_slice),
                     ("dynamic_update_slice", from_update), ("optimization_barrier", from_barrier)):
    moved(f"stablehlo.{_name}", _make)


@row("stablehlo.broadcast")
def broadcast(g):
    value, front = g.value(g.shape(0, 4, 200), g.element(ANY), anything), g.shape(0, 2, 8)
    return [g.one("stablehlo.broadcast", [value], [*front, *value.shape], value.element,
                  [array("broadcast_sizes", front)])]


@row("stablehlo.iota")
def iota(g):
    element = g.element([name for name in ANY if name != "i1"])
    shape = g.shape(1)
    dim = g.random.randrange(len(shape))
    # Numbers that the type holds.
    kind = ELEMENTS[element]
    most = 1 << kind.bits if kind.kind == "f" else kind.high if kind.kind in "iu" else 1 << 20
    shape[dim] = min(shape[dim], most)
    return [g.one("stablehlo.iota", [], shape, element, [f"iota_dimension = {dim} : i64"])]


@row("stablehlo.constant")
def constant(g):
    element, shape = g.element(ANY), g.shape()
    data = numpy.asarray(anything(g.source, tuple(shape), ELEMENTS[element]))
    return [g.constant(data if g.chance(0.7) or not data.size else data.ravel()[0], shape, element)]
