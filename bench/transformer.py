#!/usr/bin/env python3
"""A transformer of any number of layers as a module: transformer.py LAYERS [--mesh=DATA,MODEL] [--calls]

What JAX prints for the forward pass of a pre-norm decoder: attention with 8 heads, a GELU block, weights
sharded by tensor parallelism, the batch by data. Dimensions grow with the mesh, so that every axis divides
what it shards and propagation has the same to do on each. With --calls the GELU, the softmax and the mean
are private functions that each layer calls, some from within others.
"""
import argparse

SEQUENCE = 128


class Text:
    def __init__(self):
        self.lines, self.count = [], 0

    def op(self, text):
        name = f"%{self.count}"
        self.count += 1
        self.lines.append(f"    {name} = {text}")
        return name


def tensor(*shape):
    return "tensor<" + "".join(f"{size}x" for size in shape) + "f32>"


class Transformer:
    def __init__(self, layers, data, model, calls):
        self.text, self.layers, self.axes = Text(), layers, (data, model)
        self.calls, self.functions = calls, {}
        self.batch, self.heads = 4 * data, 2 * model
        self.width, self.hidden = 64 * self.heads, 256 * self.heads
        self.whole = (self.batch, SEQUENCE, self.width)

    def part(self, name, body, argument, shape, result):
        """A part of a layer: in its place, or a call of a function that has it."""
        if not self.calls:
            return body(argument)
        if name not in self.functions:
            outer, self.text = self.text, Text()
            returned = body("%arg0")
            lines = [*self.text.lines, f"    return {returned} : {tensor(*result)}"]
            self.functions[name] = (f"  func.func private @{name}(%arg0: {tensor(*shape)}) -> {tensor(*result)} {{\n"
                                    + "\n".join(lines) + "\n  }\n")
            self.text = outer
        return self.text.op(f"func.call @{name}({argument}) : ({tensor(*shape)}) -> {tensor(*result)}")

    def spread(self, name, dims, shape, result):
        return self.text.op(f"stablehlo.broadcast_in_dim {name}, dims = {dims} : ({tensor(*shape)}) -> {tensor(*result)}")

    def constant(self, number, shape):
        return self.spread(self.text.op(f"stablehlo.constant dense<{number}> : tensor<f32>"), [], (), shape)

    def binary(self, name, a, b, shape):
        return self.text.op(f"stablehlo.{name} {a}, {b} : {tensor(*shape)}")

    def unary(self, name, a, shape):
        return self.text.op(f"stablehlo.{name} {a} : {tensor(*shape)}")

    def reduce(self, name, start, a, shape):
        init = self.text.op(f"stablehlo.constant dense<{start}> : tensor<f32>")
        return self.text.op(f"stablehlo.reduce({a} init: {init}) applies stablehlo.{name} across dimensions = "
                            f"[{len(shape) - 1}] : ({tensor(*shape)}, tensor<f32>) -> {tensor(*shape[:-1])}")

    def keep(self, a, shape):
        """What was reduced, spread over the last dimension again."""
        one = (*shape[:-1], 1)
        thin = self.spread(a, list(range(len(shape) - 1)), shape[:-1], one)
        return self.spread(thin, list(range(len(shape))), one, shape)

    def product(self, a, b, left, right):
        return self.text.op(f"stablehlo.dot_general {a}, {b}, contracting_dims = [{len(left) - 1}] x [0] : "
                            f"({tensor(*left)}, {tensor(*right)}) -> {tensor(*left[:-1], *right[1:])}")

    def norm(self, x, scale, shift):
        shape, thin = self.whole, self.whole[:-1]

        def mean(value):
            return self.part("mean", mean_of, value, shape, thin)

        def mean_of(value):
            total = self.reduce("add", "0.0", value, shape)
            return self.binary("divide", total, self.constant(f"{self.width}.0", thin), thin)
        centred = self.binary("subtract", x, self.keep(mean(x), shape), shape)
        variance = mean(self.binary("multiply", centred, centred, shape))
        moved = self.binary("add", variance, self.constant("1.0e-05", thin), thin)
        scaled = self.binary("multiply", centred, self.keep(self.unary("rsqrt", moved, thin), shape), shape)
        scaled = self.binary("multiply", scaled, self.spread(scale, [2], (self.width,), shape), shape)
        return self.binary("add", scaled, self.spread(shift, [2], (self.width,), shape), shape)

    def attention(self, x, query, key, value, out):
        square = (self.width, self.width)
        split = (self.batch, SEQUENCE, self.heads, 64)
        scores = (self.batch, self.heads, SEQUENCE, SEQUENCE)
        q, k, v = (self.text.op(f"stablehlo.reshape {self.product(x, w, self.whole, square)} : "
                                f"({tensor(*self.whole)}) -> {tensor(*split)}") for w in (query, key, value))
        s = self.text.op(f"stablehlo.dot_general {q}, {k}, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x "
                         f"[3] : ({tensor(*split)}, {tensor(*split)}) -> {tensor(*scores)}")
        s = self.part("softmax", lambda s: self.softmax(s, scores), s, scores, scores)
        swapped = (self.batch, self.heads, 64, SEQUENCE)
        y = self.text.op(f"stablehlo.dot_general {v}, {s}, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x "
                         f"[3] : ({tensor(*split)}, {tensor(*scores)}) -> {tensor(*swapped)}")
        y = self.text.op(f"stablehlo.transpose {y}, dims = [0, 3, 1, 2] : ({tensor(*swapped)}) -> {tensor(*split)}")
        y = self.text.op(f"stablehlo.reshape {y} : ({tensor(*split)}) -> {tensor(*self.whole)}")
        return self.product(y, out, self.whole, square)

    def softmax(self, s, scores):
        s = self.text.op(f"func.call @masked({s}) : ({tensor(*scores)}) -> {tensor(*scores)}")
        largest = self.keep(self.reduce("maximum", "0xFF800000", s, scores), scores)
        s = self.unary("exponential", self.binary("subtract", s, largest, scores), scores)
        return self.binary("divide", s, self.keep(self.reduce("add", "0.0", s, scores), scores), scores)

    def gelu(self, x, shape):
        cube = self.binary("multiply", self.binary("multiply", x, x, shape), x, shape)
        inner = self.binary("add", x, self.binary("multiply", self.constant("0.044715", shape), cube, shape), shape)
        inner = self.binary("multiply", self.constant("0.797884583", shape), inner, shape)
        gate = self.binary("add", self.constant("1.0", shape), self.unary("tanh", inner, shape), shape)
        return self.binary("multiply", x, self.binary("multiply", self.constant("0.5", shape), gate, shape), shape)

    def layer(self, x, weights):
        scale, shift, query, key, value, out, scale2, shift2, up, down = weights
        y = self.attention(self.norm(x, scale, shift), query, key, value, out)
        x = self.binary("add", x, y, self.whole)
        hidden = (*self.whole[:-1], self.hidden)
        y = self.product(self.norm(x, scale2, shift2), up, self.whole, (self.width, self.hidden))
        y = self.part("gelu", lambda y: self.gelu(y, hidden), y, hidden, hidden)
        y = self.product(y, down, hidden, (self.hidden, self.width))
        return self.binary("add", x, y, self.whole)

    def module(self):
        square, columns, rows = (self.width,) * 2, "[{}, {\"model\"}]", "[{\"model\"}, {}]"
        vector = ((self.width,), "[{}]")
        kinds = [vector, vector, *[(square, columns)] * 3, (square, rows), vector, vector,
                 ((self.width, self.hidden), columns), ((self.hidden, self.width), rows)]
        arguments, x = [(self.whole, '[{"data"}, {}, {}]')], "%arg0"
        for _ in range(self.layers):
            first = len(arguments)
            arguments += kinds
            x = self.layer(x, [f"%arg{first + i}" for i in range(len(kinds))])
        header = ", ".join(f"%arg{i}: {tensor(*shape)} {{sdy.sharding = #sdy.sharding<@mesh, {dims}>}}"
                           for i, (shape, dims) in enumerate(arguments))
        scores = tensor(self.batch, self.heads, SEQUENCE, SEQUENCE)
        data, model = self.axes
        body = "\n".join(self.text.lines)
        return f"""module @transformer {{
  sdy.mesh @mesh = <["data"={data}, "model"={model}]>
  func.func public @main({header}) -> {tensor(*self.whole)} {{
{body}
    return {x} : {tensor(*self.whole)}
  }}
  func.func private @masked(%arg0: {scores}) -> {scores} {{
    %0 = stablehlo.iota dim = 2 : {scores}
    %1 = stablehlo.iota dim = 3 : {scores}
    %2 = stablehlo.compare GE, %0, %1 : ({scores}, {scores}) -> {scores.replace("f32", "i1")}
    %3 = stablehlo.constant dense<-1.0e+09> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> {scores}
    %5 = stablehlo.select %2, %arg0, %4 : {scores.replace("f32", "i1")}, {scores}
    return %5 : {scores}
  }}
{"".join(self.functions.values())}}}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("layers", type=int)
    parser.add_argument("--mesh", default="2,4")
    parser.add_argument("--calls", action="store_true")
    options = parser.parse_args()
    data, model = map(int, options.mesh.split(","))
    print(Transformer(options.layers, data, model, options.calls).module(), end="")


if __name__ == "__main__":
    main()
