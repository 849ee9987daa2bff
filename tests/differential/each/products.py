"""Rows of products: dot, dot_general, einsum, convolution. Their numbers are small and whole, their sums exact."""
from arrays import COMPLEX, ELEMENTS, FLOATS, INTEGERS, NARROW, small, span
from moves import order_of
from operations import array, pairs, product
from program import row

FACTORS = FLOATS * 4 + INTEGERS + COMPLEX * 2 + NARROW
LETTERS = "abcdefghijklmnopqrstuvw"


def exact(g, element, count):
    """The domain of factors of which `count` products are added; exact where the type allows it."""
    kind = ELEMENTS[element].part
    if kind.kind != "f":
        return small(9)
    most = 1 << kind.bits
    count *= 2 if ELEMENTS[element].kind == "c" else 1
    if g.chance(0.2) and kind.bits > 20:
        g.tolerance.loosen(0, 2.0 ** -kind.bits * 4 * max(count, 1))
        return span(-1, 1)
    for limit in (5, 3, 2, 1):
        if limit * limit * count <= most:
            g.tolerance.zeros = False
            return small(limit)
    g.tolerance.loosen(0, 2.0 ** -kind.bits * max(count, 1))
    return small(1)


def precision(g):
    names = [g.random.choice(["DEFAULT", "HIGH", "HIGHEST"]) for _ in range(2)]
    texts = ", ".join(f"#stablehlo<precision {name}>" for name in names)
    return [f"precision_config = [{texts}]"] if g.chance(0.3) else []


def wider(g, element):
    """The type of a result: the factors', or a wider one."""
    more = {"i8": ["i32"], "ui8": ["ui32"], "bf16": ["f32"], "f16": ["f32"], "i4": ["i8", "i32"], "f32": ["f64"],
            "i16": ["i32"]}
    return g.random.choice(more[element]) if element in more and g.chance(0.3) else element


def sizes_of(g, count, most=9):
    return [g.random.randint(0 if g.chance(0.05) else 1, most) for _ in range(count)]


@row("stablehlo.dot_general", weight=6)
def dot_general(g):
    element = g.element(FACTORS)
    counts = [g.random.choice([0, 0, 1, 1, 2]), g.random.choice([0, 1, 1, 1, 2, 3]),
              g.random.choice([0, 1, 1, 2]), g.random.choice([0, 1, 1, 2])]
    most = g.random.choice([4, 9, 9, 33] if sum(counts) < 5 else [3])
    batch, inner, left, right = (sizes_of(g, count, most) for count in counts)
    if max(product(batch) * product(inner) * product(side) for side in (left, right)) > 3000 or \
            product(batch + left + right) > 3000 or product(batch + left + right + inner) > 20000:
        return dot_general(g)
    sides, orders = [], []
    for free in (left, right):
        sizes = [*batch, *inner, *free]
        order = order_of(g, len(sizes))
        orders.append([order.index(i) for i in range(len(sizes))])  # where the i-th named dimension is
        sides.append([sizes[i] for i in order])
    b, c = len(batch), len(batch) + len(inner)
    free = [sorted(places[c:]) for places in orders]
    shape = [*batch, *(sides[0][d] for d in free[0]), *(sides[1][d] for d in free[1])]
    domain, result = exact(g, element, product(inner)), wider(g, element)
    numbers = ", ".join(f"{name} = {dims}" for name, dims in (
        ("lhs_batching_dimensions", orders[0][:b]), ("rhs_batching_dimensions", orders[1][:b]),
        ("lhs_contracting_dimensions", orders[0][b:c]), ("rhs_contracting_dimensions", orders[1][b:c])) if dims)
    return [g.one("stablehlo.dot_general", [g.value(side, element, domain) for side in sides], shape, result,
                  [f"dot_dimension_numbers = #stablehlo.dot<{numbers}>", *precision(g)])]


@row("stablehlo.dot", weight=2)
def dot(g):
    element, inner = g.element(FACTORS), g.random.choice([0, 1, 2, 3, 7, 8, 17, 64])
    left = [*sizes_of(g, g.random.choice([0, 1, 1]), 17), inner]
    right = [inner, *sizes_of(g, g.random.choice([0, 1, 1]), 17)]
    domain = exact(g, element, inner)
    return [g.one("stablehlo.dot", [g.value(left, element, domain), g.value(right, element, domain)],
                  [*left[:-1], *right[1:]], element, precision(g))]


@row("stablehlo.einsum")
def einsum(g):
    element, letters = g.element(FLOATS), LETTERS[:g.random.randint(1, 5)]
    sizes = dict(zip(letters, sizes_of(g, len(letters), 6)))
    sides = ["".join(g.random.sample(letters, g.random.randint(1, min(4, len(letters))))) for _ in range(2)]
    kept = [letter for letter in sizes if any(letter in side for side in sides)
            and not (all(letter in side for side in sides) and g.chance(0.6))]
    g.random.shuffle(kept)
    summed = product(sizes[letter] for letter in sizes if letter not in kept and any(letter in s for s in sides))
    domain = exact(g, element, summed)
    values = [g.value([sizes[letter] for letter in side], element, domain) for side in sides]
    return [g.one("stablehlo.einsum", values, [sizes[letter] for letter in kept], element,
                  [f'einsum_config = "{sides[0]},{sides[1]}->{"".join(kept)}"'])]


# --- convolutions ------------------------------------------------------------------------------------------


def laid_out(g, letters, sizes, plain):
    """Names of dimensions in an order, and the sizes in that order."""
    order = range(len(letters)) if plain else order_of(g, len(letters))
    return [letters[i] for i in order], [sizes[i] for i in order]


def window_of(g):
    """(size, extent, stride, (low, high), dilation of the image, dilation of the window, count), or None."""
    size, extent = g.random.choice([0, 1, 2, 4, 5, 7, 8, 11]), g.random.choice([1, 2, 3, 3, 5])
    stride, base, step = g.random.choice([1, 1, 2, 3]), g.random.choice([1, 1, 1, 2, 3]), g.random.choice([1, 1, 1, 2])
    padding = tuple(g.random.choice([0, 0, 1, 2, 3, -1, -2]) for _ in range(2))
    if g.chance(0.3):
        base, step, padding = 1, 1, ((extent - 1) // 2, extent // 2)
    whole = (size - 1) * base + 1 if size else 0
    reach = (extent - 1) * step + 1
    left = whole + sum(padding)
    if left < 0 or whole + min(padding) < 0:
        return window_of(g)
    return size, extent, stride, padding, base, step, (left - reach) // stride + 1 if left >= reach else 0


@row("stablehlo.convolution", weight=5)
def convolution(g):
    spatial = g.random.choice([0, 1, 1, 2, 2, 2, 3])
    names = [str(i) for i in range(spatial)]
    windows = [window_of(g) for _ in names]
    feature_groups, batch_groups = g.random.choice([(1, 1)] * 5 + [(2, 1), (3, 1), (4, 1), (8, 1), (1, 2), (1, 3)])
    batch = g.random.choice([1, 1, 2, 3]) * batch_groups
    inside = g.random.choice([1, 1, 2, 3, 4, 8])
    outside = g.random.choice([1, 1, 2, 3, 4]) * batch_groups * feature_groups
    image = [batch, inside * feature_groups, *(w[0] for w in windows)]
    kernel = [outside, inside, *(w[1] for w in windows)]
    result = [batch // batch_groups, outside, *(w[6] for w in windows)]
    if product(image) > 3000 or product(kernel) > 3000 or product(result) > 3000 or \
            product(result) * product(kernel) // outside > 60000:
        return convolution(g)
    element = g.element(FLOATS * 4 + ["i8", "i32", "ui8", "i16", "i64", "i4", "ui4"] + NARROW + COMPLEX)
    flips = [g.chance(0.5) for _ in windows] if g.chance(0.3) else None
    return [convolved(g, element, image, kernel, result, windows, (feature_groups, batch_groups), flips)]


def convolved(g, element, image, kernel, result, windows, groups, flips=None):
    """A convolution of sizes that are told as [batch, features, ...], [output features, input features, ...] and
    [batch, features, ...], its dimensions in an order of chance; `windows` as window_of gives them."""
    plain, names = g.chance(0.4), [str(i) for i in range(len(windows))]
    layouts = [laid_out(g, [*letters, *names], sizes, plain)
               for letters, sizes in (("bf", image), ("oi", kernel), ("bf", result))]
    texts = [f"[{', '.join(order)}]" for order, _ in layouts]
    domain = exact(g, element, product(kernel) // max(kernel[0], 1))
    properties = [f"dimension_numbers = #stablehlo.conv<{texts[0]}x{texts[1]}->{texts[2]}>",
                  f"batch_group_count = {groups[1]} : i64", f"feature_group_count = {groups[0]} : i64",
                  *precision(g)]
    if windows:
        properties += [array("window_strides", [w[2] for w in windows]), pairs("padding", [w[3] for w in windows]),
                       array("lhs_dilation", [w[4] for w in windows]), array("rhs_dilation", [w[5] for w in windows])]
    if flips:
        properties.append(f"window_reversal = array<i1: {', '.join(str(f).lower() for f in flips)}>")
    return g.one("stablehlo.convolution", [g.value(sizes, element, domain) for _, sizes in layouts[:2]],
                 layouts[2][1], element, properties)


# --- their gradients, as differentiation writes them ---------------------------------------------------------


def forward_of(g):
    """Of a convolution: batch, groups, features of an input group, output features, and of each dimension
    (size, extent, stride, padding before, dilation of the window, windows)."""
    dims = []
    for _ in range(g.random.choice([1, 2, 2])):
        size, extent = g.random.choice([3, 4, 6, 7, 8, 12]), g.random.choice([1, 2, 3, 3, 5])
        stride, step = g.random.choice([1, 1, 2, 3]), g.random.choice([1, 1, 1, 2])
        reach = (extent - 1) * step + 1
        low, high = g.random.choice([(0, 0), ((reach - 1) // 2, reach // 2), (1, 0), (reach - 1, reach - 1)])
        if size + low + high < reach:
            return forward_of(g)
        dims.append((size, extent, stride, low, step, (size + low + high - reach) // stride + 1))
    groups, inside = g.random.choice([1, 1, 1, 2, 3]), g.random.choice([1, 2, 3, 4])
    return g.random.choice([1, 2, 3, 4]), groups, inside, groups * g.random.choice([1, 2, 3]), dims


@row("stablehlo.convolution", weight=2)
def gradient_of_kernel(g):
    """The image moved over by what comes back as by a kernel; the batch is what is summed over."""
    batch, groups, inside, outside, dims = forward_of(g)
    windows = [(n, count, step, (low, (k - 1) * step + (count - 1) * stride + 1 - n - low), 1, stride, k)
               for n, k, stride, low, step, count in dims]
    image, kernel = [inside * groups, batch, *(d[0] for d in dims)], [outside, batch, *(d[5] for d in dims)]
    result = [inside, outside, *(d[1] for d in dims)]
    if max(map(product, (image, kernel, result))) > 3000:
        return gradient_of_kernel(g)
    return [convolved(g, g.element(FLOATS * 4 + ["i32"]), image, kernel, result, windows, (1, groups))]


@row("stablehlo.convolution", weight=2)
def gradient_of_image(g):
    """What comes back, as far apart as windows were, moved over by the kernel from its end."""
    batch, groups, inside, outside, dims = forward_of(g)
    windows = []
    for n, k, stride, low, step, count in dims:
        before = (k - 1) * step - low
        windows.append((count, k, 1, (before, n - (count - 1) * stride - 1 - before + (k - 1) * step), stride, step, n))
    image = [batch, outside, *(d[5] for d in dims)]
    kernel = [inside * groups, outside // groups, *(d[1] for d in dims)]
    result = [batch, inside * groups, *(d[0] for d in dims)]
    if max(map(product, (image, kernel, result))) > 3000:
        return gradient_of_image(g)
    return [convolved(g, g.element(FLOATS * 4 + ["i32"]), image, kernel, result, windows, (groups, 1),
                      [True] * len(dims))]
