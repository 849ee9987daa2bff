"""Rows of LAPACK's routines, on batches of matrices. No referee of tests/differential/each knows these calls."""
from arrays import ELEMENTS, span
from linear import definite, triangular
from program import row

TYPES = {"f32": "s", "f64": "d", "complex<f32>": "c", "complex<f64>": "z"}
SIZES = [1, 2, 3, 5, 8]


def by_columns(shape, batch):
    """The layout of matrices, or of what there is of each of a batch."""
    order = list(range(len(shape)))[::-1]
    if len(shape) - batch == 2:
        order[:2] = [len(shape) - 2, len(shape) - 1]
    inner = f"[{', '.join(map(str, order))}]" if len(order) > 1 else "0" if order else ""
    return f"dense<{inner}> : tensor<{len(order)}xindex>"


def called(g, name, batch, options, operands, types):
    """Results of a routine, `name` with the letter of the first operand's type at the dot."""
    element = operands[0].element
    g.tolerance.loosen(0, 2.0 ** (6 - ELEMENTS[element].part.bits))
    return g.op("stablehlo.custom_call", operands, types, [
        f'call_target_name = "lapack_{TYPES[element]}{name}_ffi"', "api_version = 4 : i32",
        f"backend_config = {{{options}}}",
        f"operand_layouts = [{', '.join(by_columns(v.shape, len(batch)) for v in operands)}]",
        f"result_layouts = [{', '.join(by_columns(shape, len(batch)) for shape, _ in types)}]"])


def drawn(g):
    """Leading dimensions, a type, rows and columns."""
    batch = [g.random.choice([1, 2, 3, 4, 6]) for _ in range(g.random.choice([0, 1, 1, 2]))]
    return batch, g.element(list(TYPES)), g.random.choice(SIZES), g.random.choice(SIZES)


def part_of(element):
    return element[8:-1] if element.startswith("complex") else element


@row("stablehlo.custom_call")
def potrf(g):
    batch, element, size, _ = drawn(g)
    matrix = g.leaf([*batch, size, size], element, definite)
    return called(g, "potrf", batch, "uplo = 76 : ui8", [matrix], [(matrix.shape, element), (batch, "i32")])


@row("stablehlo.custom_call")
def getrf(g):
    batch, element, rows, columns = drawn(g)
    matrix = g.leaf([*batch, rows, columns], element, span(-1, 1))
    return called(g, "getrf", batch, "", [matrix],
                  [(matrix.shape, element), ([*batch, min(rows, columns)], "i32"), (batch, "i32")])


@row("stablehlo.custom_call")
def geqrf(g):
    """The reflections of a matrix, and the first columns of their product."""
    batch, element, rows, columns = drawn(g)
    least = min(rows, columns)
    matrix = g.leaf([*batch, rows, least], element, span(-1, 1))
    reflected, factors = called(g, "geqrf", batch, "", [matrix], [(matrix.shape, element), ([*batch, least], element)])
    if g.chance(0.5):
        return [reflected, factors]
    name = "ungqr" if element.startswith("complex") else "orgqr"
    return called(g, name, batch, "", [reflected, factors], [(matrix.shape, element)])


@row("stablehlo.custom_call")
def trsm(g):
    batch, element, size, other = drawn(g)
    matrix, right = g.leaf([*batch, size, size], element, triangular), g.leaf([*batch, size, other], element, span(-1, 1))
    return called(g, "trsm", batch, "diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8",
                  [matrix, right], [(right.shape, element)])


@row("stablehlo.custom_call")
def syevd(g):
    batch, element, size, _ = drawn(g)
    matrix = g.leaf([*batch, size, size], element, definite)
    name = "heevd" if element.startswith("complex") else "syevd"
    return called(g, name, batch, "mode = 86 : ui8, uplo = 76 : ui8", [matrix],
                  [(matrix.shape, element), ([*batch, size], part_of(element)), (batch, "i32")])


@row("stablehlo.custom_call")
def gesdd(g):
    batch, element, rows, columns = drawn(g)
    least = min(rows, columns)
    matrix = g.leaf([*batch, rows, columns], element, span(-1, 1))
    return called(g, "gesdd", batch, "mode = 83 : ui8", [matrix],
                  [(matrix.shape, element), ([*batch, least], part_of(element)), ([*batch, rows, least], element),
                   ([*batch, least, columns], element), (batch, "i32")])
