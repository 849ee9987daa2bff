"""The operations that random modules are made of: OPERATIONS lists (function, weight).

Each function takes the generator `g` and the scope, picks or makes operands of fitting shapes, and adds
one operation, now and then a few. Names, types and properties follow the specification of StableHLO.
"""
from math import prod as product

from module import Block, Op, Value

SIZES = [1, 2, 2, 3, 4, 4, 4, 5, 6, 8, 8, 8, 12, 16, 16, 24]
LARGEST = 1 << 18  # elements of a value
FLOAT = ["abs", "cbrt", "ceil", "cosine", "exponential", "exponential_minus_one", "floor", "log", "log_plus_one",
         "logistic", "negate", "round_nearest_afz", "round_nearest_even", "rsqrt", "sign", "sine", "sqrt", "tan",
         "tanh"]
INTEGER = ["abs", "count_leading_zeros", "negate", "not", "popcnt", "sign"]
FLOAT_PAIR = ["add", "atan2", "divide", "maximum", "minimum", "multiply", "power", "remainder", "subtract"]
INTEGER_PAIR = ["add", "and", "divide", "maximum", "minimum", "multiply", "or", "power", "remainder", "shift_left",
                "shift_right_arithmetic", "shift_right_logical", "subtract", "xor"]
ZEROS = {"i1": "false", "complex<f32>": "(0.0, 0.0)", "f32": "0.0", "bf16": "0.0"}
ONES = {"i1": "true", "complex<f32>": "(1.0, 0.0)", "f32": "1.0", "bf16": "1.0"}
GROUPS = "replica_groups = dense<0> : tensor<1x1xi64>"


def shape_of_rank(g, rank):
    return [g.random.choice(SIZES) for _ in range(rank)]


def array(name, numbers):
    return f"{name} = array<i64: {', '.join(map(str, numbers))}>" if len(numbers) else f"{name} = array<i64>"


def pairs(name, rows):
    return f"{name} = dense<{[list(row) for row in rows] if rows else ''}> : tensor<{len(rows)}x2xi64>"


def is_float(value):
    return value.element in ("f32", "bf16")


def fits(shape):
    return product(shape) <= LARGEST and len(shape) <= 6


def constant(g, scope, shape, element):
    literal = g.random.choice([ZEROS.get(element, "0"), ONES.get(element, "1")])
    kind = Value("", tuple(shape), element).type
    return g.op(scope, "stablehlo.constant", [], [(shape, element)],
                properties=[f"value = dense<{literal}> : {kind}"])[0]


def body(g, elements, name, result=None, properties=()):
    """A region of scalars: `name` of the first two, and so on, for each pair of arguments."""
    arguments = [Value(g.name(), (), element) for element in elements]
    block = Block(arguments, "stablehlo.return")
    half = len(elements) // 2
    for i in range(1 if result else half):
        first, second = (arguments[0], arguments[1]) if result else (arguments[i], arguments[half + i])
        value = Value(g.name(), (), result or first.element)
        block.ops.append(Op(name, [first, second], [value], properties=list(properties)))
        block.returned.append(value)
    return block


def reducer(g, elements):
    return body(g, [*elements, *elements], "stablehlo.add")


def same(value, element=None):
    return [(value.shape, element or value.element)]


# --- elementwise -------------------------------------------------------------------------------------------


def unary(g, scope):
    value = g.some(scope)
    name = g.random.choice(FLOAT if is_float(value) else INTEGER)
    g.op(scope, f"stablehlo.{name}", [value], same(value))


def binary(g, scope):
    value = g.some(scope)
    name = g.random.choice(FLOAT_PAIR if is_float(value) else INTEGER_PAIR)
    operands = [value, g.some(scope, shape=value.shape, element=value.element)]
    g.random.shuffle(operands)
    g.op(scope, f"stablehlo.{name}", operands, same(value))


def compare_select(g, scope):
    value = g.some(scope)
    other = g.some(scope, shape=value.shape, element=value.element)
    if g.chance(0.3):
        predicate = g.some(scope, shape=(), element="i1")
    else:
        way = g.random.choice(["LT", "EQ", "GE"])
        predicate = g.op(scope, "stablehlo.compare", [value, other], same(value, "i1"),
                         properties=[f"comparison_direction = #stablehlo<comparison_direction {way}>"])[0]
    g.op(scope, "stablehlo.select", [predicate, value, other], same(value))


def clamp(g, scope):
    value = g.some(scope)
    bounds = [g.some(scope, shape=() if g.chance(0.5) else value.shape, element=value.element) for _ in range(2)]
    g.op(scope, "stablehlo.clamp", [bounds[0], value, bounds[1]], same(value))


def convert(g, scope):
    value = g.some(scope)
    kind = g.random.choice(["convert", "convert", "reduce_precision", "is_finite"])
    if kind == "convert":
        g.op(scope, "stablehlo.convert", [value], same(value, g.random.choice(["f32", "i32", "bf16"])))
    elif is_float(value):
        properties = ["exponent_bits = 5 : i32", "mantissa_bits = 10 : i32"] if kind == "reduce_precision" else []
        g.op(scope, f"stablehlo.{kind}", [value], same(value, None if properties else "i1"), properties=properties)


def complex_numbers(g, scope):
    value = g.some(scope, element="f32")
    other = g.some(scope, shape=value.shape)
    number = g.op(scope, "stablehlo.complex", [value, other], same(value, "complex<f32>"))[0]
    g.op(scope, f"stablehlo.{g.random.choice(['real', 'imag'])}", [number], same(value))


def collective(g, scope):
    """Those of StableHLO that are elementwise to propagation, and those that change a dimension."""
    value = g.some(scope)
    kind = g.random.choice(["all_reduce", "collective_broadcast", "collective_permute", "cross-replica-sum",
                            "all_gather", "reduce_scatter", "all_to_all"])
    name = f"stablehlo.{kind}"
    shape = list(value.shape)
    dim = g.random.randrange(len(shape)) if shape else None
    two = "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>"
    if kind == "all_reduce":
        g.op(scope, name, [value], same(value), properties=[two], regions=[reducer(g, [value.element])])
    elif kind in ("collective_broadcast", "cross-replica-sum"):
        g.op(scope, name, [value], same(value), properties=[two])
    elif kind == "collective_permute":
        g.op(scope, name, [value], same(value), properties=[pairs("source_target_pairs", [(0, 1)])])
    elif kind == "all_gather" and shape:
        shape[dim] *= 2
        g.op(scope, name, [value], [(shape, value.element)], properties=[f"all_gather_dim = {dim} : i64", two])
    elif kind == "reduce_scatter" and shape and shape[dim] % 2 == 0:
        shape[dim] //= 2
        g.op(scope, name, [value], [(shape, value.element)], regions=[reducer(g, [value.element])],
             properties=[f"scatter_dimension = {dim} : i64", two])
    elif kind == "all_to_all" and shape and shape[dim] % 2 == 0:
        other = g.random.randrange(len(shape))
        shape[dim] //= 2
        shape[other] *= 2
        g.op(scope, name, [value], [(shape, value.element)],
             properties=[f"split_dimension = {dim} : i64", f"concat_dimension = {other} : i64",
                         "split_count = 2 : i64", two])


# --- shapes ------------------------------------------------------------------------------------------------


def bitcast(g, scope):
    value = g.some(scope, element="f32")
    if g.chance(0.4):
        g.op(scope, "stablehlo.bitcast_convert", [value], same(value, "i32"))
    elif fits((*value.shape, 2)):
        halves = g.op(scope, "stablehlo.bitcast_convert", [value], [((*value.shape, 2), "i16")])[0]
        if g.chance(0.5):
            g.op(scope, "stablehlo.bitcast_convert", [halves], same(value, "i32"))


def broadcast_in_dim(g, scope):
    value = g.some(scope)
    rank = len(value.shape) + g.random.choice([0, 1, 1, 2])
    dims = g.random.sample(range(rank), len(value.shape))
    if g.chance(0.8):
        dims.sort()
    shape = shape_of_rank(g, rank)
    for size, dim in zip(value.shape, dims):
        if size != 1 or g.chance(0.3):
            shape[dim] = size
    if fits(shape):
        g.op(scope, "stablehlo.broadcast_in_dim", [value], [(shape, value.element)],
             properties=[array("broadcast_dimensions", dims)])


def reshape(g, scope):
    """Any split and merge of dimensions, with dimensions of size one here and there."""
    value = g.some(scope)
    left, shape = product(value.shape), []
    if g.chance(0.4) and value.shape:  # dimensions split or merged as programs do it
        shape = list(value.shape)
        dim = g.random.randrange(len(shape))
        divisors = [d for d in range(2, shape[dim]) if shape[dim] % d == 0]
        if divisors and g.chance(0.5):
            divisor = g.random.choice(divisors)
            shape[dim:dim + 1] = [divisor, shape[dim] // divisor]
        elif dim + 1 < len(shape):
            shape[dim:dim + 2] = [shape[dim] * shape[dim + 1]]
    else:
        while left > 1:
            divisor = g.random.choice([d for d in range(2, left + 1) if left % d == 0]) if len(shape) < 4 else left
            shape.append(divisor)
            left //= divisor
    if g.chance(0.2):
        shape.insert(g.random.randint(0, len(shape)), 1)
    g.op(scope, "stablehlo.reshape", [value], [(shape, value.element)])


def transpose(g, scope):
    value = g.some(scope)
    order = g.random.sample(range(len(value.shape)), len(value.shape))
    g.op(scope, "stablehlo.transpose", [value], [([value.shape[dim] for dim in order], value.element)],
         properties=[array("permutation", order)])


def reverse(g, scope):
    value = g.some(scope)
    dims = sorted(g.random.sample(range(len(value.shape)), g.random.randint(0, len(value.shape))))
    g.op(scope, "stablehlo.reverse", [value], same(value), properties=[array("dimensions", dims)])


def slice_of(g, scope, value=None):
    value = value or g.some(scope)
    start, limit, stride, shape = [], [], [], []
    for size in value.shape:
        low, high = (0, size) if g.chance(0.5) else sorted(g.random.sample(range(size + 1), 2))
        step = g.random.choice([1, 1, 1, 2])
        start.append(low)
        limit.append(high)
        stride.append(step)
        shape.append(-(-(high - low) // step))
    return g.op(scope, "stablehlo.slice", [value], [(shape, value.element)],
                properties=[array("start_indices", start), array("limit_indices", limit), array("strides", stride)])[0]


def pad(g, scope):
    value = g.some(scope)
    low, high, interior, shape = [], [], [], []
    for size in value.shape:
        before, after, between = (g.random.choice([0, 0, 0, 1, 2]) for _ in range(3))
        between = between if g.chance(0.3) else 0
        if before and g.chance(0.2) and size > 2:
            before = -1
        low.append(before)
        high.append(after)
        interior.append(between)
        shape.append(size + before + after + between * (size - 1))
    if fits(shape):
        filler = g.some(scope, shape=(), element=value.element)
        g.op(scope, "stablehlo.pad", [value, filler], [(shape, value.element)],
             properties=[array("edge_padding_low", low), array("edge_padding_high", high),
                         array("interior_padding", interior)])


def concatenate(g, scope):
    value = g.some(scope)
    if not value.shape:
        return
    dim = g.random.randrange(len(value.shape))
    operands = []
    for _ in range(g.random.choice([1, 2, 2, 3])):
        shape = list(value.shape)
        if g.chance(0.3):  # a rotation: slices of one value, end to end
            high = g.random.randint(1, shape[dim])
            low = g.random.randint(0, high - 1)
            starts, limits = [0] * len(shape), list(shape)
            starts[dim], limits[dim] = low, high
            shape[dim] = high - low
            operands += g.op(scope, "stablehlo.slice", [value], [(shape, value.element)],
                             properties=[array("start_indices", starts), array("limit_indices", limits),
                                         array("strides", [1] * len(shape))])
        elif g.chance(0.3):
            operands.append(value)
        else:
            shape[dim] = g.random.choice([shape[dim], g.random.choice(SIZES)])
            operands.append(g.some(scope, shape=shape, element=value.element))
    shape = list(value.shape)
    shape[dim] = sum(operand.shape[dim] for operand in operands)
    g.op(scope, "stablehlo.concatenate", operands, [(shape, value.element)], properties=[f"dimension = {dim} : i64"])


def smaller(g, shape):
    return [size if g.chance(0.5) else g.random.randint(1, size) for size in shape]


def dynamic_slice(g, scope):
    value = g.some(scope)
    if not value.shape:  # its short form does not parse
        return
    shape = smaller(g, value.shape)
    starts = [g.some(scope, shape=(), element="i32") for _ in shape]
    g.op(scope, "stablehlo.dynamic_slice", [value, *starts], [(shape, value.element)],
         properties=[array("slice_sizes", shape)])


def dynamic_update_slice(g, scope):
    value = g.some(scope)
    update = g.some(scope, shape=smaller(g, value.shape), element=value.element)
    starts = [g.some(scope, shape=(), element="i32") for _ in value.shape]
    g.op(scope, "stablehlo.dynamic_update_slice", [value, update, *starts], same(value))


# --- contractions ------------------------------------------------------------------------------------------


def dot_general(g, scope):
    left = g.some(scope)
    kinds = [g.random.choice(["batch", "contract", "free", "free"]) for _ in left.shape]
    batch = [dim for dim, kind in enumerate(kinds) if kind == "batch"]
    contract = [dim for dim, kind in enumerate(kinds) if kind == "contract"]
    g.random.shuffle(batch)
    shape = [left.shape[dim] for dim in [*batch, *contract]]
    shape += shape_of_rank(g, g.random.choice([0, 1, 1, 2]))
    places = list(range(len(shape)))
    g.random.shuffle(places)
    right_shape = [0] * len(shape)
    for size, place in zip(shape, places):
        right_shape[place] = size
    right_batch = places[:len(batch)]
    right_contract = places[len(batch):len(batch) + len(contract)]
    result = [left.shape[dim] for dim in batch]
    result += [size for size, kind in zip(left.shape, kinds) if kind == "free"]
    result += [size for place, size in enumerate(right_shape) if place not in (*right_batch, *right_contract)]
    if not fits(right_shape) or not fits(result):
        return
    right = g.some(scope, shape=right_shape, element=left.element)
    numbers = ", ".join(f"{name} = {dims}" for name, dims in (
        ("lhs_batching_dimensions", batch), ("rhs_batching_dimensions", right_batch),
        ("lhs_contracting_dimensions", contract), ("rhs_contracting_dimensions", right_contract)) if dims)
    g.op(scope, "stablehlo.dot_general", [left, right], [(result, left.element)],
         properties=[f"dot_dimension_numbers = #stablehlo.dot<{numbers}>"])


def dot(g, scope):
    left = g.some(scope, lambda v: len(v.shape) in (1, 2) and is_float(v))
    if len(left.shape) not in (1, 2):
        return
    shape = [left.shape[-1], *shape_of_rank(g, g.random.choice([0, 1]))]
    right = g.some(scope, shape=shape, element=left.element)
    g.op(scope, "stablehlo.dot", [left, right], [([*left.shape[:-1], *shape[1:]], left.element)])


def window(size, extent, stride, low, high, base, dilation):
    """How many windows of `extent` there are in `size`."""
    padded = (size - 1) * base + 1 + low + high
    return (padded - ((extent - 1) * dilation + 1)) // stride + 1


def spread(letters, sizes, order):
    """The sizes of named dimensions in a layout of them."""
    named = dict(zip(letters, sizes))
    return [named[letter] for letter in order]


def convolution(g, scope):
    spatial = g.random.choice([0, 1, 2, 2])
    places = [str(i) for i in range(spatial)]
    orders = []
    for letters in (["b", "f"], ["o", "i"], ["b", "f"]):
        order = [*letters, *places]
        g.random.shuffle(order)
        orders.append(order)
    batch_groups, feature_groups = g.random.choice([(1, 1), (1, 1), (1, 1), (2, 1), (1, 2), (1, 4), (4, 1)])
    batch = g.random.choice([1, 2, 4, 8]) * batch_groups
    features = g.random.choice([1, 2, 3, 4]) * feature_groups
    out_features = g.random.choice([1, 2, 4]) * batch_groups * feature_groups
    sizes = [g.random.choice([4, 5, 8, 8, 16]) for _ in places]
    extents = [g.random.choice([1, 2, 3, 3, size]) for size in sizes]
    strides = [g.random.choice([1, 1, 2]) for _ in places]
    padding = [(g.random.choice([0, 1]), g.random.choice([0, 1])) for _ in places]
    base = [g.random.choice([1, 1, 1, 2]) for _ in places]
    dilation = [g.random.choice([1, 1, 1, 2]) if extent * 2 <= size else 1 for size, extent in zip(sizes, extents)]
    results = [window(size, extent, stride, *pads, lhs, rhs) for size, extent, stride, pads, lhs, rhs
               in zip(sizes, extents, strides, padding, base, dilation)]
    image = spread(["b", "f", *places], [batch, features, *sizes], orders[0])
    kernel = spread(["o", "i", *places], [out_features, features // feature_groups, *extents], orders[1])
    result = spread(["b", "f", *places], [batch // batch_groups, out_features, *results], orders[2])
    left, right = g.some(scope, shape=image), g.some(scope, shape=kernel)
    layout = "x".join(f"[{', '.join(order)}]" for order in orders[:2]) + f"->[{', '.join(orders[2])}]"
    properties = [f"dimension_numbers = #stablehlo.conv<{layout}>", f"batch_group_count = {batch_groups} : i64",
                  f"feature_group_count = {feature_groups} : i64"]
    if spatial:
        properties += [array("window_strides", strides), pairs("padding", padding), array("lhs_dilation", base),
                       array("rhs_dilation", dilation)]
    g.op(scope, "stablehlo.convolution", [left, right], [(result, "f32")], properties=properties)


# --- reductions and windows ----------------------------------------------------------------------------------


def reduce(g, scope):
    value = g.some(scope)
    dims = sorted(g.random.sample(range(len(value.shape)), g.random.randint(0, len(value.shape))))
    values = [value]
    if g.chance(0.3):
        values.append(g.some(scope, shape=value.shape, element=g.random.choice(["f32", "i32"])))
    starts = [g.some(scope, shape=(), element=v.element) for v in values]
    shape = [size for dim, size in enumerate(value.shape) if dim not in dims]
    g.op(scope, "stablehlo.reduce", [*values, *starts], [(shape, v.element) for v in values],
         properties=[array("dimensions", dims)], regions=[reducer(g, [v.element for v in values])])


def windows(g, shape):
    """Extents, strides and padding of windows, and how many there are along each dimension."""
    extents, strides, padding, counts = [], [], [], []
    for size in shape:
        if g.chance(0.4):
            extent, stride, pads = 1, 1, (0, 0)
        else:
            extent = g.random.randint(1, size)
            stride = g.random.choice([1, 2, extent])
            pads = g.random.choice([(0, 0), (0, 0), (extent - 1, 0), (1, 1)])
        extents.append(extent)
        strides.append(stride)
        padding.append(pads)
        counts.append(window(size, extent, stride, *pads, 1, 1))
    return counts, [array("window_dimensions", extents), array("window_strides", strides), pairs("padding", padding)]


def reduce_window(g, scope):
    value = g.some(scope, lambda v: v.shape)
    if not value.shape:
        return
    counts, properties = windows(g, value.shape)
    values = [value, *([g.some(scope, shape=value.shape, element="f32")] if g.chance(0.2) else [])]
    starts = [g.some(scope, shape=(), element=v.element) for v in values]
    g.op(scope, "stablehlo.reduce_window", [*values, *starts], [(counts, v.element) for v in values],
         properties=properties, regions=[reducer(g, [v.element for v in values])])


def select_and_scatter(g, scope):
    value = g.some(scope, lambda v: v.shape and is_float(v))
    if not value.shape:
        return
    counts, properties = windows(g, value.shape)
    source = g.some(scope, shape=counts, element=value.element)
    start = g.some(scope, shape=(), element=value.element)
    select = body(g, [value.element] * 2, "stablehlo.compare", "i1",
                  ["comparison_direction = #stablehlo<comparison_direction GE>"])
    g.op(scope, "stablehlo.select_and_scatter", [value, source, start], same(value), properties=properties,
         regions=[select, reducer(g, [value.element])])


def sort(g, scope):
    value = g.some(scope, lambda v: v.shape)
    if not value.shape:
        return
    values = [value]
    while g.chance(0.3):
        values.append(g.some(scope, shape=value.shape, element=g.random.choice(["f32", "i32"])))
    elements = [element for v in values for element in (v.element, v.element)]
    compare = body(g, elements, "stablehlo.compare", "i1",
                   ["comparison_direction = #stablehlo<comparison_direction LT>"])
    g.op(scope, "stablehlo.sort", values, [(v.shape, v.element) for v in values], regions=[compare],
         properties=[f"dimension = {g.random.randrange(len(value.shape))} : i64", "is_stable = true"])


def batch_norm(g, scope):
    value = g.some(scope, lambda v: v.shape and v.element == "f32")
    if not value.shape or value.element != "f32":
        return
    feature = g.random.randrange(len(value.shape))
    one = [g.some(scope, shape=(value.shape[feature],)) for _ in range(4)]
    properties = ["epsilon = 1.0e-3 : f32", f"feature_index = {feature} : i64"]
    kind = g.random.choice(["inference", "inference", "training", "grad"])
    shapes = [(value.shape, "f32"), *[((value.shape[feature],), "f32")] * 2]
    if kind == "inference":
        g.op(scope, "stablehlo.batch_norm_inference", [value, *one], shapes[:1], properties=properties)
    elif kind == "training":
        g.op(scope, "stablehlo.batch_norm_training", [value, *one[:2]], shapes, properties=properties)
    else:
        other = g.some(scope, shape=value.shape)
        g.op(scope, "stablehlo.batch_norm_grad", [value, *one[:3], other], shapes, properties=properties)


# --- gather and scatter --------------------------------------------------------------------------------------


def indexing(g, shape):
    """How a gather or scatter reaches into a value of that shape: (kinds of dimensions, slice sizes, indices'
    shape, index_vector_dim, map, batching dims of indices, shape of the slices with their window dims)."""
    kinds = [g.random.choice(["offset", "offset", "collapsed", "batching"]) for _ in shape]
    sizes = [1 if kind != "offset" else size if g.chance(0.6) else g.random.randint(1, size)
             for kind, size in zip(kinds, shape)]
    indexed = [dim for dim, kind in enumerate(kinds) if kind != "batching"]
    mapped = g.random.sample(indexed, g.random.randint(0, len(indexed)))
    indices = [(None, size) for size in shape_of_rank(g, g.random.choice([0, 1, 1, 2]))]
    indices += [(dim, shape[dim]) for dim, kind in enumerate(kinds) if kind == "batching"]
    g.random.shuffle(indices)
    outer = [size for _, size in indices]
    if len(mapped) == 1 and g.chance(0.3):
        vector = len(indices)
    else:
        vector = g.random.choice([0, len(indices), len(indices)])
        indices.insert(vector, (None, len(mapped)))
    batching = [next(i for i, (source, _) in enumerate(indices) if source == dim)
                for dim, kind in enumerate(kinds) if kind == "batching"]
    inner = [size for kind, size in zip(kinds, sizes) if kind == "offset"]
    windows_at = sorted(g.random.sample(range(len(outer) + len(inner)), len(inner)))
    slices, outer, inner = [], iter(outer), iter(inner)
    for place in range(len(indices) - (vector < len(indices)) + len(windows_at)):
        slices.append(next(inner) if place in windows_at else next(outer))
    return kinds, sizes, [size for _, size in indices], vector, mapped, batching, slices, windows_at


def dims_of(kinds, kind):
    return [dim for dim, found in enumerate(kinds) if found == kind]


def numbers_of(*named):
    return ", ".join(f"{name} = {value}" for name, value in named if value != [])


def gather(g, scope):
    value = g.some(scope, lambda v: v.shape)
    kinds, sizes, shape, vector, mapped, batching, slices, windows_at = indexing(g, value.shape)
    if not fits(slices) or not all(shape):
        return
    indices = g.some(scope, shape=shape, element="i32")
    numbers = numbers_of(
        ("offset_dims", windows_at), ("collapsed_slice_dims", dims_of(kinds, "collapsed")),
        ("operand_batching_dims", dims_of(kinds, "batching")), ("start_indices_batching_dims", batching),
        ("start_index_map", mapped), ("index_vector_dim", vector))
    g.op(scope, "stablehlo.gather", [value, indices], [(slices, value.element)],
         properties=[f"dimension_numbers = #stablehlo.gather<{numbers}>", array("slice_sizes", sizes),
                     "indices_are_sorted = false"])


def scatter(g, scope):
    value = g.some(scope, lambda v: v.shape)
    kinds, _, shape, vector, mapped, batching, slices, windows_at = indexing(g, value.shape)
    if not fits(slices) or not all(shape):
        return
    values = [value, *([g.some(scope, shape=value.shape, element="f32")] if g.chance(0.2) else [])]
    indices = g.some(scope, shape=shape, element="i32")
    updates = [g.some(scope, shape=slices, element=v.element) for v in values]
    numbers = numbers_of(
        ("update_window_dims", windows_at), ("inserted_window_dims", dims_of(kinds, "collapsed")),
        ("input_batching_dims", dims_of(kinds, "batching")), ("scatter_indices_batching_dims", batching),
        ("scatter_dims_to_operand_dims", mapped), ("index_vector_dim", vector))
    g.op(scope, "stablehlo.scatter", [*values, indices, *updates], [(v.shape, v.element) for v in values],
         properties=[f"scatter_dimension_numbers = #stablehlo.scatter<{numbers}>", "indices_are_sorted = false",
                     "unique_indices = false"], regions=[reducer(g, [v.element for v in values])])


# --- linear algebra and the rest -------------------------------------------------------------------------------


def square(g, scope):
    """A value of matrices."""
    size = g.random.choice([2, 3, 4, 8])
    return g.some(scope, shape=[*shape_of_rank(g, g.random.choice([0, 1, 1, 2])), size, size])


def cholesky(g, scope):
    value = square(g, scope)
    g.op(scope, "stablehlo.cholesky", [value], same(value), properties=["lower = true"])


def triangular_solve(g, scope):
    left = square(g, scope)
    is_left = g.chance(0.5)
    more = g.random.choice(SIZES)
    shape = [*left.shape[:-2], *([left.shape[-1], more] if is_left else [more, left.shape[-1]])]
    right = g.some(scope, shape=shape)
    kind = g.random.choice(["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"])
    g.op(scope, "stablehlo.triangular_solve", [left, right], same(right),
         properties=[f"left_side = {str(is_left).lower()}", "lower = true", "unit_diagonal = false",
                     f"transpose_a = #stablehlo<transpose {kind}>"])


def fft(g, scope):
    kind = g.random.choice(["FFT", "IFFT", "RFFT", "IRFFT"])
    rank = g.random.choice([1, 2, 3])
    shape = shape_of_rank(g, rank)
    count = g.random.randint(1, min(3, rank))
    half = [*shape[:-1], shape[-1] // 2 + 1]
    take, give = {"FFT": (shape, shape), "IFFT": (shape, shape), "RFFT": (shape, half), "IRFFT": (half, shape)}[kind]
    elements = {"RFFT": ("f32", "complex<f32>"), "IRFFT": ("complex<f32>", "f32")}.get(kind, ("complex<f32>",) * 2)
    value = g.some(scope, shape=take, element=elements[0])
    g.op(scope, "stablehlo.fft", [value], [(give, elements[1])],
         properties=[f"fft_type = #stablehlo<fft_type {kind}>", array("fft_length", shape[-count:])])


def random_bits(g, scope):
    state = g.some(scope, shape=(2,), element="ui64")
    shape = shape_of_rank(g, g.random.choice([1, 2, 3]))
    if g.chance(0.2):
        parts = [g.some(scope, shape=(2,), element="ui32") for _ in range(2)]
        state = g.op(scope, "stablehlo.custom_call", parts, [((2,), "ui64")],
                     properties=['call_target_name = "X64Combine"'])[0]
    bits = g.op(scope, "stablehlo.rng_bit_generator", [state], [((2,), "ui64"), (shape, "ui32")],
                properties=["rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>"])[1]
    g.op(scope, "stablehlo.convert", [bits], same(bits, "f32"))


def without_rule(g, scope):
    """Operations that shardings do not travel through."""
    value = g.some(scope)
    kind = g.random.choice(["dimension", "rng", "map", "partition_id", "unknown"])
    if kind == "dimension" and value.shape:
        g.op(scope, "stablehlo.get_dimension_size", [value], [((), "i32")],
             properties=[f"dimension = {g.random.randrange(len(value.shape))} : i64"])
    elif kind == "map":
        other = g.some(scope, shape=value.shape, element=value.element)
        g.op(scope, "stablehlo.map", [value, other], same(value), regions=[reducer(g, [value.element])],
             properties=[array("dimensions", list(range(len(value.shape))))])
    elif kind == "partition_id":
        g.op(scope, "stablehlo.partition_id", [], [((), "ui32")])
    elif kind == "unknown":
        name = g.random.choice(["foo", "sdy_testonly", "tpu_custom_call", "Sharding"])
        effects = ["has_side_effect = true"] if g.chance(0.2) else []
        g.op(scope, "stablehlo.custom_call", [value], same(value), properties=[f'call_target_name = "{name}"', *effects])


POINTWISE_CALLS = ["annotate_device_placement", "Cholesky", "CompactWyHelper", "InspectSharding",
                   "InvertDiagBlocksLowerTriangular", "InvertDiagBlocksUpperTriangular", "LayoutConstraint", "mhlo.erf",
                   "MoveToDevice", "MoveToHost", "X64SplitHigh", "X64SplitLow", "xla.megascale.provide_metadata",
                   "_SPMDInternalOp_RotateRight", "_SPMDInternalOp_MultiRotate"]


def custom_call(g, scope):
    """The targets that have rules."""
    def add(target, operands, shapes):
        return g.op(scope, "stablehlo.custom_call", operands, shapes, properties=[f'call_target_name = "{target}"'])
    kind = g.random.choice(["pointwise", "eigh", "qr", "householder", "topk", "approx"])
    if kind == "pointwise":
        value = g.some(scope)
        add(g.random.choice(POINTWISE_CALLS), [value], same(value))
    elif kind == "eigh":
        value = square(g, scope)
        add("Eigh", [value], [(value.shape, "f32"), (value.shape[:-1], "f32")])
    elif kind in ("qr", "householder"):
        value = g.some(scope, shape=shape_of_rank(g, g.random.choice([2, 3])))
        least = [*value.shape[:-2], min(value.shape[-2:])]
        if kind == "qr":
            target = g.random.choice(["Qr", "QrDecompositionBlock"])
            add(target, [value], [(value.shape, "f32"), (least, "f32")])
        else:
            add("ProductOfElementaryHouseholderReflectors", [value, g.some(scope, shape=least)], same(value))
    else:
        value = g.some(scope, shape=shape_of_rank(g, g.random.choice([1, 2, 3])))
        shape = list(value.shape)
        shape[g.random.randrange(len(shape)) if kind == "approx" else -1] = g.random.choice([1, 2, 4])
        results = [(shape, "f32"), (shape, "i32")]
        if kind == "topk":
            add("mhlo.topk", [value], results)
        else:
            places = g.some(scope, shape=value.shape, element="i32")
            starts = [g.some(scope, shape=(), element=element) for element in ("f32", "i32")]
            add(g.random.choice(["ApproxTopK", "PartialReduce"]), [value, places, *starts], results)


def custom_rule(g, scope):
    """A custom call with a sharding rule of the user's own."""
    sizes, operands, mappings = [], [], []

    def factor(size):
        sizes.append(size)
        return len(sizes) - 1

    def dimension(used):
        """Factors of a dimension: one that exists, a new one, or two."""
        old = [f for f in range(len(sizes)) if f not in used]
        if old and g.chance(0.6):
            factors = [g.random.choice(old)]
            others = [f for f in old if f not in factors and sizes[f] > 1]
            if others and sizes[factors[0]] > 1 and g.chance(0.2):
                factors.append(g.random.choice(others))
        elif g.chance(0.25):
            factors = [factor(g.random.choice([2, 3, 4])), factor(g.random.choice([2, 3, 4]))]
        else:
            factors = [factor(g.random.choice(SIZES))]
        used.update(factors)
        return factors

    def tensor():
        used = set()
        dims = [dimension(used) for _ in range(g.random.choice([0, 1, 2, 2, 3]))]
        return dims, [product(sizes[f] for f in factors) for factors in dims]
    count = g.random.choice([1, 1, 2])
    for _ in range(count):
        dims, shape = tensor()
        mappings.append(dims)
        operands.append(g.some(scope, shape=shape))
    results = []
    for _ in range(g.random.choice([1, 1, 2])):
        dims, shape = tensor()
        mappings.append(dims)
        results.append((shape, "f32"))
    letters = "ijklmnopqrstuvwxyz"
    if len(sizes) > len(letters) or not all(fits(shape) for shape, _ in results):
        return
    texts = ["[" + ", ".join("".join(letters[f] for f in dim) for dim in dims) + "]" for dims in mappings]
    rule = f"({', '.join(texts[:count])})->({', '.join(texts[count:])})"
    if sizes:
        rule += " {" + ", ".join(f"{letters[f]}={size}" for f, size in enumerate(sizes)) + "}"
    in_results = {f for dims in mappings[count:] for dim in dims for f in dim}
    kinds = [g.random.choice(["", "", "reduction", "need_replication", "permutation"]) for _ in sizes]
    kinds = ["" if kind == "reduction" and f in in_results else kind for f, kind in enumerate(kinds)]
    blocked = ["blocked_propagation" if g.chance(0.1) else "" for _ in sizes]
    for name, chosen in (("reduction", kinds), ("need_replication", kinds), ("permutation", kinds),
                         ("blocked_propagation", blocked)):
        factors = [letters[f] for f, kind in enumerate(chosen) if kind == name]
        rule += f" {name}={{{', '.join(factors)}}}" if factors else ""
    g.op(scope, "stablehlo.custom_call", operands, results, properties=['call_target_name = "foo"'],
         attributes=[f"sdy.sharding_rule = #sdy.op_sharding_rule<{rule}, custom>"])


OPERATIONS = [
    (unary, 6), (binary, 14), (compare_select, 2), (clamp, 1), (convert, 2), (complex_numbers, 1), (collective, 2),
    (bitcast, 1), (broadcast_in_dim, 6), (reshape, 9), (transpose, 4), (reverse, 1), (slice_of, 3), (pad, 2),
    (concatenate, 3), (dynamic_slice, 2), (dynamic_update_slice, 2), (dot_general, 10), (dot, 1), (convolution, 3),
    (reduce, 5), (reduce_window, 2), (select_and_scatter, 1), (sort, 2), (batch_norm, 1), (gather, 4), (scatter, 3),
    (cholesky, 1), (triangular_solve, 1), (fft, 1), (random_bits, 1), (without_rule, 2), (custom_call, 2),
    (custom_rule, 3),
]
