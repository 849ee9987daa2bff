#!/usr/bin/env python3
"""A random module from a seed: generate.py SEED [SEED]... prints what they make.

Shapes, shardings and regions are made to verify: nothing is tried and thrown away. What stands
here holds programs together (meshes, shardings, values, control flow, functions); operations.py has the
operations of StableHLO.
"""
import random
import sys

from module import Block, Function, Module, Op, Value
from operations import OPERATIONS, constant, shape_of_rank
from shardings import Shardings

AXES = ["a", "b", "model", "d"]
SIZES = [1, 2, 2, 2, 3, 4, 4, 4, 5, 6, 7, 8, 8]


class Scope:
    """Where operations are being added: a block, the values visible in it, the manual axes."""

    def __init__(self, block, values, manual=(), function=None):
        self.block, self.values, self.manual, self.function = block, list(values), manual, function


class Generator(Shardings):
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0
        self.callees = []
        self.groups = {}
        self.budget = self.random.choice([3, 6, 10, 16])
        self.make_meshes()
        self.annotated = self.random.choice([0.02, 0.1, 0.3])
        self.draw_tendencies()
        self.structured = self.random.choice([0, 0.05, 0.2])
        self.structures = [s for s in STRUCTURES if s is not named_computation or self.chance(0.15)]

    def chance(self, probability):
        return self.random.random() < probability

    # --- meshes -------------------------------------------------------------------------------------

    def make_meshes(self):
        count = self.random.choice([1, 2, 2, 3, 3, 4])
        self.axes = [(name, self.random.choice(SIZES)) for name in AXES[:count]]
        text = ", ".join(f'"{name}"={size}' for name, size in self.axes)
        devices = 1
        for _, size in self.axes:
            devices *= size
        self.meshes = [f"sdy.mesh @mesh = <[{text}]>"]
        self.mesh_names = ["@mesh"] * 30
        if 1 < devices <= 64 and self.chance(0.15):
            ids = list(range(devices))
            self.random.shuffle(ids)
            if ids != sorted(ids):
                self.meshes.append(f"sdy.mesh @shuffled = <[{text}], device_ids={ids}>")
                self.mesh_names += ["@shuffled"] * self.random.choice([1, 30])
        if self.chance(0.06):
            self.meshes.append("sdy.mesh @one_device = <[], device_ids=[0]>")
            self.mesh_names.append("@one_device")
        if self.chance(0.06):
            self.meshes.append(f"sdy.mesh @same = <[{text}]>")
            self.mesh_names += ["@same"] * 3
        if self.chance(0.06):
            self.mesh_names += [f"mesh<[{text}]>"] * 3

    def mesh(self):
        return self.random.choice(self.mesh_names)

    # --- values -------------------------------------------------------------------------------------

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def values(self, shapes):
        """New values of these shapes and elements, results of one operation."""
        name = self.name()
        if len(shapes) == 1:
            return [Value(name, tuple(shapes[0][0]), shapes[0][1])]
        return [Value(f"{name}#{i}", tuple(shape), element) for i, (shape, element) in enumerate(shapes)]

    def op(self, scope, name, operands, shapes, **more):
        """Adds an operation with results of these (shape, element); returns them."""
        results = self.values(shapes)
        if results and "sharding" not in more and self.chance(self.annotated):
            mesh = self.mesh()
            more["sharding"] = [self.sharding(value.shape, scope.manual, mesh) for value in results]
        scope.block.ops.append(Op(name, list(operands), results, **more))
        scope.values += results
        return results

    def fresh(self, scope, shape, element="f32"):
        """A new value of that type: an argument, constant, iota or spread scalar."""
        shape = tuple(shape)
        kind = self.random.choice(["argument"] * 4 + ["constant", "iota", "scalar"])
        if kind == "argument" and scope.function and scope.block is scope.function.body:
            return self.argument(scope, shape, element)
        if kind == "iota" and shape and element in ("f32", "i32"):
            dim = self.random.randrange(len(shape))
            return self.op(scope, "stablehlo.iota", [], [(shape, element)],
                           properties=[f"iota_dimension = {dim} : i64"])[0]
        if kind == "scalar" and shape:
            scalar = constant(self, scope, (), element)
            return self.op(scope, "stablehlo.broadcast_in_dim", [scalar], [(shape, element)],
                           properties=["broadcast_dimensions = array<i64>"])[0]
        return constant(self, scope, shape, element)

    def argument(self, scope, shape, element="f32"):
        value = Value(f"%arg{len(scope.block.arguments)}_{self.count}", tuple(shape), element)
        scope.block.arguments.append(value)
        scope.function.argument_shardings.append(
            self.sharding(shape) if self.chance(min(0.7, 4 * self.annotated)) else None)
        scope.values.append(value)
        return value

    def some(self, scope, accept=None, shape=None, element=None, rank=None):
        """A visible value, rather a recent one, that `accept` takes; or a fresh one."""
        if shape is not None:
            candidates = [v for v in scope.values if v.shape == tuple(shape) and v.element == (element or "f32")]
        else:
            candidates = [v for v in scope.values if (not accept or accept(v)) and (rank is None or len(v.shape) == rank)
                          and (v.element == element if element else v.element in ("f32", "i32", "bf16"))]
        if candidates and self.chance(0.9):
            return self.random.choice(candidates[-4:] if self.chance(0.7) else candidates)
        if shape is None:
            shape = shape_of_rank(self, self.random.choice([1, 2, 2, 3]) if rank is None else rank)
            value = Value("", tuple(shape), element or "f32")
            if accept and not accept(value):
                shape = [self.random.choice([2, 4, 8]) for _ in range(2)]
        return self.fresh(scope, shape, element or "f32")

    # --- what holds operations together ----------------------------------------------------------------

    def grow(self, scope, steps):
        for _ in range(steps):
            if self.budget <= 0:
                return
            self.budget -= 1
            if self.chance(self.structured):
                self.random.choice(self.structures)(self, scope)
            else:
                names, weights = zip(*OPERATIONS)
                self.random.choices(names, weights)[0](self, scope)

    def inside(self, scope, arguments, end, steps, isolated=False, manual=None):
        """A block that has grown, and its scope."""
        block = Block(list(arguments), end)
        inner = Scope(block, arguments if isolated else [*scope.values, *arguments],
                      scope.manual if manual is None else manual)
        self.grow(inner, steps)
        return inner

    def block_arguments(self, values):
        return [Value(self.name(), value.shape, value.element) for value in values]

    def function(self, name, arguments, steps, is_private):
        function = Function(name, Block(list(arguments), "func.return"), [], [], is_private)
        for value in arguments:
            function.argument_shardings.append(self.sharding(value.shape) if self.chance(2 * self.annotated) else None)
        scope = Scope(function.body, arguments, (), None if is_private else function)
        self.grow(scope, steps)
        if not scope.values:
            self.fresh(scope, (4, 4))
        function.body.returned = [scope.values[-1]]
        while self.chance(0.4):
            function.body.returned.append(self.random.choice(scope.values))
        for value in function.body.returned:
            function.result_shardings.append(self.sharding(value.shape) if self.chance(2 * self.annotated) else None)
        return function

    def module(self):
        main = self.function("main", [], self.budget, False)
        functions = [main]
        if self.chance(0.05):
            self.budget = 3
            functions.append(self.function("other", [], 3, False))
        functions += self.callees
        if self.chance(0.3):
            self.random.shuffle(functions)
        return Module(self.meshes, functions)


# --- structures ------------------------------------------------------------------------------------------


def constrain(g, scope):
    value = g.some(scope)
    g.op(scope, "sdy.sharding_constraint", [value], [(value.shape, value.element)],
         form="sdy.sharding_constraint {o[0]} {s[0]} : {r[0]}", sharding=[g.sharding(value.shape, scope.manual)])


def reshard(g, scope):
    value = g.some(scope)
    g.op(scope, "sdy.reshard", [value], [(value.shape, value.element)],
         form="sdy.reshard {o[0]} {s[0]} : {r[0]}", sharding=[g.sharding(value.shape, scope.manual)])


def barrier(g, scope):
    value = g.some(scope)
    way = g.random.choice(["FORWARD", "BACKWARD", "NONE"])
    g.op(scope, "sdy.propagation_barrier", [value], [(value.shape, value.element)], sharding=None,
         form=f"sdy.propagation_barrier {{o[0]}} allowed_direction={way} : {{r[0]}}")


def group(g, scope):
    """Puts two values of one shape into a group, or one into the group of its shape."""
    value = g.some(scope)
    key = (value.shape, scope.manual)
    number = g.groups.get(key) if g.chance(0.5) else None
    if number is None:
        number = g.groups[key] = g.random.choice([n for n in range(100) if n not in g.groups.values()])
    for member in {value, g.some(scope, shape=value.shape, element=value.element)}:
        scope.block.ops.append(Op("sdy.sharding_group", [member], [],
                                  form=f"sdy.sharding_group {{o[0]}} group_id={number} : {{t[0]}}"))


def optimization_barrier(g, scope):
    values = [g.some(scope) for _ in range(g.random.choice([1, 2, 3]))]
    g.op(scope, "stablehlo.optimization_barrier", values, [(v.shape, v.element) for v in values])


def loop(g, scope):
    counter = g.some(scope, shape=(), element="i32")
    carried = [counter, *(g.some(scope) for _ in range(g.random.choice([1, 2, 2, 3])))]
    condition = g.inside(scope, g.block_arguments(carried), "stablehlo.return", 0)
    limit = constant(g, condition, (), "i32")
    condition.block.returned = g.op(
        condition, "stablehlo.compare", [condition.block.arguments[0], limit], [((), "i1")], sharding=None,
        properties=["comparison_direction = #stablehlo<comparison_direction LT>"])
    body = g.inside(scope, g.block_arguments(carried), "stablehlo.return", g.random.randint(1, 5))
    one = constant(g, body, (), "i32")
    following = g.op(body, "stablehlo.add", [body.block.arguments[0], one], [((), "i32")], sharding=None)
    body.block.returned = following + [g.some(body, shape=v.shape, element=v.element) for v in carried[1:]]
    g.op(scope, "stablehlo.while", carried, [(v.shape, v.element) for v in carried],
         regions=[condition.block, body.block])


def case(g, scope):
    index = g.some(scope, shape=(), element="i32")
    results = [g.some(scope) for _ in range(g.random.choice([1, 1, 2]))]
    branches = []
    for _ in range(g.random.choice([1, 2, 3])):
        branch = g.inside(scope, [], "stablehlo.return", g.random.randint(0, 3))
        branch.block.returned = [g.some(branch, shape=v.shape, element=v.element) for v in results]
        branches.append(branch.block)
    g.op(scope, "stablehlo.case", [index], [(v.shape, v.element) for v in results], regions=branches)


def call(g, scope):
    """Calls a function that exists, or a new one."""
    if not g.callees or g.chance(0.4):
        operands = [g.some(scope) for _ in range(g.random.choice([1, 2]))]
        before = g.structured
        g.structured = 0.05
        callee = g.function(f"f{len(g.callees)}", g.block_arguments(operands), g.random.randint(1, 4), True)
        g.structured = before
        callee.name = f"f{len(g.callees)}"  # it may have made others
        g.callees.append(callee)
    else:
        callee = g.random.choice(g.callees)
        operands = [g.some(scope, shape=v.shape, element=v.element) for v in callee.body.arguments]
    if not scope.manual:
        g.op(scope, "func.call", operands, [(v.shape, v.element) for v in callee.body.returned],
             properties=[f"callee = @{callee.name}"])


def named_computation(g, scope):
    operands = [g.some(scope) for _ in range(g.random.choice([1, 2]))]
    body = g.inside(scope, g.block_arguments(operands), "sdy.return", g.random.randint(1, 4), isolated=True)
    body.block.returned = [g.random.choice(body.values) for _ in range(g.random.choice([1, 1, 2]))]
    shardings = {}
    for name, values in (("in_shardings", operands), ("out_shardings", body.block.returned)):
        if g.chance(0.4):
            mesh = g.mesh()
            shardings[name] = [g.sharding(v.shape, scope.manual, mesh) for v in values]
    g.op(scope, "sdy.named_computation", operands, [(v.shape, v.element) for v in body.block.returned],
         properties=[f'name = "{g.random.choice(["foo", "bar", "foo_0"])}"'], regions=[body.block], sharding=None,
         **shardings)


def manual_sharding(g, shape, axes, outer, mesh, scale):
    """A sharding whose dimensions begin with some of the manual axes; and the shape on the other side:
    parts of it, or (`scale`) what it is a part of."""
    result = g.sharding(shape, (*outer, *axes), mesh)
    free, other = list(axes), list(shape)
    g.random.shuffle(free)
    for i, dim in enumerate(result.dims):
        while free and g.chance(0.5):
            size = dict(g.axes)[free[0]]
            if other[i] % size and not scale:
                break
            dim.axes.insert(sum(axis.strip('"') in axes for axis in dim.axes), f'"{free.pop(0)}"')
            other[i] = other[i] * size if scale else other[i] // size
    order = [f'"{name}"' for name, _ in g.axes]
    if free and g.chance(0.5):
        more = [f'"{name}"' for name in free]
        result.replicated = sorted({*result.replicated, *more}, key=lambda axis: (order.index(axis.split(":")[0]), axis))
    return result, tuple(other)


def manual_computation(g, scope):
    free = [name for name, _ in g.axes if name not in scope.manual]
    if not free:
        return
    axes = g.random.sample(free, g.random.randint(1, len(free)))
    mesh = g.mesh()
    while mesh == "@one_device":
        mesh = g.mesh()
    operands = [g.some(scope) for _ in range(g.random.choice([1, 2]))]
    ins, arguments = [], []
    for value in operands:
        sharding, local = manual_sharding(g, value.shape, axes, scope.manual, mesh, False)
        ins.append(sharding)
        arguments.append(Value(g.name(), local, value.element))
    if g.chance(0.5):
        axes.sort(key=[name for name, _ in g.axes].index)
    meshes, g.mesh_names = g.mesh_names, [mesh]
    body = g.inside(scope, arguments, "sdy.return", g.random.randint(1, 5), True, (*scope.manual, *axes))
    g.mesh_names = meshes
    body.block.returned = [g.random.choice(body.values) for _ in range(g.random.choice([1, 1, 2]))]
    outs, shapes = [], []
    for value in body.block.returned:
        sharding, whole = manual_sharding(g, value.shape, axes, scope.manual, mesh, True)
        outs.append(sharding)
        shapes.append((whole, value.element))
    names = ", ".join(f'"{axis}"' for axis in axes)
    g.op(scope, "sdy.manual_computation", operands, shapes, regions=[body.block], in_shardings=ins,
         out_shardings=outs, properties=[f"manual_axes = #sdy<manual_axes{{{names}}}>"], sharding=None)


STRUCTURES = [constrain, constrain, constrain, reshard, barrier, barrier, group, group, optimization_barrier, loop,
              loop, case, call, call, named_computation, manual_computation, manual_computation]


def generate(seed):
    return Generator(seed).module()


if __name__ == "__main__":
    for word in sys.argv[1:]:
        print(generate(int(word)), end="")
