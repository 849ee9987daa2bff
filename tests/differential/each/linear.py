"""Rows of factorisations, transforms, random bits and the largest elements."""
import numpy

from arrays import ELEMENTS, anything, finite, small, span
from operations import array, product
from program import row


def batched(g, most=12):
    """Leading dimensions of matrices."""
    return [g.random.choice([1, 2, 3]) for _ in range(g.random.choice([0, 0, 1, 2]))]


def definite(source, shape, element):
    """Hermitian matrices with a large diagonal."""
    half = span(-1, 1)(source, shape, element).astype(numpy.complex128 if element.kind == "c" else numpy.float64)
    matrix = half @ numpy.conj(numpy.swapaxes(half, -1, -2))
    return (matrix + shape[-1] * numpy.eye(shape[-1])).astype(element.dtype)


def triangular(source, shape, element):
    """Matrices whose triangular systems are well conditioned."""
    return (span(-0.5, 0.5)(source, shape, element) + 2 * numpy.eye(shape[-1])).astype(element.dtype)


def solved(g, element, size):
    """What a solution of a system of this size may be off by."""
    g.tolerance.loosen(64, 32.0 * max(size, 1) * 2.0 ** -ELEMENTS[element].part.bits)
    g.referees = ["xla"]


@row("stablehlo.cholesky")
def cholesky(g):
    element, size = g.element(["f32", "f64", "complex<f32>", "complex<f64>"]), g.random.choice([1, 2, 3, 5, 8, 17])
    shape = [*batched(g), size, size]
    lower = g.chance(0.5)
    solved(g, element, size)
    matrix = g.leaf(shape, element, definite)
    result = g.one("stablehlo.cholesky", [matrix], shape, element, [f"lower = {str(lower).lower()}"])
    # What the other triangle holds is not said.
    rows, columns = (g.one("stablehlo.iota", [], shape, "i32", [f"iota_dimension = {len(shape) - 2 + d} : i64"])
                     for d in range(2))
    inside = g.one("stablehlo.compare", [rows, columns], shape, "i1",
                   [f"comparison_direction = #stablehlo<comparison_direction {'GE' if lower else 'LE'}>"])
    return [g.one("stablehlo.select", [inside, result, g.constant(0, shape, element)], shape, element)]


@row("stablehlo.triangular_solve")
def triangular_solve(g):
    element = g.element(["f32", "f64", "complex<f32>", "complex<f64>"])
    size, other, batch = g.random.choice([1, 2, 3, 5, 9]), g.random.choice([1, 2, 3, 6]), batched(g)
    left = g.chance(0.5)
    shape = [*batch, *([size, other] if left else [other, size])]
    solved(g, element, size)
    kind = g.random.choice(["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"])
    return [g.one("stablehlo.triangular_solve",
                  [g.leaf([*batch, size, size], element, triangular), g.value(shape, element, span(-1, 1))],
                  shape, element,
                  [f"left_side = {str(left).lower()}", f"lower = {str(g.chance(0.5)).lower()}",
                   f"unit_diagonal = {str(g.chance(0.3)).lower()}", f"transpose_a = #stablehlo<transpose {kind}>"])]


@row("stablehlo.fft", weight=2)
def fft(g):
    part = g.element(["f32", "f64"])
    kind = g.random.choice(["FFT", "IFFT", "RFFT", "IRFFT"])
    lengths = [g.random.choice([1, 2, 3, 4, 5, 7, 8, 12, 16, 30]) for _ in range(g.random.choice([1, 1, 2, 3]))]
    whole = [*batched(g), *lengths]
    half = [*whole[:-1], whole[-1] // 2 + 1]
    if product(whole) > 2000:
        return fft(g)
    wide = f"complex<{part}>"
    take, give, take_of, give_of = {"FFT": (whole, whole, wide, wide), "IFFT": (whole, whole, wide, wide),
                                    "RFFT": (whole, half, part, wide), "IRFFT": (half, whole, wide, part)}[kind]
    g.tolerance.loosen(0, 64 * 2.0 ** -ELEMENTS[part].bits)
    g.referees = ["xla"]
    return [g.one("stablehlo.fft", [g.value(take, take_of, span(-1, 1))], give, give_of,
                  [f"fft_type = #stablehlo<fft_type {kind}>", array("fft_length", lengths)])]


@row("stablehlo.rng_bit_generator")
def rng_bit_generator(g):
    kind = g.random.choice(["THREE_FRY", "PHILOX"])
    state = [2 if kind == "THREE_FRY" else g.random.choice([2, 3])]
    shape, element = g.shape(0, 3), g.element(["ui8", "ui16", "ui32", "ui32", "ui64"])
    g.referees = ["xla"]
    return g.op("stablehlo.rng_bit_generator", [g.value(state, "ui64", anything)], [(state, "ui64"), (shape, element)],
                [f"rng_algorithm = #stablehlo<rng_algorithm {kind}>"])


@row("chlo.top_k")
def top_k(g):
    """Equal elements keep their order."""
    element, shape = g.element(["f32", "f64", "i32", "ui8", "bf16"]), g.shape(1, 4)
    if shape[-1] == 0:
        return top_k(g)
    k = g.random.randint(1, shape[-1])
    result = [*shape[:-1], k]
    g.tolerance.zeros = False
    return g.op("chlo.top_k", [g.value(shape, element, g.random.choice([small(4), finite]))],
                [(result, element), (result, "i32")], [f"k = {k} : i64"])
