"""Random programs around one operation.

A row is a function of a Program that adds the operation and returns its results: `@row("stablehlo.pad")` lists it
in ROWS. It draws with `g.random`, takes operands from `g.value`, adds operations with `g.op` and says with
`g.tolerance.loosen` how far results may be apart; those that only move or choose numbers are exact.

Operands come from operations that move numbers, and results go through such, now and then: what is fused with what,
and how indices are composed, is tested with them. Operations may stand in a loop or a branch.
"""
import random

import numpy

from compare import Tolerance
from arrays import ANY, ELEMENTS, literal, small
from module import Block, Function, Module, Op, Value
from operations import product

ROWS = []  # (names, function, weight)
SIZES = [0, 1, 1, 2, 2, 3, 3, 4, 5, 7, 8, 9]
WIDE = [1, 2, 3, 4, 4, 6, 8, 8, 12, 16, 16, 24, 33, 64]  # that meshes divide, for many tasks
LARGEST = 1500  # elements of a value


def row(*names, weight=1):
    def add(function):
        ROWS.append((names, function, weight))
        return function
    return add


class Program:
    """`scale`: how much larger values may be than those that a referee is given; `dressed`: whether numbers are
    moved before and after the row, by chance where it is not said."""

    def __init__(self, seed, function=None, scale=1, dressed=None):
        self.begin(seed, scale)
        self.dressed = self.chance(0.7) if dressed is None else dressed
        names, made = self.pick(function)
        self.names, self.row = names, made.__name__
        results = self.nested(made) if self.dressed and self.chance(0.12) else made(self)
        self.function.body.returned = self.finished(list(results))
        self.function.argument_shardings = [None] * len(self.function.body.arguments)
        self.function.result_shardings = [None] * len(self.function.body.returned)
        self.module = Module([], [self.function])

    def begin(self, seed, scale):
        """An empty program."""
        self.random, self.source = random.Random(seed), numpy.random.default_rng(seed)
        self.function = Function("main", Block([], "func.return"), [], [])
        self.block, self.inputs, self.count = self.function.body, {}, 0
        self.tolerance, self.referees = Tolerance(), ["interpreter", "xla"]
        self.dressed, self.depth, self.leaves = False, 0, {}
        self.turns = False
        self.scale, self.largest = scale, scale * LARGEST

    def pick(self, function):
        rows = [r for r in ROWS if function in (None, r[1].__name__, *r[0])]
        names, made, _ = self.random.choices(rows, [weight for _, _, weight in rows])[0]
        return names, made

    # --- drawing ----------------------------------------------------------------------------------------

    def chance(self, probability):
        return self.random.random() < probability

    def element(self, names=ANY):
        return self.random.choice(names)

    def size(self):
        return self.random.choice(SIZES if self.scale == 1 else WIDE)

    def shape(self, least=0, most=6, largest=LARGEST):
        """Of a rank in that range, rather a small one."""
        ranks = [rank for rank in (0, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6) if least <= rank <= most] or [least]
        rank = self.random.choice(ranks)
        while True:
            shape = [self.size() for _ in range(rank)]
            if self.chance(0.9):
                shape = [size or 2 for size in shape]
            if rank and self.chance(0.05):
                shape[self.random.randrange(rank)] = self.random.choice([16, 17, 31, 64, 100, 257])
            if product(shape) <= largest * self.scale:
                return shape

    def some(self, items, least=0):
        """Some of the items, in their order."""
        count = self.random.randint(least, len(items)) if items else 0
        return sorted(self.random.sample(list(items), count))

    def cut(self, shape, least=0):
        """A shape that fits into another."""
        return [size if self.chance(0.5) else self.random.randint(min(least, size), size) for size in shape]

    # --- adding -----------------------------------------------------------------------------------------

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def op(self, name, operands, types, properties=(), regions=()):
        """Adds an operation with results of these (shape, element)."""
        stem = self.name()
        results = [Value(f"{stem}#{i}" if len(types) > 1 else stem, tuple(shape), element)
                   for i, (shape, element) in enumerate(types)]
        self.block.ops.append(Op(name, list(operands), results, list(properties), list(regions)))
        return results

    def one(self, name, operands, shape, element, properties=(), regions=()):
        return self.op(name, operands, [(shape, element)], properties, regions)[0]

    def constant(self, numbers, shape, element):
        """Of an array, or of one number."""
        data = numpy.full(shape, numbers).astype(ELEMENTS[element].dtype) if numpy.ndim(numbers) == 0 else numbers
        kind = Value("", tuple(shape), element).type
        return self.one("stablehlo.constant", [], shape, element,
                        [f"value = dense<{literal(data, ELEMENTS[element])}> : {kind}"])

    def argument(self, data, element):
        value = Value(f"%arg{len(self.inputs)}", data.shape, element)
        self.function.body.arguments.append(value)
        self.inputs[value.name] = data
        return value

    def leaf(self, shape, element, domain):
        """An input or a constant, or one that there is already."""
        key = (tuple(shape), element, domain)
        if key in self.leaves and self.chance(0.15):
            return self.leaves[key]
        data = numpy.asarray(domain(self.source, tuple(shape), ELEMENTS[element]))
        value = self.argument(data, element) if self.chance(0.8) else None
        if value is None:
            return self.constant(data, shape, element)
        self.leaves[key] = value
        return value

    def value(self, shape, element, domain=small(3)):
        """A value with numbers of a domain."""
        if self.dressed and self.depth < 3 and self.chance(0.3):
            self.depth += 1
            result = self.random.choice(DRESSES)(self, list(shape), element, domain)
            self.depth -= 1
            if result is not None:
                return result
        return self.leaf(shape, element, domain)

    def index(self, low, high, shape=(), element=None):
        """Whole numbers between two, of a type for indices."""
        element = element or self.element(["i32", "i32", "i64", "ui32", "i8", "ui8", "i16", "ui16", "ui64"])
        return self.value(shape, element, small(high, low))

    # --- regions ----------------------------------------------------------------------------------------

    def region(self, elements, make, end="stablehlo.return", shapes=None):
        """A block of arguments; make(self, arguments) adds operations and gives what it returns."""
        arguments = [Value(self.name(), tuple(shape), element)
                     for element, shape in zip(elements, shapes or [()] * len(elements))]
        block, outer = Block(arguments, end), self.block
        self.block = block
        block.returned = list(make(self, arguments))
        self.block = outer
        return block

    def nested(self, made):
        """The row inside a branch or a loop."""
        kind, inner = self.random.choice(["if", "case", "while"]), []

        def body(g, _):
            inner.append(g.block)
            return made(g)
        if kind == "while":
            return self.turned(made)
        region = self.region([], body)
        types = [(v.shape, v.element) for v in region.returned]
        # The other branch gives zeros of these types, and is not taken.
        other = self.region([], lambda g, _: [g.constant(0, shape, element) for shape, element in types])
        if kind == "if":
            chosen = self.leaf((), "i1", lambda *_: numpy.ones((), bool))
            return self.op("stablehlo.if", [chosen], types, regions=[region, other])
        place = self.random.choice([0, 1, 2])
        regions = [other, other, other]
        regions = [region if i == place else self.region([], lambda g, _: [g.constant(0, *t) for t in types])
                   for i in range(3)]
        chosen = self.leaf((), "i32", lambda *_: numpy.asarray(place if place < 2 else 7, numpy.int32))
        return self.op("stablehlo.case", [chosen], types, regions=regions)

    def turned(self, made):
        """The row in the body of a loop of two turns, which carries its results."""
        self.turns = True
        body = Block([], "stablehlo.return")
        outer, self.block = self.block, body
        values = list(made(self))
        self.block = outer
        types = [((), "i32"), *((v.shape, v.element) for v in values)]
        start = [self.constant(0, shape, element) for shape, element in types]
        body.arguments = [Value(self.name(), tuple(shape), element) for shape, element in types]
        self.block = body
        one = self.constant(1, (), "i32")
        body.returned = [self.one("stablehlo.add", [body.arguments[0], one], (), "i32"), *values]
        self.block = outer

        def condition(g, arguments):
            two = g.constant(2, (), "i32")
            return [g.one("stablehlo.compare", [arguments[0], two], (), "i1",
                          ["comparison_direction = #stablehlo<comparison_direction LT>"])]
        test = self.region([element for _, element in types], condition, shapes=[shape for shape, _ in types])
        return self.op("stablehlo.while", start, types, regions=[test, body])[1:]

    # --- results ----------------------------------------------------------------------------------------

    def finished(self, results):
        """Results, some of them moved, some both ways."""
        returned = []
        for value in results:
            if self.dressed and self.chance(0.35):
                returned += [value] * self.chance(0.3)
                value = self.random.choice(FINISHES)(self, value)
            returned.append(value)
        return returned


DRESSES, FINISHES = [], []  # filled by moves.py
