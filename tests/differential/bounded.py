#!/usr/bin/env python3
"""Programs of bounded types against the same programs of static types.

    bounded.py SDYC [--only NAME] [--sizes N] [--sharded]

Each case is a program whose dimensions are written `A`, `B`, ... Once these are `?` with a bound, the
sizes those of the inputs; once they are the sizes. Both are run on the same inputs, and must give
tensors of the same sizes and elements: what stands in padding makes no difference anywhere. With --sharded the
inputs of the bounded one are sharded by chance, and it runs with `--storage=private`.
"""
import argparse
import random
import re
import subprocess
import sys
import tempfile

BOUNDS = {"A": 7, "B": 5}


class Form:
    """How the dimensions of a case are written. `sizes` None: bounded."""

    def __init__(self, sizes):
        self.sizes = sizes

    def size(self, dim, values):
        return eval(dim, {}, values)  # pylint: disable=eval-used  # "2 * A", of the cases below

    def type(self, text):
        """`<A, 4, 2 * B : f32>`"""
        inside, element = text.rsplit(":", 1)
        dims = [dim.strip() for dim in inside.split(",") if dim.strip()]
        if self.sizes:
            written = [str(max(0, self.size(dim, self.sizes))) for dim in dims]
            return f"tensor<{''.join(dim + 'x' for dim in written)}{element.strip()}>"
        written = [dim if dim.isdigit() else "?" for dim in dims]
        shape = "".join(dim + "x" for dim in written) + element.strip()
        if all(dim.isdigit() for dim in dims):
            return f"tensor<{shape}>"
        bounds = ["?" if dim.isdigit() else str(self.size(dim, BOUNDS)) for dim in dims]
        return f"tensor<{shape}, #stablehlo.bounds<{', '.join(bounds)}>>"

    def text(self, case):
        return re.sub(r"<([^<>]*? : (?:complex<f32>|\w+))>", lambda match: self.type(match.group(1)), case)


def op(text, arguments, results):
    """A function of arguments of these types; `text` gives %r, or %r#0 and so on."""
    names = ", ".join(f"%{'xyzuvw'[i]}: {type_}" for i, type_ in enumerate(arguments))
    given = ["%r"] if len(results) == 1 else [f"%r#{i}" for i in range(len(results))]
    return (f"func.func @main({names}) -> ({', '.join(results)}) {{\n{text}\n"
            f"  return {', '.join(given)} : {', '.join(results)}\n}}\n", arguments)


def fold(name, combine, start, type_from, type_to, dims, element="f32"):
    return op(f"""  %s = stablehlo.constant dense<{start}> : tensor<{element}>
  %r = stablehlo.reduce(%x init: %s) applies stablehlo.{combine} across dimensions = [{dims}] : ({type_from}, tensor<{element}>) -> {type_to}""",
              [type_from], [type_to])


def window(combine, start, attrs, type_from, type_to):
    return op(f"""  %s = stablehlo.constant dense<{start}> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %s) <{{{attrs}}}> ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.{combine} %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }}) : ({type_from}, tensor<f32>) -> {type_to}""", [type_from], [type_to])


def sort(direction, dim, type_):
    return op(f"""  %r = "stablehlo.sort"(%x) <{{dimension = {dim} : i64, is_stable = true}}> ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare {direction}, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }}) : ({type_}) -> {type_}""", [type_], [type_])


X, Y = "<A, 3 : f32>", "<B, 3 : f32>"
# %m: a symmetric matrix of A rows without small or negative eigenvalues.
POSITIVE = """  %n = stablehlo.get_dimension_size %x, dim = 0 : (<A, A : f32>) -> tensor<i32>
  %l = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %l, %l, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> <A, A : i32>
  %j = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> <A, A : i32>
  %d = stablehlo.compare EQ, %i, %j : (<A, A : i32>, <A, A : i32>) -> <A, A : i1>
  %e = stablehlo.convert %d : (<A, A : i1>) -> <A, A : f32>
  %p = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (<A, A : f32>, <A, A : f32>) -> <A, A : f32>
  %m = stablehlo.add %p, %e : <A, A : f32>
"""
CASES = {
    "pointwise": op(f"""  %a = stablehlo.exponential %x : {X}
  %z = stablehlo.constant dense<0.5> : tensor<f32>
  %b = stablehlo.clamp %z, %a, %z : (tensor<f32>, {X}, tensor<f32>) -> {X}
  %c = stablehlo.compare GT, %a, %b : ({X}, {X}) -> <A, 3 : i1>
  %r = stablehlo.select %c, %x, %b : <A, 3 : i1>, {X}""", [X], [X]),
    "chlo": op(f"  %r = chlo.erf %x : {X} -> {X}", [X], [X]),
    "convert": op(f"  %r = stablehlo.convert %x : ({X}) -> <A, 3 : i32>", [X], ["<A, 3 : i32>"]),
    "transpose": op(f"  %r = stablehlo.transpose %x, dims = [1, 0] : ({X}) -> <3, A : f32>", [X], ["<3, A : f32>"]),
    "broadcast": op(f"  %r = stablehlo.broadcast_in_dim %x, dims = [1, 2] : ({X}) -> <2, A, 3 : f32>", [X], ["<2, A, 3 : f32>"]),
    "sum": fold("sum", "add", "0.0", X, "<3 : f32>", 0),
    "product": fold("product", "multiply", "1.0", "<2, A, B : f32>", "<2, B : f32>", 1),
    "largest": fold("largest", "maximum", "0xFF800000", "<A, B : f32>", "< : f32>", "0, 1"),
    "all": fold("all", "and", "true", "<A, 3 : i1>", "<3 : i1>", 0, "i1"),
    "sum from five": fold("sum from five", "add", "5.0", X, "<3 : f32>", 0),
    "mean": op(f"""  %s = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.reduce(%x init: %s) applies stablehlo.add across dimensions = [0] : ({X}, tensor<f32>) -> tensor<3xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : ({X}) -> tensor<i32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %g = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %r = stablehlo.divide %a, %g : tensor<3xf32>""", [X], ["<3 : f32>"]),
    "argument of the largest": op(f"""  %s = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %s), (%y init: %i) across dimensions = [0] : ({X}, <A, 3 : i32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {{
      %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
      %t = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
      stablehlo.return %q, %t : tensor<f32>, tensor<i32>
    }}""", [X, "<A, 3 : i32>"], ["<3 : f32>", "<3 : i32>"]),
    "product over": op(f"  %r = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : ({X}, <A, 2 : f32>) -> <3, 2 : f32>", [X, "<A, 2 : f32>"], ["<3, 2 : f32>"]),
    "product of quotients": op(f"""  %z = stablehlo.subtract %x, %x : {X}
  %q = stablehlo.divide %x, %x : {X}
  %r = stablehlo.dot_general %q, %y, contracting_dims = [0] x [0] : ({X}, <A, B : f32>) -> <3, B : f32>""", [X, "<A, B : f32>"], ["<3, B : f32>"]),
    "product beside": op(f"  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : ({X}, {Y}) -> <A, B : f32>", [X, Y], ["<A, B : f32>"]),
    "product of batches": op("  %r = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (<A, 2, B : f32>, <A, B, 3 : f32>) -> <A, 2, 3 : f32>", ["<A, 2, B : f32>", "<A, B, 3 : f32>"], ["<A, 2, 3 : f32>"]),
    "concatenate": op(f"  %r = stablehlo.concatenate %x, %y, %x, dim = 0 : ({X}, {Y}, {X}) -> <2 * A + B, 3 : f32>", [X, Y], ["<2 * A + B, 3 : f32>"]),
    "concatenate beside": op(f"  %r = stablehlo.concatenate %x, %y, dim = 1 : ({X}, <A, 2 : f32>) -> <A, 5 : f32>", [X, "<A, 2 : f32>"], ["<A, 5 : f32>"]),
    "reverse": op("  %r = stablehlo.reverse %x, dims = [0, 2] : <A, 3, B : f32>", ["<A, 3, B : f32>"], ["<A, 3, B : f32>"]),
    "pad": op(f"  %r = stablehlo.pad %x, %y, low = [2, 1], high = [1, 0], interior = [1, 0] : ({X}, tensor<f32>) -> <2 * A + 2, 4 : f32>", [X, "< : f32>"], ["<2 * A + 2, 4 : f32>"]),
    "pad less": op(f"  %r = stablehlo.pad %x, %y, low = [-1, 0], high = [2, 0], interior = [0, 0] : ({X}, tensor<f32>) -> <A + 1, 3 : f32>", [X, "< : f32>"], ["<A + 1, 3 : f32>"]),
    "dynamic slice": op(f"  %r = stablehlo.dynamic_slice %x, %y, %z, sizes = [1, 2] : ({X}, tensor<i32>, tensor<i32>) -> <1, 2 : f32>", [X, "< : i32>", "< : i32>"], ["<1, 2 : f32>"]),
    "dynamic update": op(f"  %r = stablehlo.dynamic_update_slice %x, %y, %z, %z : ({X}, <1, 3 : f32>, tensor<i32>, tensor<i32>) -> {X}", [X, "<1, 3 : f32>", "< : i32>"], [X]),
    "sort": sort("LT", 0, X),
    "sort down": sort("GT", 1, "<2, A : f32>"),
    "sort beside": sort("LT", 1, X),
    "windows": window("add", "0.0", "window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>", X, "<(A - 1) // 2 + 1, 3 : f32>"),
    "largest of windows": window("maximum", "0xFF800000", "window_dimensions = array<i64: 2, 2>, padding = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>", X, "<A, 3 : f32>"),
    "running sum": window("add", "0.0", "window_dimensions = array<i64: 7, 1>, padding = dense<[[6, 0], [0, 0]]> : tensor<2x2xi64>", X, X),
    "convolution": op("  %r = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (<B, A, 2 : f32>, <3, 2, 4 : f32>) -> <B, A, 4 : f32>", ["<B, A, 2 : f32>", "<3, 2, 4 : f32>"], ["<B, A, 4 : f32>"]),
    "gather rows": op(f"""  %r = "stablehlo.gather"(%x, %y) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}}> : ({X}, <B, 1 : i32>) -> {Y}""", [X, "<B, 1 : i32>"], [Y]),
    "scatter rows": op(f"""  %r = "stablehlo.scatter"(%x, %y, %z) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }}) : ({X}, <B, 1 : i32>, {Y}) -> {X}""", [X, "<B, 1 : i32>", Y], [X]),
    "reshape": op(f"  %r = stablehlo.reshape %x : ({X}) -> <3 * A : f32>", [X], ["<3 * A : f32>"]),
    "reshape behind": op("  %r = stablehlo.reshape %x : (<2, A : f32>) -> <2 * A : f32>", ["<2, A : f32>"], ["<2 * A : f32>"]),
    "reshape two": op("  %r = stablehlo.reshape %x : (<A, 2, B : f32>) -> <2 * A * B : f32>", ["<A, 2, B : f32>"], ["<2 * A * B : f32>"]),
    "repeated": op(f"  %r = chlo.broadcast_subtract %x, %y : ({X}, tensor<3xf32>) -> {X}", [X, "<3 : f32>"], [X]),
    "repeated in front": op(f"  %r = chlo.broadcast_compare %y, %x {{comparison_direction = #chlo<comparison_direction GT>}} : (<1, A, 3 : f32>, <B, 1, 3 : f32>) -> <B, A, 3 : i1>", ["<B, 1, 3 : f32>", "<1, A, 3 : f32>"], ["<B, A, 3 : i1>"]),
    "repeated select": op(f"  %r = chlo.broadcast_select %x, %y, %z : (<A, 1 : i1>, {X}, tensor<f32>) -> {X}", ["<A, 1 : i1>", X, "< : f32>"], [X]),
    "constant like": op(f"""  %c = "chlo.constant_like"(%x) {{value = 2.0 : f32}} : ({X}) -> {X}
  %s = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%c init: %s) applies stablehlo.add across dimensions = [0] : ({X}, tensor<f32>) -> tensor<3xf32>""", [X], ["<3 : f32>"]),
    "normalization": op(f"""  %r:3 = "stablehlo.batch_norm_training"(%x, %y, %z) <{{epsilon = 0.1 : f32, feature_index = 1 : i64}}> : (<A, 3, B : f32>, tensor<3xf32>, tensor<3xf32>) -> (<A, 3, B : f32>, tensor<3xf32>, tensor<3xf32>)""",
                        ["<A, 3, B : f32>", "<3 : f32>", "<3 : f32>"], ["<A, 3, B : f32>", "<3 : f32>", "<3 : f32>"]),
    "normalized": op(f"""  %v = stablehlo.multiply %y, %y : tensor<3xf32>
  %r = "stablehlo.batch_norm_inference"(%x, %y, %z, %z, %v) <{{epsilon = 0.1 : f32, feature_index = 1 : i64}}> : ({X}, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> {X}""",
                     [X, "<3 : f32>", "<3 : f32>"], [X]),
    "gradient of a normalization": op(f"""  %v = stablehlo.multiply %y, %y : tensor<3xf32>
  %r:3 = "stablehlo.batch_norm_grad"(%x, %y, %z, %v, %u) <{{epsilon = 0.1 : f32, feature_index = 1 : i64}}> : ({X}, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, {X}) -> ({X}, tensor<3xf32>, tensor<3xf32>)""",
                                      [X, "<3 : f32>", "<3 : f32>", X], [X, "<3 : f32>", "<3 : f32>"]),
    "transform": op("""  %c = stablehlo.fft %x, type = RFFT, length = [6] : (<A, 6 : f32>) -> <A, 4 : complex<f32>>
  %r = stablehlo.imag %c : (<A, 4 : complex<f32>>) -> <A, 4 : f32>""", ["<A, 6 : f32>"], ["<A, 4 : f32>"]),
    "factors": op(POSITIVE + "  %r = stablehlo.cholesky %m, lower = true : <A, A : f32>", ["<A, A : f32>"], ["<A, A : f32>"]),
    "upper factors": op("""  %m = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (<A, 2, 5 : f32>, <A, 2, 5 : f32>) -> <A, 2, 2 : f32>
  %r = stablehlo.cholesky %m, lower = false : <A, 2, 2 : f32>""", ["<A, 2, 5 : f32>"], ["<A, 2, 2 : f32>"]),
    "system": op(POSITIVE + """  %r = "stablehlo.triangular_solve"(%m, %y) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (<A, A : f32>, <A, B : f32>) -> <A, B : f32>""", ["<A, A : f32>", "<A, B : f32>"], ["<A, B : f32>"]),
    "system beside": op(POSITIVE + """  %r = "stablehlo.triangular_solve"(%m, %y) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (<A, A : f32>, <2, A : f32>) -> <2, A : f32>""", ["<A, A : f32>", "<2, A : f32>"], ["<2, A : f32>"]),
    "windows with places": op(f"""  %s = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = "stablehlo.reduce_window"(%x, %y, %s, %i) <{{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}}> ({{
  ^bb0(%a: tensor<f32>, %c: tensor<i32>, %b: tensor<f32>, %d: tensor<i32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
    %t = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %t : tensor<f32>, tensor<i32>
  }}) : ({X}, <A, 3 : i32>, tensor<f32>, tensor<i32>) -> (<(A - 1) // 2 + 1, 3 : f32>, <(A - 1) // 2 + 1, 3 : i32>)""",
                              [X, "<A, 3 : i32>"], ["<(A - 1) // 2 + 1, 3 : f32>", "<(A - 1) // 2 + 1, 3 : i32>"]),
    "gather of sizes": op("""  %n = stablehlo.get_dimension_size %z, dim = 0 : (<B : f32>) -> tensor<i32>
  %l = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %o = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %s = stablehlo.concatenate %l, %o, dim = 0 : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  %r = "stablehlo.dynamic_gather"(%x, %y, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1, 0], index_vector_dim = 1>}> : (<A + B, 3, 2 : f32>, <A, 2 : i32>, tensor<3xi32>) -> <B, A, 2 : f32>""",
                          ["<A + B, 3, 2 : f32>", "<A, 2 : i32>", "<B : f32>"], ["<B, A, 2 : f32>"]),
    "convolution with padding of sizes": op("""  %n = stablehlo.get_dimension_size %z, dim = 0 : (<B : f32>) -> tensor<i32>
  %l = stablehlo.reshape %n : (tensor<i32>) -> tensor<1x1xi32>
  %o = stablehlo.constant dense<-1> : tensor<1x1xi32>
  %s = stablehlo.concatenate %l, %o, dim = 1 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>
  %r = "stablehlo.dynamic_conv"(%x, %y, %s) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, lhs_dilation = array<i64: 2>, window_strides = array<i64: 1>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (<2, A, 2 : f32>, tensor<3x2x4xf32>, tensor<1x2xi32>) -> <2, 2 * A + B - 4, 4 : f32>""",
                                            ["<2, A, 2 : f32>", "<3, 2, 4 : f32>", "<B : f32>"], ["<2, 2 * A + B - 4, 4 : f32>"]),
    "loop": op(f"""  %i = stablehlo.constant dense<0> : tensor<i32>
  %r, %j = stablehlo.while(%a = %x, %k = %i) : {X}, tensor<i32>
    cond {{
      %n = stablehlo.get_dimension_size %a, dim = 0 : ({X}) -> tensor<i32>
      %c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }} do {{
      %b = stablehlo.add %a, %a : {X}
      %o = stablehlo.constant dense<1> : tensor<i32>
      %l = stablehlo.add %k, %o : tensor<i32>
      stablehlo.return %b, %l : {X}, tensor<i32>
    }}""", [X], [X]),
    "branch": op(f"""  %r = "stablehlo.if"(%y) ({{
    %a = stablehlo.add %x, %x : {X}
    stablehlo.return %a : {X}
  }}, {{
    stablehlo.return %x : {X}
  }}) : (tensor<i1>) -> {X}""", [X, "< : i1>"], [X]),
}


def inputs_of(arguments, sizes):
    for i, argument in enumerate(arguments):
        static = Form(sizes).type(argument[1:-1])[len("tensor<"):-1]
        yield f"--input={static}" + ("=" if static.startswith("0x") or "x0x" in static else f"=random:{i + 1}")


def sharded(text, choose):
    """The program with its arguments sharded over two axes."""
    def annotated(argument):
        shape = re.match(r"%\w+: tensor<((?:[\d?]+x)*)", argument).group(1)
        dims, axes = ["{}"] * shape.count("x"), ['"x"', '"y"']
        choose.shuffle(axes)
        for dim in choose.sample(range(len(dims)), min(len(dims), choose.randint(0, 2))):
            dims[dim] = f"{{{axes.pop()}}}"
        return f"{argument} {{sdy.sharding = #sdy.sharding<@mesh, [{', '.join(dims)}]>}}"
    start = text.index("@main(") + len("@main(")
    end = text.index(") -> (", start)
    arguments = re.split(r", (?=%)", text[start:end])
    x, y = choose.choice([(2, 2), (2, 3), (4, 1), (3, 2)])
    return (f'sdy.mesh @mesh = <["x"={x}, "y"={y}]>\n{text[:start]}'
            f"{', '.join(map(annotated, arguments))}{text[end:]}")


def run(sdyc, text, inputs, flags=()):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([sdyc, "run", file.name, *inputs, *flags], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else "error: " + done.stderr


def numbers(text):
    return re.sub(r"-?\d+\.?\d*(e[-+]\d+)?", lambda m: "%.4g" % (float(m.group(0)) + 0), text)


def check(sdyc, name, sizes, shards):
    case, arguments = CASES[name]
    inputs = list(inputs_of(arguments, sizes))
    want = run(sdyc, Form(sizes).text(case), inputs)
    text = sharded(Form(None).text(case), random) if shards else Form(None).text(case)
    got = run(sdyc, text, inputs, ["--storage=private"] if shards else [])
    failed = want.startswith("error")
    if failed and 0 in sizes.values() or not failed and numbers(want) == numbers(got):
        return True
    print(f"{name} of {sizes}:\n  static  {want.strip()}\n  bounded {got.strip()}\n{text}")
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sdyc")
    parser.add_argument("--only")
    parser.add_argument("--sizes", type=int, default=2, help="random sizes for each case")
    parser.add_argument("--sharded", action="store_true")
    options = parser.parse_args()
    random.seed(1)
    failed = 0
    names = [name for name in CASES if options.only in (None, name)]
    for name in names:
        some = [{"A": 0, "B": 3}] + [{"A": random.randint(1, 7), "B": random.randint(1, 5)} for _ in range(options.sizes)]
        for sizes in [{"A": 7, "B": 5}, *some]:
            failed += not check(options.sdyc, name, sizes, options.sharded)
    print(f"{len(names)} cases, {failed} differences")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
