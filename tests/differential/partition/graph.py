"""Random sharded programs of several operations: rows of tests/differential/each whose operands are results of others.

What is handed from row to row are whole numbers from -3 to 3: results that are exact are cut to these, so that sums of
any order are equal bit by bit; other results are returned only, within the tolerance of their row.
Rows stand in loops, branches, functions and manual computations too.
"""
import copy
import math
import re

import numpy

from arrays import ELEMENTS, small
from compare import Tolerance
from joins import Joins
from module import Block, Function, Module, Op, Sharding, Value
from moves import padded, reshaped, sliced
from operations import array, product
from program import ROWS, Program
from shardings import Shardings
from wider import WIDER, Wider

MESHES = [[2], [3], [4], [5], [7], [8], [2, 2], [2, 3], [3, 2], [4, 2], [4, 4], [2, 2, 2], [2, 2, 2, 2], [3, 5], [6], [12],
          [16, 4], [64], [8, 8], [2, 3, 2], [1, 4], [9], [1]]
TOGETHER = ["collective"] * 6 + ["loop"] * 2 + ["branch", "manual"]  # of what all devices of a manual computation run
DEVICES = 64  # at most
NAMES = ["x", "y", "z", "w"]
REACH = 3  # of numbers that are handed on
# What moves, cuts or combines along dimensions; the others are one-to-one, for the most part.
SHAPING = {f"stablehlo.{name}" for name in (
    "transpose", "reverse", "slice", "pad", "concatenate", "broadcast_in_dim", "reshape", "dynamic_slice",
    "dynamic_update_slice", "gather", "scatter", "dot_general", "dot", "convolution", "reduce", "reduce_window",
    "select_and_scatter", "sort", "iota", "triangular_solve", "cholesky", "fft", "einsum")} | {
        "chlo.ragged_dot", "chlo.top_k", "stablehlo.custom_call"}
STRUCTURES = (["constraint"] * 4 + ["opened", "left_open"] * 2 + ["loop"] * 2 +
              ["branch", "call", "manual", "manual", "barrier", "group", "stencil", "moved"])


def are_one(first, second):
    """Whether the second axis is the part that follows the first: a sharding writes both as one."""
    parts = [re.fullmatch(r'("\w+"):\((\d+)\)(\d+)', axis) for axis in (first, second)]
    return all(parts) and parts[0][1] == parts[1][1] and int(parts[0][2]) * int(parts[0][3]) == int(parts[1][2])


class Graph(Program, Shardings, Joins, Wider):
    """`sharded` is the program, with shardings; `tolerances` are those of its results."""

    def __init__(self, seed):
        self.seed = seed
        self.begin(seed, self.scale_of(seed))
        self.tolerance.zeros = False
        sizes = self.random.choice(MESHES) if self.chance(0.7) else self.mesh_of_chance()
        self.axes, self.mesh_name = list(zip(NAMES, sizes)), "@mesh"
        self.device_ids = list(range(math.prod(sizes)))
        if self.chance(0.1):
            self.random.shuffle(self.device_ids)
        self.other_ids = self.random.sample(self.device_ids, len(self.device_ids)) if self.chance(0.1) else None
        self.draw_tendencies()
        self.uneven = self.random.choice([0, 0.3, 1])
        self.annotated, self.structured = self.random.choice([0.1, 0.3, 0.6]), self.random.choice([0, 0.15, 0.4])
        self.pool, self.isolated, self.manual_axes, self.level = [], False, (), 0
        self.structures = STRUCTURES + (WIDER * self.random.choice([1, 4]) if self.chance(0.5) else [])
        self.has_single = False
        if self.chance(0.2):
            self.structures, self.structured = ["manual"] * 3 + ["constraint"], 0.7
        self.callees, self.rough, self.groups_made = [], [], 0
        # Of manual computations around: (blocks that all its devices run, axes, axes along which collectives make
        # results differ).
        self.together = []
        self.grow(self.random.randint(2, 9))
        self.close()
        self.sharded = self.annotate()

    @staticmethod
    def scale_of(seed):
        return 1 if seed % 3 else 8

    def mesh_of_chance(self):
        sizes = []
        for _ in range(self.random.randint(1, 4)):
            sizes.append(self.random.randint(1, max(1, min(16, DEVICES // math.prod(sizes)))))
        return sizes

    def mesh(self):
        return self.mesh_name

    def sharding(self, shape, manual=(), mesh=None):
        """Without unreduced axes, which few operations take."""
        result = super().sharding(shape, manual, mesh)
        result.unreduced = []
        return result

    # --- choices of rows ------------------------------------------------------------------------------------

    def shape(self, least=0, most=6, largest=1500):
        """The shape of a value that there is, now and then."""
        known = [v.shape for v in self.pool if least <= len(v.shape) <= most and product(v.shape) <= largest]
        if known and self.chance(0.6):
            return list(self.random.choice(known[-4:]))
        found = super().shape(least, min(most, max(least, 4)), largest)
        return found if self.chance(0.1) else [size or 3 for size in found]

    def element(self, names=()):
        """Rather f32 and i32 than others, so that values meet."""
        names = list(names) or ["f32", "i32"]
        common = [name for name in ("f32", "i32") if name in names]
        return self.random.choice(common) if common and self.chance(0.7) else super().element(names)

    def value(self, shape, element, domain=small(3)):
        limits = getattr(domain, "limits", None)
        if limits and self.pool and ELEMENTS[element].kind in "biuf" and self.chance(0.75):
            same = [v for v in self.pool if v.element == element]
            exact = [v for v in same if v.shape == tuple(shape)]
            source = self.random.choice(exact or same or self.pool)
            value = self.fitted(source, list(shape), element)
            if value is not None:
                return self.within(value, limits)
        return self.leaf(shape, element, domain)

    def leaf(self, shape, element, domain):
        if not self.isolated:
            return super().leaf(shape, element, domain)
        return self.constant(numpy.asarray(domain(self.source, tuple(shape), ELEMENTS[element])), shape, element)

    def argument(self, data, element):
        return self.constant(data, data.shape, element) if self.isolated else super().argument(data, element)

    # --- values of other values --------------------------------------------------------------------------

    def fitted(self, value, shape, element):
        """A value of that type out of another's numbers, or None."""
        value = self.converted(value, element)
        if value.shape == tuple(shape):
            return value
        if product(value.shape) == product(shape):
            return reshaped(self, value, shape)
        if len(value.shape) > len(shape):
            flat = [*value.shape[:len(shape)][:-1], product(value.shape[max(len(shape) - 1, 0):])] if shape else [product(value.shape)]
            value = reshaped(self, value, flat)
            if not shape:
                return reshaped(self, sliced(self, value, [0], [1], [1]), []) if flat[0] else None
        if len(value.shape) < len(shape):
            places = self.some(range(len(shape)), len(value.shape))[:len(value.shape)]
            wide = [value.shape[places.index(d)] if d in places else shape[d] for d in range(len(shape))]
            if product(wide) > 4 * self.largest:
                return None
            value = self.one("stablehlo.broadcast_in_dim", [value], wide, element,
                             [array("broadcast_dimensions", places)])
        return self.cropped(value, shape, element)

    def cropped(self, value, shape, element):
        least = [min(pair) for pair in zip(value.shape, shape)]
        if tuple(least) != value.shape:
            start = [self.random.randint(0, size - part) for size, part in zip(value.shape, least)]
            value = sliced(self, value, start, [low + part for low, part in zip(start, least)], [1] * len(shape))
        if least == list(shape):
            return value
        low = [self.random.randint(0, size - part) for size, part in zip(shape, least)]
        high = [size - part - before for size, part, before in zip(shape, least, low)]
        return padded(self, value, self.constant(1, (), element), low, high, [0] * len(shape))

    def converted(self, value, element):
        if value.element == element:
            return value
        # Numbers that the narrow integers do not have become others, the same each time.
        return self.one("stablehlo.convert", [self.within(value, self.reach(element))], value.shape, element)

    @staticmethod
    def reach(element):
        kind = ELEMENTS[element]
        return (kind.low, kind.high) if kind.kind in "iu" else (-math.inf, math.inf)

    def within(self, value, limits):
        """The value cut to limits that it may exceed."""
        kind = ELEMENTS[value.element]
        if kind.kind not in "iuf":
            return value
        least = max(-REACH, kind.low) if kind.kind in "iu" else -REACH
        most = min(REACH, kind.high) if kind.kind in "iu" else REACH
        if limits[0] <= least and limits[1] >= most:
            return value
        low, high = max(limits[0], least), min(limits[1], most)
        return self.clamped(value, min(low, high) if low <= most else most, high)

    def clamped(self, value, low, high):
        bounds = [self.constant(number, (), value.element) for number in (low, high)]
        return self.one("stablehlo.clamp", [bounds[0], value, bounds[1]], value.shape, value.element)

    def calm(self, value):
        """Whole numbers within reach, no NaN and no negative zero."""
        kind = ELEMENTS[value.element]
        if kind.kind in "iu":
            return value if kind.bits <= 2 else self.clamped(value, max(-REACH, kind.low), min(REACH, kind.high))
        if kind.kind == "f":
            zero = self.constant(0, value.shape, value.element)
            known = self.one("stablehlo.compare", [value, value], value.shape, "i1",
                             ["comparison_direction = #stablehlo<comparison_direction EQ>"])
            value = self.one("stablehlo.select", [known, value, zero], value.shape, value.element)
            value = self.one("stablehlo.round_nearest_even", [self.clamped(value, -REACH, REACH)], value.shape, value.element)
            return self.one("stablehlo.add", [value, zero], value.shape, value.element)
        return value

    # --- growing ------------------------------------------------------------------------------------------

    def grow(self, steps):
        together = self.is_together(self.block)
        for _ in range(steps):
            if self.level < 3 and self.pool and self.chance(0.6 if together else self.structured):
                getattr(self, self.random.choice(TOGETHER if together and self.chance(0.8) else self.structures))()
            else:
                self.add_row()

    def add_row(self):
        shaping = self.chance(0.75)
        rows = [r for r in ROWS if not shaping or SHAPING & set(r[0])]
        _, made, _ = self.random.choices(rows, [weight for *_, weight in rows])[0]
        before, self.tolerance = self.tolerance, Tolerance(zeros=False)
        results = list(made(self))
        found, self.tolerance = self.tolerance, before
        for value in results:
            if found.ulps or found.scaled or ELEMENTS[value.element].kind == "c":
                self.rough += [(value, found)] if self.level == 0 else []
            else:
                self.pool.append(self.calm(value))

    def inside(self, arguments, end, steps, isolated, together=None, flows=False):
        """A block that has grown; its pool. `together`: the axes of a manual computation that it is the body of;
        `flows`: who runs the block around it runs it, as often as all others."""
        outer = self.block, self.pool, self.isolated
        block = self.block = Block(list(arguments), end)
        if together:
            self.together.append(([block], together, set()))
        elif flows and self.is_together(outer[0]):
            self.together[-1][0].append(block)
        self.pool = [*([] if isolated else self.pool), *arguments]
        self.isolated, self.level = True, self.level + 1
        self.grow(steps)
        pool = self.pool
        self.block, self.pool, self.isolated = outer
        self.level -= 1
        return block, pool

    def returning(self, block, pool, types):
        """Values of these types at the end of a block, of those that it knows."""
        outer, self.block = self.block, block
        for value in types:
            source = self.random.choice([v for v in pool if v.element == value.element][-3:] or pool[-3:])
            block.returned.append(self.fitted(source, list(value.shape), value.element)
                                  or self.constant(1, value.shape, value.element))
        self.block = outer

    def renamed(self, values):
        return [Value(self.name(), value.shape, value.element) for value in values]

    def carried(self, least=1):
        return self.random.sample(self.pool, min(len(self.pool), self.random.randint(least, 3)))

    # --- structures -----------------------------------------------------------------------------------------

    def asked(self, value, sharding):
        form = "sdy.sharding_constraint" if self.chance(0.5) else "sdy.reshard"
        result = Value(self.name(), value.shape, value.element)
        self.block.ops.append(Op(form, [value], [result], form=form + " {o[0]} {s[0]} : {r[0]}", sharding=[sharding]))
        return result

    def constraint(self):
        value = self.random.choice(self.pool[-3:])
        sharding = self.sharding(value.shape, self.manual_axes)
        if self.other_ids and not self.manual_axes and self.chance(0.5):
            sharding.mesh = "@other"
        self.pool.append(self.asked(value, sharding))

    def barrier(self):
        value = self.random.choice(self.pool[-3:])
        result = Value(self.name(), value.shape, value.element)
        direction = self.random.choice(["NONE", "FORWARD", "BACKWARD"])
        self.block.ops.append(Op("sdy.propagation_barrier", [value], [result],
                                 form=f"sdy.propagation_barrier {{o[0]}} allowed_direction={direction} : {{r[0]}}"))
        self.pool.append(result)

    def moved(self):
        """A collective of the program on a whole value: axes of a dimension leave it, or go to another."""
        value = self.random.choice(self.pool)
        before = self.sharding(value.shape, self.manual_axes)
        before.replicated = []
        for dim in before.dims:
            dim.is_open, dim.priority = False, None
        one = [f'"{name}"' for name, size in self.axes if size == 1]  # such axes leave all shardings first
        cut = [d for d, dim in enumerate(before.dims) if dim.axes and dim.axes[-1] not in one]
        if not cut or 0 in value.shape:
            return
        source, target = self.random.choice(cut), self.random.randrange(len(value.shape))
        after = copy.deepcopy(before)
        axis = after.dims[source].axes.pop()
        if target != source:
            if after.dims[target].axes and are_one(after.dims[target].axes[-1], axis):
                return
            after.dims[target].axes.append(axis)
            what, text = "sdy.all_to_all", f"[{{{{{axis}}}}}: {source}->{target}]"
        else:
            lists = ", ".join("{{" + axis * (d == source) + "}}" for d in range(len(value.shape)))
            what, text = self.random.choice(["sdy.all_gather", "sdy.all_slice"]), f"[{lists}]"
        if what == "sdy.all_slice":
            before, after = after, before
        given = self.resharded(value, before)
        result = Value(self.name(), value.shape, value.element)
        form = f"{what} {text} {{o[0]}} out_sharding={{s[0]}} : {{r[0]}}"
        self.block.ops.append(Op(what, [given], [result], form=form, sharding=[after]))
        self.pool.append(result)

    def stencil(self):
        """The inside of a tensor, made of windows of tensors as large."""
        known = [v for v in self.pool if v.shape and 0 not in v.shape and self.is_sum(v)]
        if not known:
            return
        first = self.random.choice(known)
        alike = [v for v in known if v.shape == first.shape and v.element == first.element]
        sizes = [max(1, size - self.random.choice([0, 1, 1, 2, 3])) for size in first.shape]
        total = None
        for _ in range(self.random.randint(1, 4)):
            start = [self.random.randint(0, size - part) for size, part in zip(first.shape, sizes)]
            limit = [low + part for low, part in zip(start, sizes)]
            window = sliced(self, self.random.choice(alike), start, limit, [1] * len(sizes))
            total = window if total is None else self.one("stablehlo.add", [total, window], sizes, first.element)
            if self.chance(0.2):
                total = self.clamped(total, 0, 2)
        low = [self.random.randint(0, size - part) for size, part in zip(first.shape, sizes)]
        high = [size - part - before for size, part, before in zip(first.shape, sizes, low)]
        around = self.constant(self.random.choice([0, 1]), (), first.element)
        self.pool.append(self.calm(padded(self, total, around, low, high, [0] * len(sizes))))

    def group(self):
        """Values of one shape that shall be sharded alike."""
        first = self.random.choice(self.pool)
        alike = [v for v in self.pool if v.shape == first.shape and v.shape]
        if self.level == 0 and len(alike) > 1:
            self.groups_made += 1
            for value in self.random.sample(alike, 2):
                self.block.ops.append(Op("sdy.sharding_group", [value], [],
                                         form=f"sdy.sharding_group {{o[0]}} group_id={self.groups_made} : {{t[0]}}"))

    def opened(self):
        """A value that becomes a sum over devices, and one of it again."""
        sums = [v for v in self.pool if self.is_sum(v)]
        free = [name for name, size in self.axes if name not in self.manual_axes and size > 1]
        if sums and free:
            value = self.random.choice(sums)
            sharding = self.sharding(value.shape, (*self.manual_axes, *free[1:]), None)
            sharding.replicated = []
            self.pool.append(self.resharded(self.resharded(value, self.unreduced(value, free[0])), sharding))

    def left_open(self):
        """A reduction over a dimension in parts, whose result becomes whole later."""
        free = [name for name, size in self.axes if name not in self.manual_axes and size > 1]
        known = [v for v in self.pool if v.shape and 0 not in v.shape and self.is_sum(v)]
        if not free or not known:
            return
        value, axis = self.random.choice(known), self.random.choice(free)
        dim, fold = self.random.randrange(len(value.shape)), self.random.choice(["", "max", "min"])
        cut = self.sharding(value.shape, (*self.manual_axes, axis))
        cut.replicated = []
        for d in cut.dims:
            d.is_open, d.priority = False, None
        cut.dims[dim].axes = [f'"{axis}"']
        kind = ELEMENTS[value.element]
        limits = {"": 0, "max": -numpy.inf if kind.kind == "f" else kind.low, "min": numpy.inf if kind.kind == "f" else kind.high}
        start = self.constant(limits[fold], (), value.element)
        name = {"": "stablehlo.add", "max": "stablehlo.maximum", "min": "stablehlo.minimum"}[fold]
        kept = [size for d, size in enumerate(value.shape) if d != dim]
        result = self.one("stablehlo.reduce", [self.resharded(value, cut), start], kept, value.element,
                          [array("dimensions", [dim])], [self.fold_of(value.element, name)])
        left = Sharding(self.mesh_name, [d for i, d in enumerate(cut.dims) if i != dim], [], [f'"{axis}"'], fold)
        self.block.ops[-1].sharding = [left]
        whole = self.sharding(kept, (*self.manual_axes, *free[1:]))
        whole.replicated = []
        self.pool.append(self.calm(self.resharded(result, whole)))

    def unreduced(self, value, axis):
        """A sharding in which the value is a sum over an axis."""
        result = Sharding(self.mesh_name, self.sharding(value.shape, (*self.manual_axes, axis)).dims, [], [])
        result.unreduced = [f'"{axis}"']
        for dim in result.dims:
            dim.is_open = False
        return result

    def resharded(self, value, sharding):
        result = Value(self.name(), value.shape, value.element)
        self.block.ops.append(Op("sdy.reshard", [value], [result], form="sdy.reshard {o[0]} {s[0]} : {r[0]}", sharding=[sharding]))
        return result

    def loop(self):
        values = self.carried()
        turns = self.random.choice([1, 2, 3, 5, 20])
        if not self.isolated and self.chance(0.4):
            limit = super().argument(numpy.asarray(turns, numpy.int32), "i32")
        else:
            limit = self.constant(turns, (), "i32")
        start = [self.constant(0, (), "i32"), *values]
        arguments = self.renamed(start)
        condition = Block(self.renamed(start), "stablehlo.return")
        outer, self.block = self.block, condition
        condition.returned = [self.one("stablehlo.compare", [condition.arguments[0], limit], (), "i1",
                                       ["comparison_direction = #stablehlo<comparison_direction LT>"])]
        self.block = outer
        body, pool = self.inside(arguments, "stablehlo.return", self.random.randint(1, 3), False, flows=True)
        self.block = body
        body.returned = [self.one("stablehlo.add", [arguments[0], self.constant(1, (), "i32")], (), "i32")]
        self.block = outer
        self.returning(body, [v for v in pool if v != arguments[0]], values)
        types = [(value.shape, value.element) for value in start]
        self.pool += self.op("stablehlo.while", start, types, regions=[condition, body])[1:]

    def branch(self):
        types = self.carried()
        count, place = self.random.choice([1, 2, 3]), self.random.choice([0, 1, 2, 7])
        index = self.leaf((), "i32", lambda *_: numpy.asarray(place, numpy.int32))
        regions = []
        for _ in range(count):
            block, pool = self.inside([], "stablehlo.return", self.random.randint(0, 2), False, flows=True)
            self.returning(block, pool, types)
            regions.append(block)
        name = "stablehlo.case"
        if count == 2 and self.chance(0.5):
            name, index = "stablehlo.if", self.converted(index, "i1")
        self.pool += self.op(name, [index], [(v.shape, v.element) for v in types], regions=regions)

    def call(self):
        """A function that exists, or a new one."""
        if not self.callees or self.chance(0.5):
            arguments = self.renamed(self.carried())
            axes, self.manual_axes = self.manual_axes, ()
            body, pool = self.inside(arguments, "func.return", self.random.randint(1, 3), True)
            self.manual_axes = axes
            self.returning(body, pool, self.random.sample(pool, min(len(pool), 2)))
            callee = Function(f"f{len(self.callees)}", body, [], [], True)
            callee.argument_shardings = [self.some_sharding(v) for v in arguments]
            callee.result_shardings = [self.some_sharding(v) for v in body.returned]
            if self.chance(0.2):
                self.sums_of(callee)
            self.callees.append(callee)
        if self.manual_axes:
            return
        callee = self.random.choice(self.callees)
        operands = [self.fitted(self.random.choice(self.pool), list(v.shape), v.element)
                    or self.constant(1, v.shape, v.element) for v in callee.body.arguments]
        opened = [i for i, asked in enumerate(callee.argument_shardings) if asked and asked.unreduced]
        operands = [self.resharded(v, callee.argument_shardings[i]) if i in opened else v for i, v in enumerate(operands)]
        name, properties = "func.call", [f"callee = @{callee.name}"]
        if self.can_be_composite(callee) and self.chance(0.2):
            name = "stablehlo.composite"
            properties = [f'name = "own.{callee.name}"', f"decomposition = @{callee.name}", "version = 1 : i32"]
        results = self.op(name, operands, [(v.shape, v.element) for v in callee.body.returned], properties)
        self.pool += [self.resharded(v, self.sharding(v.shape)) if asked and asked.unreduced else v
                      for v, asked in zip(results, callee.result_shardings)]

    def sums_of(self, callee):
        """Arguments and results become sums over an axis, which the body begins and ends with."""
        free = [name for name, size in self.axes if size > 1]
        outer, axes, body = (self.block, self.isolated), self.manual_axes, callee.body
        self.manual_axes = ()
        for i, value in enumerate(body.arguments):
            if free and self.is_sum(value) and self.chance(0.5):
                callee.argument_shardings[i] = self.unreduced(value, self.random.choice(free))
                self.block = Block([], "")
                whole = self.resharded(value, self.sharding(value.shape))
                for op in body.all_ops():
                    op.operands = [whole if v == value else v for v in op.operands]
                body.returned = [whole if v == value else v for v in body.returned]
                body.ops[:0] = self.block.ops
        self.block = body
        for i, value in enumerate(body.returned):
            if free and self.is_sum(value) and self.chance(0.5):
                callee.result_shardings[i] = self.unreduced(value, self.random.choice(free))
                body.returned[i] = self.resharded(value, callee.result_shardings[i])
        (self.block, self.isolated), self.manual_axes = outer, axes

    @staticmethod
    def is_sum(value):
        return ELEMENTS[value.element].kind in "iuf" and not ELEMENTS[value.element].is_narrow

    def some_sharding(self, value):
        return self.sharding(value.shape, self.manual_axes) if self.chance(self.annotated) else None

    # --- manual computations --------------------------------------------------------------------------------

    def manual(self):
        """Over the mesh of the one around, or over either."""
        mesh = self.mesh_name
        if self.other_ids and not self.manual_axes and self.chance(0.5):
            self.mesh_name = "@other"
        self.computation()
        self.mesh_name = mesh

    def computation(self):
        free = [name for name, _ in self.axes if name not in self.manual_axes]
        if not free:
            return
        axes = self.random.sample(free, self.random.randint(1, len(free)))
        operands, ins, arguments = self.carried(), [], []
        for value in operands:
            sharding, shape = self.manual_sharding(value.shape, axes)
            ins.append(sharding)
            arguments.append(Value(self.name(), shape, value.element))
        before, self.manual_axes = self.manual_axes, (*self.manual_axes, *axes)
        body, pool = self.inside(arguments, "sdy.return", self.random.randint(1, 4), True, axes)
        self.manual_axes, apart = before, self.together.pop()[2]
        varies = [a for a in axes if a in apart or any(f'"{a}"' in dim.axes for sharding in ins for dim in sharding.dims)]
        body.returned = self.random.sample(pool[-3:], min(len(pool[-3:]), 2))
        outs, types = [], []
        for value in list(body.returned):
            sharding, shape = self.manual_sharding(value.shape, axes, varies)
            if shape is None or product(shape) > 8 * self.largest:
                body.returned.remove(value)
                continue
            outs.append(sharding)
            types.append((shape, value.element))
        if not body.returned:
            return
        names = ", ".join(f'"{name}"' for name, _ in self.axes if name in axes)
        stem = self.op("sdy.manual_computation", operands, types, [f"manual_axes = #sdy<manual_axes{{{names}}}>"], [body])
        op = self.block.ops[-1]
        op.in_shardings, op.out_shardings, op.manual_axes = ins, outs, tuple(axes)
        self.pool += stem

    def manual_sharding(self, shape, axes, needed=None):
        """Manual axes in front of others; the local shape, or the whole one of a result that must have those needed."""
        sharding = self.sharding(shape, (*self.manual_axes, *axes))
        sharding.replicated, other = [], list(shape)
        free = list(axes) if needed is None else list(needed) + [a for a in axes if a not in needed and self.chance(0.2)]
        self.random.shuffle(free)
        for axis in free:
            size = dict(self.axes)[axis]
            places = [d for d in range(len(shape)) if needed is not None or other[d] % size == 0]
            if needed is None and (not places or self.chance(0.3)):
                continue
            if not places:
                return None, None
            place = self.random.choice(places)
            dim = sharding.dims[place]
            dim.axes.insert(sum(name.strip('"') in axes for name in dim.axes), f'"{axis}"')
            other[place] = other[place] // size if needed is None else other[place] * size
        return sharding, tuple(other)

    # --- the end --------------------------------------------------------------------------------------------

    def close(self):
        returned = [(value, Tolerance(zeros=False)) for value in self.pool[-3:]]
        returned += [(value, Tolerance(zeros=False)) for value in self.random.sample(self.pool, min(len(self.pool), 2))]
        returned += self.rough[-4:]
        self.function.body.returned = [value for value, _ in returned]
        self.tolerances = [tolerance for _, tolerance in returned]

    def annotate(self):
        function = self.function
        function.argument_shardings = [self.some_sharding(v) for v in function.body.arguments]
        function.result_shardings = [self.some_sharding(v) for v in function.body.returned]
        if self.chance(0.2):
            self.donate(function)
        for op in function.body.all_ops():
            plain = op.results and not op.regions and not op.form and op.name.startswith("stablehlo.") and op in function.body.ops
            if plain and self.chance(self.annotated / 3):
                op.sharding = [self.sharding(value.shape) for value in op.results]
        sizes = ", ".join(f'"{name}"={size}' for name, size in self.axes)
        ids = f", device_ids={self.device_ids}" if self.device_ids != sorted(self.device_ids) else ""
        meshes = [f"sdy.mesh @mesh = <[{sizes}]{ids}>"]
        ops = [op for each in (function, *self.callees) for op in each.body.all_ops()]
        if any(sharding.mesh == "@other" for op in ops for sharding in op.shardings()):
            meshes.append(f"sdy.mesh @other = <[{sizes}], device_ids={self.other_ids}>")
        if self.has_single:
            meshes.append(f"sdy.mesh @single = <[], device_ids=[{self.random.choice(self.device_ids)}]>")
        return Module(meshes, [function, *self.callees])
