"""Operations that take sizes as operands, where these are constants or are computed of constants."""
import numpy

from arrays import ANY, ELEMENTS, anything
from moves import other_shape
from operations import array
from program import row


def listed(g, numbers, element):
    return g.constant(numpy.array(numbers, ELEMENTS[element].dtype), [len(numbers)], element)


def sizes(g, numbers):
    """A list of numbers as a constant, or as a sum of constants."""
    element = g.random.choice(["i32", "i64"])
    parts = [g.random.randint(0, 3) for _ in numbers]
    if not numbers or g.chance(0.5):
        return listed(g, numbers, element)
    left = listed(g, [a - b for a, b in zip(numbers, parts)], element)
    return g.one("stablehlo.add", [left, listed(g, parts, element)], [len(numbers)], element)


def of_one_type(g, *lists):
    """Several lists of one element type."""
    return [listed(g, numbers, "i64") for numbers in lists]


@row("stablehlo.dynamic_broadcast_in_dim")
def dynamic_broadcast_in_dim(g):
    g.referees = ["interpreter"]
    shape, element = g.shape(), g.element(ANY)
    dims = g.some(range(len(shape)))
    narrow = [1 if g.chance(0.3) else shape[d] for d in dims]
    return [g.one("stablehlo.dynamic_broadcast_in_dim", [g.value(narrow, element, anything), sizes(g, shape)], shape,
                  element, [array("broadcast_dimensions", dims)])]


@row("stablehlo.dynamic_iota")
def dynamic_iota(g):
    g.referees = ["interpreter"]
    shape, element = g.shape(1), g.random.choice(["i32", "i64", "f32", "f64", "ui16"])
    dim = g.random.randrange(len(shape))
    return [g.one("stablehlo.dynamic_iota", [sizes(g, shape)], shape, element, [f"iota_dimension = {dim} : i64"])]


@row("stablehlo.dynamic_reshape")
def dynamic_reshape(g):
    g.referees = ["interpreter"]
    shape, element = g.shape(), g.element(ANY)
    other = other_shape(g, shape)
    return [g.one("stablehlo.dynamic_reshape", [g.value(shape, element, anything), sizes(g, other)], other, element)]


@row("stablehlo.dynamic_pad")
def dynamic_pad(g):
    g.referees = ["interpreter"]
    shape, element = g.shape(1, 4), g.element(ANY)
    low, high, inner = ([g.random.choice(few) for _ in shape] for few in ([-1, 0, 1, 2], [0, 1, 2], [0, 0, 1]))
    padded = [size + a + b + max(size - 1, 0) * c for size, a, b, c in zip(shape, low, high, inner)]
    high = [b + max(0, -size) for b, size in zip(high, padded)]
    padded = [max(0, size) for size in padded]
    return [g.one("stablehlo.dynamic_pad", [g.value(shape, element, anything), g.value((), element, anything),
                                            *of_one_type(g, low, high, inner)], padded, element)]


@row("stablehlo.real_dynamic_slice")
def real_dynamic_slice(g):
    g.referees = ["xla"]
    shape, element = g.shape(1, 4), g.element(ANY)
    start = [g.random.randint(0, size) for size in shape]
    limit = [g.random.randint(low, size) for low, size in zip(start, shape)]
    steps = [g.random.choice([1, 1, 2, 3]) for _ in shape]
    part = [-(-(high - low) // step) for low, high, step in zip(start, limit, steps)]
    return [g.one("stablehlo.real_dynamic_slice", [g.value(shape, element, anything), *of_one_type(g, start, limit, steps)],
                  part, element)]


@row("stablehlo.get_dimension_size")
def get_dimension_size(g):
    shape, element = g.shape(1), g.element(ANY)
    dim = g.random.randrange(len(shape))
    return [g.one("stablehlo.get_dimension_size", [g.value(shape, element, anything)], [], "i32",
                  [f"dimension = {dim} : i64"])]
