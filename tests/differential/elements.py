"""Operations with a meaning (meaning.py), of i32 and f32: PLAIN lists functions that add one, COLLECTIVES those
inside manual computations whose axes are all manual or not.

Integers wrap and are exact, so conditions, indices and counts are made of them alone; floats stay small.
"""
import math

import numpy

from module import Block, Op, Value

I64 = "array<i64: {}>"


def numbers(values):
    return I64.format(", ".join(map(str, values))) if values else "array<i64>"


# --- elementwise -------------------------------------------------------------------------------------------

PAIRS = {"add": numpy.add, "subtract": numpy.subtract, "multiply": numpy.multiply, "maximum": numpy.maximum,
         "minimum": numpy.minimum}


def pair(g, scope, name, left, right):
    def meaning(a, b):
        return [numpy.asarray(PAIRS[name](a, b), a.dtype)]
    return g.op(scope, f"stablehlo.{name}", [left, right], [left], meaning)[0]


def calm(g, scope, value):
    """Floats that may have grown, small again."""
    if value.element != "f32":
        return value
    return g.op(scope, "stablehlo.tanh", [value], [value], lambda a: [numpy.tanh(a)])[0]


def binary(g, scope):
    left = g.some(scope)
    return calm(g, scope, pair(g, scope, g.random.choice(list(PAIRS)), left, g.some(scope, left.shape, left.element)))


def negate(g, scope):
    value = g.some(scope)
    g.op(scope, "stablehlo.negate", [value], [value], lambda a: [numpy.negative(a)])


def constant(g, scope, shape, element, number=None):
    number = g.random.randint(-3, 3) if number is None else number
    value = Value("", tuple(shape), element)
    text = f"{number}.0" if element == "f32" else str(number)
    return g.op(scope, "stablehlo.constant", [], [value], lambda: [numpy.full(shape, number, g.dtype(element))],
                properties=[f"value = dense<{text}> : {value.type}"])[0]


def iota(g, scope):
    shape, element = g.shape(1), g.element()
    dim = g.random.randrange(len(shape))

    def meaning():
        along = numpy.arange(shape[dim]).reshape([-1 if d == dim else 1 for d in range(len(shape))])
        return [numpy.broadcast_to(along, shape).astype(g.dtype(element))]
    return calm(g, scope, g.op(scope, "stablehlo.iota", [], [Value("", tuple(shape), element)], meaning,
                               properties=[f"iota_dimension = {dim} : i64"])[0])


def compare(g, scope, left, right, way="LT"):
    ways = {"LT": numpy.less, "GE": numpy.greater_equal, "EQ": numpy.equal, "GT": numpy.greater}
    return g.op(scope, "stablehlo.compare", [left, right], [Value("", left.shape, "i1")],
                lambda a, b: [numpy.asarray(ways[way](a, b))], hidden=True,
                properties=[f"comparison_direction = #stablehlo<comparison_direction {way}>"])[0]


def select(g, scope):
    value = g.some(scope)
    key = g.some(scope, value.shape, "i32")
    chosen = compare(g, scope, key, g.some(scope, value.shape, "i32"), g.random.choice(["LT", "GE", "EQ", "GT"]))
    g.op(scope, "stablehlo.select", [chosen, value, g.some(scope, value.shape, value.element)], [value],
         lambda c, a, b: [numpy.where(c, a, b)])


# --- shape -------------------------------------------------------------------------------------------------


def transpose(g, scope):
    value = g.some(scope, rank=(2, 3))
    order = g.random.sample(range(len(value.shape)), len(value.shape))
    result = Value("", tuple(value.shape[d] for d in order), value.element)
    g.op(scope, "stablehlo.transpose", [value], [result], lambda a: [a.transpose(order)],
         properties=[f"permutation = {numbers(order)}"])


def reshape(g, scope):
    value = g.some(scope, rank=(1, 2, 3))
    shape = list(value.shape)
    if len(shape) > 1 and g.chance(0.5):
        d = g.random.randrange(len(shape) - 1)
        shape[d:d + 2] = [shape[d] * shape[d + 1]]
    elif len(shape) < 3:
        d = g.random.randrange(len(shape))
        part = g.random.choice([p for p in (1, 2, 4) if shape[d] % p == 0])
        shape[d:d + 1] = [part, shape[d] // part]
    if max(shape, default=1) > 64:
        return
    g.op(scope, "stablehlo.reshape", [value], [Value("", tuple(shape), value.element)], lambda a: [a.reshape(shape)])


def broadcast(g, scope):
    value = g.some(scope, rank=(0, 1, 2))
    shape = list(value.shape)
    place = g.random.randint(0, len(shape))
    shape.insert(place, g.random.choice(g.sizes))
    dims = [d for d in range(len(shape)) if d != place]

    def meaning(a):
        return [numpy.broadcast_to(numpy.expand_dims(a, place), shape).copy()]
    g.op(scope, "stablehlo.broadcast_in_dim", [value], [Value("", tuple(shape), value.element)], meaning,
         properties=[f"broadcast_dimensions = {numbers(dims)}"])


def cut(g, scope):
    value = g.some(scope, rank=(1, 2, 3))
    start = [g.random.randint(0, size // 2) for size in value.shape]
    stop = [g.random.randint(low + 1, size) for low, size in zip(start, value.shape)]
    step = [g.random.choice([1, 1, 2]) for _ in start]
    place = tuple(map(slice, start, stop, step))
    shape = tuple(-(-(high - low) // by) for low, high, by in zip(start, stop, step))
    g.op(scope, "stablehlo.slice", [value], [Value("", shape, value.element)], lambda a: [a[place].copy()],
         properties=[f"start_indices = {numbers(start)}", f"limit_indices = {numbers(stop)}",
                     f"strides = {numbers(step)}"])


def concatenate(g, scope):
    value = g.some(scope, rank=(1, 2, 3))
    dim = g.random.randrange(len(value.shape))
    other = g.some(scope, value.shape, value.element)
    shape = list(value.shape)
    shape[dim] *= 2
    if shape[dim] <= 64:
        g.op(scope, "stablehlo.concatenate", [value, other], [Value("", tuple(shape), value.element)],
             lambda a, b: [numpy.concatenate([a, b], dim)], properties=[f"dimension = {dim} : i64"])


def reverse(g, scope):
    value = g.some(scope, rank=(1, 2, 3))
    dims = g.random.sample(range(len(value.shape)), g.random.randint(1, len(value.shape)))
    g.op(scope, "stablehlo.reverse", [value], [value], lambda a: [numpy.flip(a, dims)],
         properties=[f"dimensions = {numbers(dims)}"])


def pad(g, scope):
    value = g.some(scope, rank=(1, 2))
    filler = constant(g, scope, (), value.element)
    low = [g.random.choice([0, 1, 2]) for _ in value.shape]
    high = [g.random.choice([0, 1, 2, -1]) for _ in value.shape]
    shape = tuple(size + a + b for size, a, b in zip(value.shape, low, high))

    def meaning(a, fill):
        whole = numpy.full([size + x + max(y, 0) for size, x, y in zip(a.shape, low, high)], fill, a.dtype)
        whole[tuple(slice(x, x + size) for x, size in zip(low, a.shape))] = a
        return [whole[tuple(map(slice, shape))]]
    if min(shape) > 0:
        zeros = numbers([0] * len(low))
        g.op(scope, "stablehlo.pad", [value, filler], [Value("", shape, value.element)], meaning,
             properties=[f"edge_padding_low = {numbers(low)}", f"edge_padding_high = {numbers(high)}",
                         f"interior_padding = {zeros}"])


# --- sums --------------------------------------------------------------------------------------------------


def folding(g, name, element):
    arguments = [Value(g.name(), (), element), Value(g.name(), (), element)]
    result = Value(g.name(), (), element)
    return Block(arguments, "stablehlo.return", [Op(f"stablehlo.{name}", arguments, [result])], [result])


def total(g, scope, value, dims, name="add"):
    start = constant(g, scope, (), value.element, 0)
    kept = tuple(size for d, size in enumerate(value.shape) if d not in dims)
    fold = {"add": numpy.sum, "maximum": numpy.max}[name]

    def meaning(a, _):
        folded = fold(a.astype(numpy.float64) if a.dtype == numpy.float32 else a, tuple(dims))
        return [numpy.asarray(folded if name == "add" else numpy.maximum(folded, 0)).astype(a.dtype)]
    return g.op(scope, "stablehlo.reduce", [value, start], [Value("", kept, value.element)], meaning,
                properties=[f"dimensions = {numbers(dims)}"], regions=[folding(g, name, value.element)])[0]


def reduce(g, scope):
    value = g.some(scope, rank=(1, 2, 3))
    dims = sorted(g.random.sample(range(len(value.shape)), g.random.randint(1, len(value.shape))))
    calm(g, scope, total(g, scope, value, dims, g.random.choice(["add", "maximum"])))


def argmax(g, scope):
    """The greatest element along a dimension, and the place where it is first."""
    value = g.some(scope, rank=(1, 2, 3), element="i32")
    dim = g.random.randrange(len(value.shape))
    place = g.op(scope, "stablehlo.iota", [], [value],
                 lambda: [numpy.broadcast_to(numpy.arange(value.shape[dim], dtype=numpy.int32).reshape(
                     [-1 if d == dim else 1 for d in range(len(value.shape))]), value.shape)],
                 properties=[f"iota_dimension = {dim} : i64"])[0]
    least, zero = constant(g, scope, (), "i32", -2**31), constant(g, scope, (), "i32", 0)
    names = [g.name() for _ in range(9)]
    a, i, b, j = (Value(name, (), "i32") for name in names[:4])
    bits = [Value(name, (), "i1") for name in names[4:8]]
    kept = [Value(g.name(), (), "i32"), Value(g.name(), (), "i32")]

    def way(text):
        return [f"comparison_direction = #stablehlo<comparison_direction {text}>"]
    block = Block([a, i, b, j], "stablehlo.return", [
        Op("stablehlo.compare", [a, b], [bits[0]], way("GT")), Op("stablehlo.compare", [a, b], [bits[1]], way("EQ")),
        Op("stablehlo.compare", [i, j], [bits[2]], way("LT")),
        Op("stablehlo.and", [bits[1], bits[2]], [bits[3]]),
        Op("stablehlo.or", [bits[0], bits[3]], [Value(names[8], (), "i1")]),
        Op("stablehlo.select", [Value(names[8], (), "i1"), a, b], [kept[0]]),
        Op("stablehlo.select", [Value(names[8], (), "i1"), i, j], [kept[1]])], kept)
    shape = tuple(size for d, size in enumerate(value.shape) if d != dim)
    result = Value("", shape, "i32")

    def meaning(x, _, __, ___):
        return [numpy.asarray(x.max(dim)), numpy.asarray(x.argmax(dim)).astype(numpy.int32)]
    g.op(scope, "stablehlo.reduce", [value, place, least, zero], [result, result], meaning,
         properties=[f"dimensions = {numbers([dim])}"], regions=[block])


def dot(g, scope):
    left = g.some(scope, rank=(2,))
    right = g.some(scope, (left.shape[1], g.random.choice(g.sizes)), left.element)
    result = Value("", (left.shape[0], right.shape[1]), left.element)

    def meaning(a, b):
        return [(a.astype(numpy.float64) @ b if a.dtype == numpy.float32 else a @ b).astype(a.dtype)]
    calm(g, scope, g.op(scope, "stablehlo.dot_general", [left, right], [result], meaning, properties=[
        "dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>"])[0])


# --- indices -----------------------------------------------------------------------------------------------


def clamped(indices, sizes, parts):
    return tuple(slice(start := min(max(int(i), 0), size - part), start + part)
                 for i, size, part in zip(indices, sizes, parts))


def some_indices(g, scope, count):
    return [g.some(scope, (), "i32") for _ in range(count)]


def part_shape(g, shape):
    return tuple(g.random.choice([1, size, max(size // 2, 1)]) for size in shape)


def dynamic_slice(g, scope):
    value = g.some(scope, rank=(1, 2, 3))
    parts = part_shape(g, value.shape)
    g.op(scope, "stablehlo.dynamic_slice", [value, *some_indices(g, scope, len(parts))],
         [Value("", parts, value.element)], lambda a, *at: [a[clamped(at, a.shape, parts)].copy()],
         properties=[f"slice_sizes = {numbers(parts)}"])


def update(g, scope, value, part, at):
    def meaning(a, b, *indices):
        result = a.copy()
        result[clamped(indices, a.shape, b.shape)] = b
        return [result]
    return g.op(scope, "stablehlo.dynamic_update_slice", [value, part, *at], [value], meaning)[0]


def dynamic_update_slice(g, scope):
    value = g.some(scope, rank=(1, 2, 3))
    part = g.some(scope, part_shape(g, value.shape), value.element)
    update(g, scope, value, part, some_indices(g, scope, len(value.shape)))


def gather(g, scope):
    """Rows at indices that are read."""
    value = g.some(scope, rank=(2,))
    at = g.some(scope, rank=(1,), element="i32")
    result = Value("", (at.shape[0], value.shape[1]), value.element)
    g.op(scope, "stablehlo.gather", [value, at], [result],
         lambda a, i: [a[numpy.clip(i, 0, a.shape[0] - 1)]], properties=[
             "dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
             "start_index_map = [0], index_vector_dim = 1>", f"slice_sizes = {numbers([1, value.shape[1]])}"])


def scatter(g, scope, value=None):
    """Rows added to, or put at, indices that are read; those outside are left out."""
    value = value or g.some(scope, rank=(2,))
    name = g.random.choice(["add", "maximum", "put"])
    at = g.some(scope, (1,), "i32") if name == "put" else g.some(scope, rank=(1,), element="i32")
    rows = g.some(scope, (at.shape[0], value.shape[1]), value.element)
    block = folding(g, "add", value.element)
    if name == "put":
        block.ops, block.returned = [], [block.arguments[1]]
    else:
        block.ops[0].name = f"stablehlo.{name}"

    def meaning(a, indices, b):
        result = a.copy()
        for index, row in zip(indices, b):
            if 0 <= index < a.shape[0]:
                result[index] = row if name == "put" else PAIRS[name](result[index], row)
        return [result]
    result = g.op(scope, "stablehlo.scatter", [value, at, rows], [value], meaning, regions=[block], properties=[
        "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], "
        "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>"])[0]
    return calm(g, scope, result)


PLAIN = [(binary, 6), (negate, 1), (iota, 1), (select, 2), (transpose, 2), (reshape, 2), (broadcast, 2), (cut, 2),
         (concatenate, 1), (reverse, 1), (pad, 1), (reduce, 3), (argmax, 1), (dot, 2), (dynamic_slice, 2),
         (dynamic_update_slice, 3), (gather, 1), (scatter, 2)]


# --- collectives -------------------------------------------------------------------------------------------


def device_groups(g, axes):
    """Replica groups of all devices along axes, the first slowest."""
    names, sizes = list(g.mesh), list(g.mesh.values())
    ids = numpy.arange(math.prod(sizes)).reshape(sizes)
    kept = [name for name in names if name not in axes]
    groups = ids.transpose([names.index(name) for name in [*kept, *axes]]).reshape(
        -1, math.prod(g.mesh[axis] for axis in axes))
    return groups.tolist()


def groups_text(rows):
    return f"replica_groups = dense<{rows}> : tensor<{len(rows)}x{len(rows[0])}xi64>"


def channel(g):
    g.channels += 1
    return f"channel_handle = #stablehlo.channel_handle<handle = {g.channels}, type = 1>"


def some_axes(g, scope):
    return g.random.sample(scope.manual, g.random.randint(1, len(scope.manual)))


def collective(g, scope, name, value, shape, axes, member, properties=(), regions=(), ids=True):
    """`member(arrays, place)`: the result of the instance at a place in its group."""
    def meaning(space, arrays):
        return [[member([arrays[i] for i in space.group(point, axes)], space.place(point, axes))
                 for point in space.points]]
    more = [groups_text(device_groups(g, axes)), channel(g)] + ["use_global_device_ids"] * ids
    return g.op(scope, name, [value], [Value("", tuple(shape), value.element)], meaning, is_collective=True,
                properties=[*properties, *more], regions=list(regions))[0]


def summed(arrays, name):
    wide = [a.astype(numpy.float64) if a.dtype == numpy.float32 else a for a in arrays]
    result = wide[0]
    for array in wide[1:]:
        result = PAIRS[name](result, array)
    return numpy.asarray(result).astype(arrays[0].dtype)


def all_reduce(g, scope, value=None):
    value, name = value or g.some(scope), g.random.choice(["add", "add", "maximum"])
    return calm(g, scope, collective(g, scope, "stablehlo.all_reduce", value, value.shape, some_axes(g, scope),
                                     lambda arrays, _: summed(arrays, name),
                                     regions=[folding(g, name, value.element)]))


def all_gather(g, scope):
    value, axes = g.some(scope, rank=(1, 2, 3)), some_axes(g, scope)
    dim, count = g.random.randrange(len(value.shape)), math.prod(g.mesh[axis] for axis in axes)
    shape = list(value.shape)
    shape[dim] *= count
    if shape[dim] <= 64:
        collective(g, scope, "stablehlo.all_gather", value, shape, axes,
                   lambda arrays, _: numpy.concatenate(arrays, dim), [f"all_gather_dim = {dim} : i64"])


def divisible(g, scope, count):
    """A value and one of its dimensions that `count` divides."""
    value = g.some(scope, rank=(1, 2, 3))
    dims = [d for d, size in enumerate(value.shape) if size % count == 0]
    if dims:
        return value, g.random.choice(dims)
    return g.fresh(scope, (count * g.random.choice([1, 2]), 2), "f32"), 0


def reduce_scatter(g, scope):
    axes = some_axes(g, scope)
    count = math.prod(g.mesh[axis] for axis in axes)
    value, dim = divisible(g, scope, count)
    shape = list(value.shape)
    shape[dim] //= count
    calm(g, scope, collective(g, scope, "stablehlo.reduce_scatter", value, shape, axes,
                              lambda arrays, place: numpy.split(summed(arrays, "add"), count, dim)[place],
                              [f"scatter_dimension = {dim} : i64"], [folding(g, "add", value.element)]))


def all_to_all(g, scope):
    axes = some_axes(g, scope)
    count = math.prod(g.mesh[axis] for axis in axes)
    value, split = divisible(g, scope, count)
    join = g.random.randrange(len(value.shape))
    shape = list(value.shape)
    shape[split] //= count
    shape[join] *= count
    if shape[join] <= 64:
        collective(g, scope, "stablehlo.all_to_all", value, shape, axes,
                   lambda arrays, place: numpy.concatenate([numpy.split(a, count, split)[place] for a in arrays], join),
                   [f"split_dimension = {split} : i64", f"concat_dimension = {join} : i64",
                    f"split_count = {count} : i64"], ids=False)


def collective_permute(g, scope):
    """A ring, a shift that leaves some without a source, a swap, or all pairs at random."""
    value, axes = g.some(scope), some_axes(g, scope)
    count = math.prod(g.mesh[axis] for axis in axes)
    shift = g.random.randrange(count)
    kind = g.random.choice(["ring", "shift", "reversed", "random"])
    to = list(range(count))
    g.random.shuffle(to)
    pairs = {"ring": [(i, (i + shift) % count) for i in range(count)],
             "shift": [(i, i + shift) for i in range(count - shift)],
             "reversed": [(i, count - 1 - i) for i in range(count)],
             "random": [(i, t) for i, t in enumerate(to) if g.chance(0.7)] or [(0, 0)]}[kind]
    sources = {target: source for source, target in pairs}

    def meaning(space, arrays):
        result = []
        for point in space.points:
            members, place = space.group(point, axes), space.place(point, axes)
            result.append(arrays[members[sources[place]]] if place in sources else numpy.zeros_like(arrays[0]))
        return [result]
    rows = [[row[source], row[target]] for row in device_groups(g, axes) for source, target in pairs]
    g.op(scope, "stablehlo.collective_permute", [value], [value], meaning, is_collective=True, properties=[
        f"source_target_pairs = dense<{rows}> : tensor<{len(rows)}x2xi64>", channel(g)])


COLLECTIVES = [(all_reduce, 4), (all_gather, 2), (reduce_scatter, 2), (all_to_all, 2), (collective_permute, 3)]


def partition_id(g, scope):
    """The number of the device, or of its place along an axis, as an i32; only where all axes are manual."""
    names, sizes = list(g.mesh), list(g.mesh.values())

    def meaning(space):
        return [[numpy.asarray(numpy.ravel_multi_index([space.digits(p)[name] for name in names], sizes), numpy.uint32)
                 for p in space.points]]
    number = g.op(scope, "stablehlo.partition_id", [], [Value("", (), "ui32")], meaning, is_collective=True, hidden=True)[0]
    number = g.op(scope, "stablehlo.convert", [number], [Value("", (), "i32")], lambda a: [a.astype(numpy.int32)])[0]
    if g.chance(0.6):
        stride = constant(g, scope, (), "i32", g.random.choice([2, 3, math.prod(sizes[1:]) or 1]))
        name, function = g.random.choice([("divide", numpy.floor_divide), ("remainder", numpy.remainder)])
        number = g.op(scope, f"stablehlo.{name}", [number, stride], [number], lambda a, b: [function(a, b)])[0]
    return number
