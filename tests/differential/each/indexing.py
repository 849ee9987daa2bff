"""Rows of operations with indices known at run time."""
import numpy

from arrays import ANY, ELEMENTS, FLOATS, anything, small, whole_range
from operations import array, product
from program import row
from reductions import fits, limit_of


def named(*pairs):
    return ", ".join(f"{name} = {value}" for name, value in pairs if value != [])


class Indexing:
    """How a gather or a scatter reaches into a value of a shape: the kind of each of its dimensions, sizes of
    slices, the shape of the indices, and the shape of all slices."""

    def __init__(self, g, shape):
        kinds = [g.random.choice(["window", "window", "collapsed", "batching"]) for _ in shape]
        self.kinds = [kind if size or kind != "collapsed" else "window" for kind, size in zip(kinds, shape)]
        self.sizes = [min(size, 1) if kind != "window" else size if g.chance(0.5) else g.random.randint(min(1, size), size)
                      for kind, size in zip(self.kinds, shape)]
        indexed = [d for d, kind in enumerate(self.kinds) if kind != "batching"]
        self.map = g.random.sample(indexed, g.random.randint(0, len(indexed)))
        dims = [(None, g.random.choice([0, 1, 2, 3, 5]) if g.chance(0.3) else g.random.choice([1, 2, 3]))
                for _ in range(g.random.choice([0, 1, 1, 2]))]
        dims += [(d, shape[d]) for d, kind in enumerate(self.kinds) if kind == "batching"]
        g.random.shuffle(dims)
        outer = [size for _, size in dims]
        self.vector = g.random.randint(0, len(dims))
        if len(self.map) == 1 and g.chance(0.3):
            self.vector = len(dims)
        else:
            dims.insert(self.vector, (None, len(self.map)))
        self.shape = [size for _, size in dims]
        self.batching = [next(i for i, (source, _) in enumerate(dims) if source == d)
                         for d in self.dims("batching")]
        inner = [size for kind, size in zip(self.kinds, self.sizes) if kind == "window"]
        rank = len(outer) + len(inner)
        self.places = g.some(range(rank), 0) if not inner else sorted(g.random.sample(range(rank), len(inner)))
        if not inner:
            self.places = []
        outer, inner = iter(outer), iter(inner)
        self.slices = [next(inner) if place in self.places else next(outer) for place in range(rank)]

    def dims(self, kind):
        return [d for d, found in enumerate(self.kinds) if found == kind]


def reaching(g, largest=1500):
    """A shape and a way into it, of few slices."""
    while True:
        shape = g.shape(0, 4, 400)
        way = Indexing(g, shape)
        if product(way.slices) <= largest and len(way.slices) <= 6 and product(way.shape) <= 500 and \
                all(size >= 1 for size, kind in zip(shape, way.kinds) if kind == "batching"):
            return shape, way


@row("stablehlo.gather", weight=4)
def gather(g):
    shape, way = reaching(g)
    element = g.element(ANY)
    indices = g.index(-3, max(shape, default=0) + 2, way.shape)
    numbers = named(("offset_dims", way.places), ("collapsed_slice_dims", way.dims("collapsed")),
                    ("operand_batching_dims", way.dims("batching")), ("start_indices_batching_dims", way.batching),
                    ("start_index_map", way.map), ("index_vector_dim", way.vector))
    return [g.one("stablehlo.gather", [g.value(shape, element, anything), indices], way.slices, element,
                  [f"dimension_numbers = #stablehlo.gather<{numbers}>", array("slice_sizes", way.sizes),
                   "indices_are_sorted = false"])]


def combine(g, element, count):
    """(domain, region) of a scatter whose indices may be equal: any order gives the same."""
    kind = ELEMENTS[element].kind
    if kind in "fc":
        names = ["add"] if kind == "c" else ["add", "add", "maximum", "minimum"]
    elif kind == "b":
        names = ["and", "or", "xor"]
    else:
        names = ["add", "multiply", "maximum", "minimum", "and", "or", "xor"]
    name = g.random.choice(names)
    domain = small(limit_of(element, count + 1)) if kind in "fc" and name == "add" else \
        whole_range if kind in "iub" else anything
    return domain, lambda g, a, b: g.one(f"stablehlo.{name}", [a, b] if g.chance(0.5) else [b, a], (), element)


def replace(g, element):
    """Of a scatter whose indices all differ: what comes replaces what was, or is taken from it."""
    name = g.random.choice(["put", "put", "put", "subtract", "mixed"])
    if name == "put" or ELEMENTS[element].kind == "b":
        return anything, lambda g, a, b: b
    if name == "subtract":
        return small(2), lambda g, a, b: g.one("stablehlo.subtract", [a, b], (), element)

    def mixed(g, a, b):
        return g.one("stablehlo.add", [g.one("stablehlo.add", [a, a], (), element), b], (), element)
    return small(2), mixed


def different_rows(g, shape, way):
    """Indices of which no two are the same, and none outside; None where there are not enough."""
    rows = 1
    for place, size in enumerate(way.shape):
        rows *= size if place != way.vector or way.vector == len(way.shape) else 1
    if len(way.map) != 1 or way.dims("batching"):
        return None
    d = way.map[0]
    starts = list(range(0, shape[d] - way.sizes[d] + 1, max(way.sizes[d], 1)))
    if rows > len(starts):
        return None
    g.random.shuffle(starts)
    return numpy.array(starts[:rows], numpy.int64).reshape(way.shape)


@row("stablehlo.scatter", weight=5)
def scatter(g):
    shape, way = reaching(g)
    rows = different_rows(g, shape, way)
    unique = rows is not None and g.chance(0.7)
    elements = [g.element(ANY if unique else [e for e in ANY if e not in ("f8E4M3FN", "f8E5M2")])
                for _ in range(g.random.choice([1, 1, 1, 2, 3]))]
    count = product(way.slices)
    elements = [e if unique or fits(e, 4 * count) else "f32" for e in elements]
    made = [replace(g, e) if unique else combine(g, e, count) for e in elements]
    g.tolerance.zeros = unique
    if not unique and any(way.sizes[d] > 1 for d in way.map):
        g.referees = ["xla"]  # a slice that is partly outside: XLA leaves it out, the interpreter its outer elements
    values = []
    for e, (domain, _) in zip(elements, made):
        g.leaves = {}  # no value twice: the interpreter changes the operand itself
        values.append(g.value(shape, e, domain))
    if g.turns:
        g.referees = ["xla"]  # and what it changed is there in the next turn
    g.leaves = {}
    updates = [g.value(way.slices, e, domain) for e, (domain, _) in zip(elements, made)]
    index = g.element(["i32", "i64", "i16", "ui32", "i8", "ui8"])
    if unique:
        indices = g.argument(rows.astype(ELEMENTS[index].dtype), index)
    else:
        indices = g.index(-2, max(shape, default=0) + 1, way.shape, index)
    numbers = named(("update_window_dims", way.places), ("inserted_window_dims", way.dims("collapsed")),
                    ("input_batching_dims", way.dims("batching")), ("scatter_indices_batching_dims", way.batching),
                    ("scatter_dims_to_operand_dims", way.map), ("index_vector_dim", way.vector))
    half = len(elements)
    region = g.region(elements * 2, lambda g, a: [make(g, a[i], a[half + i]) for i, (_, make) in enumerate(made)])
    return g.op("stablehlo.scatter", [*values, indices, *updates], [(shape, e) for e in elements],
                [f"scatter_dimension_numbers = #stablehlo.scatter<{numbers}>", "indices_are_sorted = false",
                 f"unique_indices = {str(unique and g.chance(0.5)).lower()}"], [region])


@row("stablehlo.torch_index_select")
def torch_index_select(g):
    element = g.element([e for e in ANY])
    shape = [max(size, 1) for size in g.shape(1, 4, 200)]
    dim = g.random.randrange(len(shape))
    batch = g.random.randint(0, dim)
    more = g.shape(0, 2, 6)
    taken = [*shape[:batch], *more]
    if product(shape) > 1500 or product(taken) * product(shape[batch:]) > 3000:
        return torch_index_select(g)
    indices = g.value(taken, g.element(["i32", "i64"]), small(shape[dim] - 1, 0))
    result = [*shape[:dim], *more, *shape[dim + 1:]]
    return [g.one("stablehlo.torch_index_select", [g.value(shape, element, anything), indices], result, element,
                  [f"batch_dims = {batch} : i64", f"dim = {dim} : i64"])]
