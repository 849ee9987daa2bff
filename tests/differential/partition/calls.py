"""Calls of LAPACK on batches of matrices."""
from arrays import span
from compare import Tolerance
from linear import definite, triangular

TYPES = {"f32": "s", "f64": "d", "complex<f32>": "c", "complex<f64>": "z"}


def by_columns(shape, batch):
    """The layout of matrices, or of what there is of each of a batch."""
    order = list(range(len(shape)))[::-1]
    if len(shape) - batch == 2:
        order[:2] = [len(shape) - 2, len(shape) - 1]
    inner = f"[{', '.join(map(str, order))}]" if len(order) > 1 else "0" if order else ""
    return f"dense<{inner}> : tensor<{len(order)}xindex>"


class Calls:
    """For Graph: `factored` adds a call; what rounds is compared within a tolerance."""

    def factored(self):
        if self.level:  # what is inside cannot be returned as it is
            return
        element = self.random.choice(list(TYPES))
        batch = [self.random.choice([1, 2, 3, 4, 6]) for _ in range(self.random.choice([0, 1, 1, 2]))]
        rows, columns = (self.random.choice([1, 2, 3, 5, 8]) for _ in range(2))
        getattr(self, self.random.choice(["lower_triangle", "rows_exchanged", "reflections", "solved_triangle"]))(
            element, batch, rows, columns)

    def lapack(self, name, element, batch, options, operands, types):
        properties = [f'call_target_name = "lapack_{TYPES[element]}{name}_ffi"', "api_version = 4 : i32",
                      f"backend_config = {{{options}}}",
                      f"operand_layouts = [{', '.join(by_columns(v.shape, len(batch)) for v in operands)}]",
                      f"result_layouts = [{', '.join(by_columns(shape, len(batch)) for shape, _ in types)}]"]
        results = self.op("stablehlo.custom_call", operands, types, properties)
        for value in results:
            if value.element == "i32":
                self.pool.append(self.calm(value))
            else:
                self.rough.append((value, Tolerance(scaled=2.0 ** (-16 if "32" in value.element else -42), zeros=False)))

    def lower_triangle(self, element, batch, size, _):
        matrix = self.leaf([*batch, size, size], element, definite)
        self.lapack("potrf", element, batch, "uplo = 76 : ui8", [matrix], [(matrix.shape, element), (batch, "i32")])

    def rows_exchanged(self, element, batch, rows, columns):
        matrix = self.leaf([*batch, rows, columns], element, span(-1, 1))
        self.lapack("getrf", element, batch, "", [matrix],
                    [(matrix.shape, element), ([*batch, min(rows, columns)], "i32"), (batch, "i32")])

    def reflections(self, element, batch, rows, columns):
        matrix = self.leaf([*batch, rows, columns], element, span(-1, 1))
        self.lapack("geqrf", element, batch, "", [matrix],
                    [(matrix.shape, element), ([*batch, min(rows, columns)], element)])

    def solved_triangle(self, element, batch, size, other):
        matrix = self.leaf([*batch, size, size], element, triangular)
        right = self.leaf([*batch, size, other], element, span(-1, 1))
        self.lapack("trsm", element, batch, "diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8",
                    [matrix, right], [(right.shape, element)])
